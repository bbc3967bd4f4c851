"""When two sessions are the same to a person, and the words for what is not."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import SetColor
from daw_bridges.algebra import diff, differences, equivalent
from daw_bridges.session import Device, Parameter, Session
from tests.daw_bridges.algebra.band import BAND, do

_SET = do(
    BAND,
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "threshold",
        "value": -18,
    },
)


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"action": "set_tempo", "bpm": 90}, "Tempo: 90 BPM, expected 120 BPM"),
        (
            {"action": "set_time_signature", "numerator": 3, "denominator": 4},
            "Time signature: 3/4, expected 4/4",
        ),
        ({"action": "set_metronome", "on": True}, "Metronome: on, expected off"),
        ({"action": "play"}, "Playing: on, expected off"),
        ({"action": "record", "on": True}, "Recording: on, expected off"),
        ({"action": "set_loop", "on": True}, "Loop: on, expected off"),
        ({"action": "set_loop", "on": False, "end_bar": 9}, "Loop end: bar 9, expected bar 5"),
        ({"action": "remove_locator", "bar": 33}, "Locators: none, expected Drop at bar 33"),
        (
            {"action": "create_scene", "name": "Outro"},
            "Scenes: Intro, Verse, Drop, Outro, expected Intro, Verse, Drop",
        ),
        ({"action": "rename_track", "track": "Kick", "name": "Boom"}, "Tracks: Boom, Bass, "),
        ({"action": "set_volume", "track": "Bass", "db": None}, "Bass · volume: −∞ dB, expected 0.0 dB"),
        ({"action": "set_pan", "track": "Bass", "pan": -0.5}, "Bass · pan: 25L, expected C"),
        ({"action": "set_mute", "track": "Bass", "on": True}, "Bass · mute: on, expected off"),
        ({"action": "set_output", "track": "Bass", "to": "Vox"}, "Bass · output: Vox, expected Master"),
        (
            {"action": "set_color", "track": "Bass", "color": "#ff3636"},
            "Bass · colour: #ff3636, expected #808080",
        ),
        (
            {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -6},
            "Bass · send to A-Reverb: −6.0 dB, expected −∞ dB",
        ),
        (
            {
                "action": "set_parameter",
                "track": "Bass",
                "device": "compressor",
                "parameter": "threshold",
                "value": -24,
            },
            "Bass · Compressor · Threshold: −24.0 dB, expected −18.0 dB",
        ),
        (
            {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
            "Bass · Compressor · side chain from: Kick, expected none",
        ),
        (
            {"action": "enable_device", "track": "Bass", "device": "compressor", "on": False},
            "Bass · Compressor: off, expected on",
        ),
        (
            {"action": "insert_device", "track": "Bass", "device": "gate"},
            "Bass · devices: compressor, gate, expected compressor",
        ),
        ({"action": "delete_clip", "track": "Bass", "clip": "Fill"}, "Bass · slot 3: none, expected “Fill”"),
        (
            {"action": "rename_clip", "track": "Bass", "clip": "Fill", "name": "Roll"},
            "Bass · slot 3 · name: Roll",
        ),
        (
            {"action": "add_notes", "track": "Bass", "clip": "Fill", "notes": [[60, 0, 1, 90]]},
            "Bass · slot 3 · notes: 1, expected 0",
        ),
        (
            {"action": "add_notes", "track": "Bass", "clip": "Bassline", "notes": [[36, 0, 2, 90]]},
            "Bass · slot 1 · notes: not the ones expected",
        ),
        (
            {"action": "delete_clip", "track": "Bass", "clip": "@17"},
            "Bass · bar 17: none, expected “Bassline”",
        ),
        (
            {
                "action": "automate_parameter",
                "track": "Bass",
                "device": "compressor",
                "parameter": "threshold",
                "points": [[0, -24], [1, 0]],
                "clip": "Bassline",
            },
            "Bass · slot 1 · automation of compressor threshold: 2 points, expected none",
        ),
        ({"action": "fire_clip", "track": "Bass", "clip": "Fill"}, "Bass · playing slot: 3, expected none"),
    ],
)
def test_a_difference_is_said_in_words(action: dict[str, Any], words: str) -> None:
    actual = do(_SET, action)
    assert any(sentence.startswith(words) for sentence in differences(actual, _SET))
    assert not equivalent(actual, _SET)


def test_a_session_is_equivalent_to_itself_as_read_back() -> None:
    assert differences(Session.model_validate(_SET.model_dump(mode="json")), _SET) == []


@pytest.mark.parametrize(
    "action",
    [
        {"action": "set_volume", "track": "Bass", "db": -0.04},
        {"action": "set_pan", "track": "Bass", "pan": 0.008},
        {"action": "set_tempo", "bpm": 120.004},
        {"action": "set_color", "track": "Bass", "color": "#7b7b7b"},
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "release",
            "value": 30.1,
        },
    ],
)
def test_what_a_display_cannot_tell_apart_is_the_same(action: dict[str, Any]) -> None:
    assert equivalent(do(_SET, action), _SET)


def test_labels_texts_and_ranges_do_not_count() -> None:
    bass = _SET.tracks[1]
    compressor = bass.devices[0]
    plain = {
        key: parameter.model_copy(update={"text": "", "range": None, "choices": None})
        for key, parameter in compressor.parameters.items()
    }
    other = bass.model_copy(
        update={"devices": (compressor.model_copy(update={"label": "squash", "parameters": plain}),)}
    )
    tracks = (_SET.tracks[0], other, *_SET.tracks[2:])
    assert equivalent(_SET, _SET.model_copy(update={"tracks": tracks}))


def test_what_a_plug_in_shows_is_not_foreseen() -> None:
    predicted = do(BAND, "insert_device", track="Kick", device="Pro-Q 3")
    shown = Device(name="Pro-Q 3", parameters=_SET.tracks[1].devices[0].parameters)
    kick = predicted.tracks[0].model_copy(update={"devices": (shown,)})
    assert equivalent(predicted.model_copy(update={"tracks": (kick, *predicted.tracks[1:])}), predicted)


def colored(color: str, daw: str = "ableton") -> Session:
    return do(BAND, "set_color", track="Bass", color=color).model_copy(update={"daw": daw})


@pytest.mark.parametrize("daw", ["ableton", "logic", "ardour"])
def test_neighbours_of_a_palette_are_two_colours(daw: str) -> None:
    purple, blue = colored("#886ce4", daw), colored("#5480e4", daw)
    assert differences(blue, purple) == ["Bass · colour: #5480e4, expected #886ce4"]
    assert diff(purple, blue) == [SetColor(track="Bass", color="#5480e4")]


def test_a_host_with_a_palette_shows_its_nearest_and_one_without_what_was_asked() -> None:
    assert differences(colored("#ffa529"), colored("#ffaa00")) == []
    assert diff(colored("#ffa529"), colored("#ffaa00")) == []
    assert differences(colored("#ffa529", "ardour"), colored("#ffaa00", "ardour")) != []


def test_the_colour_a_host_chooses_is_not_foreseen() -> None:
    predicted = do(BAND, "create_track", kind="midi", name="Pad")
    assert equivalent(do(predicted, "set_color", track="Pad", color="#ff3636"), predicted)


def test_a_missing_parameter_is_said() -> None:
    bass = _SET.tracks[1]
    compressor = bass.devices[0]
    fewer = {key: value for key, value in compressor.parameters.items() if key != "knee"}
    other = bass.model_copy(update={"devices": (compressor.model_copy(update={"parameters": fewer}),)})
    actual = _SET.model_copy(update={"tracks": (_SET.tracks[0], other, *_SET.tracks[2:])})
    assert differences(actual, _SET) == ["Bass · Compressor · knee: none, expected there"]


def test_a_display_of_whole_numbers_resolves_no_halves() -> None:
    def rack(value: float, text: str) -> Session:
        knob = Parameter(name="Macro 1", value=value, text=text, range=(0.0, 127.0))
        device = Device(name="Audio Effect Rack", kind="audio_effect_rack", parameters={"macro_1": knob})
        track = BAND.tracks[0].model_copy(update={"devices": (device,)})
        return BAND.model_copy(update={"tracks": (track, *BAND.tracks[1:])})

    assert differences(rack(3.0, "3"), rack(2.5, "2.50")) == []
    assert differences(rack(3.0, "3"), rack(2.0, "2")) != []
    assert differences(rack(3.0, "3.00"), rack(2.5, "2.50")) != []
