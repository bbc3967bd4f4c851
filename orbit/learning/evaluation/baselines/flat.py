"""Sessions as plain rows of edits, which is all that the baselines look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.found import kind_of
from orbit.learning.pattern import Occurrence, Pattern

__all__ = ["LONGEST", "least_of", "pattern_at", "rows_of"]

LONGEST = 8
_LEAST, _LEAST_SHARE = 3, 0.015


def rows_of(demonstrations: Sequence[Demonstration]) -> list[list[str]]:
    """Each session's edits, kind by kind."""
    return [[kind_of(event, each) for event in each.events] for each in demonstrations]


def least_of(demonstrations: Sequence[Demonstration]) -> int:
    """How often something must recur: thrice, or in 1.5 % of many sessions."""
    return max(_LEAST, round(_LEAST_SHARE * len(demonstrations)))


def pattern_at(does: Sequence[str], starts: Iterable[tuple[int, int]], gain: float) -> Pattern:
    """A pattern without gaps, from where in which sessions it begins."""
    occurrences = tuple(
        Occurrence(session, tuple(range(start, start + len(does)))) for session, start in starts
    )
    return Pattern(tuple(does), occurrences, gain)
