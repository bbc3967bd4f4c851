"""The scratch session: what a routine stands on is there, and nothing is as it will be after."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply, equivalent
from daw_bridges.references import find_track
from daw_bridges.session import Session, TrackKind
from orbit.learning.admission import scratch
from tests.orbit.learning.admission.routines import routine


def made_for(*steps: dict[str, Any], **more: Any) -> Session:
    return scratch(routine(*steps, **more))


@pytest.mark.parametrize(
    "step",
    [
        {"action": "set_volume", "track": "Kick", "db": 0.0},
        {"action": "set_volume", "track": "Kick", "db": None},
        {"action": "set_pan", "track": "Kick", "pan": 0.0},
        {"action": "set_send", "track": "Kick", "to": "Hall", "db": None},
        {"action": "set_send", "track": "Kick", "to": "Hall", "db": -12},
        {"action": "set_mute", "track": "Kick", "on": False},
        {"action": "set_solo", "track": "Kick", "on": False},
        {"action": "set_arm", "track": "Kick", "on": False},
        {"action": "set_monitor", "track": "Kick", "mode": "auto"},
        {"action": "set_color", "track": "Kick", "color": "#ff0000"},
        {"action": "set_output", "track": "Kick", "to": "Master"},
        {"action": "set_output", "track": "Kick", "to": "Drums"},
        {"action": "set_input", "track": "Gtr", "source": "Ext. In"},
        {"action": "set_tempo", "bpm": 120},
        {"action": "set_time_signature", "numerator": 4, "denominator": 4},
        {"action": "set_metronome", "on": False},
        {"action": "set_loop", "on": False, "start_bar": 1, "end_bar": 5},
        {"action": "rename_track", "track": "Kick", "name": "Boom"},
        {"action": "delete_track", "track": "Kick"},
        {"action": "duplicate_track", "track": "#3", "name": "Copy"},
        {"action": "insert_device", "track": "Synth", "device": "synth"},
        {"action": "insert_device", "track": "Kick", "device": "eq", "chain": "Audio Effect Rack > Dirt"},
        {"action": "remove_device", "track": "Kick", "device": "compressor#2"},
        {"action": "move_device", "track": "Kick", "device": "#2", "to": 1},
        {"action": "enable_device", "track": "Kick", "device": "eq", "on": True},
        {"action": "set_parameter", "track": "Kick", "device": "compressor", "parameter": "ratio",
         "value": 4},
        {"action": "set_parameter", "track": "Kick", "device": "Tilt One", "parameter": "Mix",
         "value": "3 %"},
        {"action": "set_parameter", "track": "Kick", "device": "Audio Effect Rack > #1 > eq",
         "parameter": "band_1_on", "value": "on"},
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
        {"action": "create_clip", "track": "Keys", "slot": 12, "length_beats": 8},
        {"action": "rename_clip", "track": "Keys", "clip": "Chords", "name": "Verse"},
        {"action": "delete_clip", "track": "Keys", "clip": "#3"},
        {"action": "duplicate_clip", "track": "Keys", "clip": "Chords", "to_bar": 17},
        {"action": "delete_clip", "track": "Keys", "clip": "@9"},
        {"action": "add_notes", "track": "Keys", "clip": "Chords", "notes": [[60, 0, 1, 100]]},
        {"action": "fire_clip", "track": "Keys", "clip": "Chords"},
        {"action": "fire_scene", "scene": "Drop"},
        {"action": "rename_scene", "scene": "#9", "name": "Outro"},
        {"action": "remove_locator", "bar": 33},
        {"action": "move_device", "track": "Kick", "device": "eq", "to": 3},
        {"action": "insert_device", "track": "Kick", "device": "eq", "at": 4},
        {"action": "set_input", "track": "Gtr", "source": "1/2"},
        {"action": "set_input", "track": "Keys", "source": "All Ins"},
        {"action": "automate_parameter", "track": "Keys", "device": "mixer", "parameter": "A-Reverb",
         "clip": "Chords", "points": [[0, -30], [4, -6]]},
    ],
    ids=lambda step: "-".join(str(value) for value in step.values())[:60],
)  # fmt: skip
def test_each_step_finds_what_it_needs_and_changes_something(step: dict[str, Any]) -> None:
    session = made_for(step)
    action = parse_action(step)
    if step["action"] == "fire_scene":  # of which no clip is known
        apply(session, action)
        return
    assert not equivalent(session, apply(session, action))


def test_tracks_are_of_the_kind_that_is_done_to_them() -> None:
    session = made_for(
        {"action": "insert_device", "track": "Lead", "device": "arpeggiator"},
        {"action": "set_send", "track": "Lead", "to": "Hall", "db": -6},
        {"action": "set_input", "track": "Take", "source": "Lead"},
        before=[{"track": "Drums", "kind": "group"}],
    )
    kinds = {track.name: track.kind for track in session.tracks}
    assert kinds | {"Lead": TrackKind.MIDI, "Hall": TrackKind.RETURN, "Take": TrackKind.AUDIO} == kinds


def test_a_track_that_is_created_or_renamed_on_the_way_was_not_there_under_that_name() -> None:
    session = made_for(
        {"action": "create_track", "kind": "audio", "name": "Print"},
        {"action": "set_volume", "track": "Print", "db": -6},
        {"action": "rename_track", "track": "Bass", "name": "Sub"},
        {"action": "set_parameter", "track": "Sub", "device": "eq", "parameter": "band_1_gain", "value": -3},
    )
    names = session.track_names
    assert "Bass" in names
    assert not {"Print", "Sub"} & set(names)
    assert [device.kind for device in find_track(session, "Bass").devices] == ["eq"]


def test_what_cannot_be_supplied_is_left_missing_and_nothing_raises() -> None:
    session = made_for(
        {"action": "insert_device", "track": "Bass", "device": "no_such_kind"},
        {"action": "set_volume", "track": "Kick", "db": -3},
    )
    assert "Bass" in session.track_names
    assert made_for({"action": "duplicate_track", "track": "#100000"}).daw == "ableton"


def test_a_step_that_cannot_be_done_keeps_nothing_from_the_others() -> None:
    session = made_for(
        {"action": "insert_device", "track": "Bass", "device": "no_such_kind"},
        {"action": "duplicate_track", "track": "B-Delay", "name": "Copy"},
        {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -12},
        {"action": "set_input", "track": "Print", "source": "Drum Bus"},
    )
    kinds = {track.name: track.kind for track in session.tracks}
    assert kinds["A-Reverb"] is TrackKind.RETURN
    assert {"Print", "Drum Bus"} <= kinds.keys()


def test_a_clip_that_was_there_is_not_where_one_is_created() -> None:
    steps = (
        {"action": "create_clip", "track": "Keys", "slot": 1, "length_beats": 4},
        {"action": "fire_clip", "track": "Keys", "clip": "Chords"},
    )
    session = made_for(*steps)
    for step in steps:
        session = apply(session, parse_action(step))
    assert [clip.name for clip in find_track(session, "Keys").clips if clip.slot == 1] == [""]


def test_an_unknown_host_is_tried_all_the_same() -> None:
    steps = {"action": "set_volume", "track": "Kick", "db": -3}
    assert made_for(steps, daws=["reaper"]).daw == "reaper"
    assert made_for(steps, daws=["reaper", "logic"]).daw == "logic"
