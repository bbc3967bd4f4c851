"""AbletonOSC's addresses over UDP: read, written, listened to; wrong ones told; off unless asked for."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import build_msg

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.conftest import SCRIPT_OPTIONS, answering

BASS = 4


class Controller:
    """A controller that speaks AbletonOSC."""

    def __init__(self, answers: socket.socket, port: int) -> None:
        self._answers, self._port = answers, port

    def send(self, address: str, *arguments: Any) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            out.sendto(build_msg(address, arguments or "").dgram, ("127.0.0.1", self._port))

    def read(self) -> tuple[str, list[Any]]:
        message = OscMessage(self._answers.recv(65536))
        return message.address, list(message.params)

    def ask(self, address: str, *arguments: Any) -> list[Any]:
        self.send(address, *arguments)
        answered, values = self.read()
        assert answered == address
        return values


@pytest.fixture
def answers() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(5)
        yield sock


@pytest.fixture
def live(answers: socket.socket) -> Iterator[LiveHost]:
    with answering(answers, practice_set()) as host:
        yield host
    assert [line for line in host.log if "Error" in line or "failed" in line] == []


@pytest.fixture
def controller(live: LiveHost, answers: socket.socket) -> Controller:
    controller = Controller(answers, live.script.port)
    assert controller.read() == ("/live/startup", [])
    return controller


@pytest.mark.parametrize(
    ("address", "arguments", "answer"),
    [
        ("/live/test", (), ["ok"]),
        ("/live/application/get/version", (), [12, 3]),
        ("/live/song/get/tempo", (), [120.0]),
        ("/live/song/get/num_tracks", (), [12]),
        ("/live/song/get/num_scenes", (), [8]),
        ("/live/track/get/name", (BASS,), [BASS, "Bass"]),
        ("/live/track/get/mute", (BASS,), [BASS, False]),
        ("/live/track/get/send", (BASS, 0), [BASS, 0, 0.0]),
        ("/live/track/get/clips/name", (BASS,), [BASS, "Bassline", *[None] * 7]),
        ("/live/track/get/num_devices", (BASS,), [BASS, 0]),
        ("/live/clip_slot/get/has_clip", (BASS, 1), [BASS, 1, False]),
        ("/live/clip/get/length", (BASS, 0), [BASS, 0, 16.0]),
        ("/live/scene/get/name", (0,), [0, ""]),
    ],
)
def test_what_is_asked_is_answered(
    controller: Controller, address: str, arguments: tuple[Any, ...], answer: list[Any]
) -> None:
    assert controller.ask(address, *arguments) == answer


@pytest.mark.parametrize(
    ("setter", "arguments", "address", "indices", "answer"),
    [
        ("/live/song/set/tempo", (97.5,), "/live/song/get/tempo", (), [97.5]),
        ("/live/song/set/metronome", (1,), "/live/song/get/metronome", (), [True]),
        ("/live/track/set/mute", (BASS, 1), "/live/track/get/mute", (BASS,), [BASS, True]),
        ("/live/track/set/volume", (BASS, 0.5), "/live/track/get/volume", (BASS,), [BASS, 0.5]),
        ("/live/track/set/panning", (BASS, -1), "/live/track/get/panning", (BASS,), [BASS, -1.0]),
        ("/live/track/set/send", (BASS, 1, 0.25), "/live/track/get/send", (BASS, 1), [BASS, 1, 0.25]),
        ("/live/clip/set/name", (BASS, 0, "Low"), "/live/clip/get/name", (BASS, 0), [BASS, 0, "Low"]),
        ("/live/clip_slot/create_clip", (BASS, 3, 8.0), "/live/clip/get/length", (BASS, 3), [BASS, 3, 8.0]),
        (
            "/live/clip_slot/duplicate_clip_to",
            (BASS, 0, BASS, 2),
            "/live/clip/get/name",
            (BASS, 2),
            [BASS, 2, "Bassline"],
        ),
        ("/live/song/create_midi_track", (0,), "/live/song/get/num_tracks", (), [13]),
        ("/live/song/start_playing", (), "/live/song/get/is_playing", (), [True]),
    ],
)
def test_what_is_set_or_done_shows(
    controller: Controller,
    setter: str,
    arguments: tuple[Any, ...],
    address: str,
    indices: tuple[int, ...],
    answer: list[Any],
) -> None:
    controller.send(setter, *arguments)
    # What belongs to Live's audio thread shows a tick later.
    deadline = time.monotonic() + 5
    while (found := controller.ask(address, *indices)) != answer and time.monotonic() < deadline:
        pass
    assert found == answer


def test_devices_are_read_and_set_by_parameter(controller: Controller, live: LiveHost) -> None:
    live.call(lambda: live.song.tracks[BASS].insert_device("Compressor"))
    names = controller.ask("/live/device/get/parameters/name", BASS, 0)[2:]
    threshold = names.index("Threshold")
    controller.send("/live/device/set/parameter/value", BASS, 0, threshold, 0.85)
    assert controller.ask("/live/device/get/parameter/value_string", BASS, 0, threshold)[3] == "0.0 dB"
    assert controller.ask("/live/device/get/class_name", BASS, 0) == [BASS, 0, "Compressor2"]
    assert controller.ask("/live/device/get/num_parameters", BASS, 0) == [BASS, 0, len(names)]


def test_notes_are_added_and_read(controller: Controller) -> None:
    controller.send("/live/clip_slot/create_clip", BASS, 3, 4.0)
    controller.send("/live/clip/add/notes", BASS, 3, 60, 0.0, 1.0, 100, 0, 64, 2.0, 0.5, 90, 0)
    notes = controller.ask("/live/clip/get/notes", BASS, 3)[2:]
    assert notes == [60, 0.0, 1.0, 100.0, False, 64, 2.0, 0.5, 90.0, False]


def test_a_star_means_every_track(controller: Controller) -> None:
    controller.send("/live/track/get/name", "*")
    assert [controller.read()[1] for _ in range(12)][BASS] == [BASS, "Bass"]


def test_listeners_hear_changes_until_they_stop(controller: Controller, live: LiveHost) -> None:
    controller.send("/live/song/start_listen/tempo")
    assert controller.read() == ("/live/song/get/tempo", [120.0])
    live.call(setattr, live.song, "tempo", 90.0)
    assert controller.read() == ("/live/song/get/tempo", [90.0])
    controller.send("/live/song/stop_listen/tempo")
    controller.ask("/live/test")
    live.call(setattr, live.song, "tempo", 80.0)
    assert controller.ask("/live/song/get/tempo") == [80.0]


def test_a_listener_goes_with_its_track(controller: Controller, live: LiveHost) -> None:
    controller.send("/live/track/start_listen/mute", 11)
    assert controller.read() == ("/live/track/get/mute", [11, False])
    live.call(lambda: live.song.delete_track(11))
    controller.send("/live/track/stop_listen/mute", 11)
    assert controller.ask("/live/test") == ["ok"]


@pytest.mark.parametrize(
    ("address", "arguments"),
    [
        ("/live/song/get/colour_of_the_sky", ()),
        ("/live/song/set/is_playing", (1,)),
        ("/live/song/quit", ()),
        ("/live/track/get/name", ()),
        ("/live/track/get/name", (99,)),
        ("/live/clip/get/name", (0, 0)),
        ("/live/song/set/tempo", (5000.0,)),
        ("/live/song/set/tempo", ()),
        ("/orbit/hello", (1,)),
    ],
)
def test_what_cannot_be_is_told_and_stops_nothing(
    controller: Controller, address: str, arguments: tuple[Any, ...]
) -> None:
    controller.send(address, *arguments)
    controller.send("/live/test")
    assert [controller.read()[0] for _ in range(2)] == ["/live/error", "/live/test"]


def test_garbage_stops_nothing(controller: Controller, live: LiveHost) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.sendto(b"\xff\xfe garbage", ("127.0.0.1", live.script.port))
    controller.send("/live/test")
    assert [controller.read()[0] for _ in range(2)] == ["/live/error", "/live/test"]


def test_nobody_answers_where_it_was_not_asked_for() -> None:
    with (
        LiveHost(practice_set(), REMOTE_SCRIPT, script_options=SCRIPT_OPTIONS) as live,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
    ):
        # Nothing is bound there, so the port can be had.
        probe.bind(("127.0.0.1", live.script.port))
