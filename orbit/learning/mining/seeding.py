"""Seeds: pairs of edits, near each other and of one track, that are there more often than by chance."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import log2
from typing import TypeAlias

import numpy as np

from orbit.learning.mining.log import APART, AT_ONCE, EditLog, Numbers
from orbit.learning.mining.template import Step

__all__ = ["Seed", "Seeds"]

_ON_TRACK = 3
_WORTH, _OFTENER = 2.0, 1.5

_Pairs: TypeAlias = tuple[Numbers, Numbers]
_Waiting: TypeAlias = tuple[float, tuple[Step, Step], int]


@dataclass(frozen=True, slots=True)
class Seed:
    """Two steps, and how often both are free."""

    steps: tuple[Step, Step]
    count: int


class Seeds:
    """Pairs of kinds of edit that are worth a look: looked up once, weighed anew as edits are explained.

    ``within``: only those that are in one of these demonstrations, by their places; in any where there are
    none.
    """

    def __init__(self, log: EditLog, least: int, within: Collection[int] = ()) -> None:
        self._log, self._least = log, least
        self._within = np.isin(log.demonstration, sorted(within)) if within else np.ones(len(log), np.bool_)
        self._where: dict[tuple[Step, Step], _Pairs] = {}
        self._waiting: list[_Waiting] = []
        self._by_chance = 0
        one, other = _neighbours(log)
        if len(one):
            self._sort(one, other)

    def _sort(self, one: Numbers, other: Numbers) -> None:
        """Put pairs of edits with others of the same kinds that share their tracks in the same way."""
        self._by_chance = len(one)
        kinds = np.array(self._log.kind, dtype=np.int64)
        keys = (kinds[one] * len(self._log.kinds) + kinds[other]) * _FORMS + _forms(self._log, one, other)
        order = np.argsort(keys, kind="stable")
        keys, one, other = keys[order], one[order], other[order]
        starts = np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1])
        ends = np.append(starts[1:], len(keys))
        often = (ends - starts >= self._least) & np.logical_or.reduceat(self._within[one], starts)
        for start, end in zip(starts[often].tolist(), ends[often].tolist(), strict=True):
            steps = self._steps(int(one[start]), int(other[start]))
            self._where[steps] = one[start:end], other[start:end]

    def _steps(self, one: int, other: int) -> tuple[Step, Step]:
        roles: dict[int, int] = {}
        first, second = (
            tuple(roles.setdefault(track, len(roles)) for track in self._log.tracks[edit])
            for edit in (one, other)
        )
        return (self._log.kind[one], first), (self._log.kind[other], second)

    def begin(self) -> None:
        """Put all in order by what they promise with what is free now."""
        self._waiting = [
            (-self._promise(steps, len(pairs[0])), steps, len(pairs[0]))
            for steps, pairs in self._where.items()
        ]
        heapq.heapify(self._waiting)

    def next(self, besides: Collection[Collection[int]] = ()) -> Seed | None:
        """The seed that promises most; none where no more is worth it.

        Each comes once; those whose kinds of edit are both in one of ``besides`` wait for another time.
        """
        passed: list[_Waiting] = []
        found: Seed | None = None
        while self._waiting and found is None and -self._waiting[0][0] >= _WORTH * self._log.bits_kind:
            waiting = heapq.heappop(self._waiting)
            _, steps, count = waiting
            if any(steps[0][0] in kinds and steps[1][0] in kinds for kinds in besides):
                passed.append(waiting)
            elif (left := self._left(steps)) == count:
                found = Seed(steps, count)
            elif left >= self._least:
                heapq.heappush(self._waiting, (-self._promise(steps, left), steps, left))
        for waiting in passed:
            heapq.heappush(self._waiting, waiting)
        return found

    def _left(self, steps: tuple[Step, Step]) -> int:
        one, other = self._where[steps]
        free = self._log.free_of(one) & self._log.free_of(other)
        return int(free.sum()) if self._within[one[free]].any() else 0

    def _promise(self, steps: tuple[Step, Step], count: int) -> float:
        """What the pairs tell against chance, in bits."""
        (one, _), (other, _) = steps
        expected = self._by_chance * 2.0 ** -(self._log.bits[one] + self._log.bits[other])
        return count * log2(count / expected) if count >= _OFTENER * expected else 0.0


_FORMS = 16


def _forms(log: EditLog, one: Numbers, other: Numbers) -> Numbers:
    """How two edits share their tracks, as a number: which of the first's are which of the second's."""
    first, second = log.two_tracks[one], log.two_tracks[other]
    shared = (first[:, :, None] == second[:, None, :]) & (first[:, :, None] >= 0)
    return (shared.reshape(-1, 4) * np.array([1, 2, 4, 8])).sum(axis=1)


def _neighbours(log: EditLog) -> tuple[Numbers, Numbers]:
    """Pairs of edits that share a track and have little of that track between them."""
    tracks, edits = log.appearances()
    found: list[tuple[Numbers, Numbers]] = []
    for distance in range(1, _ON_TRACK + 1):
        one, other = edits[:-distance], edits[distance:]
        near = (tracks[:-distance] == tracks[distance:]) & (log.clocks[other] - log.clocks[one] <= APART)
        found.append((one[near], other[near]))
    found += list(_elsewhere(log))
    pairs = np.unique(np.concatenate([np.stack(pair, axis=1) for pair in found]), axis=0)
    return pairs[:, 0], pairs[:, 1]


def _elsewhere(log: EditLog) -> Iterator[_Pairs]:
    """Pairs of edits that share no track and are done at once."""
    edits = np.arange(len(log), dtype=np.int64)
    for distance in range(1, AT_ONCE + 1):
        one, other = edits[:-distance], edits[distance:]
        near = (log.clocks[other] - log.clocks[one] == distance) & (_forms(log, one, other) == 0)
        yield one[near], other[near]
