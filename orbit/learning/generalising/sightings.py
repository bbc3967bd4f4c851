"""The times that a pattern was done by hand, with the events themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["Sighting", "latest", "sample", "sightings"]

_ENOUGH = 256
"""Agreement is told from so many sightings; more change nothing and cost time."""


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
