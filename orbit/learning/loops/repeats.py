"""A pattern that is one thing done to several tracks in turn is that one thing, seen several times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbit.learning.demonstration import Demonstration
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["taken_apart"]

_MOST = 0.6
"""Of how many sightings the turns have to be on tracks of their own."""
_ENOUGH = 0.6
"""How much of a turn has to be there for it to be a sighting."""


def taken_apart(patterns: Sequence[Pattern], demonstrations: Sequence[Demonstration]) -> list[Pattern]:
    """Give patterns with repetitions over tracks taken apart, those that come to the same made one.

    What is mostly done to three tracks or more is a loop and was folded before; this is for the rest, where
    two happened to be done one after the other often enough to look like one.
    """
    singles: dict[tuple[str, ...], Pattern] = {}
    whole: list[Pattern] = []
    for pattern in patterns:
        single = _single(pattern, demonstrations)
        if single is None:
            whole.append(pattern)
        else:
            before = singles.get(single.does)
            singles[single.does] = single if before is None else _together(before, single)
    found = [
        _together(pattern, singles.pop(pattern.does)) if pattern.does in singles else pattern
        for pattern in whole
    ]
    return sorted([*found, *singles.values()], key=lambda each: (-each.gain, each.does))


def _single(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> Pattern | None:
    """Give the one turn that a pattern is made of; None where it is none of turns over tracks."""
    length = _period(pattern.does)
    if length is None:
        return None
    turns = [list(_turns(seen, length)) for seen in pattern.occurrences]
    apart = [
        _tracks_differ(here, seen, demonstrations)
        for here, seen in zip(turns, pattern.occurrences, strict=True)
    ]
    if sum(apart) < _MOST * len(apart):
        return None
    seen = tuple(
        Occurrence(one.demonstration, places)
        for one, here in zip(pattern.occurrences, turns, strict=True)
        for places in here
        if sum(place is not None for place in places) >= max(2, _ENOUGH * length)
    )
    optional = frozenset(
        place
        for place in range(length)
        if {place + n for n in range(0, len(pattern.does), length)} <= pattern.optional
    )
    return Pattern(pattern.does[:length], seen, pattern.gain, optional)


def _period(does: Sequence[str]) -> int | None:
    """Give the length of the shortest run of at least two edits that a pattern repeats; None without any."""
    lengths = (length for length in range(2, len(does) // 2 + 1) if len(does) % length == 0)
    return next((one for one in lengths if tuple(does) == tuple(does[:one]) * (len(does) // one)), None)


def _turns(seen: Occurrence, length: int) -> Iterator[tuple[int | None, ...]]:
    return (seen.places[start : start + length] for start in range(0, len(seen.places), length))


def _tracks_differ(
    turns: Sequence[tuple[int | None, ...]], seen: Occurrence, demonstrations: Sequence[Demonstration]
) -> bool:
    events = demonstrations[seen.demonstration].events
    firsts = [
        {events[place].tracks[0] for place in places if place is not None and events[place].tracks}
        for places in turns
    ]
    tracks = [track for each in firsts for track in each]
    return all(firsts) and len(set(tracks)) == len(tracks)


def _together(one: Pattern, other: Pattern) -> Pattern:
    known = {
        (seen.demonstration, place) for seen in one.occurrences for place in seen.places if place is not None
    }
    new = [
        seen
        for seen in other.occurrences
        if not any((seen.demonstration, place) in known for place in seen.places if place is not None)
    ]
    both = sorted((*one.occurrences, *new), key=_by_place)
    return replace(
        one, occurrences=tuple(both), gain=one.gain + other.gain, optional=one.optional & other.optional
    )


def _by_place(seen: Occurrence) -> tuple[int, int]:
    return seen.demonstration, min(place for place in seen.places if place is not None)
