"""Conditions on a session: before a workflow may run, after it ran, and what a benchmark expects.

The grammar stands in ``orbit.workflows.conditions.grammar``.
"""

from __future__ import annotations

from orbit.workflows.conditions.clauses import Holding
from orbit.workflows.conditions.evaluate import holds, is_parameter_shown, sentence
from orbit.workflows.conditions.grammar import problems

__all__ = ["Holding", "holds", "is_parameter_shown", "problems", "sentence"]
