"""Messages out of a stream, however it comes: in pieces, shortened, interrupted, broken, endless."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.mackie import messages as m
from daw_bridges.mackie.codec import Direction, decode, encode
from daw_bridges.mackie.stream import LONGEST, Decoder
from tests.daw_bridges.mackie.drawn import DOWN, UP, chunked, down, streams, up


def _fed(way: Direction, *chunks: bytes) -> list[m.Message]:
    decoder = Decoder(way)
    return [message for chunk in chunks for message in decoder.feed(chunk)]


@given(st.lists(up() | down(), max_size=4), st.sampled_from(Direction), st.integers(0, 2**20))
def test_whole_messages_come_out_one_by_one(sent: list[m.Message], way: Direction, cut: int) -> None:
    data = [encode(message) for message in sent]
    assert _fed(way, *chunked(b"".join(data), cut)) == [decode(each, way) for each in data]
    assert _fed(way, *data) == [decode(each, way) for each in data]


@given(streams(), st.integers(0, 2**20), st.sampled_from(Direction))
def test_where_a_stream_is_cut_makes_no_difference(stream: bytes, cut: int, way: Direction) -> None:
    assert _fed(way, *chunked(stream, cut)) == _fed(way, stream)


@given(st.binary(max_size=300), st.integers(0, 2**20), st.sampled_from(Direction))
def test_any_bytes_give_whole_messages_and_no_error(stream: bytes, cut: int, way: Direction) -> None:
    found = _fed(way, *chunked(stream, cut))
    assert found == _fed(way, stream)
    for message in found:
        assert decode(encode(message), way) == message


def test_running_status_goes_on_over_pieces_and_clock_and_ends_with_any_other_message() -> None:
    first, second = m.Press(16, True), m.Press(17, True)
    assert _fed(UP, bytes.fromhex("90 10 7f 11 7f")) == [first, second]
    assert _fed(UP, b"\x90\x10\x7f", b"\x11", b"\xf8", b"\x7f") == [first, second]
    assert _fed(UP, b"\x90\x10\x7f", b"\xf6", b"\x11\x7f") == [first, m.Unknown(b"\xf6")]
    assert _fed(UP, b"\x90\x10\x7f", b"\xf5", b"\x11\x7f") == [first]
    assert _fed(DOWN, bytes.fromhex("d0 0c 1c 2c")) == [m.Meter(0, 12), m.Meter(1, 12), m.Meter(2, 12)]


def test_clock_inside_a_message_does_not_break_it() -> None:
    text = encode(m.Lcd(0x14, 0, "Kick"))
    assert _fed(DOWN, text[:8] + b"\xf8\xfe" + text[8:]) == [m.Lcd(0x14, 0, "Kick")]
    assert _fed(DOWN, b"\x90\xf8\x10\xfd\x7f") == [m.Lamp(16, m.LampState.ON)]
    assert _fed(DOWN, b"\xf8", b"\xfe\xff") == []


@pytest.mark.parametrize("broken", ["f0 00 00 66 14 12 00 4b", "90 10", "f0", "e0", "f2 00", "00 7f 11"])
def test_a_message_without_its_end_is_left_out_and_the_next_one_taken(broken: str) -> None:
    assert _fed(DOWN, bytes.fromhex(broken), b"\xe0\x00\x40") == [m.Fader(0, 8192)]
    assert _fed(DOWN, bytes.fromhex(broken) + b"\xe0\x00\x40") == [m.Fader(0, 8192)]


@pytest.mark.parametrize(
    "data", ["90 10 f4 7f", "90 10 f5 7f", "f0 01 f4 02 f7", "f0 01 f5 f7", "90 10 f6 7f"]
)
def test_a_status_in_the_midst_of_a_message_ends_it_also_where_it_means_nothing(data: str) -> None:
    found = _fed(DOWN, bytes.fromhex(data), b"\xd0\x0c")
    assert [message for message in found if message != m.Unknown(b"\xf6")] == [m.Meter(0, 12)]


def test_an_end_without_a_beginning_says_nothing() -> None:
    assert _fed(DOWN, b"\xf7\xf7", b"\x40\xf7", b"\xe0\x00\x40") == [m.Fader(0, 8192)]


@pytest.mark.parametrize(("size", "taken"), [(LONGEST, 1), (LONGEST + 1, 0)])
def test_system_exclusive_has_a_longest(size: int, taken: int) -> None:
    data = b"\xf0" + b"\x01" * (size - 2) + b"\xf7"
    for chunks in ([data], [data[:700], data[700:]], [bytes((byte,)) for byte in data]):
        assert _fed(DOWN, *chunks, b"\xd0\x0c") == [m.Unknown(data)] * taken + [m.Meter(0, 12)]


def test_system_exclusive_that_never_ends_takes_no_memory() -> None:
    decoder = Decoder(DOWN)
    decoder.feed(b"\xf0")
    tracemalloc.start()
    try:
        for _ in range(20):
            assert decoder.feed(b"\x01" * 10_000) == []
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 50_000
    assert decoder.feed(b"\xf7\xd0\x0c") == [m.Meter(0, 12)]
