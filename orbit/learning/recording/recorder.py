"""Recording: what is done by hand in a DAW is noted, and remembered a stretch of work at a time.

Nothing is noted without consent, or while recording rests: both are looked up anew before anything that was
seen is noted. Each edit is in the journal the moment it is noted; a trajectory goes to the memory when its
stretch has ended.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from daw_bridges.errors import EngineError, MemoryStoreError, TimedOutError, UnreachableError
from daw_bridges.observation.seen import OnSeen, Seen, later
from daw_bridges.session import Session
from orbit.learning.recording.journal import Journal
from orbit.learning.recording.stretches import IDLE_SECONDS, Cutter
from orbit.learning.recording.verdicts import taken_back_soon

if TYPE_CHECKING:
    from orbit.memory.store.consent import RecordingState
    from orbit.memory.trajectory import Trajectory, TrajectoryAction

__all__ = ["Listener", "Recorder", "Through"]

LOOK_SECONDS = 1.0
"""How often a rest or a consent taken back is looked for when nothing is done, and whether it is idle."""

_SIGN_OF_LIFE_SECONDS = 10.0
_RETRY_SECONDS = 2.0


class Offer(Protocol):
    """A workflow that was found in what was done."""

    @property
    def says(self) -> str:
        """How it is offered to a person."""
        ...


class Through(Protocol):
    """What recording needs of an engine (``orbit.server.Engine``)."""

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW until this is cancelled."""
        ...

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's operations."""
        ...

    async def keep(self, trajectory: Trajectory) -> Sequence[Offer]:
        """Remember a trajectory and learn from it; gives what is newly on offer."""
        ...


class Listener(Protocol):
    """Who is told how a recording goes on."""

    def opened(self, session: Session) -> None:
        """Hear which set is observed from now on."""
        ...

    def noted(self, step: TrajectoryAction) -> None:
        """Hear of an edit that was noted."""
        ...

    def kept(self, trajectory: Trajectory) -> None:
        """Hear of a stretch of work that is remembered."""
        ...

    def offered(self, line: str) -> None:
        """Hear of a workflow that was found in what was done, as it is told to a person."""
        ...

    def rests(self, resting: bool) -> None:
        """Hear that recording rests, or goes on."""
        ...

    def aside(self, line: str) -> None:
        """Hear of a difficulty, and what becomes of it."""
        ...


