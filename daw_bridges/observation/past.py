"""What has been told so far, step by step: enough to see that a host took steps back, or took them again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from daw_bridges.actions import Action, Undo
from daw_bridges.algebra import apply, equivalent, nearest
from daw_bridges.errors import ActionError
from daw_bridges.session import Session, Track

__all__ = ["Past", "led"]

_MOST_STEPS = 500
_MIXED_STEPS = 16


class _Step(NamedTuple):
    before: Session
    action: Action
    after: Session


class _Way(NamedTuple):
    """A way to a session: so many steps back, or again, and then these actions."""

    back: int
    again: int
    rest: Sequence[Action]


def led(before: Session, after: Session) -> Sequence[Action]:
    """The actions from one session to the next; where none lead there, those that lead nearest."""
    return () if before is after else nearest(before, after).actions


class Past:
    """The last steps of a story, and those that were taken back since."""

    def __init__(self) -> None:
        self._done: deque[_Step] = deque(maxlen=_MOST_STEPS)
        self._undone: list[_Step] = []

    def add(self, before: Session, actions: Sequence[Action], after: Session) -> None:
        """Note the actions that led from one session to another."""
        here = before
        for place, action in enumerate(actions):
            there = after if place == len(actions) - 1 else _applied(here, action)
            self._done.append(_Step(here, action, there))
            here = there

    def go_on(self) -> None:
        """Forget what was taken back: something else was done, so no host will do it again."""
        self._undone.clear()

    def retraced(self, here: Session, goal: Session) -> Sequence[Action] | None:
        """How a host came to ``goal`` by taking steps back or taking them again, as actions; None if not so.

        What hosts keep out of their undo history (playing, recording, the metronome) may have changed
        besides.
        """
        if not led(_with_transport(here, goal), goal):
            return None
        straight = self._straight(goal)
        way = straight or self._mixed(here, goal)
        if way is None:
            return None
        back, again = self._take_back(way.back), self._take_again(way.again)
        before = (back[-1].before if back else again[-1].after) if back or again else here
        self.add(before, way.rest, goal)
        if straight is None:
            # What was taken back does not follow on what is there now: done again it is told as new.
            self.go_on()
        return [*(Undo() for _ in back), *(step.action for step in again), *way.rest]

    def _straight(self, goal: Session) -> _Way | None:
        """To the nearest step at which the session was as it is now."""
        back = self._nearest((step.before for step in reversed(self._done)), goal)
        again = self._nearest((step.after for step in reversed(self._undone)), goal)
        ways = [_Way(back[0], 0, back[1])] if back else []
        ways += [_Way(0, again[0], again[1])] if again else []
        return min(ways, key=lambda way: len(way.rest), default=None)

    def _nearest(self, sessions: Iterable[Session], goal: Session) -> tuple[int, Sequence[Action]] | None:
        for count, session in enumerate(sessions, 1):
            if equivalent(_with_transport(session, goal), goal):
                return count, led(session, goal)
        return None

    def _mixed(self, here: Session, goal: Session) -> _Way | None:
        """Back to where fewer actions lead on than were taken back.

        Actions that were seen together are told in an order of our own, so that the host may take back one in
        the middle.
        """
        most = len(led(here, goal))
        ways = [
            _Way(count, 0, led(step.before, goal))
            for count, step in enumerate(islice(reversed(self._done), _MIXED_STEPS), 1)
        ]
        shorter = [way for way in ways if len(way.rest) < way.back and len(way.rest) <= most]
        return min(shorter, key=lambda way: len(way.rest), default=None)

    def _take_back(self, count: int) -> list[_Step]:
        steps = [self._done.pop() for _ in range(count)]
        self._undone += steps
        return steps

    def _take_again(self, count: int) -> list[_Step]:
        steps = [self._undone.pop() for _ in range(count)]
        self._done += steps
        return steps


def _applied(session: Session, action: Action) -> Session:
    try:
        return apply(session, action)
    except ActionError:
        return session


def _with_transport(session: Session, goal: Session) -> Session:
    """The session with what plays and records in the goal, and its metronome."""
    tracks = session.tracks
    if len(tracks) == len(goal.tracks):
        tracks = tuple(_playing(*pair) for pair in zip(tracks, goal.tracks, strict=True))
    changes = {
        "tracks": tracks,
        "playing": goal.playing,
        "recording": goal.recording,
        "metronome": goal.metronome,
    }
    return session.model_copy(update=changes)


def _playing(track: Track, goal: Track) -> Track:
    if track.playing_slot == goal.playing_slot:
        return track
    return track.model_copy(update={"playing_slot": goal.playing_slot})
