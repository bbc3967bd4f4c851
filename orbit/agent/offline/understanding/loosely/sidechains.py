"""What a device listens to, in whatever words."""

from __future__ import annotations

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.loosely.frame import Frame
from orbit.agent.offline.understanding.loosely.targets import targets

__all__ = ["SIDECHAINS"]


def _is_meant(evidence: Evidence) -> bool:
    """Whether it speaks of a side chain: a chain alone is what a track's devices stand in."""
    return evidence.says(*_CHAIN, *_HEARING) or (evidence.says("side") and evidence.says(*_OF_A_SIDE))


def _feed(evidence: Evidence) -> str | None:
    """A device's side chain from a track: of two tracks, the one that has the device is not the source."""
    devices, names = evidence.all("device"), evidence.names
    if len(devices) != 1 or len(names) not in (1, 2) or not evidence.only("device", "track"):
        return None
    if not _is_meant(evidence):
        return None
    having = [
        name
        for name in names
        if any(_is(evidence, each.kind) for each in evidence.ground.track(name).devices)
    ]
    if len(names) == 1:
        return f"sidechain the {devices[0].text} to {quoted(names[0])}" if not having else None
    if len(having) != 1:
        return None
    source = next(name for name in names if name not in having)
    return f"sidechain the {devices[0].text} on {quoted(having[0])} to {quoted(source)}"


def _is(evidence: Evidence, kind: str | None) -> bool:
    return kind in evidence.all("device")[0].values


def _stop(evidence: Evidence) -> str | None:
    """A device that listens to nothing beside its own track."""
    devices = evidence.all("device")
    if len(devices) != 1 or len(evidence.names) > 1 or not evidence.only("device", "track"):
        return None
    if not _is_meant(evidence) or (evidence.says("not") and not evidence.says(*_NO_LONGER)):
        return None
    where = f" on {evidence.tracks}" if evidence.tracks else ""
    return (
        f"turn off the sidechain of the {devices[0].text}{where}" if targets(evidence, devices[0]) else None
    )


_NO_LONGER = words("anymore any longer should want need be")
"""With a "not", they say that it is to end, and not that it is to stay away."""
_CHAIN = words("sidechain sidechained sidechaining key keyed keying trigger triggered ducking duck")
_OF_A_SIDE = words("chain chains chained chaining")
_HEARING = words("listen listens listening react reacts respond responds")
_ENDING = words("stop no not off remove disable kill clear without end cancel longer")

SIDECHAINS: tuple[Frame, ...] = (
    Frame(
        _feed,
        _CHAIN | _HEARING | _OF_A_SIDE,
        words("side input source external signal use using feed fed as off trigger from driven"),
    ),
    Frame(
        _stop,
        _ENDING,
        _CHAIN | _OF_A_SIDE | words("side input source external signal any more anymore from being"),
    ),
)
"""What can be wanted of side chains."""
