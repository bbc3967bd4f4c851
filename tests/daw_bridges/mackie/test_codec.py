"""Messages from and to bytes: the documented bytes, both ways, and nothing that cannot be read back."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from daw_bridges.errors import MessageError
from daw_bridges.mackie import messages as m
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.codec import Direction, decode, encode, is_message
from daw_bridges.mackie.messages import Message, Unknown
from tests.daw_bridges.mackie.drawn import DOWN, UP, down, up

_MCU, _XT, _LC, _LC_XT = m.Model.MACKIE_CONTROL, m.Model.MACKIE_CONTROL_XT, *list(m.Model)[:2]
_SERIAL = b"ABCDEFG"

# The bytes are the ones in Apple's implementation table, or follow its letter.
DOCUMENTED: list[tuple[Direction, str, Message]] = [
    (UP, "e0 40 55", m.Fader(0, (0x55 << 7) + 0x40)),
    (DOWN, "e8 7f 7f", m.Fader(8, 16383)),
    (UP, "90 0f 7f", m.Press(StripButton.SOLO + 7, True)),
    (UP, "90 0f 00", m.Press(15, False)),
    (UP, "90 2b 7f", m.Press(Button.PLUG_IN, True)),
    (UP, "90 68 7f", m.Touch(0, True)),
    (UP, "90 70 00", m.Touch(8, False)),
    (UP, "b0 10 01", m.Turn(0, 1)),
    (UP, "b0 17 47", m.Turn(7, -7)),
    (UP, "b0 3c 41", m.Jog(-1)),
    (UP, "b0 2e 64", m.ExternalControl(100)),
    (DOWN, "90 08 7f", m.Lamp(8, m.LampState.ON)),
    (DOWN, "90 08 00", m.Lamp(8, m.LampState.OFF)),
    (DOWN, "90 5f 01", m.Lamp(Button.RECORD, m.LampState.FLASH)),
    (DOWN, "b0 31 06", m.Ring(1, m.RingMode.DOT, 6)),
    (DOWN, "b0 37 7b", m.Ring(7, m.RingMode.SPREAD, 11, centre=True)),
    (DOWN, "b0 40 30", m.TimecodeDigit(0, "0")),
    (DOWN, "b0 49 41", m.TimecodeDigit(9, "A", dot=True)),
    (DOWN, "b0 4b 10", m.AssignmentDigit(1, "P")),
    (DOWN, "b0 4a 4e", m.AssignmentDigit(0, "N", dot=True)),
    (DOWN, "d0 0c", m.Meter(0, 12)),
    (DOWN, "d0 7e", m.Meter(7, m.MeterLevel.OVERLOAD)),
    (DOWN, "d0 3f", m.Meter(3, m.MeterLevel.CLEAR_OVERLOAD)),
    (DOWN, "f0 00 00 66 10 00 f7", m.DeviceQuery(_LC)),
    (DOWN, "f0 00 00 66 11 00 f7", m.DeviceQuery(_LC_XT)),
    (DOWN, "f0 00 00 66 17 00 f7", m.DeviceQuery(0x17)),
    (
        UP,
        "f0 00 00 66 10 01 41424344454647 11223302 f7",
        m.ConnectionQuery(_LC, _SERIAL, b"\x11\x22\x33\x02"),
    ),
    (
        DOWN,
        "f0 00 00 66 10 02 41424344454647 371f053f f7",
        m.ConnectionReply(_LC, _SERIAL, b"\x37\x1f\x05\x3f"),
    ),
    (UP, "f0 00 00 66 14 03 41424344454647 f7", m.ConnectionConfirmation(_MCU, _SERIAL)),
    (UP, "f0 00 00 66 15 04 41424344454647 f7", m.ConnectionRefusal(_XT, _SERIAL)),
    (DOWN, "f0 00 00 66 14 0f 7f f7", m.GoOffline(_MCU)),
    (DOWN, "f0 00 00 66 14 13 00 f7", m.VersionRequest(_MCU)),
    (UP, "f0 00 00 66 14 14 56312e3032 f7", m.VersionReply(_MCU, "V1.02")),
    (DOWN, "f0 00 00 66 14 0a 01 f7", m.Click(_MCU, True)),
    (DOWN, "f0 00 00 66 14 0b 0f f7", m.Backlight(_MCU, 15)),
    (DOWN, "f0 00 00 66 14 0c 00 f7", m.TouchlessFaders(_MCU, False)),
    (DOWN, "f0 00 00 66 14 0e 08 03 f7", m.TouchSensitivity(_MCU, 8, 3)),
    (DOWN, "f0 00 00 66 14 20 02 07 f7", m.ChannelMeterMode(_MCU, 2, 7)),
    (DOWN, "f0 00 00 66 14 21 01 f7", m.GlobalMeterMode(_MCU, True)),
    (DOWN, "f0 00 00 66 14 61 f7", m.FadersToMinimum(_MCU)),
    (DOWN, "f0 00 00 66 14 62 f7", m.LampsOff(_MCU)),
    (DOWN, "f0 00 00 66 14 63 f7", m.Reset(_MCU)),
    (DOWN, "f0 00 00 66 14 72 00 01 02 03 04 05 06 07 f7", m.Colours(_MCU, bytes(range(8)))),
    (DOWN, "f0 00 00 66 14 12 38 4b69636b f7", m.Lcd(_MCU, 56, "Kick")),
    (
        DOWN,
        "f0 00 00 66 10 10 36 32 31 71 30 72 30 79 30 31 f7",
        m.Timecode(_LC, "1090201126", (False, False, True, False, True, False, True, False, False, False)),
    ),
    (DOWN, "f0 00 00 66 10 11 4e 10 f7", m.Assignment(_LC, "PN", (False, True))),
]


@pytest.mark.parametrize(("way", "data", "message"), DOCUMENTED, ids=[each[1] for each in DOCUMENTED])
def test_documented_bytes_are_the_message_and_the_message_those_bytes(
    way: Direction, data: str, message: Message
) -> None:
    assert decode(bytes.fromhex(data), way) == message
    assert encode(message) == bytes.fromhex(data)


def test_every_kind_of_message_is_documented_and_drawn() -> None:
    kinds = set(get_args(Message)) - {Unknown}
    assert {type(message) for _, _, message in DOCUMENTED} == kinds
    seen: Counter[type] = Counter()

    @settings(max_examples=1500, database=None, derandomize=True)
    @given(up(), down())
    def collect(sent: Message, shown: Message) -> None:
        seen.update((type(sent), type(shown)))

    collect()
    assert set(seen) == kinds


@given(up())
def test_what_a_surface_sends_reads_back(message: Message) -> None:
    _reads_back(message, UP)


@given(down())
def test_what_a_host_sends_reads_back(message: Message) -> None:
    _reads_back(message, DOWN)


def _reads_back(message: Message, way: Direction) -> None:
    data = encode(message)
    assert is_message(data)
    found = decode(data, way)
    assert found == message
    assert type(found) is type(message)
    assert encode(found) == data


_HEADS = st.sampled_from(
    (b"", b"\x90", b"\xb0", b"\xd0", b"\xe3", b"\xf0\x00\x00\x66\x14", b"\xf0\x00\x00\x66")
)
_TAILS = st.sampled_from((b"", b"\xf7"))


@given(_HEADS, st.binary(max_size=20), _TAILS, st.sampled_from(Direction))
@example(b"", b"", b"", UP)
@example(b"\xf0\x00\x00\x66", b"", b"\xf7", DOWN)
@example(b"\xf0\x00\x00\x66\x14\x12", b"\x70A", b"\xf7", DOWN)
@example(b"\xf0\x00\x00\x66\x14", b"\x12\x00\xff", b"\xf7", DOWN)
@example(b"\xf0\x00\x00\x66\x14", b"\x63\x00", b"", DOWN)
@example(b"\xb0", b"\x30\x0c", b"", DOWN)
@example(b"\xd0", b"\x0d", b"", DOWN)
@example(b"\x90", b"\x10\x40", b"", DOWN)
def test_any_bytes_are_some_message_whose_canonical_form_is_the_same_message(
    head: bytes, body: bytes, tail: bytes, way: Direction
) -> None:
    data = head + body + tail
    message = decode(data, way)
    if isinstance(message, Unknown):
        assert message.data == data
        if is_message(data):
            assert encode(message) == data
    else:
        assert is_message(data)
        assert decode(encode(message), way) == message


@pytest.mark.parametrize("data", ["80 10 40", "90 10 00", "80 10 00"])
def test_a_note_off_is_a_release_and_a_dark_lamp(data: str) -> None:
    assert decode(bytes.fromhex(data), UP) == m.Press(16, False)
    assert decode(bytes.fromhex(data), DOWN) == m.Lamp(16, m.LampState.OFF)


def test_a_press_of_any_strength_is_a_press() -> None:
    assert decode(b"\x90\x10\x40", UP) == m.Press(16, True)
    assert decode(b"\x90\x68\x01", UP) == m.Touch(0, True)
    assert decode(b"\x80\x68\x40", UP) == m.Touch(0, False)


def test_one_way_s_messages_are_unknown_the_other_way() -> None:
    for way, data, message in DOCUMENTED:
        other = decode(bytes.fromhex(data), UP if way is DOWN else DOWN)
        if not isinstance(message, m.Fader):
            assert type(other) is not type(message)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (m.Fader(9, 0), "strip is 9; .* 0 to 8"),
        (m.Fader(0, 16384), "position is 16384; .* 0 to 16383"),
        (m.Fader(0, -1), "position is -1"),
        (m.Press(128, True), "button is 128; .* 0 to 127"),
        (m.Press(105, True), r"fader is touched: send Touch\(1"),
        (m.Touch(9, True), "strip is 9"),
        (m.Turn(8, 1), "strip is 8; .* 0 to 7"),
        (m.Turn(0, 64), "ticks is 64; .* -63 to 63"),
        (m.Jog(-64), "ticks is -64"),
        (m.Ring(0, m.RingMode.DOT, 12), "value is 12; .* 0 to 11"),
        (m.Meter(0, 13), "level is 13; .* 0 to 12"),
        (m.Meter(8, 3), "strip is 8"),
        (m.Lamp(0, 2), "a lamp is off"),  # pyright: ignore[reportArgumentType]
        (m.TimecodeDigit(10, "0"), "place is 10; .* 0 to 9"),
        (m.AssignmentDigit(0, "t"), "capitals"),
        (m.AssignmentDigit(0, "P."), "capitals"),
        (m.Lcd(_MCU, 112, "x"), "offset is 112; .* 0 to 111"),
        (m.Lcd(_MCU, 0, "x" * 113), "0 to 112 ASCII"),
        (m.Lcd(_MCU, 0, "ü"), "ASCII"),
        (m.Lcd(128, 0, "x"), "model is 128; .* 0 to 127"),
        (m.Timecode(_MCU, "", ()), "number of characters is 0; .* 1 to 10"),
        (m.Assignment(_MCU, "PN", (True,)), "number of points is 1; .* 2 to 2"),
        (m.ConnectionQuery(_MCU, b"short", b"1234"), "serial .* 7 bytes"),
        (m.Colours(_MCU, bytes([200] * 8)), "values .* 0 to 127"),
        (m.VersionReply(_MCU, "V1.0"), "5 to 5"),
        (m.TouchSensitivity(_MCU, 0, 6), "value is 6; .* 0 to 5"),
        (Unknown(b"\x90\x10"), "not one complete MIDI message"),
        (Unknown(b"\xf0\x01"), "not one complete"),
        (Unknown(b"\xf4"), "not one complete"),
    ],
)
def test_what_no_message_can_carry_is_refused_with_the_range(message: Message, told: str) -> None:
    with pytest.raises(MessageError, match=told):
        encode(message)


def test_the_refusal_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="ticks"):
        encode(m.Jog(100))


@pytest.mark.parametrize(
    "data", ["f6", "f1 00", "f2 00 00", "c3 05", "a0 01 02", "f0 f7", "f0 7e 00 06 01 f7"]
)
def test_other_midi_messages_are_kept_as_they_came(data: str) -> None:
    raw = bytes.fromhex(data)
    for way in Direction:
        assert decode(raw, way) == Unknown(raw)
    assert encode(Unknown(raw)) == raw
