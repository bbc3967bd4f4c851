"""What speaks against a pattern: it was done and then taken back."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.pattern import Pattern

__all__ = ["mostly_taken_back", "times_taken_back"]

_PART = 0.6
"""How much of a pattern has to be among what was taken back for it to be that which was."""


def mostly_taken_back(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> bool:
    """Say whether a pattern was taken back at least as often as it was kept."""
    return times_taken_back(pattern, demonstrations) >= len(pattern.occurrences)


def times_taken_back(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> int:
    """Count how often a pattern, or most of it, was done in one go and taken back."""
    wanted = frozenset(pattern.does)
    return sum(
        _of(pattern.does, [event.does for event in run])
        for one in demonstrations
        for run in one.rejected
        if not wanted.isdisjoint(event.does for event in run)
    )


def _of(steps: Sequence[str], done: Sequence[str]) -> bool:
    # One after the other through what was done: a step that is not there leaves the place where it was.
    found, tail = 0, list(done)
    for step in steps:
        if step in tail:
            tail = tail[tail.index(step) + 1 :]
            found += 1
    return found >= _PART * len(steps)
