"""AbletonOSC's manners: bundles, patterns, errors that say what they are about, beats, MIDI mappings."""

from __future__ import annotations

import json
import socket
import struct
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message_builder import build_msg

from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import answering
from tests.peers.exchanges import Controller, exchange_set

ERROR = "/live/error"


@pytest.fixture(params=[True, False], ids=["timers", "ticks"])
def live(request: pytest.FixtureRequest, answers: socket.socket) -> Iterator[LiveHost]:
    with answering(answers, exchange_set(), tick_seconds=0.01, timers=request.param) as host:
        yield host


def bundle(*parts: Any) -> Any:
    builder = OscBundleBuilder(IMMEDIATELY)
    for part in parts:
        builder.add_content(part)
    return builder.build()


def say(live: LiveHost, packet: bytes) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.sendto(packet, ("127.0.0.1", live.script.port))


def test_a_bundle_is_its_messages_in_order(live: LiveHost, controller: Controller) -> None:
    name, scenes = build_msg("/live/track/get/name", [1]), build_msg("/live/song/get/num_scenes", "")
    say(live, bundle(name, bundle(scenes, scenes), name).dgram)
    answered = ["/live/track/get/name", *["/live/song/get/num_scenes"] * 2, "/live/track/get/name"]
    assert [address for address, _ in controller.read_all()] == answered


def test_what_fails_ends_its_bundle_and_no_other(live: LiveHost, controller: Controller) -> None:
    name, wrong = build_msg("/live/track/get/name", [1]), build_msg("/live/track/get/name", [9])
    say(live, bundle(name, wrong, name).dgram)
    say(live, bundle(name).dgram)
    assert [address for address, _ in controller.read_all()] == [
        "/live/track/get/name", ERROR, "/live/track/get/name",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "packet",
    [
        b"#bundle\0" + bytes(8) + struct.pack(">i", 400) + b"/live/test\0\0,\0\0\0",
        b"#bundle\0" + bytes(8) + b"\0\0",
        b"#bundle\0" + bytes(8) + struct.pack(">i", -4),
        b"/live/test\0\0,q\0\0",
    ],
)
def test_a_packet_that_is_none_is_told_and_stops_nothing(
    live: LiveHost, controller: Controller, packet: bytes
) -> None:
    say(live, packet)
    assert [address for address, _ in controller.read_all()] == [ERROR]


def test_bundles_in_bundles_have_an_end(live: LiveHost, controller: Controller) -> None:
    packet = build_msg("/live/test", "").dgram
    for _ in range(40):
        packet = b"#bundle\0" + bytes(8) + struct.pack(">i", len(packet)) + packet
    say(live, packet)
    assert [address for address, _ in controller.read_all()] == [ERROR]


def test_an_error_says_what_it_is_about(controller: Controller) -> None:
    controller.send("/live/clip/get/color", 0, 10)
    controller.send("/live/nowhere", "x", 2)
    controller.send("/live/clip/set/name", 0)
    assert [values for _, values in controller.read_all()] == [
        [
            "Error handling OSC message: Index out of range",
            "/live/clip/get/color",
            0,
            10,
            "there is no clip 10: places go from 0 to 7",
        ],
        ["Unknown OSC address: /live/nowhere", "/live/nowhere", "x", 2],
        [
            "Error handling OSC message: /live/clip/set/name needs: track, clip, name",
            "/live/clip/set/name",
            0,
        ],
    ]


def test_a_pattern_asks_for_all_there_is(controller: Controller) -> None:
    controller.send("/live/clip/get/*", 0, 0)
    heard = dict(controller.read_all())
    assert (heard["/live/clip/get/name"], heard["/live/clip/get/is_midi_clip"]) == (
        [0, 0, "Riff_C-E"],
        [0, 0, True],
    )
    # What only audio clips have is nil here; notes are among it, and nothing failed.
    assert heard["/live/clip/get/gain"] == [0, 0, None]
    assert len(heard["/live/clip/get/notes"]) == 12
    assert ERROR not in heard


def test_a_pattern_never_changes_anything(live: LiveHost, controller: Controller) -> None:
    for pattern in ("/live/song/*", "/live/track/set/*", "/live/*/delete_clip", "/live/clip_slot/*"):
        controller.send(pattern, 0, 0)
    controller.read_all()
    song = live.song
    assert live.call(lambda: (len(song.tracks), song.can_undo, song.tracks[0].clip_slots[0].has_clip)) == (
        4,
        False,
        True,
    )


