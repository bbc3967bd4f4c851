"""Agent Workflow Memory's rule-based induction, after the paper (Wang and others, arXiv 2409.07429).

Each whole session is a workflow, once its arguments are abstracted away; one whose actions are the same as
another's is kept once. Written from the description, not from its code.
"""

from __future__ import annotations

from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines.flat import pattern_at, rows_of
from orbit.learning.pattern import Pattern

__all__ = ["by_whole_sessions"]

_SHORTEST = 2


def by_whole_sessions(demonstrations: Sequence[Demonstration]) -> list[Pattern]:
    """Every session of two edits or more, each order of edits once."""
    where: dict[tuple[str, ...], list[tuple[int, int]]] = {}
    for session, row in enumerate(rows_of(demonstrations)):
        if len(row) >= _SHORTEST:
            where.setdefault(tuple(row), []).append((session, 0))
    return [pattern_at(does, starts, len(starts)) for does, starts in where.items()]
