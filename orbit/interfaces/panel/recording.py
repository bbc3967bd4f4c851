"""Recording of what is done by hand, while the panel is open and the user wants it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from nicegui import Event

from daw_bridges.errors import NotPossibleError, OrbitError
from orbit.hosts import PRACTICE
from orbit.learning.recording import Journal, Recorder, discard_left

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory.store.consent import RecordingState
    from orbit.memory.trajectory import Trajectory, TrajectoryAction
    from orbit.server import Engine

__all__ = ["Recording"]

_PATIENCE_SECONDS = 30.0
"""How long a recorder whose consent was taken back is waited for; it takes less than a second."""
_IDLE_SECONDS = 60.0
"""How long nothing is done before what was done counts as a piece of work."""


class Recording:
    """What records, and what it noted; it is the recorder's listener."""

    def __init__(self, engine: Engine, daw: str, *, idle_seconds: float = _IDLE_SECONDS) -> None:
        self._engine, self._daw, self._idle = engine, daw, idle_seconds
        self._work: asyncio.Task[None] | None = None
        self.noticed = 0
        """How many edits were noted since it began."""
        self.resting = False
        self.observes = False
        """Whether it sees what is done by now."""
        self.trouble = ""
        self.changed: Event[[]] = Event()
        self.learned: Event[[]] = Event()
        """Something was remembered, and may be on offer."""

    @property
    def on(self) -> bool:
        """Whether it watches, or rests."""
        return self._work is not None and not self._work.done()

    async def start(self) -> None:
        """Watch from now on; who calls it has the user's consent.

        Raises NotPossibleError where nothing is done by hand, EngineError where something records already.
        """
        if self._daw == PRACTICE:
            raise NotPossibleError(
                "Nothing is done by hand in a practice session. Start the panel with --daw ableton."
            )
        if self.on:
            return
        settings = self._engine.settings
        await self._engine.call("consent_to_recording", agreed=True)
        await self._engine.call("rest_recording", resting=False)
        journal = Journal.open(settings.data_dir, settings.user, settings.project, settings.daw)
        recorder = Recorder(self._engine, journal, self, daw=settings.daw, idle_seconds=self._idle)
        self.noticed, self.trouble, self.resting, self.observes = 0, "", False, False
        self._work = asyncio.ensure_future(self._record(recorder))
        self.changed.emit()

    async def _record(self, recorder: Recorder) -> None:
        try:
            await recorder.recover()
            await recorder.run()
        except OrbitError as error:
            self.trouble = str(error)
        finally:
            self.changed.emit()

    async def rest(self, *, resting: bool) -> None:
        """Note nothing for a while, or go on."""
        await self._engine.call("rest_recording", resting=resting)
        self.resting = resting
        self.changed.emit()

    async def stop(self) -> None:
        """End it; what was noted so far is remembered."""
        if self._work is not None:
            self._work.cancel()
            with suppress(asyncio.CancelledError):
                await self._work
            self._work = None
            self.changed.emit()
            self.learned.emit()

    async def withdraw(self) -> None:
        """Take the consent back: it ends, and what was noted and is not remembered yet is thrown away."""
        await self._engine.call("consent_to_recording", agreed=False)
        if self._work is not None:
            # The recorder sees it as it next looks, and lets go of what it noted; stopped it would keep it.
            await asyncio.wait({self._work}, timeout=_PATIENCE_SECONDS)
        self.trouble = ""
        await self.stop()
        settings = self._engine.settings
        discard_left(settings.data_dir, settings.user, settings.project)

    async def state(self) -> RecordingState:
        """Say whether the user agreed, and whether something records."""
        return await self._engine.call("recording")

    # -- what the recorder tells -----------------------------------------------------------------------

    def opened(self, session: Session) -> None:
        """Hear which set is observed from now on."""
        del session
        self.observes = True
        self.changed.emit()

    def noted(self, step: TrajectoryAction) -> None:
        """Hear of an edit that was noted."""
        del step
        self.noticed += 1
        self.changed.emit()

    def kept(self, trajectory: Trajectory) -> None:
        """Hear of a stretch of work that is remembered."""
        del trajectory
        self.learned.emit()

    def offered(self, line: str) -> None:
        """Hear of a workflow that was found in what was done."""
        del line
        self.learned.emit()

    def rests(self, resting: bool) -> None:
        """Hear that it rests, or goes on."""
        self.resting = resting
        self.changed.emit()

    def aside(self, line: str) -> None:
        """Hear what is not as it should be."""
        self.trouble = line
        self.changed.emit()
