"""``diff``: few actions for a small change, and plain words where there are none."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import apply_all, diff, equivalent
from daw_bridges.errors import IrreversibleError
from daw_bridges.session import ArrangementClip, Clip, Session, Track
from tests.daw_bridges.algebra.band import BAND, do

_RICH = do(
    BAND,
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "insert_device", "track": "Bass", "device": "gate"},
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "set_parameter", "track": "Bass", "device": "compressor#2", "parameter": "ratio", "value": 8},
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
)

# What a user may do in one go: each must be seen as exactly that.
_ONE: list[dict[str, Any]] = [
    {"action": "set_tempo", "bpm": 90.0},
    {"action": "set_time_signature", "numerator": 3, "denominator": 4},
    {"action": "set_metronome", "on": True},
    {"action": "set_loop", "on": True},
    {"action": "set_loop", "on": False, "end_bar": 9.0},
    {"action": "play"},
    {"action": "record", "on": True},
    {"action": "create_track", "kind": "midi", "name": "Pad"},
    {"action": "create_track", "kind": "audio", "name": "Gtr", "at": 1},
    {"action": "create_track", "kind": "return", "name": "C-Echo"},
    {"action": "duplicate_track", "track": "Bass", "name": "Sub"},
    {"action": "duplicate_track", "track": "Vox"},
    {"action": "delete_track", "track": "Vox"},
    {"action": "delete_track", "track": "A-Reverb"},
    {"action": "rename_track", "track": "Kick", "name": "Boom"},
    {"action": "rename_track", "track": "A-Reverb", "name": "A-Hall"},
    {"action": "set_color", "track": "Kick", "color": "#3c3c3c"},
    {"action": "set_volume", "track": "Kick", "db": -6.0},
    {"action": "set_volume", "track": "Kick", "db": None},
    {"action": "set_pan", "track": "Kick", "pan": -0.5},
    {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": -12.0},
    {"action": "set_mute", "track": "Kick", "on": True},
    {"action": "set_solo", "track": "Kick", "on": True},
    {"action": "set_arm", "track": "Kick", "on": True},
    {"action": "set_monitor", "track": "Kick", "mode": "in"},
    {"action": "set_output", "track": "Kick", "to": "Vox"},
    {"action": "set_input", "track": "Kick", "source": "Bass"},
    {"action": "insert_device", "track": "Kick", "device": "limiter"},
    {"action": "insert_device", "track": "Bass", "device": "limiter", "at": 2},
    {"action": "insert_device", "track": "Kick", "device": "FabFilter Pro-Q 3"},
    {"action": "remove_device", "track": "Bass", "device": "compressor"},
    {"action": "remove_device", "track": "Bass", "device": "compressor#2"},
    {"action": "move_device", "track": "Bass", "device": "compressor#2", "to": 1},
    {"action": "move_device", "track": "Bass", "device": "compressor", "to": 3},
    {"action": "enable_device", "track": "Bass", "device": "gate", "on": False},
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor#2",
        "parameter": "ratio",
        "value": 4.0,
    },
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "threshold",
        "value": "-inf dB",
    },
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "model",
        "value": "Peak",
    },
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Vox"},
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": None},
    {
        "action": "automate_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "threshold",
        "points": [[0.0, -24.0], [4.0, None]],
        "clip": "Bassline",
    },
    {"action": "create_clip", "track": "Kick", "slot": 2, "length_beats": 4.0, "name": "Four"},
    {"action": "delete_clip", "track": "Bass", "clip": "Fill"},
    {"action": "delete_clip", "track": "Bass", "clip": "@17"},
    {"action": "rename_clip", "track": "Bass", "clip": "Fill", "name": "Roll"},
    {"action": "rename_clip", "track": "Bass", "clip": "@17", "name": "Roll"},
    {"action": "add_notes", "track": "Bass", "clip": "Bassline", "notes": [[60, 2.0, 1.0, 90.0]]},
    {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_slot": 2},
    {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_bar": 25.0},
    {"action": "duplicate_clip", "track": "Vox", "clip": "Take", "to_bar": 3.0},
    {"action": "create_scene", "name": "Outro"},
    {"action": "rename_scene", "scene": "#1", "name": "Start"},
    {"action": "rename_scene", "scene": "#2", "name": ""},
    {"action": "delete_scene", "scene": "#1"},
    {"action": "delete_scene", "scene": "#2"},
    {"action": "add_locator", "bar": 9.0, "name": "Verse"},
    {"action": "remove_locator", "bar": 33.0},
]


@pytest.mark.parametrize("document", _ONE, ids=lambda document: " ".join(map(str, document.values())))
def test_one_edit_is_one_action(document: dict[str, Any]) -> None:
    way = diff(_RICH, do(_RICH, document))
    assert [action_json(action) for action in way] == [document]


@pytest.mark.parametrize(
    ("document", "way"),
    [
        (
            {"action": "fire_clip", "track": "Bass", "clip": "Fill"},
            [{"action": "fire_clip", "track": "Bass", "clip": "Fill"}],
        ),
        ({"action": "fire_scene", "scene": "Intro"}, [{"action": "fire_scene", "scene": "#1"}]),
    ],
)
def test_what_is_launched_is_seen(document: dict[str, Any], way: list[dict[str, Any]]) -> None:
    assert [action_json(action) for action in diff(_RICH, do(_RICH, document))] == way


def test_what_stops_is_seen() -> None:
    playing = do(_RICH, "fire_clip", track="Bass", clip="Fill")
    stopped = do(playing, "stop_clip", track="Bass")
    assert [action_json(a) for a in diff(playing, stopped)] == [{"action": "stop_clip", "track": "Bass"}]
    assert [action.action for action in diff(playing, do(playing, "stop"))] == ["stop"]


def test_equal_sessions_differ_by_nothing() -> None:
    assert diff(_RICH, _RICH) == []


def _tracks(session: Session, **changed: Track) -> Session:
    return session.model_copy(update={"tracks": tuple(changed.get(t.name, t) for t in session.tracks)})


def test_returns_that_swap_names_step_aside() -> None:
    one = do(BAND, "rename_track", track="A-Reverb", name="X")
    two = do(one, {"action": "rename_track", "track": "B-Delay", "name": "A-Reverb"})
    swapped = do(two, {"action": "rename_track", "track": "X", "name": "B-Delay"})
    loud = do(swapped, {"action": "insert_device", "track": "A-Reverb", "device": "Pro-R"})
    assert equivalent(apply_all(BAND, diff(BAND, loud)), loud)


def test_audio_clips_that_swap_slots_step_aside() -> None:
    one, other = Clip(slot=1, name="A", length_beats=4), Clip(slot=2, name="B", length_beats=8)
    vox = BAND.tracks[2]
    before = _tracks(BAND, Vox=vox.model_copy(update={"clips": (one, other)}))
    swapped = (other.model_copy(update={"slot": 1}), one.model_copy(update={"slot": 2}))
    after = _tracks(BAND, Vox=vox.model_copy(update={"clips": swapped}))
    assert apply_all(before, diff(before, after)) == after


def test_audio_is_moved_along_the_timeline_over_itself() -> None:
    vox = BAND.tracks[2]
    placed = ArrangementClip(name="Take", start_bar=3.0, length_beats=16.0)
    before = _tracks(BAND, Vox=vox.model_copy(update={"arrangement_clips": (placed,), "clips": ()}))
    moved = placed.model_copy(update={"start_bar": 4.0})
    after = _tracks(BAND, Vox=vox.model_copy(update={"arrangement_clips": (moved,), "clips": ()}))
    assert apply_all(before, diff(before, after)) == after


def test_a_midi_clip_on_the_timeline_alone_is_made_in_a_slot_first() -> None:
    full = do(BAND, "create_clip", track="Bass", slot=2, length_beats=4)
    placed = ArrangementClip(name="Riff", start_bar=1.0, length_beats=8.0)
    bass = full.tracks[1]
    after = _tracks(
        full, Bass=bass.model_copy(update={"arrangement_clips": (placed, *bass.arrangement_clips)})
    )
    way = diff(full, after)
    assert [action.action for action in way] == [
        "create_scene",
        "create_clip",
        "duplicate_clip",
        "delete_clip",
        "delete_scene",
    ]
    assert apply_all(full, way) == after


@pytest.mark.parametrize(
    ("update", "words"),
    [
        (
            {"clips": (Clip(slot=2, name="New take", length_beats=6),)},
            "Vox · slot 2: none, expected “New take”",
        ),
        ({"group": "Band"}, "Vox · group: none, expected Band"),
        ({"output": "Nowhere"}, "Vox · output: Master, expected Nowhere"),
    ],
)
def test_what_no_action_can_do_is_named(update: dict[str, Any], words: str) -> None:
    after = _tracks(do(BAND, "set_tempo", bpm=90), Vox=BAND.tracks[2].model_copy(update=update))
    with pytest.raises(IrreversibleError, match=words) as caught:
        diff(BAND, after)
    assert parse_action({"action": "set_tempo", "bpm": 90}) in caught.value.actions
    assert apply_all(BAND, caught.value.actions).tempo == 90


def test_tracks_change_places_by_making_anew_what_can_be_made() -> None:
    kick, bass, vox, *others = BAND.tracks
    after = BAND.model_copy(update={"tracks": (vox, kick, bass, *others)})
    assert equivalent(apply_all(BAND, diff(BAND, after)), after)


def test_the_order_of_tracks_cannot_be_changed_where_audio_would_be_lost() -> None:
    kick, _, vox, *others = BAND.tracks
    take = Clip(slot=1, name="Strum", length_beats=6)
    guitar = vox.model_copy(update={"name": "Guitar", "clips": (take,)})
    before, after = (
        BAND.model_copy(update={"tracks": (kick, *pair, *others)}) for pair in ((vox, guitar), (guitar, vox))
    )
    with pytest.raises(IrreversibleError, match=r"(Vox|Guitar) · slot 1"):
        diff(before, after)


def test_the_settings_of_a_plug_in_are_not_made_up() -> None:
    plug_in = do(BAND, "insert_device", track="Kick", device="Pro-Q 3")
    kick = plug_in.tracks[0]
    read = {"parameters": _RICH.tracks[1].devices[0].parameters, "unread": False}
    tuned = kick.devices[0].model_copy(update=read)
    after = _tracks(BAND, Kick=kick.model_copy(update={"devices": (tuned,)}))
    with pytest.raises(IrreversibleError, match="settings of the plug-in"):
        diff(BAND, after)
