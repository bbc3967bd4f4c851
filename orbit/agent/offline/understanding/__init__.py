"""From a producer's sentence to actions, with no language model.

Rules for single edits, slots for workflows.
"""

from __future__ import annotations

from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Forget, Keep, Recall, Remember, Say, TakeBack, Usual
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
    "Keep",
    "Mixed",
    "Problem",
    "Recall",
    "Remember",
    "Say",
    "TakeBack",
    "Understood",
    "Usual",
    "is_question",
    "is_refusal",
    "understand",
]
