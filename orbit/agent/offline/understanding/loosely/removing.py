"""Whether something is to be removed: by one word, or by two ("throw it away")."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.deeds import REMOVING, THROWING
from orbit.agent.offline.understanding.loosely.evidence import Evidence

__all__ = ["AWAY", "removes"]

AWAY = words("away out off rid")
_ALONE = REMOVING - THROWING


def removes(evidence: Evidence) -> bool:
    """Whether the words beside what is named say that it is to go."""
    return evidence.says(*_ALONE) or (evidence.says(*THROWING) and evidence.says(*AWAY))
