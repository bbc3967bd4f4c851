"""Messages from and to bytes, by one table, both ways.

``decode`` is total: bytes that are none of the protocol's messages become ``Unknown``. ``encode`` is
canonical: each message has one form. A message reads back as it was: ``decode(encode(m), way) == m``.

Source: Logic Control MIDI implementation (Logic Pro 7.2, Dedicated Control Surface Support, appendix B,
pages 239–250); ``Colours`` as newer hosts send them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from daw_bridges.errors import MessageError
from daw_bridges.mackie import fields as f
from daw_bridges.mackie import messages as m
from daw_bridges.mackie.fields import Field
from daw_bridges.mackie.messages import Message, Unknown

__all__ = ["HEADER", "LCD_SIZE", "Direction", "data_bytes", "decode", "encode", "is_message"]

HEADER = bytes((0xF0, 0x00, 0x00, 0x66))
"""How each of the protocol's system exclusive messages begins; the model's byte comes next."""
LCD_SIZE = 112
_END = 0xF7
_COMMAND = len(HEADER) + 1
_NOTE_ON, _NOTE_OFF = 0x90, 0x80
_TOUCH = 0x68
_FADERS = 9
_NO_MESSAGE = (_END, 0xF4, 0xF5)
"""Status bytes that begin nothing."""


class Direction(Enum):
    """Which way a message goes."""

    UP = "from the surface to the host"
    DOWN = "from the host to the surface"


_UP, _DOWN, _BOTH = (Direction.UP,), (Direction.DOWN,), (Direction.UP, Direction.DOWN)


@dataclass(frozen=True, slots=True)
class _Row:
    """One kind of message: its first bytes, the values they are spread over, the fields after them."""

    kind: Any
    ways: tuple[Direction, ...]
    head: bytes
    spread: tuple[str, int] | None = None
    fields: tuple[Field, ...] = ()


def _button() -> Field:
    """Any note but those that say a fader is touched: they are ``Touch``."""
    field = f.number("button")

    def write(value: Any) -> bytes:
        if isinstance(value, int) and _TOUCH <= value < _TOUCH + _FADERS:
            raise MessageError(f"Note {value} says that a fader is touched: send Touch({value - _TOUCH}, …).")
        return field.write(value)

    return Field(field.names, field.size, field.read, write)


_SHORT = (
    _Row(m.Fader, _BOTH, b"\xe0", ("strip", _FADERS), (f.position("position"),)),
    _Row(m.Press, _UP, b"\x90", None, (_button(), f.pressed("down"))),
    _Row(m.Touch, _UP, b"\x90\x68", ("strip", _FADERS), (f.pressed("on"),)),
    _Row(m.Turn, _UP, b"\xb0\x10", ("strip", 8), (f.ticks("ticks"),)),
    _Row(m.Jog, _UP, b"\xb0\x3c", None, (f.ticks("ticks"),)),
    _Row(m.ExternalControl, _UP, b"\xb0\x2e", None, (f.number("value"),)),
    _Row(m.Lamp, _DOWN, b"\x90", None, (f.number("button"), f.lamp("state"))),
    _Row(m.Ring, _DOWN, b"\xb0\x30", ("strip", 8), (f.ring(),)),
    _Row(m.TimecodeDigit, _DOWN, b"\xb0\x40", ("place", 10), (f.digit(),)),
    _Row(m.AssignmentDigit, _DOWN, b"\xb0\x4a", ("place", 2), (f.digit(),)),
    _Row(m.Meter, _DOWN, b"\xd0", None, (f.level(),)),
)
_EXCLUSIVE = (
    _Row(m.DeviceQuery, _DOWN, b"\x00"),
    _Row(m.ConnectionQuery, _UP, b"\x01", None, (f.raw("serial", 7), f.raw("challenge", 4))),
    _Row(m.ConnectionReply, _DOWN, b"\x02", None, (f.raw("serial", 7), f.raw("response", 4))),
    _Row(m.ConnectionConfirmation, _UP, b"\x03", None, (f.raw("serial", 7),)),
    _Row(m.ConnectionRefusal, _UP, b"\x04", None, (f.raw("serial", 7),)),
    _Row(m.Click, _DOWN, b"\x0a", None, (f.flag("on"),)),
    _Row(m.Backlight, _DOWN, b"\x0b", None, (f.number("minutes"),)),
    _Row(m.TouchlessFaders, _DOWN, b"\x0c", None, (f.flag("on"),)),
    _Row(m.TouchSensitivity, _DOWN, b"\x0e", None, (f.number("strip", 0, 8), f.number("value", 0, 5))),
    _Row(m.GoOffline, _DOWN, b"\x0f\x7f"),
    _Row(m.Timecode, _DOWN, b"\x10", None, (f.digits(1, 10),)),
    _Row(m.Assignment, _DOWN, b"\x11", None, (f.digits(2, 2),)),
    _Row(m.Lcd, _DOWN, b"\x12", None, (f.number("offset", 0, LCD_SIZE - 1), f.text("text", 0, LCD_SIZE))),
    _Row(m.VersionRequest, _DOWN, b"\x13\x00"),
    _Row(m.VersionReply, _UP, b"\x14", None, (f.text("version", 5, 5),)),
    _Row(m.ChannelMeterMode, _DOWN, b"\x20", None, (f.number("strip", 0, 7), f.number("mode", 0, 7))),
    _Row(m.GlobalMeterMode, _DOWN, b"\x21", None, (f.flag("vertical"),)),
    _Row(m.FadersToMinimum, _DOWN, b"\x61"),
    _Row(m.LampsOff, _DOWN, b"\x62"),
    _Row(m.Reset, _DOWN, b"\x63"),
    _Row(m.Colours, _DOWN, b"\x72", None, (f.raw("values", 8),)),
)
_ROWS: dict[type, tuple[_Row, bool]] = {
    **{row.kind: (row, False) for row in _SHORT},
    **{row.kind: (row, True) for row in _EXCLUSIVE},
}


def _heads(way: Direction) -> dict[bytes, tuple[_Row, tuple[int, ...]]]:
    """Every head that a short message may begin with, and the value that the head itself carries."""
    found: dict[bytes, tuple[_Row, tuple[int, ...]]] = {}
    for row in _SHORT:
        if way in row.ways and row.spread is None:
            found[row.head] = (row, ())
        elif way in row.ways and row.spread is not None:
            for value in range(row.spread[1]):
                found[row.head[:-1] + bytes((row.head[-1] + value,))] = (row, (value,))
    return found


_HEADS = {way: _heads(way) for way in Direction}
_COMMANDS = {way: {row.head[0]: row for row in _EXCLUSIVE if way in row.ways} for way in Direction}


def encode(message: Message) -> bytes:
    """One complete MIDI message.

    Raises:
        MessageError: a value is outside what the message can carry (says the range), or ``Unknown`` holds
            something that is not one complete MIDI message.
    """
    if isinstance(message, Unknown):
        return _as_it_is(message.data)
    row, exclusive = _ROWS[type(message)]
    if exclusive:
        model = f.within("model", getattr(message, "model", None), 0, 127)
        return HEADER + bytes((model,)) + row.head + _body(row, message) + bytes((_END,))
    return _head(row, message) + _body(row, message)


def _as_it_is(data: bytes) -> bytes:
    if not is_message(data):
        raise MessageError(f"{data.hex(' ')!r} is not one complete MIDI message: send whole ones.")
    return data


def _head(row: _Row, message: Message) -> bytes:
    if row.spread is None:
        return row.head
    name, count = row.spread
    value = f.within(name, getattr(message, name), 0, count - 1)
    return row.head[:-1] + bytes((row.head[-1] + value,))


def _body(row: _Row, message: Message) -> bytes:
    values = (field.write(*(getattr(message, name) for name in field.names)) for field in row.fields)
    return b"".join(values)


def decode(data: bytes, direction: Direction) -> Message:
    """The message that one complete MIDI message is; ``Unknown`` for everything else, whatever the bytes."""
    found = _exclusive(data, direction) if data.startswith(HEADER) else _short(data, direction)
    return Unknown(bytes(data)) if found is None else found


def _short(data: bytes, direction: Direction) -> Message | None:
    if not 2 <= len(data) <= 3 or not data[1:].isascii():
        return None
    if data[0] == _NOTE_OFF and len(data) == 3:
        data = bytes((_NOTE_ON, data[1], 0))
    heads = _HEADS[direction]
    for size in (2, 1):
        found = heads.get(data[:size])
        if found is not None:
            row, values = found
            return _built(row, values, data[size:])
    return None


def _exclusive(data: bytes, direction: Direction) -> Message | None:
    if len(data) < _COMMAND + 2 or data[-1] != _END or not data[1:-1].isascii():
        return None
    row = _COMMANDS[direction].get(data[_COMMAND])
    if row is None or not data.startswith(row.head, _COMMAND):
        return None
    return _built(row, (data[_COMMAND - 1],), data[_COMMAND + len(row.head) : -1])


def _built(row: _Row, values: tuple[Any, ...], body: bytes) -> Message | None:
    at = 0
    for field in row.fields:
        end = len(body) if field.size is None else at + field.size
        read = field.read(body[at:end]) if end <= len(body) else None
        if read is None:
            return None
        values, at = values + read, end
    return row.kind(*values) if at == len(body) else None


def is_message(data: bytes) -> bool:
    """Whether these bytes are exactly one complete MIDI message, of the protocol or not."""
    if not data or data[0] < 0x80 or data[0] in _NO_MESSAGE:
        return False
    if data[0] == 0xF0:
        return len(data) > 1 and data[-1] == _END and data[1:-1].isascii()
    return len(data) == 1 + data_bytes(data[0]) and data[1:].isascii()


def data_bytes(status: int) -> int:
    """How many data bytes follow a status byte (0x80 … 0xFF, system exclusive aside)."""
    if status < 0xF0:
        return 1 if status & 0xE0 == 0xC0 else 2
    return {0xF1: 1, 0xF2: 2, 0xF3: 1}.get(status, 0)
