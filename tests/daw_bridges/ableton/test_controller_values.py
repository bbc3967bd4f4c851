"""Controllers' values over the whole table of addresses: places, switches, numbers, names, sizes."""

from __future__ import annotations

import math
import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pythonosc.osc_message_builder import OscMessageBuilder

from daw_bridges.simulated.live import LiveHost
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from tests.daw_bridges.ableton.conftest import answering
from tests.peers.exchanges import Controller, exchange_set, until_settled

ERROR, BEHIND = "/live/error", "Error handling OSC message: Index out of range"
PLACES = {
    "track": 2, "clip": 0, "scene": 0, "device": 0, "parameter": 0, "send": 0, "locator": 0,
    "return track": 0, "channel": 0, "controller": 0,
}  # fmt: skip
NO_PLACES = [-1, -0.5, 0.5, True, "-1", None, math.nan]
FURTHER_PLACES = [
    ("/live/song/create_midi_track", ["*"]),
    ("/live/song/create_audio_track", ["*"]),
    ("/live/song/create_scene", ["*"]),
    ("/live/song/get/track_names", ["*", 1]),
    ("/live/song/get/track_names", [0, "*"]),
    ("/live/song/get/scenes/name", ["*", 1]),
    ("/live/song/get/track_data", ["*", 1, "track.name"]),
    ("/live/clips/unfilter", ["*"]),
    ("/live/clips/unfilter", [0, "*"]),
    ("/live/clip/get/notes", [0, 0, "*", 1, 0.0, 4.0]),
    ("/live/clip/remove/notes", [0, 0, "*", 1, 0.0, 4.0]),
    ("/live/clip/add/notes", [0, 0, "*", 0.0, 1.0, 100, 0]),
]
OFF, ON = ["off", "False", "NO", "0", 0, 0.0, False], ["On", "true", "Yes", "1", 1, 1.0, True]
PYTHONS_WORDS = ("no attribute", "NoneType", "C++", "argument", "literal", "subscript", "unpack", "Python")
ONLY_LIVE_SAYS = {"/live/song/set/back_to_arranger": "true once a clip plays, and so for Live to say"}


@pytest.fixture
def answers() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * 1024 * 1024)
        sock.bind(("127.0.0.1", 0))
        yield sock


@pytest.fixture
def live(answers: socket.socket) -> Iterator[LiveHost]:
    song = exchange_set()
    with song.unrecorded():
        dense = song.tracks[1].clip_slots[0].put_(1000.0, midi=True)
        dense.add_new_notes(MidiNoteSpecification(60, n / 4, 0.25, 100.0) for n in range(4000))
    with answering(answers, song, tick_seconds=0.01) as host:
        yield host
    assert [line for line in host.log if "Error" in line or "failed" in line] == []


@pytest.fixture
def addresses(live: LiveHost) -> dict[str, Any]:
    package = type(live.script).__module__.rpartition(".")[0]
    return dict(sys.modules[f"{package}.addresses"].ADDRESSES)


def state(live: LiveHost) -> Any:
    """What an edit, a selection or the transport would change."""
    song = live.song
    return live.call(
        lambda: (
            song.can_undo, song.is_playing, song.view.selected_track, song.view.selected_scene,
            [slot.is_playing for track in song.tracks for slot in track.clip_slots],
        )
    )  # fmt: skip


def usual(needs: tuple[str, ...]) -> list[Any]:
    return [PLACES.get(need, 0) for need in needs]


@pytest.mark.parametrize("wrong", NO_PLACES, ids=repr)
def test_a_place_that_is_none_is_told_with_what_there_is(
    live: LiveHost, controller: Controller, addresses: dict[str, Any], wrong: Any
) -> None:
    tried, before = 0, state(live)
    for address, entry in addresses.items():
        for position in (n for n, need in enumerate(entry.needs) if need in PLACES):
            if address.endswith("cue_point/jump") and isinstance(wrong, str):
                continue  # a locator is jumped to by its name too
            said = usual(entry.needs)
            said[position] = wrong
            [(told, [text, about, *values])] = controller.ask(address, *said)
            assert (told, about, repr(values)) == (ERROR, address, repr(said))
            assert f"there is no {entry.needs[position]} " in text
            assert "places go from 0 to " in text
            tried += 1
    assert tried > 300
    assert state(live) == before


