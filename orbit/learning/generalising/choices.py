"""A device that is another one each time: as kinds of edit its insertions differ, as a step they are one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orbit.learning.generalising.agreement import enough
from orbit.learning.generalising.sightings import Sighting

__all__ = ["with_choices"]

_CHOSEN = 0.2
"""A device is one of several that are chosen where, in so many sightings, it is another one."""


def with_choices(
    seen: Sequence[Sighting], optional: frozenset[int], agreement: float
) -> tuple[list[Sighting], frozenset[int]]:
    """The sightings, and their optional steps, with what was inserted instead of, or between, their devices.

    Where the device of a step was left out and another inserted instead, often enough to be no chance, that
    is the step's; where some device or other was always inserted between two steps, there is a step more.
    """
    for step in range(len(seen[0].places)):
        seen = _filled_in(seen, step)
    step = 1
    while step < len(seen[0].places):
        wider = [_widened(sighting, step) for sighting in seen]
        if enough(sum(sighting.places[step] is not None for sighting in wider), len(seen), agreement):
            seen = wider
            optional = frozenset(place + (place >= step) for place in optional)
            step += 1
        step += 1
    return list(seen), optional


def _filled_in(seen: Sequence[Sighting], step: int) -> Sequence[Sighting]:
    missing = sum(sighting.places[step] is None for sighting in seen)
    if not missing or not any(_inserts(sighting, sighting.places[step]) for sighting in seen):
        return seen
    others = [_with_another(sighting, step) for sighting in seen]
    filled = missing - sum(sighting.places[step] is None for sighting in others)
    return others if filled * 2 >= missing and filled >= _CHOSEN * len(seen) else seen


def _widened(sighting: Sighting, step: int) -> Sighting:
    """A sighting with one step more, for a device that was inserted there."""
    places = (*sighting.places[:step], None, *sighting.places[step:])
    return _with_another(replace(sighting, places=places), step)


def _with_another(sighting: Sighting, step: int) -> Sighting:
    """A sighting with the only device that was inserted on the same track between the steps around one."""
    places = sighting.places
    if places[step] is not None:
        return sighting
    before = next((place for place in reversed(places[:step]) if place is not None), None)
    after = next((place for place in places[step + 1 :] if place is not None), None)
    if before is None or after is None:
        return sighting
    track = sighting.demonstration.events[before].tracks[:1]
    others = [
        place
        for place in range(before + 1, after)
        if _inserts(sighting, place) and sighting.demonstration.events[place].tracks[:1] == track
    ]
    if len(others) != 1:
        return sighting
    return replace(sighting, places=(*places[:step], others[0], *places[step + 1 :]))


def _inserts(sighting: Sighting, place: int | None) -> bool:
    if place is None:
        return False
    event = sighting.demonstration.events[place]
    return event.by_hand and event.action.action == "insert_device"
