"""Choosing: the few templates that together save most, and which edit is explained by which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbit.learning.mining.growing import grown, planted, shrunk
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.matching import match
from orbit.learning.mining.seeding import Seeds
from orbit.learning.mining.template import Sighting, Template

__all__ = ["chosen", "chosen_also"]

_ROUNDS, _PASSES = 3, 4
_VARIANT, _PART, _PART_COUNT = 0.72, 0.75, 0.4


def chosen(log: EditLog, least: int) -> list[Template]:
    """The templates that explain the log, the one that saves most first."""
    seeds = Seeds(log, least)
    found = _peeled(log, seeds, least, [])
    for _ in range(_ROUNDS):
        before = [one.steps for one in found]
        found = _distinct(_refined(log, covered(log, found), least), log)
        found = [one for one in covered(log, found) if _kept(log, one, least)]
        found = _peeled(log, seeds, least, found)
        if [one.steps for one in found] == before:
            break
    return [one for one in covered(log, _distinct(found, log)) if _kept(log, one, least)]


def chosen_also(log: EditLog, templates: Sequence[Template], least: int, *, times: float) -> list[Template]:
    """The templates of a sample as far as they are in the log, and what is rarer than it could show.

    The log is ``times`` as long as the sample.
    """
    found = [one for one in covered(log, templates, times=times) if _kept(log, one, least)]
    more = _peeled(log, Seeds(log, least), least, found)
    if len(more) == len(found):
        return found
    return [one for one in covered(log, _distinct(more, log)) if _kept(log, one, least)]


def _kept(log: EditLog, template: Template, least: int) -> bool:
    return template.count >= least and template.gain(log) > 0


def _peeled(log: EditLog, seeds: Seeds, least: int, found: Sequence[Template]) -> list[Template]:
    """The templates, and what else explains edits that are free, one after the other."""
    every = list(found)
    for seed in seeds:
        template = planted(log, seed, least)
        if _kept(log, template, least) and not any(_same(template, other) for other in every):
            _mark(log, template.sightings, free=False)
            every.append(template)
    return every


def covered(log: EditLog, templates: Sequence[Template], *, times: float = 1.0) -> list[Template]:
    """The templates, best first, each with sightings of its own: an edit goes to what saves most.

    ``times`` as often they are thought to be there as they were seen before.
    """
    log.release()
    own: list[list[Sighting]] = [[] for _ in templates]
    waiting = set(range(len(templates)))
    for _ in range(_PASSES):
        claims = [
            (seen, which)
            for which in sorted(waiting)
            for seen in match(log, templates[which], count=round(times * templates[which].count)).sightings
        ]
        waiting = _share_out(log, sorted(claims, key=lambda claim: (-claim[0].bits, claim[1])), own)
    seen = [one.seen(sightings) for one, sightings in zip(templates, own, strict=True)]
    return sorted(seen, key=lambda one: (-one.gain(log), one.steps))


def _share_out(log: EditLog, claims: Iterable[tuple[Sighting, int]], own: list[list[Sighting]]) -> set[int]:
    """Give each claim what it is of, unless another has part of it; those that were refused something."""
    refused: set[int] = set()
    for sighting, which in claims:
        if all(log.free[edit] for edit in sighting.present):
            _mark(log, [sighting], free=False)
            own[which].append(sighting)
        else:
            refused.add(which)
    return refused


def _refined(log: EditLog, templates: Sequence[Template], least: int) -> list[Template]:
    """Each template grown and shrunk anew, among what the others leave."""
    refined: list[Template] = []
    for template in templates:
        _mark(log, template.sightings, free=True)
        again = match(log, template)
        if _kept(log, again, least):
            again = shrunk(log, match(log, grown(log, again, least, depth=_ROUNDS)), least)
        if _kept(log, again, least):
            _mark(log, again.sightings, free=False)
            refined.append(again)
    return refined


def _distinct(templates: Sequence[Template], log: EditLog) -> list[Template]:
    """The templates without those that are a variant or a part of one that saves more."""
    distinct: list[Template] = []
    for template in sorted(templates, key=lambda one: (-one.gain(log), one.steps)):
        if not any(_same(template, other) for other in distinct):
            distinct.append(template)
    return distinct


def _same(template: Template, other: Template) -> bool:
    """Whether one is the other with a few steps different, or a part of it that is seldom seen by itself."""
    common = _in_common(template.kinds, other.kinds)
    lengths = len(template.kinds), len(other.kinds)
    if 2 * common >= _VARIANT * sum(lengths):
        return True
    return common >= _PART * min(lengths) and template.count < _PART_COUNT * other.count


def _in_common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many kinds of edit are in both, in one order."""
    row = [0] * (len(other) + 1)
    for kind in one:
        new = [0]
        for at, there in enumerate(other):
            new.append(row[at] + 1 if kind == there else max(row[at + 1], new[at]))
        row = new
    return row[-1]


def _mark(log: EditLog, sightings: Iterable[Sighting], *, free: bool) -> None:
    for sighting in sightings:
        for edit in sighting.present:
            log.free[edit] = free
