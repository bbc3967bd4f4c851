"""What the readers of a saved set find, before names are known: places are the numbers that Live stores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from daw_bridges.ableton.saved.points import Points
from daw_bridges.ableton.saved.settings import Setting
from daw_bridges.session import Device, Note

__all__ = ["Automatable", "FoundChain", "FoundClip", "FoundDevice", "FoundEnvelope", "FoundTrack", "Route"]


@dataclass(frozen=True, slots=True)
class Route:
    """Where a signal comes from or goes to: Live's path to it, and the text it last showed for it."""

    target: str
    shown: str = ""


class Automatable(NamedTuple):
    """A parameter that automation may point at; ``value`` turns stored values into the parameter's unit."""

    key: str
    value: Callable[[float], float]


@dataclass(slots=True)
class FoundEnvelope:
    """The automation of whatever has a number."""

    target: str
    points: Points


@dataclass(slots=True)
class FoundDevice:
    """A device without its chains and side chain, and those apart; ``tag`` is its element's name."""

    tag: str
    device: Device
    title: str
    """What Live shows above it, and calls an unnamed track or chain after."""
    source: Route | None = None
    chains: list[FoundChain] = field(default_factory=list["FoundChain"])
    by_target: dict[str, Automatable] = field(default_factory=dict[str, Automatable])
    automated: list[tuple[Automatable, Points]] = field(default_factory=list[tuple[Automatable, Points]])


@dataclass(slots=True)
class FoundChain:
    """A chain of a rack."""

    name: str = ""
    solo: bool = False
    mixer: dict[str, Setting] = field(default_factory=dict[str, Setting])
    devices: list[FoundDevice] = field(default_factory=list[FoundDevice])


@dataclass(slots=True)
class FoundClip:
    """A clip of either view, times in beats."""

    place: float
    """The slot from 1, or the beat at which it starts on the timeline."""
    name: str
    length: float
    """In beats; in seconds where the clip is in no tempo."""
    in_seconds: bool = False
    notes: tuple[Note, ...] = ()
    envelopes: list[FoundEnvelope] = field(default_factory=list[FoundEnvelope])
    sample: str | None = None
    """The name of the file it plays, of audio."""


@dataclass(slots=True)
class FoundTrack:
    """A track with all that is on it."""

    tag: str
    number: str
    name: str = ""
    user_name: str = ""
    color: str = "#808080"
    group: str = "-1"
    solo: bool = False
    armed: bool = False
    monitor: str = ""
    routes: dict[str, Route] = field(default_factory=dict[str, Route])
    mixer: dict[str, Setting] = field(default_factory=dict[str, Setting])
    sends: list[Setting] = field(default_factory=list[Setting])
    devices: list[FoundDevice] = field(default_factory=list[FoundDevice])
    clips: list[FoundClip] = field(default_factory=list[FoundClip])
    arrangement_clips: list[FoundClip] = field(default_factory=list[FoundClip])
    envelopes: list[FoundEnvelope] = field(default_factory=list[FoundEnvelope])
