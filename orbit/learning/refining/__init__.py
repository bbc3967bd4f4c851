"""Refinement of what was learned by a language model: its words only, within a budget, if asked for."""

from __future__ import annotations

from orbit.learning.refining.budget import Budget
from orbit.learning.refining.refine import Merge, Refined, Report, refine

__all__ = ["Budget", "Merge", "Refined", "Report", "refine"]
