"""The two ways to an owner: it is this process, or another one.

Both do the same for one client; what they cannot do any more they say by raising MovedError (nothing was
changed) or LostError (it has to be asked what was).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from orbit.agent.approval import agreed
from orbit.engine.failures import LostError

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.observation.seen import OnSeen, Seen
    from daw_bridges.session import Session
    from orbit.agent import Approve, OnEvent, Wanted
    from orbit.engine.hub import Hub
    from orbit.engine.ledger import Entry
    from orbit.engine.seat import Seat
    from orbit.engine.wire import Choice
    from orbit.outcome import Outcome
    from orbit.workflows import Plan

__all__ = ["OwnWay", "Request", "Way"]


@dataclass(frozen=True)
class Request:
    """One request, in words or by name, under an id by which every owner knows it."""

    text: str
    dry_run: bool = False
    approve: Approve | None = None
    on_event: OnEvent | None = None
    history: Sequence[ModelMessage] = ()
    wanted: Wanted | None = None
    id: str = field(default_factory=lambda: uuid4().hex)


class Way(Protocol):
    """What a client can have of its owner."""

    async def choose(self, choice: Choice) -> None:
        """Say which model answers from now on."""
        ...

    async def do(self, request: Request) -> Outcome:
        """Have a request carried out."""
        ...

    async def session(self) -> tuple[Session, str]:
        """Have the session read; give it with what is to be told of runs that were cut short."""
        ...

    async def reset_practice(self) -> None:
        """Have the practice session begun anew."""
        ...

    async def observe(self, tell: OnSeen) -> None:
        """Be told what is done in the DAW, until this is cancelled."""
        ...

    async def call(self, request_id: str, operation: str, arguments: dict[str, Any]) -> Any:
        """Have one of the memory's operations done."""
        ...

    async def recall(self, request_id: str) -> Entry:
        """Ask what is known of a request."""
        ...

    async def close(self) -> None:
        """Leave; an owner hands over."""
        ...


class OwnWay:
    """This process is the owner: everything is done on its hub's thread."""

    def __init__(self, hub: Hub, seat: Seat) -> None:
        self._hub, self._seat = hub, seat

    async def choose(self, choice: Choice) -> None:
        """Say which model answers from now on."""
        self._seat.choose(choice)

    async def do(self, request: Request) -> Outcome:
        """Have a request carried out; who is asked and told is on this loop."""
        loop = asyncio.get_running_loop()
        approve, on_event = request.approve, request.on_event

        async def asked(plan: Plan) -> bool:
            answer = asyncio.run_coroutine_threadsafe(agreed(approve, plan), loop)
            return await asyncio.wrap_future(answer)

        def tell(event: Any) -> None:
            if on_event is not None:
                loop.call_soon_threadsafe(on_event, event)

        work = self._seat.request(
            request.id,
            request.text,
            dry_run=request.dry_run,
            approve=None if approve is None else asked,
            on_event=tell,
            history=request.history,
            wanted=request.wanted,
        )
        return await self._here(self._hub.carry_out(request.id, work))

    async def session(self) -> tuple[Session, str]:
        """Have the session read."""
        session = await self._here(self._hub.carry_out(uuid4().hex, self._seat.session()))
        return session, self._seat.cut_short()

    async def reset_practice(self) -> None:
        """Have the practice session begun anew."""
        await self._here(self._hub.carry_out(uuid4().hex, self._seat.reset_practice()))

    async def observe(self, tell: OnSeen) -> None:
        """Be told, on this loop, what is done in the DAW."""
        loop = asyncio.get_running_loop()

        def told(seen: Seen) -> None:
            loop.call_soon_threadsafe(tell, seen)

        await self._here(self._hub.carry_out(uuid4().hex, self._seat.observe(told)))

    async def call(self, request_id: str, operation: str, arguments: dict[str, Any]) -> Any:
        """Have one of the memory's operations done."""
        work = self._seat.noted_call(request_id, operation, arguments)
        return await self._here(self._hub.carry_out(request_id, work))

    async def recall(self, request_id: str) -> Entry:
        """Ask what is known of a request."""
        return await self._here(self._hub.recall(request_id))

    async def close(self) -> None:
        """Hand over."""
        if self._hub.thread.is_alive():
            await self._here(self._hub.leave(self._seat))
        await asyncio.to_thread(self._hub.thread.join)

    async def _here(self, work: Any) -> Any:
        if not self._hub.thread.is_alive():
            work.close()
            raise LostError
        return await self._hub.here(work)
