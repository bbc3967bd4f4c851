"""What is seen in a DAW cut into trajectories: one for each stretch of work by hand.

A stretch ends when another set is opened or the DAW is lost, when nothing was done for some minutes, when
recording is paused, and when it has grown very long. What Orbit itself did is kept where it was done, by the
desk, and not here a second time; it is followed all the same, because an undo may be of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from daw_bridges.actions import Undo
from daw_bridges.observation import Observed
from daw_bridges.observation.seen import Seen
from daw_bridges.session import Session
from orbit.memory.trajectory import Trajectory, TrajectoryAction

if TYPE_CHECKING:
    from daw_bridges.observation import Origin

__all__ = ["IDLE_SECONDS", "MOST_ACTIONS", "Cutter", "Noted"]

IDLE_SECONDS = 300.0
"""How long nothing is done by hand before what comes next is another stretch of work."""

MOST_ACTIONS = 2000
"""How many edits one trajectory holds at most."""

_MOST_REMEMBERED = 20_000

Noted = Callable[[Trajectory, TrajectoryAction], None]
"""Told each edit as soon as it is noted, with the trajectory it belongs to (as it was when it began)."""


class Cutter:
    """Takes what is seen in order and gives each trajectory when its stretch has ended.

    ``taken_back`` names the actions of Orbit's own that the user has taken back by hand, latest first, since
    something else was done.
    """

    def __init__(
        self,
        *,
        idle_seconds: float = IDLE_SECONDS,
        most_actions: int = MOST_ACTIONS,
        noted: Noted | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._idle, self._most, self._now = idle_seconds, most_actions, now
        self._noted: Noted = noted or (lambda _trajectory, _step: None)
        self._began = now()
        self._set: tuple[str, str] | None = None
        self._work = ""
        self._open: Trajectory | None = None
        self._steps: list[TrajectoryAction] = []
        self._first = self._last = 0.0
        self._standing: list[tuple[Origin, str, str]] = []
        self.taken_back: list[str] = []

    def take(self, seen: Seen, *, aside: bool = False) -> Trajectory | None:
        """Take what was seen next; gives the trajectory that has ended with it, if one has.

        What is done ``aside`` is not noted; it is followed, as an undo later on may be of it.
        """
        if isinstance(seen, Session):
            return self._opened(seen)
        ended = self._overdue(seen.t)
        self._done(seen, aside=aside)
        return ended

    def idle(self, t: float) -> Trajectory | None:
        """Give the open trajectory if nothing was done for long, ``t`` seconds after the beginning."""
        return self.end() if self._open is not None and t - self._last > self._idle else None

    def end(self) -> Trajectory | None:
        """End the stretch; gives its trajectory, or None when nothing was done by hand in it."""
        ended, self._open = self._open, None
        return None if ended is None else ended.model_copy(update={"actions": self._steps})

    def _opened(self, session: Session) -> Trajectory | None:
        ended = self.end()
        # A set without a name was never saved: the next one without is another.
        if self._set != (session.daw, session.name) or not session.name:
            self._set, self._work = (session.daw, session.name), uuid4().hex
        self._standing.clear()
        self.taken_back.clear()
        return ended

    def _overdue(self, t: float) -> Trajectory | None:
        full = self._open is not None and len(self._steps) >= self._most
        return self.end() if full else self.idle(t)

    def _done(self, seen: Observed, *, aside: bool) -> None:
        if isinstance(seen.action, Undo):
            self._undone(seen, aside=aside)
            return
        self.taken_back.clear()
        noted = seen.origin == "user" and not aside
        if noted:
            self._note(seen)
        stretch = self._open.id if self._open is not None and noted else ""
        self._standing.append((seen.origin, stretch, seen.action.action))
        del self._standing[:-_MOST_REMEMBERED]

    def _undone(self, seen: Observed, *, aside: bool) -> None:
        """Note an undo where what it takes back was noted in this stretch."""
        if not self._standing:
            return
        origin, stretch, action = self._standing.pop()
        if origin == "user":
            self.taken_back.clear()
            if self._open is not None and stretch == self._open.id and not aside:
                self._note(seen)
        elif seen.origin == "user":
            self.taken_back.append(action)

    def _note(self, seen: Observed) -> None:
        if self._open is None:
            self._begin(seen.t)
        assert self._open is not None
        step = TrajectoryAction(
            t=round(max(seen.t - self._first, 0.0), 3), origin=seen.origin, action=seen.action
        )
        self._steps.append(step)
        self._last = seen.t
        self._noted(self._open, step)

    def _begin(self, t: float) -> None:
        daw, name = self._set or ("", "")
        self._first, self._steps = t, []
        self._open = Trajectory(
            session=self._work, project=name, daw=daw, started=self._began + timedelta(seconds=t)
        )
