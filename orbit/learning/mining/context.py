"""What is found beside the sightings of a template: the steps that it could have besides."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from math import log2
from typing import TypeAlias

from orbit.learning.mining.log import AT_ONCE, NEAR, EditLog
from orbit.learning.mining.template import ABSENT, BITS_ELSEWHERE, BITS_NEXT, Sighting, Step, Template, needed

__all__ = ["Addition", "additions", "extended"]

_BITS_APART, _BITS_STEP = BITS_NEXT + 0.5, 1.5

_Place: TypeAlias = tuple[int, Step]
"""Before which step, and what."""


@dataclass(frozen=True, slots=True)
class Addition:
    """A step that could be added before ``place``, with the edit that it is in each sighting that has it.

    ``gain`` is what it saves as a step that may be left out, ``alone`` what it saves where those sightings
    that have it become a template of their own; both in bits.
    """

    place: int
    step: Step
    edits: dict[int, int]
    gain: float
    alone: float


def additions(log: EditLog, template: Template, least: int) -> list[Addition]:
    """The steps that are beside at least ``least`` sightings, in no order that matters."""
    found: dict[_Place, dict[int, int]] = {}
    for which, sighting in enumerate(template.sightings):
        for place, edit in _beside(log, template, sighting):
            found.setdefault(place, {}).setdefault(which, edit)
    return [
        Addition(
            place,
            step,
            edits,
            _gain(log, template, step, len(edits)),
            _alone(log, template, step, len(edits)),
        )
        for (place, step), edits in found.items()
        if len(edits) >= least
    ]


def _gain(log: EditLog, template: Template, step: Step, count: int) -> float:
    share = min(0.97, (count + 0.3) / (template.count + 0.6))
    known = any(role < template.roles for role in step[1])
    there = log.bits[step[0]] + log2(share) - _BITS_APART + (log.bits_track if known else -BITS_ELSEWHERE)
    missing = (template.count - count) * log2(1 - share)
    return count * there + missing - log.bits_kind - _BITS_STEP


def _alone(log: EditLog, template: Template, step: Step, count: int) -> float:
    if all(role >= template.roles for role in step[1]):
        return 0.0
    return count * (log.bits[step[0]] + log.bits_track - _BITS_APART - log2(template.count / count))


def _beside(log: EditLog, template: Template, sighting: Sighting) -> Iterator[tuple[_Place, int]]:
    """Every free edit of the sighting's tracks that is near, with each place in the template it fits."""
    steps = sorted((edit, step) for step, edit in enumerate(sighting.edits) if edit != ABSENT)
    edits = [edit for edit, _ in steps]
    roles = {track: role for role, track in enumerate(sighting.tracks) if track != ABSENT}
    for edit in chain(_near(log, edits, roles), _elsewhere(log, edits, roles)):
        at = bisect_left(edits, edit)
        first = steps[at - 1][1] + 1 if at else 0
        last = steps[at][1] if at < len(steps) else len(template.steps)
        new = iter(range(template.roles, template.roles + len(log.tracks[edit])))
        step = log.kind[edit], tuple(roles[of] if of in roles else next(new) for of in log.tracks[edit])
        for place in range(first, last + 1):
            yield (place, step), edit


def _near(log: EditLog, edits: list[int], roles: dict[int, int]) -> Iterator[int]:
    """The free edits of a sighting's tracks between its own and a little before and after."""
    seen = set(edits)
    for track in roles:
        row = log.of_track[track]
        here = [log.ranks[edit][log.tracks[edit].index(track)] for edit in edits if track in log.tracks[edit]]
        if not here:
            continue
        for edit in row[max(here[0] - NEAR, 0) : here[-1] + NEAR + 1]:
            if log.free[edit] and edit not in seen:
                seen.add(edit)
                yield edit


def _elsewhere(log: EditLog, edits: list[int], roles: dict[int, int]) -> Iterator[int]:
    """The free edits right beside those of a sighting that are of none of its tracks."""
    seen = set(edits)
    which = log.demonstration[edits[0]]
    for own in edits:
        for edit in range(max(own - AT_ONCE, 0), min(own + AT_ONCE + 1, len(log.kind))):
            if not log.free[edit] or edit in seen:
                continue
            seen.add(edit)
            if log.demonstration[edit] == which and roles.keys().isdisjoint(log.tracks[edit]):
                yield edit


def extended(log: EditLog, template: Template, addition: Addition, *, alone: bool) -> Template:
    """The template with a step more, seen where enough of it is; ``alone``: where all that is added is."""
    place = addition.place
    steps = (*template.steps[:place], addition.step, *template.steps[place:])
    longer = Template(steps)
    fewest = needed(len(steps))
    sightings = [
        replace(sighting, edits=(*sighting.edits[:place], edit, *sighting.edits[place:]), tracks=tracks)
        for which, sighting in enumerate(template.sightings)
        if (edit := addition.edits.get(which, ABSENT)) != ABSENT or not alone
        if (tracks := _tracks(log, longer, sighting, addition.step, edit)) is not None
    ]
    return longer.seen([one for one in sightings if len(one.present) >= fewest])


def _tracks(
    log: EditLog, longer: Template, sighting: Sighting, step: Step, edit: int
) -> tuple[int, ...] | None:
    tracks = [*sighting.tracks, *(ABSENT for _ in range(longer.roles - len(sighting.tracks)))]
    if edit != ABSENT:
        for role, track in zip(step[1], log.tracks[edit], strict=True):
            tracks[role] = track
    return tuple(tracks)
