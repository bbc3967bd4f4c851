"""Which of what was found is which of what was planted, one to one; precision, recall and their mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbit.learning.evaluation.likeness import alike

__all__ = ["SAME", "Match", "Matching", "matched"]

SAME = 0.8
"""How alike, from 0 to 1, two orders of edits must be to pass for the same."""


@dataclass(frozen=True)
class Match:
    """A found workflow and a planted one, by their places, and how alike they are."""

    found: int
    planted: int
    likeness: float


@dataclass(frozen=True)
class Matching:
    """How much of what was found was planted, and of what was planted found; shares from 0 to 1."""

    matches: tuple[Match, ...]
    found: int
    planted: int

    @property
    def precision(self) -> float:
        """The share of what was found that was planted; 0 where nothing was found."""
        return len(self.matches) / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        """The share of what was planted that was found."""
        return len(self.matches) / self.planted if self.planted else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.found + self.planted
        return 2 * len(self.matches) / both if both else 0.0

    @property
    def exact(self) -> float:
        """The share of what was planted that was found step for step."""
        exact = sum(match.likeness >= 1.0 for match in self.matches)
        return exact / self.planted if self.planted else 0.0


def matched(found: Sequence[Sequence[str]], planted: Sequence[Sequence[str]]) -> Matching:
    """Match as many as can be, the likest first; what is less alike than ``SAME`` is no match."""
    likeness = {
        (here, there): score
        for here, one in enumerate(found)
        for there, other in enumerate(planted)
        if (score := alike(one, other)) >= SAME
    }
    best: dict[int, int] = {}
    for here, there in sorted(likeness, key=lambda pair: (-likeness[pair], pair)):
        if here not in best.values() and there not in best:
            best[there] = here
    for here in range(len(found)):
        if here not in best.values():
            _give(here, likeness, best, set())
    matches = (Match(here, there, likeness[here, there]) for there, here in best.items())
    return Matching(
        tuple(sorted(matches, key=lambda match: match.planted)), found=len(found), planted=len(planted)
    )


def _give(here: int, likeness: dict[tuple[int, int], float], best: dict[int, int], tried: set[int]) -> bool:
    """Find a planted one for a found one, if need be by giving another its second choice."""
    for there in sorted(there for one, there in likeness if one == here):
        if there in tried:
            continue
        tried.add(there)
        if there not in best or _give(best[there], likeness, best, tried):
            best[there] = here
            return True
    return False
