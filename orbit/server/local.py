"""The composition root: a DAW, a library and an agent wired together in this process.

Everything is opened when it is first needed: searching the library does not start a DAW.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack, aclosing, suppress
from dataclasses import replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import uuid4

from daw_bridges.errors import BridgeError, MemoryStoreError, OrbitError
from orbit.agent.recovery import REQUEST
from orbit.hosts import connected
from orbit.outcome import Outcome
from orbit.practice import PracticeBridge
from orbit.server.engine import Changed, Engine, Notice
from orbit.server.loop_thread import went_through

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from typing import TypeVar

    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Answer, Approve, Desk, Event, OnEvent, Wanted
    from orbit.memory import Library
    from orbit.server.engine import OnNotice
    from orbit.server.host_lock import HostLock
    from orbit.settings import Settings

    Given = TypeVar("Given")

_log = logging.getLogger("orbit.server")

__all__ = ["LocalEngine", "open_library"]


def open_library(settings: Settings, trouble: str | None = None) -> Library:
    """Open the library of these settings, with all workflow files in it. Raises MemoryStoreError.

    ``trouble``: why nothing can be kept in it.
    """
    from orbit.memory import Library, Scope

    library = Library.open(
        settings.data_dir,
        seeds=Path(str(resources.files("workflows_seed"))),
        own=settings.own_workflows,
        scope=Scope(settings.user, settings.project),
        embedder=settings.embedder,
        url=settings.embedder_url,
        model=settings.embedder_model,
        key=settings.embedder_key,
        store_url=settings.store_url,
        index_url=settings.index_url,
        guarded=True,
        trouble=trouble,
    )
    if library.trouble is None:
        _take_in(library, settings)
    return library


def _take_in(library: Library, settings: Settings) -> None:
    """Remember what a recording that was killed has left, and learn from it."""
    from orbit.learning.online.keeping import learned_from
    from orbit.learning.recording.journal import left_behind

    try:
        for journal in left_behind(settings.data_dir, settings.user, settings.project):
            for trajectory in journal.left():
                library.keep(trajectory)
                learned_from(library, trajectory)
                journal.remove(trajectory.id)
    except (MemoryStoreError, OSError) as error:
        _log.warning("what was recorded before is not remembered yet: %s", error)


class LocalEngine(Engine):
    """One DAW, one memory, one model, for as long as the ``async with`` block lasts.

    ``name`` is what those who follow know it by; ``trouble`` says why nothing can be kept: what is kept is
    read all the same. A ``lock`` is released at its end.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        name: str = "do",
        trouble: str | None = None,
        lock: HostLock | None = None,
    ) -> None:
        self.settings, self.name, self._trouble = settings, name, trouble
        self._followers: set[OnNotice] = set()
        self._open = AsyncExitStack()
        if lock is not None:
            self._open.callback(lock.release)
        self._desk: Desk | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of everything that was opened."""
        await self._open.aclose()

    @cached_property
    def library(self) -> Library:
        """The workflows and what became of them, with the seeds in it. Raises MemoryStoreError."""
        return self._open_library()

    def _open_library(self) -> Library:
        library = open_library(self.settings, self._trouble)
        self._open.callback(library.close)
        return library

    async def _known(self) -> Library:
        return self.library

    async def desk(self) -> Desk:
        """What can be done with the DAW; opens the way to it. Raises BridgeError."""
        if self._desk is None:
            self._desk = await self._open_desk()
        return self._desk

    async def _open_desk(self) -> Desk:
        from orbit.agent import Desk

        bridge = await self._open.enter_async_context(connected(self.settings))
        # The embedder loads while the session is read and the sentence is understood.
        self.library.warm()
        return Desk(bridge, self.library, self.settings)

    async def reset_practice(self) -> None:
        """Have the practice session as it was at first. Raises BridgeError."""
        bridge = (await self.desk()).bridge
        if isinstance(bridge, PracticeBridge):
            await bridge.reset()

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError."""
        desk = await self._told(self.desk())
        return await self._told(desk.session())

    async def _told(self, reaching: Awaitable[Given]) -> Given:
        """Reach the DAW; where that cannot be, what was cut short there is told beside."""
        from orbit.agent.recovery import waiting_at

        try:
            return await reaching
        except BridgeError as error:
            with suppress(MemoryStoreError):
                error.args = (" ".join([str(error), *waiting_at(await self._known(), self.settings.daw)]),)
            raise

    def cut_short(self) -> str:
        """Say what the last reading showed of runs that were cut short; see ``Engine.cut_short``."""
        return self._desk.recovery.told() if self._desk is not None else ""

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
        """Carry out one request, or say why not: see ``Engine.do``."""
        request = REQUEST.get() or uuid4().hex
        held = REQUEST.set(request)

        def tell(event: Event | Outcome | None) -> None:
            self._publish(Notice(request, self.name, text, event))

        def told(event: Event) -> None:
            tell(event)
            if on_event is not None:
                on_event(event)

        tell(None)
        outcome: Outcome | None = None
        try:
            outcome = await self._carry_out(text, wanted, dry_run, approve, told, history)
            await asyncio.sleep(0)  # a stop that is on its way is felt here, not as the end of the task
        except asyncio.CancelledError:
            if outcome is None:
                tell(_failed("It was stopped, and what it had changed was put back.", "cancelled"))
                raise
            went_through()
        except Exception as error:
            tell(_failed(str(error), getattr(error, "code", None)))
            raise
        finally:
            REQUEST.reset(held)
        tell(outcome)
        return outcome

    async def _carry_out(
        self,
        text: str,
        wanted: Wanted | None,
        dry_run: bool,
        approve: Approve | None,
        on_event: OnEvent,
        history: Sequence[ModelMessage],
    ) -> Outcome:
        from orbit.agent import Answer, ask, carry_out

        desk = await self._told(self.desk())
        self._look_at_files()
        before = await self._told(desk.session())
        beside: dict[str, Any] = {"approve": approve, "session": before, "dry_run": dry_run}
        try:
            if wanted is not None:
                answer = await carry_out(wanted, desk, goal=text, on_event=on_event, **beside)
                return await self._outcome(answer, desk, before)
            answer = await ask(
                text, desk, model=self._model(), message_history=history, on_event=on_event, **beside
            )
        except OrbitError as error:
            answer = Answer(ok=False, reply=str(error), code=error.code)
        return await self._outcome(_with_offer(answer, self.library), desk, before)

    def _publish(self, notice: Notice | Changed) -> None:
        for tell in list(self._followers):
            tell(notice)

    def _look_at_files(self) -> None:
        """Take in what was edited since the last request, whoever watches."""
        try:
            self.library.files.refresh()
        except MemoryStoreError as error:
            _log.warning("The workflow files that changed are not taken in yet: %s", error)

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW until this is cancelled; see ``Engine.observe``."""
        async with aclosing((await self.desk()).bridge.observe(on_session=tell)) as stream:
            async for each in stream:
                tell(each)

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of the requests until this is cancelled."""

        def told(notice: Notice | Changed) -> None:
            tell(notice)  # of this call alone, whoever else tells the same

        self._followers.add(told)
        try:
            await asyncio.Event().wait()
        finally:
            self._followers.discard(told)

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model."""
        self.settings = replace(self.settings, model=model)
        if self._desk is not None:
            self._desk.settings = self.settings

    def _model(self) -> str | Model:
        return self.settings.model

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations."""
        from orbit.memory.store.copying import drop_daily_copies
        from orbit.server.operations import operation as named

        chosen = named(operation)
        chosen.check_possible(self.library)
        self._look_at_files()
        result = chosen.do(self.library, self.settings, arguments)
        if chosen.forgets and (file := self.library.store.file):
            drop_daily_copies(file)
        if chosen.changes:
            self._publish(Changed(operation))
        return result

    async def _outcome(self, answer: Answer, desk: Desk, before: Session) -> Outcome:
        if answer.run is None:
            return Outcome(answer, before, await _read(desk), cut_short=desk.recovery.told())
        first = answer.earlier[0][1] if answer.earlier else answer.run
        told = desk.recovery.told()
        return Outcome(answer, first.before, answer.run.after, desk.last_trajectory, told)


async def _read(desk: Desk) -> Session | None:
    try:
        return await desk.session()
    except BridgeError:
        return None


def _with_offer(answer: Answer, library: Library) -> Answer:
    """Give an answer with an offer that was never told of, if there is one, beside it."""
    if not answer.ok or answer.run is None:
        return answer
    from orbit.learning.online.telling import mention

    try:
        said = mention(library)
    except MemoryStoreError as error:
        _log.warning("an offer was not told: %s", error)
        return answer
    return answer if said is None else replace(answer, reply=f"{answer.reply} {said}")


def _failed(reply: str, code: str | None) -> Outcome:
    from orbit.agent import Answer

    return Outcome(Answer(ok=False, reply=reply, code=code), None, None)
