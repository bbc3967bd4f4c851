"""What the bytes of a message stand for: the fields that the codec's table is made of.

A field covers some bytes and names the values they carry. ``read`` gives those values, or ``None`` when the
bytes carry none; ``write`` gives the bytes, or says which range a value left. Bytes are data bytes, 0 … 127.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from daw_bridges.errors import MessageError
from daw_bridges.mackie import segments
from daw_bridges.mackie.messages import LampState, MeterLevel, RingMode

__all__ = [
    "Field",
    "digit",
    "digits",
    "flag",
    "lamp",
    "level",
    "number",
    "position",
    "pressed",
    "raw",
    "ring",
    "text",
    "ticks",
    "within",
]

_DOWN = 0x7F
_SIGN = 0x40
_METER_TOP = 12
_RING_TOP = 11


@dataclass(frozen=True, slots=True)
class Field:
    """``size`` bytes (``None``: all that are left) that carry the values called ``names``."""

    names: tuple[str, ...]
    size: int | None
    read: Callable[[bytes], tuple[Any, ...] | None]
    write: Callable[..., bytes]


def within(name: str, value: Any, low: int, high: int) -> int:
    """``value`` as a whole number from ``low`` to ``high``, or MessageError."""
    if not isinstance(value, int) or not low <= value <= high:
        raise MessageError(f"{name} is {value!r}; a message carries whole numbers from {low} to {high}.")
    return int(value)


def _byte(name: str, low: int, high: int) -> Callable[[Any], bytes]:
    def write(value: Any) -> bytes:
        return bytes((within(name, value, low, high),))

    return write


def number(name: str, low: int = 0, high: int = 127) -> Field:
    """One byte, a whole number."""
    return Field(
        (name,),
        1,
        lambda data: (data[0],) if low <= data[0] <= high else None,
        _byte(name, low, high),
    )


def flag(name: str) -> Field:
    """One byte, 0 or 1."""
    return Field(
        (name,),
        1,
        lambda data: (data[0] == 1,) if data[0] <= 1 else None,
        _byte(name, 0, 1),
    )


def pressed(name: str) -> Field:
    """One byte, 0 up and 0x7F down; anything above 0 is read as down."""

    def write(value: Any) -> bytes:
        return bytes((_DOWN * within(name, value, 0, 1),))

    return Field((name,), 1, lambda data: (data[0] > 0,), write)


def ticks(name: str) -> Field:
    """One byte: six bits say how many, the seventh counter-clockwise; below 0 is counter-clockwise."""

    def write(value: int) -> bytes:
        count = within(name, value, -63, 63)
        return bytes((abs(count) | (_SIGN if count < 0 else 0),))

    return Field(
        (name,), 1, lambda data: ((-(data[0] & 0x3F) if data[0] & _SIGN else data[0] & 0x3F),), write
    )


def position(name: str) -> Field:
    """Two bytes, the low seven bits first."""

    def write(value: int) -> bytes:
        fourteen = within(name, value, 0, 0x3FFF)
        return bytes((fourteen & 0x7F, fourteen >> 7))

    return Field((name,), 2, lambda data: (data[0] | data[1] << 7,), write)


def lamp(name: str) -> Field:
    """One byte, one of the three states."""
    states: dict[int, LampState] = {int(state): state for state in LampState}

    def read(data: bytes) -> tuple[Any, ...] | None:
        state = states.get(data[0])
        return None if state is None else (state,)

    def write(value: Any) -> bytes:
        if value not in states:
            raise MessageError(f"{name} is {value!r}; a lamp is off (0), flashes (1) or is on (127).")
        return bytes((int(value),))

    return Field((name,), 1, read, write)


def ring() -> Field:
    """One byte, ``0cmmvvvv``: the small lamp, the mode, the value 0 … 11."""

    def read(data: bytes) -> tuple[Any, ...] | None:
        value = data[0] & 0x0F
        return (RingMode(data[0] >> 4 & 3), value, bool(data[0] & 0x40)) if value <= _RING_TOP else None

    def write(mode: Any, value: Any, centre: Any) -> bytes:
        upper = within("centre", centre, 0, 1) << 6 | within("mode", mode, 0, 3) << 4
        return bytes((upper | within("value", value, 0, _RING_TOP),))

    return Field(("mode", "value", "centre"), 1, read, write)


def level() -> Field:
    """One byte, ``0hhhllll``: the strip, and its level 0 … 12 or a ``MeterLevel``."""

    def read(data: bytes) -> tuple[Any, ...] | None:
        strip, value = data[0] >> 4, data[0] & 0x0F
        if value <= _METER_TOP:
            return strip, value
        return (strip, MeterLevel(value)) if value > _METER_TOP + 1 else None

    def write(strip: Any, value: Any) -> bytes:
        if value not in tuple(MeterLevel):
            within("level", value, 0, _METER_TOP)
        return bytes((within("strip", strip, 0, 7) << 4 | int(value),))

    return Field(("strip", "level"), 1, read, write)


def digit() -> Field:
    """One byte, a seven-segment character and its point."""

    def write(character: str, dot: Any) -> bytes:
        return bytes((segments.code_of(character, bool(within("dot", dot, 0, 1))),))

    return Field(("character", "dot"), 1, lambda data: segments.character_of(data[0]), write)


def digits(least: int, most: int) -> Field:
    """``least`` to ``most`` bytes, seven-segment characters from right to left."""

    def read(data: bytes) -> tuple[Any, ...] | None:
        if not least <= len(data) <= most:
            return None
        found = [segments.character_of(code) for code in reversed(data)]
        return "".join(character for character, _ in found), tuple(dot for _, dot in found)

    def write(characters: str, dots: tuple[bool, ...]) -> bytes:
        within("the number of characters", len(characters), least, most)
        within("the number of points", len(dots), len(characters), len(characters))
        pairs = zip(reversed(characters), reversed(dots), strict=True)
        return bytes(segments.code_of(character, bool(dot)) for character, dot in pairs)

    return Field(("characters", "dots"), None, read, write)


def raw(name: str, size: int) -> Field:
    """``size`` bytes as they are."""

    def write(value: bytes) -> bytes:
        if len(value) != size or not value.isascii():
            raise MessageError(f"{name} is {value!r}; a message carries {size} bytes from 0 to 127.")
        return bytes(value)

    return Field((name,), size, lambda data: (data,), write)


def text(name: str, least: int, most: int) -> Field:
    """All bytes that are left, ``least`` to ``most``: ASCII characters."""

    def write(value: str) -> bytes:
        if not value.isascii() or not least <= len(value) <= most:
            raise MessageError(f"{name} is {value!r}; a message carries {least} to {most} ASCII characters.")
        return value.encode("ascii")

    def read(data: bytes) -> tuple[Any, ...] | None:
        return (data.decode("ascii"),) if least <= len(data) <= most else None

    return Field((name,), None, read, write)
