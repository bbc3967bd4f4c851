"""Growing: from a pair of edits to all that is usually done with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbit.learning.mining.context import Addition, additions, extended
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.matching import match
from orbit.learning.mining.seeding import Seed
from orbit.learning.mining.template import ABSENT, BITS_NEXT, Sighting, Template, linked, paid

__all__ = ["planted", "settled"]

_LONGEST, _ENOUGH = 40, 400
_STEP, _SURE = 0.5, 0.7
_WAYS, _DEPTH = 3, 2
_BITS_LOST = 5.0


def planted(log: EditLog, seed: Seed, least: int) -> Template:
    """What a seed grows to, matched anew: without what it had at first and usually is not there."""
    pair = match(log, Template(seed.steps, (), (0.9, 0.9)), count=seed.count, whole=True)
    if pair.count < least:
        return pair
    return settled(log, pair, least)


def settled(log: EditLog, template: Template, least: int, *, depth: int = 0) -> Template:
    """What a template grows to, matched anew, without what is in it twice and what is usually left out.

    ``depth`` is how many choices of what to grow to are taken as made. Some hundreds of sightings show it.
    """
    each = 1 + (template.count - 1) // _ENOUGH
    longer = _grown(log, template.seen(template.sightings[::each]), least, depth=depth)
    once = longer.first_time
    whole = longer if len(once) == len(longer.steps) else longer.only(once)
    return _shrunk(log, match(log, whole, count=each * longer.count), least)


def _grown(log: EditLog, template: Template, least: int, *, depth: int = 0) -> Template:
    """The template with all steps that are usually done with it, until it begins again.

    Where it is a part of several things that are done, it grows to the one that saves most, as deep as
    two such choices; ``depth`` tells how many were made.
    """
    while len(template.first_time) == len(template.steps) < _LONGEST:
        beside = additions(log, template, least)
        usual = [one for one in beside if one.gain > 0 and len(one.edits) >= _STEP * template.count]
        best = max(usual, key=lambda one: (one.gain, -one.place, one.step), default=None)
        sure = max((len(one.edits) for one in usual), default=0) >= _SURE * template.count
        if depth < _DEPTH and not sure:
            return _best_way(log, template, least, depth, beside, best)
        if best is None:
            return template
        longer = _priced(log, extended(log, template, best, alone=False))
        if longer.count < least or longer.gain(log) <= template.gain(log):
            return template
        template = longer
    return template


def _best_way(
    log: EditLog,
    template: Template,
    least: int,
    depth: int,
    beside: Sequence[Addition],
    usual: Addition | None,
) -> Template:
    """What saves most: staying as it is, growing by what is usual, or only where something else is."""
    ways = [extended(log, template, one, alone=True) for one in _most_telling(beside)]
    if usual is not None:
        ways.append(extended(log, template, usual, alone=False))
    for way in ways:
        if way.count >= least:
            other = _grown(log, _priced(log, way), least, depth=depth + 1)
            if other.gain(log) > template.gain(log):
                template = other
    return template


def _most_telling(beside: Sequence[Addition]) -> Iterator[Addition]:
    """The additions that would save most by themselves, each step once."""
    told: set[tuple[int, tuple[int, ...]]] = set()
    for one in sorted(beside, key=lambda one: (-one.alone, one.place, one.step)):
        if one.step not in told:
            told.add(one.step)
            yield one
        if len(told) == _WAYS:
            return


def _priced(log: EditLog, template: Template) -> Template:
    """The sightings with what each saves now."""
    there, missing, start = paid(log, template)
    there = [present + more - BITS_NEXT for present, more in zip(there, linked(log, template), strict=True)]

    def bits(seen: Sighting) -> float:
        places = zip(seen.edits, there, missing, strict=True)
        saved = sum(absent if edit == ABSENT else present for edit, present, absent in places)
        return saved - log.bits_track + BITS_NEXT - start

    return replace(template, sightings=[replace(seen, bits=bits(seen)) for seen in template.sightings])


def _shrunk(log: EditLog, template: Template, least: int) -> Template:
    """The template without steps that are left out as often as not, as far as that loses little."""
    while len(template.steps) > 2:
        place = min(range(len(template.steps)), key=lambda at: (template.shares[at], at))
        if template.shares[place] >= _STEP:
            return template
        shorter = match(log, template.without(place))
        if shorter.count < least or shorter.gain(log) < template.gain(log) - _BITS_LOST:
            return template
        template = shorter
    return template
