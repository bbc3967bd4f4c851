"""From a producer's sentence to actions, with no language model.

Rules for single edits, slots for workflows.
"""

from __future__ import annotations

from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Forget, Remember, Say, TakeBack
from orbit.agent.offline.understanding.sentences import (
    Edits,
    Mixed,
    Understood,
    is_question,
    is_refusal,
    understand,
)

__all__ = [
    "Edits",
    "Forget",
    "Mixed",
    "Problem",
    "Remember",
    "Say",
    "TakeBack",
    "Understood",
    "is_question",
    "is_refusal",
    "understand",
]
