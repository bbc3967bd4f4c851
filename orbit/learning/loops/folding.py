"""Folding: where the same is mostly done to several tracks in one go, the sightings of it are made one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.loops.sweeps import Stretch, stretches

__all__ = ["fold"]

_LEAST = 3
"""A loop is learned from so many sightings; from fewer, what was done on each track counts for itself."""

_Signature = tuple[str, ...]


def fold(demonstrations: Sequence[Demonstration]) -> list[Demonstration]:
    """The demonstrations with repetitions over tracks folded into the edits of the first track.

    A folded edit says in ``Event.also`` what it was on the other tracks. What is done as often to one track
    alone stays as it is, each time counting for itself.
    """
    found = [list(stretches(one)) for one in demonstrations]
    sure = _mostly_in_one_go(demonstrations, found)
    return [
        _folded(one, [stretch for stretch in here if stretch.signature in sure])
        for one, here in zip(demonstrations, found, strict=True)
    ]


def _mostly_in_one_go(
    demonstrations: Sequence[Demonstration], found: Sequence[Sequence[Stretch]]
) -> set[_Signature]:
    times = Counter(stretch.signature for here in found for stretch in here)
    often = {signature for signature, count in times.items() if count >= _LEAST}
    if not often:
        return often
    alone = Counter[_Signature]()
    kinds = frozenset[str]().union(*often)
    for one, here in zip(demonstrations, found, strict=True):
        swept = {place for stretch in here for sweep in stretch.sweeps for place in sweep}
        alone.update(_alone(one, swept, often, kinds))
    return {signature for signature in often if times[signature] >= alone[signature]}


def _alone(
    one: Demonstration, swept: set[int], signatures: set[_Signature], kinds: frozenset[str]
) -> list[_Signature]:
    """The signatures that were done to one track alone, once for each track."""
    done: dict[int, set[str]] = {}
    for place, event in enumerate(one.events):
        if event.does in kinds and place not in swept and event.tracks and event.by_hand:
            done.setdefault(event.tracks[0], set()).add(event.does)
    return [signature for signature in signatures for does in done.values() if does.issuperset(signature)]


def _folded(one: Demonstration, here: Sequence[Stretch]) -> Demonstration:
    if not here:
        return one
    others: dict[int, tuple[Event, ...]] = {}
    gone: set[int] = set()
    for stretch in here:
        first = _first_track(one, stretch)
        for sweep in stretch.sweeps:
            head = next((place for place in sweep if one.events[place].tracks[0] == first), sweep[0])
            rest = [place for place in sweep if place != head]
            others[head] = tuple(one.events[place] for place in rest)
            gone.update(rest)
    events = tuple(
        replace(event, also=others[place]) if place in others else event
        for place, event in enumerate(one.events)
        if place not in gone
    )
    return replace(one, events=events)


def _first_track(one: Demonstration, stretch: Stretch) -> int:
    """The track that most sweeps of a stretch have, the earliest of equals: all of them fold into it."""
    tracks = Counter(one.events[place].tracks[0] for sweep in stretch.sweeps for place in sweep)
    earliest = min(place for sweep in stretch.sweeps for place in sweep)
    order = [event.tracks[0] for event in one.events[earliest:] if event.tracks]
    return min(tracks, key=lambda track: (-tracks[track], order.index(track)))
