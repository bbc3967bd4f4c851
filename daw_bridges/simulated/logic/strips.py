"""A channel strip of the simulated Logic, and what sits on it: inserts, sends, an instrument, regions."""

from __future__ import annotations

import math
from collections.abc import MutableSequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

__all__ = [
    "INSERT_SLOTS",
    "SEND_SLOTS",
    "Automation",
    "Parameter",
    "PlugIn",
    "Region",
    "Send",
    "SendPosition",
    "Strip",
    "StripKind",
]

INSERT_SLOTS = 15
SEND_SLOTS = 8


class StripKind(StrEnum):
    """What a strip is for; the global views of the surface choose by it."""

    AUDIO = "audio"
    INSTRUMENT = "instrument"
    MIDI = "midi"
    INPUT = "input"
    AUX = "aux"
    BUS = "bus"
    OUTPUT = "output"
    MASTER = "master"


class Automation(StrEnum):
    """A strip's automation mode."""

    OFF = "Off"
    READ = "Read"
    TOUCH = "Touch"
    LATCH = "Latch"
    WRITE = "Write"
    TRIM = "Trim"


class SendPosition(StrEnum):
    """Where a send takes its signal."""

    POST_PAN = "PostPn"
    POST = "Post"
    PRE = "Pre"


class Parameter(Protocol):
    """A parameter of a plug-in as the surface knows it: a name, a displayed value, and ways to move it."""

    @property
    def name(self) -> str:
        """The whole name."""
        ...

    @property
    def text(self) -> str:
        """The value as it is displayed, unit and all."""
        ...

    value: float
    """In the parameter's own unit (a choice: its place in the list)."""


@dataclass(eq=False, kw_only=True)
class PlugIn:
    """A plug-in in an insert slot, or an instrument; ``side_chain`` is its source's name in the header."""

    name: str
    parameters: MutableSequence[Parameter] = field(default_factory=list[Parameter])
    bypassed: bool = False
    side_chain: str | None = None
    preset: str | None = None


@dataclass(eq=False)
class Send:
    """One of eight sends: no ``destination`` is an empty slot; ``level_db`` −∞ … +6."""

    destination: str | None = None
    level_db: float = -math.inf
    position: SendPosition = SendPosition.POST_PAN
    muted: bool = False


@dataclass(eq=False)
class Region:
    """A region: ``start`` and ``length`` in quarter notes, notes as (pitch, start, length, velocity)."""

    name: str
    start: float
    length: float
    notes: list[tuple[int, float, float, int]] = field(default_factory=list[tuple[int, float, float, int]])


def _inserts() -> list[PlugIn | None]:
    return [None] * INSERT_SLOTS


def _sends() -> list[Send]:
    return [Send() for _ in range(SEND_SLOTS)]


@dataclass(eq=False)
class Strip:
    """A channel strip. ``volume_db`` −∞ … +6 (master +10), ``pan`` −64 … 63; equal to itself alone."""

    name: str
    kind: StripKind
    volume_db: float = 0.0
    pan: int = 0
    mute: bool = False
    solo: bool = False
    arm: bool = False
    colour: int = 0
    input: str = "Input 1"
    output: str = "Stereo Out"
    stereo: bool = True
    automation: Automation = Automation.READ
    instrument: PlugIn | None = None
    inserts: list[PlugIn | None] = field(default_factory=_inserts)
    sends: list[Send] = field(default_factory=_sends)
    regions: list[Region] = field(default_factory=list[Region])

    @property
    def is_track(self) -> bool:
        """Whether it can be recorded and has a lane in the Tracks area."""
        return self.kind in (StripKind.AUDIO, StripKind.INSTRUMENT, StripKind.MIDI)
