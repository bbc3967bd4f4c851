"""Aligning: which of the edits that are near each other are which steps of a template, by what that saves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from orbit.learning.mining.log import APART, NEAR, EditLog
from orbit.learning.mining.template import ABSENT, BITS_BETWEEN, BITS_NEXT, Sighting, Template, linked, paid

__all__ = ["Aligner", "Hit"]

_NOWHERE = -1e9

Hit: TypeAlias = tuple[int, int]
"""An edit, and which step it could be."""


class _Found(NamedTuple):
    """A sighting by places in a row of hits, the last hit first; ``bits`` is what it saves."""

    bits: float
    hits: tuple[int, ...]


@dataclass(slots=True)
class _Paths:
    """For each hit the best way to have come to it: what it saves, from which hit, of how many steps."""

    bits: list[float] = field(default_factory=list[float])
    previous: list[int] = field(default_factory=list[int])
    lengths: list[int] = field(default_factory=list[int])

    def add(self, bits: float, previous: int, length: int) -> None:
        self.bits.append(bits)
        self.previous.append(previous)
        self.lengths.append(length)


class Aligner:
    """Finds the sightings of one template in rows of hits, of which ``fewest`` steps must be there.

    ``count`` is how often the template is thought to be in the log: what is rare must save more at a time.
    Hits come in the order of time. Of a template on one track, rows that look alike are looked at once.
    """

    def __init__(self, log: EditLog, template: Template, fewest: int, count: int) -> None:
        self._log, self._template, self._fewest = log, template, fewest
        self._there, missing, self._start = paid(log, template, count)
        self._linked = linked(log, template)
        self._before = [0.0]
        for price in missing:
            self._before.append(self._before[-1] + price)
        self._alike: dict[tuple[int, ...], list[_Found]] = {}

    def sightings(self, hits: Sequence[Hit]) -> list[Sighting]:
        """The best sightings in a row, none with an edit of another."""
        if self._template.roles > 1:
            return [self._sighting(hits, found) for found in self._over_tracks(hits)]
        ranks, edits = self._log.first_rank_list, [edit for edit, _ in hits]
        first, length = ranks[edits[0]], len(self._template.steps)
        shape = tuple((ranks[edit] - first) * length + step for edit, step in hits)
        if shape not in self._alike:
            self._alike[shape] = self._on_track(shape)
        return [self._sighting(hits, found) for found in self._alike[shape]]

    def _sighting(self, hits: Sequence[Hit], found: _Found) -> Sighting:
        edits = [ABSENT] * len(self._there)
        tracks = [ABSENT] * self._template.roles
        for at in found.hits:
            edit, step = hits[at]
            edits[step] = edit
            for role, track in zip(self._template.steps[step][1], self._log.tracks[edit], strict=True):
                tracks[role] = track
        return Sighting(tuple(edits), tuple(tracks), found.bits)

    def _on_track(self, shape: tuple[int, ...]) -> list[_Found]:
        """The sightings in a row of hits that are all of one track alone."""
        length = len(self._template.steps)
        row = [divmod(each, length) for each in shape]
        left = list(range(len(row)))
        found: list[_Found] = []
        while len(left) >= self._fewest:
            here = [row[at] for at in left]
            new = self._best(here, self._paths_on_track(here))
            found += [_Found(one.bits, tuple(left[at] for at in one.hits)) for one in new]
            left = _rest(left, [row[at][0] for at in left], new)
            if not new:
                break
        return found

    def _over_tracks(self, hits: Sequence[Hit]) -> list[_Found]:
        left = list(range(len(hits)))
        found: list[_Found] = []
        while len(left) >= self._fewest:
            here = [hits[at] for at in left]
            new = self._best(here, self._paths_over_tracks(here))
            found += [_Found(one.bits, tuple(left[at] for at in one.hits)) for one in new]
            left = _rest(left, [hits[at][0] for at in left], new)
            if not new:
                break
        return found

    def _best(self, row: Sequence[tuple[int, int]], paths: _Paths) -> list[_Found]:
        """What saves most of all that could end with each hit, then the next that has none of its edits."""
        whole = self._before[-1] - self._start
        ends = sorted(
            (-bits, at)
            for at, (_, step) in enumerate(row)
            if paths.lengths[at] >= self._fewest
            and (bits := paths.bits[at] + whole - self._before[step + 1]) > 0
        )
        taken: set[int] = set()
        found: list[_Found] = []
        for bits, end in ends:
            path = _back(paths, end)
            here = {row[at][0] for at in path}
            if taken.isdisjoint(here):
                taken |= here
                found.append(_Found(-bits, path))
        return found

    def _paths_on_track(self, row: Sequence[tuple[int, int]]) -> _Paths:
        before, each = self._before, self._log.bits_track
        paths = _Paths()
        for at, (rank, step) in enumerate(row):
            best, previous, steps = before[step], -1, 1
            for place in range(at - 1, -1, -1):
                other_rank, other = row[place]
                if rank - other_rank > NEAR + 1:
                    break
                if other >= step or other_rank == rank:
                    continue
                bits = paths.bits[place] + before[step] - before[other + 1] + each
                bits -= BITS_NEXT + BITS_BETWEEN * (rank - other_rank - 1)
                if bits > best:
                    best, previous, steps = bits, place, paths.lengths[place] + 1
            paths.add(best + self._there[step], previous, steps)
        return paths

    def _paths_over_tracks(self, row: Sequence[Hit]) -> _Paths:
        """The same over several tracks; the best way decides which tracks they are."""
        log, steps, before = self._log, self._template.steps, self._before
        none = (ABSENT,) * self._template.roles
        bindings: list[tuple[int, ...]] = []
        paths = _Paths()
        for at, (edit, step) in enumerate(row):
            own = _bound(none, steps[step][1], log.tracks[edit])
            best, previous, length = before[step] if own else _NOWHERE, -1, 1
            for place in range(at - 1 if own else -1, -1, -1):
                other_edit, other = row[place]
                if log.clock[edit] - log.clock[other_edit] > APART:
                    break
                if other >= step or other_edit == edit:
                    continue
                bits = paths.bits[place] + before[step] - before[other + 1] + self._linked[step]
                if bits <= best or (between := log.between(other_edit, edit)) > NEAR:
                    continue
                bits -= BITS_NEXT + BITS_BETWEEN * between
                both = _bound(bindings[place], steps[step][1], log.tracks[edit]) if bits > best else None
                if both:
                    best, previous, length, own = bits, place, paths.lengths[place] + 1, both
            bindings.append(own or none)
            paths.add(best + self._there[step], previous, length)
        return paths


def _back(paths: _Paths, at: int) -> tuple[int, ...]:
    path: list[int] = []
    while at >= 0:
        path.append(at)
        at = paths.previous[at]
    return tuple(path)


def _rest(left: Sequence[int], edits: Sequence[int], found: Sequence[_Found]) -> list[int]:
    taken = {edits[at] for one in found for at in one.hits}
    return [at for at, edit in zip(left, edits, strict=True) if edit not in taken]


def _bound(tracks: tuple[int, ...], roles: Sequence[int], of: Sequence[int]) -> tuple[int, ...] | None:
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
