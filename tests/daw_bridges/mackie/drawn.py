"""Hypothesis strategies: every message there is, and streams of raw bytes such as a host sends."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from daw_bridges.mackie import messages as m
from daw_bridges.mackie.codec import Direction
from daw_bridges.mackie.segments import CHARACTERS

__all__ = ["DOWN", "UP", "chunked", "down", "streams", "up"]

UP, DOWN = Direction.UP, Direction.DOWN
_SEVEN = st.integers(0, 127)
_MODELS = st.sampled_from([*m.Model, 0x17, 0, 127])
_STRIPS = st.integers(0, 7)
_FADERS = st.integers(0, 8)
_FLAGS = st.booleans()
_CHARACTERS = st.sampled_from(CHARACTERS)
_ASCII = st.characters(max_codepoint=127)
_SERIALS = st.binary(min_size=7, max_size=7).map(lambda data: bytes(byte & 0x7F for byte in data))
_FOURS = st.binary(min_size=4, max_size=4).map(lambda data: bytes(byte & 0x7F for byte in data))
_LEVELS = st.integers(0, 12) | st.sampled_from(m.MeterLevel)
_UNTOUCHED = _SEVEN.filter(lambda note: not 104 <= note <= 112)
_TICKS = st.integers(-63, 63)


def _digits(kind: type[m.Timecode | m.Assignment], least: int, most: int) -> st.SearchStrategy[m.Message]:
    pairs = st.lists(st.tuples(_CHARACTERS, _FLAGS), min_size=least, max_size=most)
    return st.builds(
        lambda model, found: kind(model, "".join(one for one, _ in found), tuple(dot for _, dot in found)),
        _MODELS,
        pairs,
    )


def up() -> st.SearchStrategy[m.Message]:
    """Any message that a surface sends, with any values it can carry."""
    return st.one_of(
        st.builds(m.Fader, _FADERS, st.integers(0, 16383)),
        st.builds(m.Press, _UNTOUCHED, _FLAGS),
        st.builds(m.Touch, _FADERS, _FLAGS),
        st.builds(m.Turn, _STRIPS, _TICKS),
        st.builds(m.Jog, _TICKS),
        st.builds(m.ExternalControl, _SEVEN),
        st.builds(m.ConnectionQuery, _MODELS, _SERIALS, _FOURS),
        st.builds(m.ConnectionConfirmation, _MODELS, _SERIALS),
        st.builds(m.ConnectionRefusal, _MODELS, _SERIALS),
        st.builds(m.VersionReply, _MODELS, st.text(_ASCII, min_size=5, max_size=5)),
    )


def down() -> st.SearchStrategy[m.Message]:
    """Any message that a host sends, with any values it can carry."""
    return st.one_of(
        st.builds(m.Fader, _FADERS, st.integers(0, 16383)),
        st.builds(m.Lamp, _SEVEN, st.sampled_from(m.LampState)),
        st.builds(m.Ring, _STRIPS, st.sampled_from(m.RingMode), st.integers(0, 11), _FLAGS),
        st.builds(m.TimecodeDigit, st.integers(0, 9), _CHARACTERS, _FLAGS),
        st.builds(m.AssignmentDigit, st.integers(0, 1), _CHARACTERS, _FLAGS),
        st.builds(m.Meter, _STRIPS, _LEVELS),
        st.builds(m.Lcd, _MODELS, st.integers(0, 111), st.text(_ASCII, max_size=112)),
        _digits(m.Timecode, 1, 10),
        _digits(m.Assignment, 2, 2),
        st.builds(
            m.Colours, _MODELS, st.tuples(_SERIALS, _SEVEN).map(lambda both: both[0] + bytes(both[1:]))
        ),
        st.builds(m.ConnectionReply, _MODELS, _SERIALS, _FOURS),
        st.builds(m.Click, _MODELS, _FLAGS),
        st.builds(m.Backlight, _MODELS, _SEVEN),
        st.builds(m.TouchlessFaders, _MODELS, _FLAGS),
        st.builds(m.TouchSensitivity, _MODELS, _FADERS, st.integers(0, 5)),
        st.builds(m.ChannelMeterMode, _MODELS, _STRIPS, st.integers(0, 7)),
        st.builds(m.GlobalMeterMode, _MODELS, _FLAGS),
        st.sampled_from(
            (m.DeviceQuery, m.GoOffline, m.VersionRequest, m.FadersToMinimum, m.LampsOff, m.Reset)
        ).flatmap(lambda kind: st.builds(kind, _MODELS)),
    )


def streams() -> st.SearchStrategy[bytes]:
    """Raw bytes as they come down a wire: messages of every kind, running status, clock, cuts and garbage.

    Written in bytes, not with the codec. One number is drawn, and the stream is grown from it: thousands of
    streams of a hundred messages each are drawn in seconds.
    """
    return st.integers(0, 2**48).map(_stream)


def _stream(seed: int) -> bytes:
    dice = random.Random(seed)
    found = bytearray()
    running = 0
    for _ in range(dice.randrange(1, 60)):
        piece = _piece(dice)
        if dice.random() < 0.3 and piece and piece[0] == running:
            piece = piece[1:]
        if piece and piece[0] >= 0x80:
            running = piece[0] if piece[0] < 0xF0 else 0
        found += _spoilt(dice, piece)
    return bytes(found)


def _piece(dice: random.Random) -> bytes:
    kind = dice.randrange(16)
    if kind < 4:
        return _exclusive(dice)
    if kind < 6:
        return bytes((0x90, dice.randrange(128), dice.choice((0, 1, 127, 127, 64))))
    if kind < 7:
        return bytes((0x80, dice.randrange(128), dice.randrange(128)))
    if kind < 12:
        control = dice.choice((*range(0x30, 0x38), *range(0x40, 0x4C), *range(0x40, 0x4C), 0x10, 0x3C, 0x38))
        return bytes((0xB0, control, dice.randrange(128)))
    if kind < 14:
        return bytes((0xE0 + dice.randrange(10), dice.randrange(128), dice.randrange(128)))
    if kind < 15:
        return bytes((0xD0, dice.choice((dice.randrange(128), dice.randrange(8) << 4 | 0xE))))
    return dice.randbytes(dice.randrange(1, 8))


def _exclusive(dice: random.Random) -> bytes:
    head = bytes((0xF0, 0, 0, 0x66, dice.choice((0x14, 0x14, 0x14, 0x10, 0x15))))
    return head + _command(dice) + b"\xf7"


def _command(dice: random.Random) -> bytes:
    kind = dice.randrange(24)
    if kind < 14:
        offset = dice.choice((dice.randrange(0, 16) * 7, dice.randrange(112), dice.randrange(128)))
        text = bytes(dice.choices(b"    aBc.1%", k=dice.choice((1, 3, 7, 7, 7, 56, 112, 120))))
        return bytes((0x12, offset)) + text
    if kind < 17:
        return b"\x10" + bytes(dice.randrange(128) for _ in range(dice.randrange(12)))
    if kind < 19:
        return b"\x11" + bytes(dice.randrange(128) for _ in range(dice.choice((1, 2, 2, 2, 3))))
    if kind < 21:
        return b"\x72" + bytes(dice.randrange(8) for _ in range(dice.choice((8, 8, 8, 7))))
    if kind < 22 and dice.random() < 0.2:
        return b"\x12\x00" + bytes(dice.choice((112, 113, 1016, 1017, 1100)))
    rare = (b"\x00", b"\x61", b"\x62", b"\x63", b"\x0f\x7f", b"\x13\x00", b"\x0a\x01", b"\x62\x01", b"\x0f")
    return dice.choice(rare)


def _spoilt(dice: random.Random, piece: bytes) -> bytes:
    """The piece, now and then with a clock byte inside, without its end, or with a stray byte behind it."""
    chance = dice.random()
    at = dice.randrange(len(piece) + 1)
    if chance < 0.1:
        return piece[:at] + bytes((dice.choice((0xF8, 0xFE, 0xFA, 0xFD)),)) + piece[at:]
    if chance < 0.14:
        return piece[:at]
    if chance < 0.18:
        return piece + bytes((dice.randrange(256),))
    return piece


def chunked(stream: bytes, seed: int) -> list[bytes]:
    """The stream, cut into pieces of any size."""
    dice = random.Random(seed)
    found: list[bytes] = []
    while stream:
        size = dice.choice((1, 1, 2, 3, 5, 16, 200))
        found.append(stream[:size])
        stream = stream[size:]
    return found
