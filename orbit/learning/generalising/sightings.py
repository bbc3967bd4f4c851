"""The times that a pattern was done by hand, with the events themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["Sighting", "filled_in", "latest", "sample", "sightings"]

_ENOUGH = 256
"""Agreement is told from so many sightings; more change nothing and cost time."""

_CHOSEN = 0.2
"""A device is one of several that are chosen where, in so many sightings, it is another one."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One time: the demonstration, and the event of each step; None where it was left out."""

    demonstration: Demonstration
    events: tuple[Event | None, ...]


def sightings(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> list[Sighting]:
    """Every time a pattern was done by hand, latest last; what Orbit did itself is no evidence."""
    seen = [
        (occurrence, _sighting(occurrence, demonstrations[occurrence.demonstration]))
        for occurrence in pattern.occurrences
    ]
    by_hand = [(occurrence, sighting) for occurrence, sighting in seen if _by_hand(sighting)]
    by_hand.sort(key=lambda pair: (_when(pair[1]), _first(pair[0])))
    return [sighting for _, sighting in by_hand]


def sample(seen: Sequence[Sighting]) -> list[Sighting]:
    """The sightings to look at closely: the later half the latest, the rest spread over those before."""
    if len(seen) <= _ENOUGH:
        return list(seen)
    late = _ENOUGH // 2
    early = seen[:-late]
    spread = [early[place * len(early) // late] for place in range(late)]
    return [*spread, *seen[-late:]]


def filled_in(seen: Sequence[Sighting]) -> list[Sighting]:
    """The sightings with another device where that of a step was left out and another inserted instead."""
    for step in range(len(seen[0].events)):
        events = [sighting.events[step] for sighting in seen]
        missing = sum(event is None for event in events)
        if missing and any(event is not None and event.action.action == "insert_device" for event in events):
            others = [_with_another(sighting, step) for sighting in seen]
            filled = missing - sum(sighting.events[step] is None for sighting in others)
            # Now and then it is chance; for it to be a choice of device it has to be the rule.
            seen = others if filled * 2 >= missing and filled >= _CHOSEN * len(seen) else seen
    return list(seen)


def _with_another(sighting: Sighting, step: int) -> Sighting:
    """A sighting with the only device that was inserted on the same track between the steps around one."""
    if sighting.events[step] is not None:
        return sighting
    before = next((event for event in reversed(sighting.events[:step]) if event is not None), None)
    after = next((event for event in sighting.events[step + 1 :] if event is not None), None)
    if before is None or after is None:
        return sighting
    others = [event for event in _between(sighting, before, after) if _is_insertion(event, before)]
    if len(others) != 1:
        return sighting
    return replace(sighting, events=(*sighting.events[:step], others[0], *sighting.events[step + 1 :]))


def _between(sighting: Sighting, before: Event, after: Event) -> Sequence[Event]:
    places = {id(event): place for place, event in enumerate(sighting.demonstration.events)}
    return sighting.demonstration.events[places[id(before)] + 1 : places[id(after)]]


def _is_insertion(event: Event, neighbour: Event) -> bool:
    same_track = event.tracks[:1] == neighbour.tracks[:1]
    return same_track and event.by_hand and event.action.action == "insert_device"


def latest(count: int, sampled: Sequence[Sighting]) -> range:
    """The places in a sample of so many sightings behind which none was left out."""
    return range(0 if count == len(sampled) else _ENOUGH - _ENOUGH // 2, len(sampled))


def _sighting(occurrence: Occurrence, demonstration: Demonstration) -> Sighting:
    events = (None if place is None else demonstration.events[place] for place in occurrence.places)
    return Sighting(demonstration, tuple(events))


def _by_hand(sighting: Sighting) -> bool:
    events = [event for event in sighting.events if event is not None]
    return bool(events) and all(event.by_hand for event in events)


def _when(sighting: Sighting) -> tuple[float, str]:
    return sighting.demonstration.started.timestamp(), sighting.demonstration.trajectory


def _first(occurrence: Occurrence) -> int:
    return min(place for place in occurrence.places if place is not None)