class Recorder:
    """One recording of one DAW; ``daw`` is its name in the settings.

    ``seconds`` is how long it lasts once it has begun (None: until it is ended).
    """

    def __init__(
        self,
        engine: Through,
        journal: Journal,
        listener: Listener,
        *,
        daw: str,
        idle_seconds: float = IDLE_SECONDS,
        seconds: float | None = None,
        look_seconds: float = LOOK_SECONDS,
        retry_seconds: float = _RETRY_SECONDS,
    ) -> None:
        self._engine, self._journal, self._listener, self._daw = engine, journal, listener, daw
        self._look, self._retry, self._lasts = (
            look_seconds,
            retry_seconds,
            inf if seconds is None else seconds,
        )
        self._cutter = Cutter(idle_seconds=idle_seconds, noted=self._note)
        self._seen: asyncio.Queue[Seen | None] = asyncio.Queue()
        self._waiting: list[Trajectory] = []
        self._resting = False
        self._began: float | None = None
        self._signed = -_SIGN_OF_LIFE_SECONDS
        self.kept = 0
        """How many trajectories were remembered."""

    async def run(self) -> None:
        """Record until this is cancelled, consent is taken back, or its time is over.

        However it ends, what was noted until then is remembered, or in the journal. Raises BridgeError when
        the DAW is not there at first, or what waiting cannot cure.
        """
        watching = asyncio.ensure_future(self._watch())
        watching.add_done_callback(lambda _: self._seen.put_nowait(None))
        try:
            while await self._turn():
                if watching.done():
                    watching.result()
        finally:
            watching.cancel()
            await asyncio.wait({watching})
            await self._close()

    async def recover(self) -> int:
        """Remember what an earlier recording that was killed has left; give how many stretches."""
        left = list(self._journal.left())
        for trajectory in left:
            await self._keep(trajectory)
        return len(left)

    # -- what is seen ----------------------------------------------------------------------------------

    async def _watch(self) -> None:
        """See what is done, over as many observations as it takes."""
        while True:
            begun = self._began
            offset = 0.0 if begun is None else monotonic() - begun
            try:
                await self._engine.observe(later(self._tell, offset))
            except (UnreachableError, TimedOutError, EngineError) as error:
                if self._began is None:
                    raise
                self._listener.aside(f"{error} Recording continues when it is back.")
            await asyncio.sleep(self._retry)

    def _tell(self, seen: Seen) -> None:
        if self._began is None:
            self._began = monotonic()
        self._seen.put_nowait(seen)

    async def _turn(self) -> bool:
        """Take what was seen since the last turn; False when it is to end: consent was taken back."""
        batch: list[Seen] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(min(self._look, max(self._lasts - self._elapsed, 0.0))):
                batch = [each for each in (await self._seen.get(), *self._at_hand()) if each is not None]
        state = await self._state()
        if state is not None and state.consented_at is None:
            self._withdrawn()
            return False
        if state is not None:
            await self._rest(state.paused_at is not None)
        await self._take(batch)
        await self._keep_all(self._cutter.idle(self._elapsed))
        await self._sign()
        return self._elapsed < self._lasts

    def _at_hand(self) -> Sequence[Seen | None]:
        return [self._seen.get_nowait() for _ in range(self._seen.qsize())]

    @property
    def _elapsed(self) -> float:
        return 0.0 if self._began is None else monotonic() - self._began

    async def _take(self, batch: Sequence[Seen]) -> None:
        for seen in batch:
            if isinstance(seen, Session):
                self._listener.opened(seen)
            before = len(self._cutter.taken_back)
            await self._keep_all(self._cutter.take(seen, aside=self._resting))
            if len(self._cutter.taken_back) > before:
                await self._call("taken_back_by_hand", daw=self._daw, actions=self._cutter.taken_back)

    def _note(self, trajectory: Trajectory, step: TrajectoryAction) -> None:
        self._journal.add(trajectory, step)
        self._listener.noted(step)

    # -- consent ---------------------------------------------------------------------------------------

    async def _state(self) -> RecordingState | None:
        return await self._call("recording")

    def _withdrawn(self) -> None:
        """Throw away what is not remembered yet."""
        unkept = [*self._waiting, *filter(None, [self._cutter.end()])]
        self._waiting.clear()
        for trajectory in unkept:
            self._journal.remove(trajectory.id)
        self._listener.aside("Consent was withdrawn: nothing more is recorded.")

    async def _rest(self, resting: bool) -> None:
        if resting is self._resting:
            return
        self._resting = resting
        if resting:
            await self._keep_all(self._cutter.end())
        self._listener.rests(resting)

    # -- what is remembered ----------------------------------------------------------------------------

    async def _keep_all(self, ended: Trajectory | None) -> None:
        if ended is not None:
            self._waiting.append(ended)
        while self._waiting and (ended is not None or self._due):
            if not await self._keep(self._waiting[0]):
                break
            del self._waiting[0]

    @property
    def _due(self) -> bool:
        return monotonic() - self._signed >= _SIGN_OF_LIFE_SECONDS

    async def _keep(self, trajectory: Trajectory) -> bool:
        try:
            offers = await self._engine.keep(trajectory)
        except (EngineError, MemoryStoreError) as error:
            self._listener.aside(f"Not saved to the memory yet, but not lost: {error}")
            return False
        if (at := taken_back_soon(trajectory)) is not None:
            await self._call("undone_by_hand", trajectory_id=trajectory.id, at=at)
        self._journal.remove(trajectory.id)
        self.kept += 1
        self._listener.kept(trajectory)
        for offer in offers:
            self._listener.offered(offer.says)
        return True

    async def _sign(self) -> None:
        """Note from time to time that this process records."""
        if self._due:
            self._signed = monotonic()
            about = {"pid": os.getpid(), "daw": self._daw, "at": datetime.now(UTC).isoformat()}
            await self._call("note_recorder", recorder=about)

    async def _close(self) -> None:
        try:
            await self._keep_all(self._cutter.end())
            await self._call("note_recorder", recorder=None)
        finally:
            self._journal.close()

    async def _call(self, operation: str, **arguments: Any) -> Any:
        """Ask the memory; None where it cannot answer just now, which is no reason to end."""
        try:
            return await self._engine.call(operation, **arguments)
        except (EngineError, MemoryStoreError):
            return None
