"""What can be wanted of devices: in the chain, out of it, switched, moved."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.lexicon import PUTTING

__all__ = ["DEVICES"]


def _insert(evidence: Evidence) -> str | None:
    devices = evidence.all("device")
    if len(devices) != 1 or not evidence.tracks or not evidence.only("device", "track"):
        return None
    article = "an" if devices[0].text[:1] in "aeiou" else "a"
    return f"put {article} {devices[0].text} on {evidence.tracks}"


def _bypass(evidence: Evidence) -> str | None:
    devices = evidence.all("device")
    if len(devices) != 1 or len(evidence.names) != 1 or not evidence.only("device", "track"):
        return None
    return f"bypass the {devices[0].text} on {evidence.tracks}"


DEVICES: tuple[Frame, ...] = (
    Frame(_insert, PUTTING),
    Frame(_bypass, words("bypass bypassed"), words("off")),
)