@pytest.mark.parametrize("wrong", [-2, -0.5, 0.5, True, None, math.nan], ids=repr)
def test_so_is_one_that_need_not_be_said(live: LiveHost, controller: Controller, wrong: Any) -> None:
    before = state(live)
    for address, said in FURTHER_PLACES:
        [(told, [text, about, *_])] = controller.ask(
            address, *[wrong if each == "*" else each for each in said]
        )
        assert (told, about) == (ERROR, address)
        assert "places go from 0 to " in text
    assert state(live) == before


def test_a_place_behind_the_last_is_told_in_the_usual_words_and_with_the_range(
    live: LiveHost, controller: Controller, addresses: dict[str, Any]
) -> None:
    before = state(live)
    for address, entry in addresses.items():
        for position in (n for n, need in enumerate(entry.needs) if need in PLACES):
            said = usual(entry.needs)
            said[position] = 999
            heard = controller.ask(address, *said)
            if "/stop_listen/" in address:
                assert heard == []  # what was there is gone, and its listeners with it
                continue
            [(told, [text, *values, reach])] = heard
            assert (told, text, values) == (ERROR, BEHIND, [address, *said])
            assert f"there is no {entry.needs[position]} 999: places go from 0 to " in reach
    assert state(live) == before


def test_a_pattern_tells_a_wrong_place_once(controller: Controller) -> None:
    [(told, [text, *_])] = controller.ask("/live/track/get/*", -1)
    assert (told, text) == (ERROR, "Error handling OSC message: there is no track -1: places go from 0 to 3")


def switches(controller: Controller, addresses: dict[str, Any]) -> Iterator[tuple[str, str, list[Any]]]:
    """Every address that sets what reads on or off, with its question and the indices."""
    for address, entry in addresses.items():
        question = address.replace("/set/", "/get/")
        if "/set/" in address and question in addresses:
            indices = usual(entry.needs[:-1])
            [(_, values)] = controller.ask(question, *indices)
            if isinstance(values[-1], bool):
                yield address, question, indices


def test_every_switch_understands_the_usual_words_and_no_others(
    live: LiveHost, controller: Controller, addresses: dict[str, Any]
) -> None:
    settle, tried = until_settled(live), 0
    for address, question, indices in list(switches(controller, addresses)):
        for off, on in zip(OFF, ON, strict=True):
            for word, wanted in ((on, address not in ONLY_LIVE_SAYS), (off, False)):
                assert controller.ask(address, *indices, word) == []
                told = (question, [*indices, wanted])
                if told not in controller.ask(question, *indices):
                    settle()  # some of it is Live's audio thread's
                    assert controller.ask(question, *indices) == [told], (address, word)
        for word in ("maybe", "", None, math.nan, b"on"):
            [(told, [text, about, *_])] = controller.ask(address, *indices, word)
            assert (told, about) == (ERROR, address)
            assert "is on or off, not " in text
        tried += 1
    assert tried >= 18


