"""What learning looks at: a cleaned trajectory, each edit with what it touches by identity, not by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from daw_bridges.actions import Action

__all__ = ["Demonstration", "DeviceSeen", "Event", "TrackSeen"]


@dataclass(frozen=True, slots=True)
class Event:
    """One edit that stood: neither failed nor taken back, a drag of a knob as the one value it ended at.

    ``does`` is what kind of edit it is, without to what and how much (``insert_device compressor``,
    ``set_parameter compressor threshold``); edits of one workflow agree in it from one time to the next.
    ``tracks`` and ``device`` say what it touches, as places in the demonstration's own lists: the track the
    edit is of comes first, then those its other fields name.
    """

    action: Action
    t: float
    by_hand: bool
    does: str
    tracks: tuple[int, ...]
    device: int | None = None
    also: tuple[Event, ...] = ()
    """The same edit of other tracks, done in the same go, where it was folded (``orbit.learning.loops``)."""


@dataclass(frozen=True, slots=True)
class TrackSeen:
    """One track of a demonstration, followed when it is renamed; ``name`` is the last it had there.

    ``created``: it was created within the demonstration.
    """

    name: str
    created: bool = False


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """One device of a demonstration: on which track, of which kind (or the host's name of it).

    ``inserted``: it was inserted within the demonstration, else it was there before.
    """

    track: int
    kind: str
    inserted: bool = False


@dataclass(frozen=True, slots=True)
class Demonstration:
    """A cleaned trajectory.

    ``rejected``: edits that were done and then taken back, as runs of neighbours; they count against what
    they are an example of.
    """

    trajectory: str
    session: str
    project: str
    daw: str
    goal: str | None
    started: datetime
    events: tuple[Event, ...]
    tracks: tuple[TrackSeen, ...] = ()
    devices: tuple[DeviceSeen, ...] = ()
    rejected: tuple[tuple[Event, ...], ...] = ()
