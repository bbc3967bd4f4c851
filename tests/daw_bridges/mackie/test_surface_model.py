"""What a surface shows, against a second model that is made of the raw bytes and shares no code with it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.mackie.codec import Direction
from daw_bridges.mackie.face import Face
from daw_bridges.mackie.stream import Decoder
from daw_bridges.mackie.surface import Surface
from tests.daw_bridges.mackie.drawn import chunked, streams
from tests.daw_bridges.mackie.raw_surface import RawSurface

_MODELS = (None, 0x10, 0x14)


def seen(face: Face) -> dict[str, object]:
    return {
        "online": face.online,
        "rows": (face.row(0), face.row(1)),
        "time": face.time,
        "mode": face.mode,
        "lamps": tuple(int(face.lamp(note)) for note in range(128)),
        "faders": tuple(face.fader(strip) for strip in range(9)),
        "rings": tuple(_ring(face, strip) for strip in range(8)),
        "meters": face.meters,
        "overloads": face.overloads,
        "colours": face.colours,
    }


def _ring(face: Face, strip: int) -> int | None:
    ring = face.ring(strip)
    if ring is None:
        return None
    assert ring.strip == strip
    return ring.centre << 6 | ring.mode << 4 | ring.value


def _told(model: int | None, chunks: list[bytes]) -> Surface:
    surface, decoder = Surface(model), Decoder(Direction.DOWN)
    for chunk in chunks:
        for message in decoder.feed(chunk):
            surface.apply(message)
    return surface


@given(streams(), st.integers(0, 2**20), st.sampled_from(_MODELS))
def test_a_surface_shows_what_the_bytes_say_however_they_are_cut(
    stream: bytes, cut: int, model: int | None
) -> None:
    assert seen(_told(model, chunked(stream, cut))) == RawSurface(model).hear(stream).seen()


@given(st.binary(max_size=400), st.integers(0, 2**20))
def test_any_bytes_at_all_are_taken_and_read_alike(stream: bytes, cut: int) -> None:
    assert seen(_told(None, chunked(stream, cut))) == RawSurface().hear(stream).seen()


@given(streams())
def test_a_counter_grows_exactly_when_what_it_stands_for_changes(stream: bytes) -> None:
    surface = Surface(0x14)
    for message in Decoder(Direction.DOWN).feed(stream):
        before, counted = surface.snapshot(), _counters(surface)
        changed = surface.apply(message)
        after = surface.snapshot()
        grown = {name for name, count in _counters(surface).items() if count != counted[name]}
        assert all(count >= counted[name] for name, count in _counters(surface).items())
        assert changed == (after != before) == bool(grown)
        assert grown == {name for name, part in _PARTS.items() if part(before) != part(after)}


def _counters(surface: Surface) -> dict[str, int]:
    return {name: getattr(surface, name) for name in _PARTS}


_PARTS = {
    "lcd_version": lambda face: (face.row(0), face.row(1)),
    "strip_version": lambda face: (face.faders, face.rings, face.colours, face.lamps[:40]),
    "panel_version": lambda face: (face.online, face.mode_places, face.lamps[40:]),
    "time_version": lambda face: face.time_places,
    "meter_version": lambda face: (face.meters, face.overloads),
}


def test_the_streams_show_everything_that_a_surface_can() -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=200, database=None, derandomize=True)
    @given(streams())
    def collect(stream: bytes) -> None:
        shown, blank = RawSurface(0x14).hear(stream).seen(), RawSurface().seen()
        seen.update(name for name, value in shown.items() if value != blank[name])

    collect()
    assert set(seen) == set(RawSurface().seen())
    assert min(seen.values()) > 20


@pytest.mark.parametrize(
    "message", ["901a7f", "f00000661412004b69636bf7", "e00000", "b03003", "d03e", "b04a50"]
)
def test_the_second_model_is_not_blind(message: str) -> None:
    """One byte told wrongly to one of the two is seen."""
    data = bytes.fromhex(message)
    spoilt = bytearray(data)
    spoilt[-2 if data[0] == 0xF0 else -1] ^= 1
    assert seen(_told(None, [data])) == RawSurface().hear(data).seen()
    assert seen(_told(None, [data])) != RawSurface().hear(bytes(spoilt)).seen()
