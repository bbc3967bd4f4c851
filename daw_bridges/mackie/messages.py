"""What travels between a control surface and its host, as typed values.

``strip`` counts from 0 to 7; where a fader is meant, 8 is the master. A button or lamp is its note number
(see ``Button`` and ``StripButton``). "Up" is from the surface to the host, "down" from the host to it.
Values are checked by the codec, which is the only way from and to bytes (``daw_bridges.mackie.codec``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from daw_bridges.mackie.exclusive import (
    Assignment,
    Backlight,
    ChannelMeterMode,
    Click,
    Colours,
    ConnectionConfirmation,
    ConnectionQuery,
    ConnectionRefusal,
    ConnectionReply,
    DeviceQuery,
    FadersToMinimum,
    GlobalMeterMode,
    GoOffline,
    LampsOff,
    Lcd,
    Model,
    Reset,
    Timecode,
    TouchlessFaders,
    TouchSensitivity,
    VersionReply,
    VersionRequest,
)

__all__ = [
    "Assignment",
    "AssignmentDigit",
    "Backlight",
    "ChannelMeterMode",
    "Click",
    "Colours",
    "ConnectionConfirmation",
    "ConnectionQuery",
    "ConnectionRefusal",
    "ConnectionReply",
    "DeviceQuery",
    "ExternalControl",
    "Fader",
    "FadersToMinimum",
    "GlobalMeterMode",
    "GoOffline",
    "Jog",
    "Lamp",
    "LampState",
    "LampsOff",
    "Lcd",
    "Message",
    "Meter",
    "MeterLevel",
    "Model",
    "Press",
    "Reset",
    "Ring",
    "RingMode",
    "Timecode",
    "TimecodeDigit",
    "Touch",
    "TouchSensitivity",
    "TouchlessFaders",
    "Turn",
    "Unknown",
    "VersionReply",
    "VersionRequest",
]


class LampState(IntEnum):
    """What a lamp does: the velocity it is sent with."""

    OFF = 0x00
    FLASH = 0x01
    ON = 0x7F


class RingMode(IntEnum):
    """How the eleven lamps around a V-Pot show a value."""

    DOT = 0
    BOOST_CUT = 1
    WRAP = 2
    SPREAD = 3


# -- both ways --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fader:
    """A fader's place: 0 … 16383, of which the upper ten bits count."""

    strip: int
    position: int


# -- up: what a hand does ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Press:
    """A button goes down, or up again."""

    button: int
    down: bool


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand on a fader, or off it again; strip 8 is the master."""

    strip: int
    on: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A V-Pot turned by −63 … 63 ticks, clockwise above 0."""

    strip: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Jog:
    """The wheel turned by −63 … 63 ticks, clockwise above 0."""

    ticks: int


@dataclass(frozen=True, slots=True)
class ExternalControl:
    """The pedal input: 0 … 127."""

    value: int


# -- down: what the surface shows ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lamp:
    """A button's lamp."""

    button: int
    state: LampState


@dataclass(frozen=True, slots=True)
class Ring:
    """The lamps around a V-Pot: ``value`` 0 (none) … 11, and the small one below (``centre``)."""

    strip: int
    mode: RingMode
    value: int
    centre: bool = False


@dataclass(frozen=True, slots=True)
class TimecodeDigit:
    """One character of the time display: 0 is the rightmost of ten; ``dot`` lights the point behind it.

    Seven segments know no small letters: characters are capitals, digits and signs (see ``segments``).
    """

    place: int
    character: str
    dot: bool = False


@dataclass(frozen=True, slots=True)
class AssignmentDigit:
    """One of the two characters of the mode display: 0 is the right one; ``dot`` lights its point."""

    place: int
    character: str
    dot: bool = False


class MeterLevel(IntEnum):
    """What a meter message says besides a level of 0 … 12."""

    OVERLOAD = 0xE
    CLEAR_OVERLOAD = 0xF


@dataclass(frozen=True, slots=True)
class Meter:
    """A strip's level: 0 … 12, or ``MeterLevel``."""

    strip: int
    level: int


# -- anything else ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unknown:
    """A MIDI message that is none of these; kept as it came, so that nothing is lost."""

    data: bytes


Message = (
    Fader
    | Press
    | Touch
    | Turn
    | Jog
    | ExternalControl
    | Lamp
    | Ring
    | TimecodeDigit
    | AssignmentDigit
    | Meter
    | ConnectionQuery
    | ConnectionConfirmation
    | ConnectionRefusal
    | VersionReply
    | DeviceQuery
    | ConnectionReply
    | GoOffline
    | VersionRequest
    | Lcd
    | Timecode
    | Assignment
    | Click
    | Backlight
    | TouchlessFaders
    | TouchSensitivity
    | ChannelMeterMode
    | GlobalMeterMode
    | FadersToMinimum
    | LampsOff
    | Reset
    | Colours
    | Unknown
)
