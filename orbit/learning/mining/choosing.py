"""Choosing: the few templates that together save most, and which edit is explained by which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from orbit.learning.mining.growing import planted, settled
from orbit.learning.mining.log import EditLog
from orbit.learning.mining.matching import match
from orbit.learning.mining.seeding import Seeds
from orbit.learning.mining.template import Sighting, Template
from orbit.learning.mining.variants import divided, mark, needless

__all__ = ["chosen", "chosen_also"]

_ROUNDS, _PASSES, _BENCH = 3, 4, 4
_WHOLE = 0.75


def chosen(log: EditLog, least: int, within: Collection[int] = ()) -> list[Template]:
    """The templates that explain the log, the one that saves most first.

    ``within``: only what there is in one of these demonstrations, if any are named; looked at less closely.
    """
    seeds = Seeds(log, least, within)
    found = _peeled(log, seeds, least, [])
    for _ in range(0 if within else _ROUNDS):
        before = [one.steps for one in found]
        found = _distinct(_refined(log, covered(log, found), least), log, least)
        found = [one for one in covered(log, found) if _kept(log, one, least)]
        found = _peeled(log, seeds, least, found)
        if [one.steps for one in found] == before:
            break
    return [one for one in covered(log, _distinct(found, log, least)) if _kept(log, one, least)]


def chosen_also(log: EditLog, templates: Sequence[Template], least: int, *, times: float) -> list[Template]:
    """The templates of a sample as far as they are in the log, and what is rarer than it could show.

    The log is ``times`` as long as the sample.
    """
    found = [one for one in covered(log, templates, times=times) if _kept(log, one, least)]
    more = _peeled(log, Seeds(log, least), least, found)
    if len(more) == len(found):
        return found
    return [one for one in covered(log, _distinct(more, log, least)) if _kept(log, one, least)]


def _kept(log: EditLog, template: Template, least: int) -> bool:
    return template.count >= least and template.gain(log) > 0


def _peeled(log: EditLog, seeds: Seeds, least: int, found: Sequence[Template]) -> list[Template]:
    """The templates, and what else explains edits that are free, one after the other."""
    every = list(found)
    bench: list[Template] = []
    seeds.begin()
    while True:
        while len(bench) < _BENCH and (seed := seeds.next([set(one.kinds) for one in bench])):
            bench.extend(one for one in (planted(log, seed, least),) if _kept(log, one, least))
        if not bench:
            return every
        bench.sort(key=lambda one: (-one.gain(log), one.steps))
        best = bench.pop(0)
        if not all(log.free[edit] for seen in best.sightings for edit in seen.present):
            bench.extend(one for one in (match(log, best),) if _kept(log, one, least))
        elif not needless(log, best, every, least):
            mark(log, best.sightings, free=False)
            every.append(best)


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
            mark(log, [sighting], free=False)
            own[which].append(sighting)
        else:
            refused.add(which)
    return refused


def _refined(log: EditLog, templates: Sequence[Template], least: int) -> list[Template]:
    """Each template grown and shrunk anew, among what the others leave or have only pieces of."""
    waiting = list(templates)
    refined: list[Template] = []
    while waiting:
        template = waiting.pop(0)
        others = [*refined, *waiting]
        mark(log, template.sightings, free=True)
        for other in others:
            mark(log, _broken(other), free=True)
        new = [one for one in _again(log, template, least) if _kept(log, one, least)]
        for one in new:
            mark(log, one.sightings, free=False)
        others = [_left(log, other) for other in others]
        refined, waiting = [*others[: len(refined)], *new], others[len(refined) :]
    return refined


def _again(log: EditLog, template: Template, least: int) -> list[Template]:
    again = match(log, template)
    if not _kept(log, again, least):
        return []
    return divided(log, settled(log, again, least, depth=_ROUNDS), least)


def _broken(template: Template) -> list[Sighting]:
    """The sightings that lack so much that they could be of something else."""
    whole = _WHOLE * len(template.steps)
    return [seen for seen in template.sightings if len(seen.present) < whole]


def _left(log: EditLog, template: Template) -> Template:
    """The template without the broken sightings that something else has taken from; the rest is taken."""
    broken = set(_broken(template))
    kept = [
        seen
        for seen in template.sightings
        if seen not in broken or all(log.free[edit] for edit in seen.present)
    ]
    mark(log, kept, free=False)
    return template if len(kept) == len(template.sightings) else template.seen(kept)


def _distinct(templates: Sequence[Template], log: EditLog, least: int) -> list[Template]:
    """The templates without those that are a variant or a part of one that saves more."""
    distinct: list[Template] = []
    for template in sorted(templates, key=lambda one: (-one.gain(log), one.steps)):
        if not needless(log, template, distinct, least):
            distinct.append(template)
    return distinct