def test_a_pattern_listens_to_what_can_be_heard(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/track/start_listen/*", 1)
    heard = {address for address, _ in controller.read_all()}
    assert {"/live/track/get/name", "/live/track/get/volume"} <= heard
    assert ERROR not in heard
    live.call(lambda: setattr(live.song.tracks[1], "mute", True))
    assert ("/live/track/get/mute", [1, True]) in controller.read_all()
    controller.send("/live/track/stop_listen/*", 1)
    controller.read_all()
    live.call(lambda: setattr(live.song.tracks[1], "mute", False))
    assert controller.read_all() == []


def test_listening_to_every_track_is_a_listener_each(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/track/start_listen/solo", "*")
    assert [values for _, values in controller.read_all()] == [[track, False] for track in range(4)]
    live.call(lambda: setattr(live.song.tracks[3], "solo", True))
    assert controller.read_all() == [("/live/track/get/solo", [3, True])]


def test_touch_surfaces_send_floats_for_everything(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/song/create_midi_track", 1.0)
    controller.send("/live/song/set/metronome", 1.0)
    controller.send("/live/track/set/color_index", 0.0, 7.0)
    controller.send("/live/track/set/send", 0.0, 1.0, 0.5)
    controller.send("/live/device/set/parameter/value", 3.0, 0.0, 0.0, 0.0)
    controller.send("/live/view/set/selected_track", 2.0)
    assert controller.read_all() == []
    song = live.song
    assert live.call(
        lambda: (len(song.tracks), song.metronome, song.tracks[0].color_index, song.view.selected_track.name)
    ) == (5, True, 7, "2-MIDI")


def test_beats_are_told_as_they_come(live: LiveHost, controller: Controller) -> None:
    live.call(lambda: setattr(live.song, "tempo", 600.0))
    controller.send("/live/song/start_listen/beat")
    controller.send("/live/song/start_playing")
    heard = [controller.read() for _ in range(4)]
    assert heard == [("/live/song/get/beat", [beat]) for beat in range(4)]
    controller.send("/live/song/stop_listen/beat")
    controller.send("/live/song/stop_playing")
    controller.read_all()


def test_a_mapped_knob_moves_its_parameter(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/midimap/map_cc", 2, 0, 0, 3, 20)
    controller.read_all()
    deadline = time.monotonic() + 20
    switch = live.song.tracks[2].devices[0].parameters[0]
    while live.call(lambda: switch.value) != 0.0:
        live.receive_midi((0xB3, 20, 0))
        assert time.monotonic() < deadline, "the knob was never mapped"
    live.receive_midi((0xB3, 20, 127))
    live.receive_midi((0xB2, 20, 0))
    assert live.call(lambda: switch.value) == 1.0


def test_beginning_anew_forgets_who_listened(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/song/start_listen/tempo")
    controller.send("/live/api/reload")
    controller.read_all()
    live.call(lambda: setattr(live.song, "tempo", 99.0))
    assert controller.read_all() == []


def test_the_status_bar_shows_what_is_sent(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/api/show_message", "Take five")
    controller.send("/live/test")
    controller.read_all()
    assert live.messages == ["Take five", "Orbit hears a controller"]


def test_the_log_tells_everything_when_asked_to(live: LiveHost, controller: Controller) -> None:
    controller.send("/live/api/set/log_level", "debug")
    controller.send("/live/song/get/num_scenes")
    controller.send("/live/api/set/log_level", "loud")
    assert [address for address, _ in controller.read_all()] == ["/live/song/get/num_scenes", ERROR]
    assert any("num_scenes" in line for line in live.log)


def test_the_structure_is_a_file(
    live: LiveHost, controller: Controller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    controller.send("/live/song/export/structure")
    assert controller.read_all() == [("/live/song/export/structure", [1])]
    [file] = tmp_path.glob("*.json")
    first, *_, third, _ = json.loads(file.read_text(encoding="utf-8"))["tracks"]
    assert (first["name"], first["clips"][0]) == ("1-MIDI", {"index": 0, "name": "Riff_C-E", "length": 8.0})
    assert [device["class_name"] for device in third["devices"]] == ["StereoGain", "Compressor2"]
