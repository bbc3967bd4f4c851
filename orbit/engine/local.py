"""The composition root: a DAW, a library and an agent wired together in this process.

Everything is opened when it is first needed: searching the library does not start a DAW.
"""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from daw_bridges.errors import BridgeError, MemoryStoreError, OrbitError
from orbit.engine.interface import AnyEngine
from orbit.engine.mentioning import with_offer
from orbit.hosts import connected
from orbit.outcome import Outcome
from orbit.practice import PracticeBridge

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from typing import TypeVar

    from pydantic_ai.messages import ModelMessage
    from pydantic_ai.models import Model

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Answer, Approve, Desk, OnEvent, Wanted
    from orbit.memory import Library
    from orbit.settings import Settings

    Given = TypeVar("Given")

_log = logging.getLogger("orbit.engine")

__all__ = ["Engine", "open_library"]


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


class Engine(AnyEngine):
    """One DAW, one memory, one model, for as long as the ``async with`` block lasts.

    ``trouble`` says why nothing can be kept; what is kept is read all the same.
    """

    def __init__(self, settings: Settings, *, trouble: str | None = None) -> None:
        self.settings, self._trouble = settings, trouble
        self._open = AsyncExitStack()
        self._desk: Desk | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
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
        """Say what the last reading showed of runs that were cut short; see ``AnyEngine.cut_short``."""
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
        """Carry out one request, or say why not: see ``AnyEngine.do``."""
        from orbit.agent import Answer, ask, carry_out

        desk = await self._told(self.desk())
        self._look_at_files()
        before = await self._told(desk.session())
        try:
            if wanted is not None:
                answer = await carry_out(
                    wanted,
                    desk,
                    goal=text,
                    approve=approve,
                    session=before,
                    dry_run=dry_run,
                    on_event=on_event,
                )
                return await self._outcome(answer, desk, before)
            answer = await ask(
                text,
                desk,
                model=self._model(),
                approve=approve,
                message_history=history,
                session=before,
                dry_run=dry_run,
                on_event=on_event,
            )
        except OrbitError as error:
            answer = Answer(ok=False, reply=str(error), code=error.code)
        return await self._outcome(with_offer(answer, self.library), desk, before)

    def _look_at_files(self) -> None:
        """Take in what was edited since the last request, whoever watches."""
        try:
            self.library.files.refresh()
        except MemoryStoreError as error:
            _log.warning("The workflow files that changed are not taken in yet: %s", error)

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW until this is cancelled; see ``AnyEngine.observe``."""
        from orbit.engine.seeing import tell_all

        await tell_all((await self.desk()).bridge, tell)

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model."""
        self.settings = replace(self.settings, model=model)
        if self._desk is not None:
            self._desk.settings = self.settings

    def _model(self) -> str | Model:
        return self.settings.model

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations."""
        from orbit.engine.operations import operation as named
        from orbit.memory.store.copying import drop_daily_copies

        chosen = named(operation)
        chosen.check_possible(self.library)
        self._look_at_files()
        result = chosen.do(self.library, self.settings, arguments)
        if chosen.forgets and (file := self.library.store.file):
            drop_daily_copies(file)
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
