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

from daw_bridges.errors import BridgeError, MemoryStoreError, OrbitError
from orbit.agent.recovery import REQUEST
from orbit.hosts import connected
from orbit.outcome import Outcome
from orbit.practice import PracticeBridge
from orbit.server.engine import Changed, Engine, Notice
from orbit.server.messages import Ask, Call, Choice, Look

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from typing import TypeVar

    from pydantic_ai.models import Model

    from daw_bridges.session import Session
    from orbit.agent import Answer, Approve, Desk, Event, OnEvent
    from orbit.memory import Library
    from orbit.server.engine import OnNotice, Tell
    from orbit.server.host_lock import HostLock
    from orbit.server.messages import Asked
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

    async def ask(self, asked: Asked, tell: Tell | None = None, approve: Approve | None = None) -> Any:
        """Have something done; see ``Engine.ask``."""
        match asked:
            case Ask():
                return await self._do(asked, tell, approve)
            case Call():
                return self._call(asked)
            case Choice():
                self.settings = replace(self.settings, model=asked.model)
                if self._desk is not None:
                    self._desk.settings = self.settings
                return None
            case Look(kind="session"):
                desk = await self._told(self.desk())
                return await self._told(desk.session()), desk.recovery.told()
            case Look():
                return await self._look(asked, tell or _unheard)

    async def _look(self, asked: Look, tell: Tell) -> None:
        if asked.kind == "follow":
            await self._follow(tell)
        elif asked.kind == "observe":
            async with aclosing((await self.desk()).bridge.observe(on_session=tell)) as stream:
                async for each in stream:
                    tell(each)
        elif isinstance(bridge := (await self.desk()).bridge, PracticeBridge):
            await bridge.reset()

    async def _told(self, reaching: Awaitable[Given]) -> Given:
        """Reach the DAW; where that cannot be, what was cut short there is told beside."""
        from orbit.agent.recovery import waiting_at

        try:
            return await reaching
        except BridgeError as error:
            with suppress(MemoryStoreError):
                error.args = (" ".join([str(error), *waiting_at(await self._known(), self.settings.daw)]),)
            raise

    async def _do(self, asked: Ask, on_event: Tell | None, approve: Approve | None) -> Outcome:
        held = REQUEST.set(asked.id)

        def tell(event: Event | Outcome | None) -> None:
            self._publish(Notice(asked.id, self.name, asked.text, event))

        def told(event: Event) -> None:
            tell(event)
            if on_event is not None:
                on_event(event)

        tell(None)
        try:
            outcome = await self._carry_out(asked, told, approve)
        except asyncio.CancelledError:
            tell(_failed("It was stopped, and what it had changed was put back.", "cancelled"))
            raise
        except Exception as error:
            tell(_failed(str(error), getattr(error, "code", None)))
            raise
        finally:
            REQUEST.reset(held)
        tell(outcome)
        return outcome

    async def _carry_out(self, asked: Ask, on_event: OnEvent, approve: Approve | None) -> Outcome:
        from orbit.agent import Answer, ask, carry_out

        desk = await self._told(self.desk())
        self._look_at_files()
        before = await self._told(desk.session())
        told: dict[str, Any] = {"on_event": on_event, "approve": approve}
        given: dict[str, Any] = {"session": before, "dry_run": asked.dry_run}
        try:
            if asked.wanted is not None:
                answer = await carry_out(asked.wanted, desk, goal=asked.text, **told, **given)
                return await self._outcome(answer, desk, before)
            model, history = self._model(), asked.history
            answer = await ask(asked.text, desk, model=model, message_history=history, **told, **given)
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

    async def _follow(self, tell: Tell) -> None:
        def told(notice: Notice | Changed) -> None:
            tell(notice)  # of this call alone, whoever else tells the same

        self._followers.add(told)
        try:
            await asyncio.Event().wait()
        finally:
            self._followers.discard(told)

    def _model(self) -> str | Model:
        return self.settings.model

    def _call(self, asked: Call) -> Any:
        from orbit.memory.store.copying import drop_daily_copies
        from orbit.server.operations import operation

        chosen = operation(asked.operation)
        chosen.check_possible(self.library)
        self._look_at_files()
        result = chosen.do(self.library, self.settings, asked.arguments)
        if chosen.forgets and (file := self.library.store.file):
            drop_daily_copies(file)
        if chosen.changes:
            self._publish(Changed(asked.operation))
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


def _unheard(_: object) -> None:
    """Nobody is told."""


def _failed(reply: str, code: str | None) -> Outcome:
    from orbit.agent import Answer

    return Outcome(Answer(ok=False, reply=reply, code=code), None, None)
