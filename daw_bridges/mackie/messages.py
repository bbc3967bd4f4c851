"""What travels between a control surface and its host, as typed values.

``strip`` counts from 0 to 7; where a fader is meant, 8 is the master. A button or lamp is its note number
(see ``Button`` and ``StripButton``). "Up" is from the surface to the host, "down" from the host to it.
Values are checked by the codec, which is the only way from and to bytes (``daw_bridges.mackie.codec``).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

__all__ = [
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
    "TimecodeDigit",
    "Touch",
    "TouchSensitivity",
    "TouchlessFaders",
    "Turn",
    "Unknown",
    "VersionReply",
    "VersionRequest",
]


class Model(IntEnum):
    """Which device a system exclusive message is for or from: its fifth byte."""

    LOGIC_CONTROL = 0x10
    LOGIC_CONTROL_XT = 0x11
    MACKIE_CONTROL = 0x14
    MACKIE_CONTROL_XT = 0x15


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
    """One character of the time display: 0 is the rightmost of ten; ``dot`` lights the point behind it."""

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


# -- system exclusive, up -----------------------------------------------------------------------------------


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


# -- system exclusive, down ---------------------------------------------------------------------------------


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
