"""What can be wanted of whole tracks."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame

__all__ = ["TRACKS"]


def _duplicate(evidence: Evidence) -> str | None:
    said = " ".join((*evidence.rest, *(each.text for each in evidence.found))).split()
    one = len(evidence.names) == 1 and evidence.only("track") and "track" in said
    return f"duplicate the track {evidence.tracks}" if one else None


TRACKS: tuple[Frame, ...] = (
    Frame(_duplicate, words("entire whole copy copies duplicate clone"), words("another")),
)
