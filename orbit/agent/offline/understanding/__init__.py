"""From a producer's sentence to actions, with no language model.

Rules for single edits, slots for workflows.
"""

from __future__ import annotations

from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import (
    CopyDevices,
    Forget,
    Keep,
    Prefer,
    Preferences,
    Recall,
    Remember,
    TakeBack,
    Unprefer,
    Usual,
)
from orbit.agent.offline.understanding.sentences import (
    Edits,
    Mixed,
    Understood,
    understand,
)

__all__ = [
    "CopyDevices",
    "Edits",
    "Forget",
    "Keep",
    "Mixed",
    "Prefer",
    "Preferences",
    "Problem",
    "Recall",
    "Remember",
    "TakeBack",
    "Understood",
    "Unprefer",
    "Usual",
    "understand",
]
