"""One client's engine that outlives its owner: whoever owns the data directory next serves it on.

A request is known by an id. When its owner goes, the next is asked what became of it: what was never begun is
asked for again, what was begun is never done twice, and the user is told what is known.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from daw_bridges.errors import EngineError, OrbitError
from orbit.engine.failures import LostError, MovedError
from orbit.engine.interface import AnyEngine
from orbit.engine.ownership import Ownership, read_address
from orbit.engine.ways import OwnWay, Request, Way

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import TypeVar

    from pydantic_ai.messages import ModelMessage

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Approve, OnEvent, Wanted
    from orbit.engine.hub import Hub
    from orbit.engine.remote import RemoteWay
    from orbit.engine.seat import Seat
    from orbit.outcome import Outcome
    from orbit.settings import Settings

    Given = TypeVar("Given")

__all__ = ["SharedEngine"]

PATIENCE_SECONDS = 40.0
"""How long an owner that holds the data directory and does not answer is waited for. It may be leaving, and
that takes as long as what it has begun."""
_LOOK_AGAIN_SECONDS = 0.02
_LEAST_SECONDS = 1.0
_MOST_OWNERS = 50


class SharedEngine(AnyEngine):
    """The engine of a data directory: its owner where there is one, this process where there is none."""

    def __init__(
        self, settings: Settings, *, stays: bool = False, patience_seconds: float | None = None
    ) -> None:
        self.settings = settings
        self._stays = stays
        self._patience = PATIENCE_SECONDS if patience_seconds is None else patience_seconds
        self._way: Way | None = None
        self._finding = asyncio.Lock()
        self._cut_short = ""
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self._find()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._watch is not None:
            self._watch.cancel()
        if self._way is not None:
            await self._way.close()

    @property
    def owns(self) -> bool:
        """Whether this process is the owner."""
        return isinstance(self._way, OwnWay)

    # -- what it does ----------------------------------------------------------------------------------

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError or EngineError."""
        session, said = await self._again(lambda way: way.session())
        self._cut_short = said or self._cut_short
        return session

    def cut_short(self) -> str:
        """Say what the last reading showed of runs that were cut short; see ``AnyEngine.cut_short``."""
        said, self._cut_short = self._cut_short, ""
        return said

    async def reset_practice(self) -> None:
        """Have the practice session as it was at first. Raises BridgeError or EngineError."""
        await self._again(lambda way: way.reset_practice())

    async def do(
        self,
        text: str,
        *,
        dry_run: bool = False,
        approve: Approve | None = None,
        on_event: OnEvent | None = None,
        history: Sequence[ModelMessage] = (),
        wanted: Wanted | None = None,
    ) -> Outcome:
        """Carry out one request, or say why not: see ``AnyEngine.do``. Never does it twice."""
        from orbit.engine.witness import Witness

        witness = Witness(approve, on_event)
        request = Request(text, dry_run, witness.approve, witness.on_event, history, wanted)
        for _ in range(_MOST_OWNERS):
            way = await self._find()
            try:
                with witness.listening():
                    outcome = await way.do(request)
                said = filter(None, (self.cut_short(), outcome.cut_short))
                return replace(outcome, cut_short=" ".join(said))
            except MovedError:
                await self._leave(way)
            except LostError:
                await self._leave(way)
                known = await self._again(lambda way: way.recall(request.id))
                if known.stage != "unknown":
                    now = await self._seen()
                    return witness.outcome(known, now, self.cut_short())
        raise EngineError("Orbit stopped twice before it could do this. Nothing was changed.")

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW, whoever owns it: see ``AnyEngine.observe``."""
        from daw_bridges.observation.seen import later

        begun = monotonic()
        while True:
            way = await self._find()
            try:
                return await way.observe(later(tell, monotonic() - begun))
            except (MovedError, LostError):
                await self._leave(way)

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model, whoever is the owner then."""
        from orbit.engine.remote import keys_of
        from orbit.engine.wire import Choice

        self.settings = replace(self.settings, model=model)
        choice = Choice(model=model, keys=keys_of(model))
        await self._again(lambda way: way.choose(choice))

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations; one that changes something, never twice."""
        from orbit.engine.operations import operation as named

        chosen = named(operation)
        request_id = uuid4().hex
        if not chosen.changes:
            return await self._again(lambda way: way.call(request_id, operation, arguments))
        for _ in range(_MOST_OWNERS):
            way = await self._find()
            try:
                return await way.call(request_id, operation, arguments)
            except MovedError:
                await self._leave(way)
            except LostError:
                await self._leave(way)
                known = await self._again(lambda way: way.recall(request_id))
                if known.stage == "ended" and known.ok and known.result is not None:
                    return chosen.unpack_result(known.result)
                if known.stage != "unknown":
                    raise EngineError(
                        f"The Orbit that was doing “{operation}” stopped partway. It may or may not be done: "
                        "check before you ask again."
                    ) from None
        raise EngineError("Orbit stopped twice before it could do this. Nothing was changed.")

    async def _again(self, ask: Callable[[Way], Awaitable[Given]]) -> Given:
        """Ask what changes nothing, of one owner after the other until one answers."""
        for _ in range(_MOST_OWNERS):
            way = await self._find()
            try:
                return await ask(way)
            except (MovedError, LostError):
                await self._leave(way)
        raise EngineError("Orbit stopped twice before it could answer. Try again.")

    async def _seen(self) -> Session | None:
        try:
            return await self.session()
        except OrbitError:
            return None

    # -- whom it asks ----------------------------------------------------------------------------------

    async def _find(self) -> Way:
        async with self._finding:
            while self._way is None:
                self._way = await self._take_or_reach()
            return self._way

    async def _leave(self, way: Way) -> None:
        async with self._finding:
            if self._way is way:
                self._way = None
                await way.close()

    async def _take_or_reach(self) -> Way:
        end = monotonic() + self._patience
        while True:
            ownership = Ownership.take(self.settings.data_dir)
            if ownership is not None:
                return await self._own(ownership)
            way = await self._reach(max(_LEAST_SECONDS, end - monotonic()))
            if way is not None:
                return way
            if monotonic() > end:
                raise EngineError(self._silence())
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    async def _own(self, ownership: Ownership) -> Way:
        from orbit.engine.hub import Hub

        hub = Hub(ownership, stays=self._stays)
        hub.start()
        return OwnWay(hub, await hub.here(_seat(hub, self.settings)))

    async def _reach(self, seconds: float) -> Way | None:
        address = read_address(self.settings.data_dir)
        if address is None:
            return None
        from orbit.engine.remote import RemoteWay
        from orbit.engine.wire import GREETING_SECONDS

        try:
            within = min(GREETING_SECONDS, seconds)
            way = await RemoteWay.open(address, self.settings, within_seconds=within)
        except (OSError, LostError, TimeoutError):
            return None
        if self._stays:
            self._watch = asyncio.ensure_future(self._succeed(way))
        return way

    async def _succeed(self, way: RemoteWay) -> None:
        """Look for the next owner, or become it, as soon as this one is gone."""
        await way.lost()
        await self._leave(way)
        with suppress(EngineError):  # whoever asks next is told
            await self._find()

    def _silence(self) -> str:
        address = read_address(self.settings.data_dir)
        who = f"Process {address.pid}" if address else "Another process"
        return (
            f"{who} runs Orbit on {self.settings.data_dir} and does not answer. Nothing was changed. Close "
            "it, or wait until it has finished, then try again."
        )


async def _seat(hub: Hub, settings: Settings) -> Seat:
    return hub.seat(settings)
