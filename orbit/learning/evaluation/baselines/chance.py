"""As many pieces of sessions as there are workflows, cut out blindly: what luck alone finds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines.flat import LONGEST, pattern_at, rows_of
from orbit.learning.pattern import Pattern

__all__ = ["by_chance"]

_COUNT, _SHORTEST = 12, 3


def by_chance(demonstrations: Sequence[Demonstration]) -> list[Pattern]:
    """Twelve pieces of three to eight edits, the same each time."""
    rng = Random("chance")  # noqa: S311 - dice, no secret
    rows = [(session, row) for session, row in enumerate(rows_of(demonstrations)) if len(row) >= _SHORTEST]
    pieces: list[Pattern] = []
    for _ in range(_COUNT if rows else 0):
        session, row = rng.choice(rows)
        length = rng.randint(_SHORTEST, min(LONGEST, len(row)))
        start = rng.randint(0, len(row) - length)
        pieces.append(pattern_at(row[start : start + length], [(session, start)], 0.0))
    return pieces
