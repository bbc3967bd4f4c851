"""How much of what was found does the same as something else that was found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from orbit.learning.evaluation.likeness import alike

__all__ = ["overlap"]

_OVERLAPS = 0.5


def overlap(found: Sequence[Sequence[str]]) -> float:
    """The share, from 0 to 1, of the pairs that have at least half of their steps in common."""
    pairs = list(combinations(found, 2))
    if not pairs:
        return 0.0
    return sum(alike(one, other) >= _OVERLAPS for one, other in pairs) / len(pairs)
