"""Where a template is seen in the log: the best alignments with what is still free, none over another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from orbit.learning.mining.log import APART, NEAR, EditLog, Numbers
from orbit.learning.mining.template import ABSENT, Sighting, Template, needed, paid

__all__ = ["bound", "match"]

_BITS_BETWEEN = 0.8
_NOWHERE = -1e9

_Hit: TypeAlias = tuple[int, int]
"""An edit, and which step it could be."""


def match(log: EditLog, template: Template, *, count: int | None = None, whole: bool = False) -> Template:
    """The template with every sighting among the free edits that saves something.

    ``count`` is how often it is thought to be there, where that is not how often it was seen so far.
    ``whole``: with no step left out.
    """
    prices = _Prices.of(log, template, count)
    fewest = len(template.steps) if whole else needed(len(template.steps))
    sightings = [
        sighting
        for hits in _clusters(log, template, fewest)
        for sighting in _aligned(log, prices, hits, fewest)
    ]
    return template.seen(sightings)


def bound(tracks: tuple[int, ...], roles: Sequence[int], of: Sequence[int]) -> tuple[int, ...] | None:
    """The tracks with those of one more edit in their roles; None where that contradicts them."""
    if len(roles) != len(of):
        return None
    known = list(tracks)
    for role, track in zip(roles, of, strict=True):
        if known[role] == ABSENT:
            if track in known:
                return None
            known[role] = track
        elif known[role] != track:
            return None
    return tuple(known)


@dataclass(frozen=True, slots=True)
class _Prices:
    """What the steps save, and up to each place what leaving all before it out costs."""

    template: Template
    there: list[float]
    before: list[float]
    start: float

    @classmethod
    def of(cls, log: EditLog, template: Template, count: int | None) -> _Prices:
        there, missing, start = paid(log, template, count)
        before = [0.0]
        for price in missing:
            before.append(before[-1] + price)
        return cls(template, there, before, start)


def _clusters(log: EditLog, template: Template, fewest: int) -> Iterator[list[_Hit]]:
    """The hits that are near enough to each other to be of one sighting, with enough different steps."""
    edits, steps = _hits(log, template)
    if not len(edits):
        return
    if template.roles == 1:
        where, clock, far = log.first_track[edits], log.first_rank[edits], NEAR + 1
    else:
        where, clock, far = np.zeros_like(edits), log.clocks[edits], APART
    order = np.lexsort((steps, clock, where))
    edits, steps, where, clock = edits[order], steps[order], where[order], clock[order]
    apart = (np.diff(where) != 0) | (np.diff(clock) > far) | (np.diff(log.clocks[edits]) > APART)
    starts = np.concatenate([[0], np.flatnonzero(apart) + 1])
    different = np.bitwise_count(np.bitwise_or.reduceat(np.left_shift(1, steps), starts))
    ends = np.append(starts[1:], len(edits))
    listed = list(zip(edits.tolist(), steps.tolist(), strict=True))
    enough = different >= fewest
    for start, end in zip(starts[enough].tolist(), ends[enough].tolist(), strict=True):
        yield listed[start:end]


def _hits(log: EditLog, template: Template) -> tuple[Numbers, Numbers]:
    free = {
        kind: edits[log.free_of(edits)] for kind in set(template.kinds) if len(edits := log.edits_of[kind])
    }
    found = [free[kind] for kind in template.kinds]
    steps = np.repeat(np.arange(len(found), dtype=np.int64), [len(edits) for edits in found])
    return np.concatenate(found), steps


def _aligned(log: EditLog, prices: _Prices, hits: list[_Hit], fewest: int) -> Iterator[Sighting]:
    """The best sightings in a cluster; what one took is not there for the next."""
    while len(hits) >= fewest:
        taken: set[int] = set()
        for sighting in _ends(log, prices, hits, fewest):
            if taken.isdisjoint(sighting.edits):
                taken.update(sighting.present)
                yield sighting
        if not taken:
            return
        hits = [hit for hit in hits if hit[0] not in taken]


@dataclass(slots=True)
class _Path:
    """The best way to have come to a hit."""

    bits: float
    previous: int
    tracks: tuple[int, ...]
    steps: int


def _ends(log: EditLog, prices: _Prices, hits: list[_Hit], fewest: int) -> list[Sighting]:
    """One sighting for each hit that it could end with, the best first, as far as it saves anything."""
    paths = _paths(log, prices, hits)
    found: list[Sighting] = []
    for at, (path, (_, step)) in enumerate(zip(paths, hits, strict=True)):
        bits = path.bits + prices.before[-1] - prices.before[step + 1] - prices.start
        if path.steps >= fewest and bits > 0:
            found.append(Sighting(_edits(hits, paths, at, len(prices.there)), path.tracks, bits))
    return sorted(found, key=lambda seen: (-seen.bits, seen.edits))


def _edits(hits: list[_Hit], paths: list[_Path], at: int, length: int) -> tuple[int, ...]:
    edits = [ABSENT] * length
    while at >= 0:
        edits[hits[at][1]] = hits[at][0]
        at = paths[at].previous
    return tuple(edits)


def _paths(log: EditLog, prices: _Prices, hits: list[_Hit]) -> list[_Path]:
    steps, none = prices.template.steps, (ABSENT,) * prices.template.roles
    before, tracks, clock = prices.before, log.tracks, log.clock
    paths: list[_Path] = []
    earliest = 0
    for edit, step in hits:
        own = bound(none, steps[step][1], tracks[edit])
        if own is None:
            paths.append(_Path(_NOWHERE, -1, none, 0))
            continue
        best = _Path(before[step], -1, own, 1)
        while clock[hits[earliest][0]] < clock[edit] - APART:
            earliest += 1
        for place in range(earliest, len(paths)):
            other, previous = hits[place]
            path = paths[place]
            if previous >= step or other >= edit:
                continue
            bits = path.bits + before[step] - before[previous + 1] + log.bits_track
            if bits <= best.bits:
                continue
            both = bound(path.tracks, steps[step][1], tracks[edit])
            if both is None or (between := log.between(other, edit)) > NEAR:
                continue
            bits -= _BITS_BETWEEN * between
            if bits > best.bits:
                best = _Path(bits, place, both, path.steps + 1)
        best.bits += prices.there[step]
        paths.append(best)
    return paths
