"""What actions touch, cut out of a session: all that matters, and nothing that does not."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import equivalent
from orbit.workflows.touched import part, touched
from tests.orbit.workflows.sessions import ducked, edited

BASS_COMPRESSOR = {"track": "Bass", "device": "compressor"}

MATTERS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    # what is planned, and what the user does meanwhile that comes in its way
    ({"action": "set_tempo", "bpm": 90}, {"action": "set_tempo", "bpm": 130}),
    (
        {"action": "set_volume", "track": "Bass", "db": -1},
        {"action": "set_volume", "track": "Bass", "db": -9},
    ),
    ({"action": "set_mute", "track": "#5", "on": True}, {"action": "delete_track", "track": "Bass"}),
    (
        {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -1},
        {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -9},
    ),
    (
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "ratio", "value": 2},
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "ratio", "value": 8},
    ),
    (
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "ratio", "value": 2},
        {"action": "remove_device", **BASS_COMPRESSOR},
    ),
    (
        {"action": "remove_device", **BASS_COMPRESSOR},
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "knee", "value": 3},
    ),
    (
        {"action": "set_sidechain", **BASS_COMPRESSOR, "source": "Snare"},
        {"action": "set_sidechain", **BASS_COMPRESSOR, "source": None},
    ),
    ({"action": "delete_track", "track": "Bass"}, {"action": "set_pan", "track": "Bass", "pan": 1}),
    (
        {"action": "delete_track", "track": "Bass"},
        {"action": "rename_clip", "track": "Bass", "clip": "Bassline", "name": "B"},
    ),
    (
        {"action": "create_track", "kind": "midi", "name": "New"},
        {"action": "create_track", "kind": "audio", "name": "New"},
    ),
    (
        {"action": "delete_clip", "track": "Keys", "clip": "Chords"},
        {"action": "add_notes", "track": "Keys", "clip": "Chords", "notes": [[60, 0, 1, 90]]},
    ),
    (
        {"action": "create_clip", "track": "Pad", "slot": 2, "length_beats": 4},
        {"action": "create_clip", "track": "Pad", "slot": 2, "length_beats": 8},
    ),
    (
        {"action": "delete_scene", "scene": "#3"},
        {"action": "create_clip", "track": "Pad", "slot": 3, "length_beats": 8},
    ),
    ({"action": "remove_locator", "bar": 33}, {"action": "remove_locator", "bar": 33}),
    (
        {"action": "rename_track", "track": "FX", "name": "Noise"},
        {"action": "create_track", "kind": "audio", "name": "Noise"},
    ),
    (
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "ratio", "value": 2},
        {"action": "insert_device", "track": "Bass", "device": "compressor", "at": 1},
    ),
    (
        {"action": "remove_device", **BASS_COMPRESSOR},
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
    ),
]

DOES_NOT: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"action": "set_tempo", "bpm": 90}, {"action": "set_metronome", "on": True}),
    ({"action": "set_volume", "track": "Bass", "db": -1}, {"action": "set_pan", "track": "Bass", "pan": 1}),
    ({"action": "set_volume", "track": "Bass", "db": -1}, {"action": "delete_track", "track": "FX"}),
    (
        {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -1},
        {"action": "set_send", "track": "Bass", "to": "B-Delay", "db": -9},
    ),
    (
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "ratio", "value": 2},
        {"action": "set_parameter", **BASS_COMPRESSOR, "parameter": "knee", "value": 3},
    ),
    (
        {"action": "remove_device", **BASS_COMPRESSOR},
        {"action": "insert_device", "track": "Bass", "device": "eq"},
    ),
    (
        {"action": "create_track", "kind": "midi", "name": "New"},
        {"action": "create_track", "kind": "midi", "name": "Other"},
    ),
    ({"action": "insert_device", "track": "Bass", "device": "eq"}, {"action": "play"}),
    (
        {"action": "delete_clip", "track": "Keys", "clip": "Chords"},
        {"action": "create_clip", "track": "Keys", "slot": 5, "length_beats": 8},
    ),
]


def _same(planned: dict[str, Any], meanwhile: dict[str, Any]) -> bool:
    before = ducked()
    places = touched(before, [parse_action(planned)])
    return equivalent(part(before, places), part(edited(before, meanwhile), places))


@pytest.mark.parametrize(("planned", "meanwhile"), MATTERS, ids=lambda action: action["action"])
def test_what_comes_in_the_way_is_seen(planned: dict[str, Any], meanwhile: dict[str, Any]) -> None:
    assert not _same(planned, meanwhile)


@pytest.mark.parametrize(("planned", "meanwhile"), DOES_NOT, ids=lambda action: action["action"])
def test_what_happens_elsewhere_is_not(planned: dict[str, Any], meanwhile: dict[str, Any]) -> None:
    assert _same(planned, meanwhile)


def test_what_earlier_actions_make_is_found_by_later_ones() -> None:
    actions = [
        {"action": "create_track", "kind": "midi", "name": "New"},
        {"action": "insert_device", "track": "New", "device": "eq"},
        {"action": "set_parameter", "track": "New", "device": "eq", "parameter": "band_2_gain", "value": -2},
    ]
    places = touched(ducked(), [parse_action(action) for action in actions])
    assert {place.track for place in places} == {"New"}
    assert part(ducked(), places).tracks == ()