def test_a_device_is_switched_by_the_words_too(live: LiveHost, controller: Controller) -> None:
    power = live.song.tracks[2].devices[0].parameters[0]
    for word, wanted in (("off", 0.0), (True, 1.0), ("OFF", 0.0), (1, 1.0), (0.0, 0.0)):
        assert controller.ask("/live/device/set/parameter/value", 2, 0, 0, word) == []
        assert live.call(lambda: power.value) == wanted
    controller.send("/live/device/set/parameters/value", 2, 1, 1.0, 0.5, math.nan)
    assert [told for told, _ in controller.read_all()] == [ERROR]
    assert live.call(lambda: live.song.tracks[2].devices[1].parameters[1].value) != 0.5


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf, None, b"blob"], ids=repr)
def test_nothing_is_set_to_what_is_no_value(
    live: LiveHost, controller: Controller, addresses: dict[str, Any], wrong: Any
) -> None:
    before = state(live)
    for address, entry in addresses.items():
        if "/set/" in address and entry.needs[-1] not in PLACES:
            heard = controller.ask(address, *usual(entry.needs[:-1]), wrong)
            takes_any_number = isinstance(wrong, float) and address.endswith("/name")
            assert [told for told, _ in heard] == ([] if takes_any_number else [ERROR]), (address, heard)
    if not isinstance(wrong, float):
        assert state(live) == before
        assert live.call(lambda: live.song.tracks[2].name) == "3-Audio"


def test_a_level_takes_no_switch_for_a_number(live: LiveHost, controller: Controller) -> None:
    for at in (["volume", 2], ["panning", 2], ["send", 2, 0]):
        for value, shown in ((True, "true"), ("loud", "“loud”")):
            [(told, [text, *_])] = controller.ask(f"/live/track/set/{at[0]}", *at[1:], value)
            assert (told, text) == (ERROR, f"Error handling OSC message: {at[0]} is a number, not {shown}")
    assert not state(live)[0]


@pytest.mark.parametrize("said", [["x"] * 8, [None] * 8, []], ids=repr)
def test_no_error_is_told_in_pythons_words(
    controller: Controller, addresses: dict[str, Any], said: list[Any]
) -> None:
    for address, entry in addresses.items():
        # Whatever place is said is one, so that what comes behind it is looked at.
        for places in ([], [2, 0]):
            controller.send(address, *places[: len(entry.needs)], *said)
            for told, values in controller.read_all():
                assert told != ERROR or not any(word in values[0] for word in PYTHONS_WORDS), (
                    address,
                    values,
                )


def test_an_answer_that_no_packet_holds_says_so_and_what_to_ask_for(controller: Controller) -> None:
    [(told, [text, *about])] = controller.ask("/live/clip/get/notes", 1, 0)
    assert (told, about) == (ERROR, ["/live/clip/get/notes", 1, 0])
    assert "a packet holds 65507" in text
    assert "with a window: lowest pitch, how many pitches, first beat, how many beats" in text
    [(told, values)] = controller.ask("/live/clip/get/notes", 1, 0, 0, 128, 0.0, 500.0)
    assert (told, len(values)) == ("/live/clip/get/notes", 2 + 5 * 2000)


@pytest.mark.parametrize("count", [818, 819, 820, 2500])
def test_notes_are_added_as_many_as_a_packet_holds(
    live: LiveHost, controller: Controller, count: int
) -> None:
    notes = [part for n in range(count) for part in (60 + n % 12, n / 4, 0.25, 100, 0)]
    assert controller.ask("/live/clip/add/notes", 0, 1, *notes) == []
    fill = live.song.tracks[0].clip_slots[1].clip
    assert fill is not None
    assert live.call(lambda: len(fill.get_all_notes_extended())) == count


def test_an_error_about_a_packet_full_of_values_is_told_too(controller: Controller) -> None:
    [(told, [text, *about])] = controller.ask("/live/clip/add/notes", -1, 0, *[0] * 13080)
    assert (told, len(about), about[0]) == (ERROR, 1, "/live/clip/add/notes")
    assert "there is no track -1" in text
    controller.send("/live/track/set/name", "x" * 60000, "y")
    controller.send("/live/" + "x" * 60000)
    assert [told for told, _ in controller.read_all()] == [ERROR, ERROR]


def test_what_fits_no_short_float_is_echoed_all_the_same(controller: Controller) -> None:
    builder = OscMessageBuilder("/live/track/get/mute")
    builder.add_arg(2)
    builder.add_arg(1e300, "d")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.sendto(builder.build().dgram, ("127.0.0.1", controller.port))
    assert controller.read_all() == [("/live/track/get/mute", [2, False, 1e300])]
