"""Contiguous runs of edits, chosen by how much shorter they make the sessions: no gaps, no data flow."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines.flat import LONGEST, least_of, pattern_at, rows_of
from orbit.learning.pattern import Pattern

__all__ = ["by_ngrams"]

_SHORTEST = 2
_MOST = 40

Starts = list[tuple[int, int]]


def by_ngrams(demonstrations: Sequence[Demonstration]) -> list[Pattern]:
    """At most forty runs of two to eight edits, greedily by description length."""
    rows = rows_of(demonstrations)
    least = least_of(demonstrations)
    where = {run: starts for run, starts in _runs(rows).items() if len(starts) >= least}
    free = [[True] * len(row) for row in rows]
    waiting = [(-_gain(run, len(starts)), run) for run, starts in where.items()]
    heapq.heapify(waiting)
    chosen: list[Pattern] = []
    while waiting and len(chosen) < _MOST:
        promised, run = heapq.heappop(waiting)
        starts = _apart(where[run], len(run), free)
        gain = _gain(run, len(starts))
        if len(starts) < least or gain <= 0:
            continue
        if gain < -promised:
            heapq.heappush(waiting, (-gain, run))
            continue
        chosen.append(pattern_at(run, starts, gain))
        for session, start in starts:
            free[session][start : start + len(run)] = [False] * len(run)
    return chosen


def _runs(rows: Sequence[Sequence[str]]) -> dict[tuple[str, ...], Starts]:
    where: dict[tuple[str, ...], Starts] = {}
    for session, row in enumerate(rows):
        for length in range(_SHORTEST, LONGEST + 1):
            for start in range(len(row) - length + 1):
                where.setdefault(tuple(row[start : start + length]), []).append((session, start))
    return where


def _gain(run: Sequence[str], times: int) -> float:
    """How many symbols less it takes to write the sessions with a sign for the run."""
    return times * (len(run) - 1) - (len(run) + 1)


def _apart(starts: Starts, length: int, free: Sequence[Sequence[bool]]) -> Starts:
    """The places that nothing else has taken and that do not overlap."""
    kept: Starts = []
    last = (-1, -1)
    for session, start in starts:
        if session == last[0] and start < last[1]:
            continue
        if all(free[session][start : start + length]):
            kept.append((session, start))
            last = session, start + length
    return kept
