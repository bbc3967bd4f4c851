"""Where in a demonstration the same was done to one track after the other.

A sweep is one kind of edit, with the same values, on three tracks or more, in a stretch of work with hardly
anything else in it. It makes no difference whether each track was finished before the next, or each edit done
to all tracks before the next edit, or whether one was forgotten on some track.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from daw_bridges.actions import ACTIONS
from orbit.learning.demonstration import Demonstration, Event

__all__ = ["FEWEST", "Stretch", "stretches"]

FEWEST = 3
"""On so many tracks it is a loop; on two it is done twice."""

_AMONG = 3
"""At most so many places lie from one edit of a stretch to the next."""

_WAYS = 8
"""In so many ways, and more, tracks are treated differently: no more need be told apart."""

_LIKE = 0.03
"""As a share of the greater, how far two numbers may differ that were meant to be the same."""

_NEVER = frozenset({"create_track", "duplicate_track", "delete_track", "rename_track", "undo"})
"""What makes or names single things is no repetition, however often it is done."""

_OTHER = frozenset({"action", "track", "label", "device", "parameter", "at"})
_LINKS = frozenset({"to", "source"})


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of work over several tracks: each sweep as the places of its edits, first track first."""

    sweeps: tuple[tuple[int, ...], ...]
    signature: tuple[str, ...]
    """The kinds of edit in it, by name."""


def stretches(demonstration: Demonstration) -> Iterator[Stretch]:
    """The stretches of a demonstration in which the same was done to several tracks."""
    events = demonstration.events
    for run in _runs(_candidates(events)):
        sweeps = _whole(events, [sweep for sweep in _sweeps(events, run) if len(sweep) >= FEWEST])
        if sweeps:
            yield Stretch(tuple(sweeps), tuple(sorted(events[sweep[0]].does for sweep in sweeps)))


def _candidates(events: Sequence[Event]) -> list[int]:
    """The places of edits of a kind that was done by hand to several tracks."""
    if len(events) < FEWEST:
        return []
    on: defaultdict[str, set[int]] = defaultdict(set)
    for event in events:
        if event.tracks and event.by_hand:
            on[event.does].add(event.tracks[0])
    many = {does for does, tracks in on.items() if len(tracks) >= FEWEST}
    if not many:
        return []
    return [
        place
        for place, event in enumerate(events)
        if event.does in many and event.by_hand and event.tracks and event.action.action not in _NEVER
    ]


def _runs(places: Sequence[int]) -> Iterator[list[int]]:
    """The places in pieces, cut where too much else lies between two."""
    run = list(places[:1])
    for before, place in pairwise(places):
        if place - before > _AMONG:
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _sweeps(events: Sequence[Event], run: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """For each kind of edit in a run, the places with the same values on different tracks."""
    alike: defaultdict[str, list[dict[int, int]]] = defaultdict(list)
    different = Counter[str]()
    for place in run:
        event = events[place]
        homes = alike[event.does]
        home = next((each for each in homes if _same(events[next(iter(each.values()))], event)), None)
        if home is not None:
            home.setdefault(event.tracks[0], place)
        elif len(homes) < _WAYS:
            homes.append({event.tracks[0]: place})
        else:
            different[event.does] += 1
    for does, homes in alike.items():
        # Tracks that were treated differently are no row of the same, whichever of them agree.
        largest = max(homes, key=len)
        if len(largest) * 4 >= 3 * (sum(map(len, homes)) + different[does]):
            yield tuple(largest.values())


def _same(one: Event, other: Event) -> bool:
    """Whether two edits of a kind differ in nothing but the track that they are of."""
    if one.tracks[1:] != other.tracks[1:]:
        return False
    names = _values(one.action.action, linked=len(one.tracks) > 1)
    return all(_near(getattr(one.action, name), getattr(other.action, name)) for name in names)


@cache
def _values(action: str, *, linked: bool) -> tuple[str, ...]:
    """The fields of an action that hold what it sets; of a ``linked`` one, the other track is told apart."""
    names = (name for name in ACTIONS[action].model_fields if name not in _OTHER)
    return tuple(name for name in names if not (linked and name in _LINKS))


def _near(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or abs(one - other) <= _LIKE * max(abs(one), abs(other))
    return bool(one == other)


def _whole(events: Sequence[Event], sweeps: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sweeps but those that insert devices which are then set each to its own."""
    folded = {place for sweep in sweeps for place in sweep}
    alone = {
        event.device for place, event in enumerate(events) if place not in folded and event.device is not None
    }
    kept = [
        sweep for sweep in sweeps if sum(events[place].device in alone for place in sweep) * 4 <= len(sweep)
    ]
    return kept if len(kept) == len(sweeps) else _whole(events, kept)
