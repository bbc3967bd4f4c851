"""Patterns: what recurs in demonstrations, chosen by what writing them down with its help saves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from zlib import crc32

from orbit.learning.demonstration import Demonstration
from orbit.learning.mining.choosing import chosen, chosen_also
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.template import ABSENT, Sighting, Template
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["find_patterns"]

_SHARE = 0.005
"""What is done less than once in two hundred sessions is no habit."""
_OPTIONAL = 0.7
_SAMPLE, _PIECE = 12_000, 400


def find_patterns(
    demonstrations: Sequence[Demonstration], *, least: int = 3, within: Collection[int] = ()
) -> list[Pattern]:
    """The patterns in demonstrations that were seen at least ``least`` times, the greatest gain first.

    Only what was done by hand counts. Of more than some 200 demonstrations, a pattern is in one of two
    hundred at least. ``within`` are the places of demonstrations of which one must have it, where any are
    named: what recurs in a new one is found sooner than all that recurs.
    """
    log = EditLog(demonstrations)
    if not len(log):
        return []
    patterns = [_pattern(log, alike) for alike in _gathered(_templates(log, demonstrations, least, within))]
    if within:
        patterns = [one for one in patterns if any(seen.demonstration in within for seen in one.occurrences)]
    return sorted(patterns, key=lambda pattern: (-pattern.gain, pattern.does))


def _gathered(templates: Iterable[Template]) -> list[list[Template]]:
    """The templates, those together that do the same to the same tracks, whichever others they name."""
    alike: dict[tuple[tuple[int, int], ...], list[Template]] = {}
    for template in templates:
        firsts = dict.fromkeys(roles[0] for _, roles in template.steps)
        numbers = {role: number for number, role in enumerate(firsts)}
        key = tuple((kind, numbers[roles[0]]) for kind, roles in template.steps)
        alike.setdefault(key, []).append(template)
    return list(alike.values())


def _templates(
    log: EditLog, demonstrations: Sequence[Demonstration], least: int, within: Collection[int]
) -> list[Template]:
    """What recurs; of very much, what a sample has and then what is left, counted in all."""
    if within or len(log) <= _SAMPLE * 2:
        return chosen(log, max(least, ceil(_SHARE * len(demonstrations))), within)
    sample = list(_sample(demonstrations))
    few = EditLog(sample, log.kinds)
    found = chosen(few, max(least, ceil(_SHARE * len(sample))))
    return chosen_also(log, found, max(least, ceil(_SHARE * len(demonstrations))), times=len(log) / len(few))


def _sample(demonstrations: Sequence[Demonstration]) -> Iterator[Demonstration]:
    """Demonstrations, or pieces of long ones, picked by what they are called: as good as by chance."""
    pieces = [
        (crc32(f"{one.trajectory} {start}".encode()), number, start)
        for number, one in enumerate(demonstrations)
        for start in range(0, len(one.events), _PIECE)
    ]
    edits = 0
    for _, number, start in sorted(pieces):
        one = demonstrations[number]
        yield replace(one, events=one.events[start : start + _PIECE])
        edits += len(one.events[start : start + _PIECE])
        if edits >= _SAMPLE:
            return


def _pattern(log: EditLog, alike: Sequence[Template]) -> Pattern:
    """The pattern that templates of the same steps are together."""
    whole = alike[0].seen([seen for one in alike for seen in one.sightings])
    optional = frozenset(place for place, share in enumerate(whole.shares) if share < _OPTIONAL)
    occurrences = sorted((_occurrence(log, seen) for seen in whole.sightings), key=_by_place)
    does = tuple(log.kinds[kind] for kind in whole.kinds)
    return Pattern(does, tuple(occurrences), sum(one.gain(log) for one in alike) / log.bits_kind, optional)


def _occurrence(log: EditLog, sighting: Sighting) -> Occurrence:
    places = tuple(None if edit == ABSENT else log.place[edit] for edit in sighting.edits)
    return Occurrence(log.demonstration[sighting.present[0]], places)


def _by_place(occurrence: Occurrence) -> tuple[int, int]:
    return occurrence.demonstration, min(place for place in occurrence.places if place is not None)
