"""The times that a pattern was done by hand, with the events themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["Sighting", "by_hand", "latest", "sample"]

_ENOUGH = 256
"""Agreement is told from so many sightings; more change nothing and cost time."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One time: the demonstration, and which of its events is which step; None where one was left out."""

    demonstration: Demonstration
    places: tuple[int | None, ...]

    @property
    def events(self) -> tuple[Event | None, ...]:
        """The event of each step."""
        events = self.demonstration.events
        return tuple(None if place is None else events[place] for place in self.places)


def by_hand(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> list[Occurrence]:
    """The times a pattern was done by hand, latest last; what Orbit did itself is no evidence."""
    times: dict[int, tuple[float, str]] = {}
    found: list[tuple[float, str, int, Occurrence]] = []
    for seen in pattern.occurrences:
        one = demonstrations[seen.demonstration]
        places = [place for place in seen.places if place is not None]
        if not places or not all(one.events[place].by_hand for place in places):
            continue
        if seen.demonstration not in times:
            times[seen.demonstration] = one.started.timestamp(), one.trajectory
        found.append((*times[seen.demonstration], min(places), seen))
    found.sort(key=lambda each: each[:3])
    return [each[3] for each in found]


def sample(seen: Sequence[Occurrence], demonstrations: Sequence[Demonstration]) -> list[Sighting]:
    """The sightings to look at closely: the later half the latest, the rest spread over those before."""
    if len(seen) > _ENOUGH:
        late = _ENOUGH // 2
        early = seen[:-late]
        seen = [*(early[place * len(early) // late] for place in range(late)), *seen[-late:]]
    return [Sighting(demonstrations[each.demonstration], each.places) for each in seen]


def latest(count: int, sampled: Sequence[Sighting]) -> range:
    """The places in a sample of so many sightings behind which none was left out."""
    return range(0 if count == len(sampled) else _ENOUGH - _ENOUGH // 2, len(sampled))
