"""Reading is quick where a set has Live's usual shapes, and goes step by step elsewhere, to one outcome."""

from __future__ import annotations

import gzip
import re
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from daw_bridges.ableton.saved import pieces, read_set
from daw_bridges.ableton.saved.cursor import Cursor
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS
from tests.daw_bridges.ableton.saved.sets import (
    LAYOUTS,
    LIVE_12,
    Layout,
    clip,
    device,
    el,
    envelope,
    live_set,
    setting,
    track,
    values,
    written,
    xml_of,
)
from tests.daw_bridges.ableton.saved.songs import song, strip

Rewrite = Callable[[bytes], bytes]


def _opened(xml: bytes) -> bytes:
    """With every element that has no content written with a start and an end tag."""
    return re.sub(rb"<([\w.]+)([^<>]*?) ?/>", rb"<\1\2></\1>", xml)


def _quoted(xml: bytes) -> bytes:
    return re.sub(rb'="([^"\']*)"', rb"='\1'", xml)


def _turned(xml: bytes) -> bytes:
    """With the attributes of each element in the opposite order."""

    def turn(match: re.Match[bytes]) -> bytes:
        attributes = re.findall(rb'[\w.]+="[^"]*"', match[2])
        return b"<%s %s%s" % (match[1], b" ".join(reversed(attributes)), match[3])

    return re.sub(rb'<([\w.]+) ((?:[\w.]+="[^"]*" ?)+?)( ?/?>)', turn, xml)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.version)
@pytest.mark.parametrize(
    "rewrite",
    [
        _opened,
        _quoted,
        _turned,
        lambda xml: re.sub(rb">\s+<", b"><", xml),
        lambda xml: xml.replace(b" />", b"/>"),
        lambda xml: xml.replace(b"\n", b"\r\n"),
        lambda xml: re.sub(rb"(<\w[\w.]*)", rb"<!-- <Volume> -->\1", xml),
    ],
    ids=["opened", "quoted", "turned", "in one line", "no blanks", "line ends", "comments"],
)
def test_however_the_xml_is_written_the_session_is_the_same(
    layout: Layout, rewrite: Rewrite, tmp_path: Path
) -> None:
    xml = xml_of(song(layout))
    assert read_set(written(tmp_path, rewrite(xml))) == read_set(written(tmp_path, xml))


@pytest.mark.parametrize("size", [1, 2, 61, 4096])
def test_pieces_may_end_anywhere(size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, song(LIVE_12))
    whole = read_set(path)
    monkeypatch.setattr(pieces, "PIECE", size)
    assert read_set(path) == whole


def test_devices_read_part_by_part_are_those_read_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [written(tmp_path, song(layout), f"{layout.version}.als") for layout in LAYOUTS]
    paths += [path for path in REAL_SETS if path.stat().st_size < 700_000]
    quick = [read_set(path) for path in paths]

    def nothing(*_: object) -> None:
        return None

    monkeypatch.setattr(Cursor, "ahead", nothing)
    assert [read_set(path) for path in paths] == quick


def test_settings_that_keys_and_controllers_move_are_settings(tmp_path: Path) -> None:
    mapped = setting(LIVE_12, "Threshold", 0.5, 5)
    mapped.insert(0, el("KeyMidi", *values(Channel=16, NoteOrController=7)))
    odd = setting(LIVE_12, "Ratio", 8.0, 6)
    odd.insert(0, el("Unheard", el("Of")))
    one = track(
        LIVE_12,
        "AudioTrack",
        1,
        "One",
        mixer=strip(LIVE_12),
        devices=[device(LIVE_12, "Compressor2", mapped, odd)],
    )
    compressor = read_set(written(tmp_path, live_set(LIVE_12, [one], _master()))).session.tracks[0].devices[0]
    assert compressor.parameters["threshold"].value == pytest.approx(-6.0, abs=0.1)
    assert compressor.parameters["ratio"].value == pytest.approx(8.0, abs=0.1)


def test_automation_of_a_hundred_thousand_points_is_read_whole(tmp_path: Path) -> None:
    points = [(beat / 4, 100.0 + beat % 50) for beat in range(100_000)]
    root = live_set(LIVE_12, [], _master(points))
    (tempo,) = read_set(written(tmp_path, root)).session.tracks[-1].automation
    assert tempo.points == tuple(points)


def test_memory_stays_far_below_the_xml(tmp_path: Path) -> None:
    rows = [(pitch, float(beat), 0.5, 100, True) for pitch in (36, 38) for beat in range(8)]
    buffer = el("Preset", el("VstPreset", el("Buffer")))
    buffer[0][0].text = "\n".join(["00FF" * 20] * 3000)
    tracks = [
        track(
            LIVE_12,
            "MidiTrack",
            number,
            f"{number}-MIDI",
            mixer=strip(LIVE_12),
            devices=[device(LIVE_12, "PluginDevice", el("PluginDesc", el("VstPluginInfo", buffer)))],
            slots=[clip("MidiClip", "A", notes=rows)],
        )
        for number in range(40)
    ]
    xml = xml_of(live_set(LIVE_12, tracks, _master()))
    path = written(tmp_path, xml)
    read_set(path)  # what is made once for all sets
    tracemalloc.start()
    try:
        saved = read_set(path)
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(saved.session.tracks) == 41
    assert len(xml) > 8_000_000
    assert peak - left < len(xml) / 4


def test_a_real_set_takes_a_fraction_of_its_xml() -> None:
    for path in sorted(REAL_SETS, key=lambda path: path.stat().st_size)[-1:]:
        with gzip.open(path) as file:
            size = sum(len(piece) for piece in iter(lambda: file.read(1 << 16), b""))
        read_set(path)
        tracemalloc.start()
        try:
            saved = read_set(path)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert saved.session.tracks
        assert peak < size / 4


def _master(tempo: list[tuple[float, float]] | None = None) -> ET.Element:
    mixer = [*strip(LIVE_12), setting(LIVE_12, "Tempo", 120, 8), setting(LIVE_12, "TimeSignature", 201)]
    drawn = [envelope(8, tempo)] if tempo else []
    return track(LIVE_12, "MainTrack", 0, "Main", mixer=mixer, envelopes=drawn)
