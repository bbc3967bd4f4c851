"""Variants: when two templates are one with steps left out, and when one is really two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbit.learning.mining.growing import settled
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.matching import match
from orbit.learning.mining.template import ABSENT, Sighting, Template

__all__ = ["divided", "mark", "needless"]

_VARIANT, _PART, _PART_COUNT = 0.72, 0.75, 0.4
_FEW = 2
_RARELY, _MOSTLY = 0.1, 0.9


def mark(log: EditLog, sightings: Iterable[Sighting], *, free: bool) -> None:
    """Make the edits of sightings free, or not."""
    for sighting in sightings:
        for edit in sighting.present:
            log.free[edit] = free


def needless(log: EditLog, template: Template, others: Sequence[Template], least: int) -> bool:
    """Whether a template tells nothing that the others do not: what it is of is best put down to one of them.

    Its sightings must be free or marked as its own, those of the others marked as theirs.
    """
    return any(
        _seldom_alone(template, other, least)
        or (_alike(template, other) and _cheaper_as_one(log, template, other))
        for other in others
    )


def _alike(template: Template, other: Template) -> bool:
    return 2 * _in_common(template.kinds, other.kinds) >= _VARIANT * len(template.kinds + other.kinds)


def _seldom_alone(template: Template, other: Template, least: int) -> bool:
    """Whether it is a part of the other, seen only where the other was broken off."""
    common = _in_common(template.kinds, other.kinds)
    if template.count >= _PART_COUNT * other.count or common < _PART * min(
        len(template.kinds), len(other.kinds)
    ):
        return False
    return common == len(template.kinds) or template.count < _FEW * least


def _cheaper_as_one(log: EditLog, template: Template, other: Template) -> bool:
    """Whether writing down the sightings of both takes less with the other alone."""
    both = [*template.sightings, *other.sightings]
    marked = [edit for seen in both for edit in seen.present if not log.free[edit]]
    mark(log, both, free=True)
    one = match(log, match(log, other, count=len(both)))
    for edit in marked:
        log.free[edit] = False
    return one.gain(log) >= template.gain(log) + other.gain(log)


def _in_common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many kinds of edit are in both, in one order."""
    row = [0] * (len(other) + 1)
    for kind in one:
        new = [0]
        for at, there in enumerate(other):
            new.append(row[at] + 1 if kind == there else max(row[at + 1], new[at]))
        row = new
    return row[-1]


def divided(log: EditLog, template: Template, least: int) -> list[Template]:
    """The template, or the two that it turns out to be: with a step, and without it but with something else.

    Its sightings must be free.
    """
    for place in sorted(range(len(template.steps)), key=lambda at: (abs(template.shares[at] - 0.5), at)):
        if not _RARELY < template.shares[place] < _MOSTLY:
            break
        have = template.seen([seen for seen in template.sightings if seen.edits[place] != ABSENT])
        lack = template.seen([seen for seen in template.sightings if seen.edits[place] == ABSENT])
        if min(have.count, lack.count) < least:
            continue
        mark(log, lack.sightings, free=False)
        first = match(log, have)
        mark(log, lack.sightings, free=True)
        mark(log, first.sightings, free=False)
        second = _regrown(log, lack, least)
        mark(log, first.sightings, free=True)
        if (
            _different(first, second)
            and second.count >= least
            and first.gain(log) + second.gain(log) > template.gain(log)
        ):
            return [first, second]
    return [template]


def _different(one: Template, other: Template) -> bool:
    """Whether they differ in more than a step that one of them leaves out."""
    return len(one.kinds) + len(other.kinds) - 2 * _in_common(one.kinds, other.kinds) > 1


def _regrown(log: EditLog, template: Template, least: int) -> Template:
    """The template as it is where some of its steps are not, with what is there instead."""
    shorter = template
    for place in reversed(range(len(template.steps))):
        if template.shares[place] < _RARELY and len(shorter.steps) > 2:
            shorter = shorter.without(place)
    shorter = match(log, shorter, count=template.count)
    if shorter.count < least:
        return shorter
    return settled(log, shorter, least)
