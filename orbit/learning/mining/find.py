"""Patterns: what recurs in demonstrations, chosen by what writing them down with its help saves."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.mining.choosing import chosen
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.template import ABSENT, Sighting, Template
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["find_patterns"]

_OPTIONAL = 0.7


def find_patterns(demonstrations: Sequence[Demonstration], *, least: int = 3) -> list[Pattern]:
    """The patterns in demonstrations that were seen at least ``least`` times, the greatest gain first."""
    log = EditLog(demonstrations)
    if not len(log):
        return []
    return [_pattern(log, template) for template in chosen(log, least)]


def _pattern(log: EditLog, template: Template) -> Pattern:
    optional = frozenset(place for place, share in enumerate(template.shares) if share < _OPTIONAL)
    occurrences = sorted((_occurrence(log, seen) for seen in template.sightings), key=_by_place)
    does = tuple(log.kinds[kind] for kind in template.kinds)
    return Pattern(does, tuple(occurrences), template.gain(log) / log.bits_kind, optional)


def _occurrence(log: EditLog, sighting: Sighting) -> Occurrence:
    places = tuple(None if edit == ABSENT else log.place[edit] for edit in sighting.edits)
    return Occurrence(log.demonstration[sighting.present[0]], places)


def _by_place(occurrence: Occurrence) -> tuple[int, int]:
    return occurrence.demonstration, min(place for place in occurrence.places if place is not None)
