"""A flat grammar: the commonest neighbours become one sign, over and over (Re-Pair, Larsson and Moffat)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines.flat import least_of, pattern_at, rows_of
from orbit.learning.pattern import Pattern

__all__ = ["by_grammar"]

_SHORTEST = 3


class _Sign(tuple[str, ...]):
    """A sign of the grammar, as the edits that it stands for."""

    __slots__ = ()


def by_grammar(demonstrations: Sequence[Demonstration]) -> list[Pattern]:
    """What the signs stand for that still stand often enough when no pair recurs: three edits or more."""
    rows = [[_Sign((edit,)) for edit in row] for row in rows_of(demonstrations)]
    least = least_of(demonstrations)
    while (pair := _commonest(rows, least)) is not None:
        for session, row in enumerate(rows):
            rows[session] = _joined(row, pair)
    where: dict[_Sign, list[tuple[int, int]]] = {}
    for session, row in enumerate(rows):
        place = 0
        for sign in row:
            where.setdefault(sign, []).append((session, place))
            place += len(sign)
    found = [
        pattern_at(sign, starts, len(starts) * (len(sign) - 1) - (len(sign) + 1))
        for sign, starts in where.items()
        if len(sign) >= _SHORTEST and len(starts) >= least
    ]
    return sorted(found, key=lambda pattern: (-pattern.gain, pattern.does))


def _commonest(rows: Sequence[Sequence[_Sign]], least: int) -> tuple[_Sign, _Sign] | None:
    counts = Counter(pair for row in rows for pair in pairwise(row))
    pair, times = max(counts.items(), key=lambda item: (item[1], item[0]), default=(None, 0))
    return pair if times >= least else None


def _joined(row: Sequence[_Sign], pair: tuple[_Sign, _Sign]) -> list[_Sign]:
    joined: list[_Sign] = []
    place = 0
    while place < len(row):
        if tuple(row[place : place + 2]) == pair:
            joined.append(_Sign(pair[0] + pair[1]))
            place += 2
        else:
            joined.append(row[place])
            place += 1
    return joined
