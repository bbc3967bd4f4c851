"""The contract of an engine, wherever it runs: in this process, or in the one that hosts the server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from orbit.server.loop_thread import late_stop_felt
from orbit.server.messages import Ask, Call, Choice, Look

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Approve, Event, OnEvent, Wanted
    from orbit.learning.online.operations import Offer
    from orbit.memory import Hit, Trajectory
    from orbit.memory.keyed.responses import MemoryResponse
    from orbit.outcome import Outcome
    from orbit.server.messages import Asked
    from orbit.settings import Settings
    from orbit.workflows import Workflow
    from orbit.workflows.memory_tasks.requests import MemoryRequest

__all__ = ["Changed", "Engine", "Notice", "OnNotice", "Tell"]


@dataclass(frozen=True)
class Notice:
    """What becomes of a client's request: None when it begins, then the agent's events, the outcome last."""

    request: str
    client: str
    text: str
    event: Event | Outcome | None = None


@dataclass(frozen=True)
class Changed:
    """A changing operation of the memory was done."""

    operation: str


OnNotice: TypeAlias = Callable[[Notice | Changed], None]
Tell: TypeAlias = Callable[[Any], None]
"""Told what happens while something is done: events, notices, what is observed."""


class Engine(ABC):
    """One client's engine. Everything may raise what its own work raises, and MemoryStoreError."""

    settings: Settings
    _cut_short = ""

    @abstractmethod
    async def ask(self, asked: Asked, tell: Tell | None = None, approve: Approve | None = None) -> Any:
        """Have something done, which everything below is put as.

        ``tell`` is told what happens meanwhile; ``approve`` is asked before what needs consent (None: consent
        is not given).
        """

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError."""
        session, said = await self.ask(Look(kind="session"))
        self._cut_short = said or self._cut_short
        return session

    def cut_short(self) -> str:
        """Say, once, what a reading of the session showed of runs that were cut short; else nothing."""
        said, self._cut_short = self._cut_short, ""
        return said

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
        """Carry out one request, or say why not.

        ``wanted`` is what is asked for by name; no model is asked then, and ``text`` is only what it is
        remembered as. ``history`` continues a conversation. Raises BridgeError when no DAW is reachable.
        """
        asks = approve is not None
        asked = Ask(text=text, dry_run=dry_run, asks=asks, history=history, wanted=wanted)
        return await late_stop_felt(self.ask(asked, on_event, approve))

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW, by whom, until this is cancelled.

        The first that is told is the session as it is, and a session is told again whenever what follows does
        not lead on from what was told before: another one was opened, the DAW was lost and is back. The times
        count from the beginning. Raises as ``Bridge.observe`` does.
        """
        await self.ask(Look(kind="observe"), tell)

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of every client's requests, and what changes in the memory, until cancelled."""
        await self.ask(Look(kind="follow"), tell)

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model; the session and its past stay.

        A model that cannot be had is told of by the next request.
        """
        await self.ask(Choice(model=model))

    async def reset_practice(self) -> None:
        """Reset the practice session to how it was at first. Raises BridgeError."""
        await self.ask(Look(kind="reset"))

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations (``orbit.server.operations``). Raises UsageError."""
        return await self.ask(Call(operation=operation, arguments=arguments))

    async def undo(self, *, approve: Approve | None = None, on_event: OnEvent | None = None) -> Outcome:
        """Take back the last thing that was done here."""
        from orbit.agent import Wanted

        return await self.do("undo", approve=approve, on_event=on_event, wanted=Wanted(undo=True))

    # -- the library, by its operations -------------------------------------------------------------------

    async def search(self, text: str, k: int = 3) -> list[Hit]:
        """Find workflows by what they are for, best first."""
        return await self.call("search", text=text, k=k)

    async def workflows(self) -> list[Workflow]:
        """Give every workflow, by id, with how often it ran."""
        return await self.call("workflows")

    async def titles(self) -> dict[str, str]:
        """Give ``{id: title}`` of every workflow."""
        return await self.call("titles")

    async def workflow(self, workflow_id: str) -> Workflow:
        """Give a workflow, with how often it ran. Raises NotFoundError."""
        return await self.call("workflow", workflow_id=workflow_id)

    async def rebuild(self) -> int:
        """Make the search index anew from the store; give how many workflows it holds."""
        return await self.call("rebuild")

    async def verify(self) -> list[str]:
        """Compare the search index with the store, in all; say what is wrong, in sentences."""
        return await self.call("verify")

    async def memory(
        self, request: MemoryRequest | Mapping[str, Any], *, session: str | None = None
    ) -> MemoryResponse:
        """Do one of keyed memory's operations; a mapping is read as its JSON form.

        ``session`` keeps to one session's keys. Raises UsageError, NotFoundError, MemoryStoreError.
        """
        from orbit.server.operations import READING
        from orbit.workflows.memory_tasks.requests import parse_request

        asked = parse_request(request) if isinstance(request, Mapping) else request
        operation = "memory_read" if asked.operation in READING else "memory"
        return await self.call(operation, request=asked, session=session)

    async def keep(self, trajectory: Trajectory) -> list[Offer]:
        """Remember what was done in a DAW and learn from it; give the workflows that are new on offer."""
        return await self.call("keep", trajectory=trajectory)

    async def offers(self) -> list[Offer]:
        """Give the workflows on offer that wait for a word, the best supported first."""
        return await self.call("offers")
