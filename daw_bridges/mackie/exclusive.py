"""The system exclusive messages between a control surface and its host, as typed values.

Each says with ``model`` which device it is for or from. They are part of the vocabulary of ``messages``,
which names them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = [
    "Assignment",
    "Backlight",
    "ChannelMeterMode",
    "Click",
    "Colours",
    "ConnectionConfirmation",
    "ConnectionQuery",
    "ConnectionRefusal",
    "ConnectionReply",
    "DeviceQuery",
    "FadersToMinimum",
    "GlobalMeterMode",
    "GoOffline",
    "LampsOff",
    "Lcd",
    "Model",
    "Reset",
    "Timecode",
    "TouchSensitivity",
    "TouchlessFaders",
    "VersionReply",
    "VersionRequest",
]


class Model(IntEnum):
    """Which device a system exclusive message is for or from: its fifth byte."""

    LOGIC_CONTROL = 0x10
    LOGIC_CONTROL_XT = 0x11
    MACKIE_CONTROL = 0x14
    MACKIE_CONTROL_XT = 0x15


# -- up ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConnectionQuery:
    """A surface is there: seven bytes of serial number, four of challenge (each 0 … 127)."""

    model: int
    serial: bytes
    challenge: bytes


@dataclass(frozen=True, slots=True)
class ConnectionConfirmation:
    """The surface took the host's answer."""

    model: int
    serial: bytes


@dataclass(frozen=True, slots=True)
class ConnectionRefusal:
    """The surface did not take the host's answer."""

    model: int
    serial: bytes


@dataclass(frozen=True, slots=True)
class VersionReply:
    """The firmware's version: five ASCII characters, such as ``V1.02``."""

    model: int
    version: str


# -- down --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeviceQuery:
    """Is a surface there?"""

    model: int


@dataclass(frozen=True, slots=True)
class ConnectionReply:
    """The host's answer to a challenge."""

    model: int
    serial: bytes
    response: bytes


@dataclass(frozen=True, slots=True)
class GoOffline:
    """The host lets go of the surface."""

    model: int


@dataclass(frozen=True, slots=True)
class VersionRequest:
    """Which firmware is this?"""

    model: int


@dataclass(frozen=True, slots=True)
class Lcd:
    """Text for the display: 2 × 56 characters, the upper row from offset 0, the lower from 56 (0x38)."""

    model: int
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Timecode:
    """The rightmost characters of the time display, up to ten, read from left to right; a point for each."""

    model: int
    characters: str
    dots: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Assignment:
    """Both characters of the mode display, read from left to right, and a point for each."""

    model: int
    characters: str
    dots: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Click:
    """Whether buttons click."""

    model: int
    on: bool


@dataclass(frozen=True, slots=True)
class Backlight:
    """Minutes until the display's light goes off; 0 is never."""

    model: int
    minutes: int


@dataclass(frozen=True, slots=True)
class TouchlessFaders:
    """Whether faders count as touched when they only move."""

    model: int
    on: bool


@dataclass(frozen=True, slots=True)
class TouchSensitivity:
    """How readily a fader feels a hand: 0 … 5."""

    model: int
    strip: int
    value: int


@dataclass(frozen=True, slots=True)
class ChannelMeterMode:
    """What a strip's meter shows: bits for the lamp (1), peak hold (2) and the display (4)."""

    model: int
    strip: int
    mode: int


@dataclass(frozen=True, slots=True)
class GlobalMeterMode:
    """Whether meters stand across (False) or upright (True)."""

    model: int
    vertical: bool


@dataclass(frozen=True, slots=True)
class FadersToMinimum:
    """All faders down."""

    model: int


@dataclass(frozen=True, slots=True)
class LampsOff:
    """All lamps off."""

    model: int


@dataclass(frozen=True, slots=True)
class Reset:
    """Start anew."""

    model: int


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of the eight displays, as newer units have them: one byte (0 … 127) each."""

    model: int
    values: bytes
