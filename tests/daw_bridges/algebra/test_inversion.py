"""``invert``: the shortest way back for what is simple, all that was lost for what is not."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json, parse_action
from daw_bridges.algebra import apply, apply_all, equivalent, invert
from daw_bridges.errors import IrreversibleError, NotFoundError, NotPossibleError
from daw_bridges.session import Session
from tests.daw_bridges.algebra.band import BAND, do

_SET = do(
    BAND,
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
    {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": -9},
)


def _back(document: dict[str, Any], session: Session = _SET) -> list[dict[str, Any]]:
    action = parse_action(document)
    way = invert(action, session)
    assert equivalent(apply_all(apply(session, action), way), session)
    return [action_json(step) for step in way]


@pytest.mark.parametrize(
    ("document", "back"),
    [
        ({"action": "set_tempo", "bpm": 90}, {"action": "set_tempo", "bpm": 120.0}),
        (
            {"action": "set_volume", "track": "#1", "db": -6},
            {"action": "set_volume", "track": "Kick", "db": 0.0},
        ),
        (
            {"action": "set_pan", "track": "Kick", "pan": 1},
            {"action": "set_pan", "track": "Kick", "pan": 0.0},
        ),
        (
            {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": None},
            {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": -9.0},
        ),
        (
            {
                "action": "set_parameter",
                "track": "Bass",
                "device": "compressor",
                "parameter": "mix",
                "value": 50,
            },
            {
                "action": "set_parameter",
                "track": "Bass",
                "device": "compressor",
                "parameter": "dry_wet",
                "value": 100.0,
            },
        ),
        (
            {"action": "create_track", "kind": "midi", "name": "Pad", "at": 2},
            {"action": "delete_track", "track": "Pad"},
        ),
        ({"action": "create_track", "kind": "return", "name": "C"}, {"action": "delete_track", "track": "C"}),
        ({"action": "duplicate_track", "track": "Kick"}, {"action": "delete_track", "track": "#2"}),
        (
            {"action": "rename_track", "track": "Kick", "name": "Boom"},
            {"action": "rename_track", "track": "Boom", "name": "Kick"},
        ),
        (
            {"action": "insert_device", "track": "Bass", "device": "compressor"},
            {"action": "remove_device", "track": "Bass", "device": "compressor#2"},
        ),
        (
            {"action": "create_clip", "track": "Kick", "slot": 1, "length_beats": 4},
            {"action": "delete_clip", "track": "Kick", "clip": "#1"},
        ),
        (
            {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_bar": 1},
            {"action": "delete_clip", "track": "Bass", "clip": "@1"},
        ),
        ({"action": "create_scene", "name": "Outro"}, {"action": "delete_scene", "scene": "#4"}),
        ({"action": "add_locator", "bar": 5, "name": "A"}, {"action": "remove_locator", "bar": 5.0}),
        ({"action": "remove_locator", "bar": 33}, {"action": "add_locator", "bar": 33.0, "name": "Drop"}),
        ({"action": "play"}, {"action": "stop"}),
    ],
)
def test_one_step_leads_back_from_one(document: dict[str, Any], back: dict[str, Any]) -> None:
    assert _back(document) == [back]


def test_nothing_leads_back_from_nothing() -> None:
    assert _back({"action": "stop"}) == []


def test_a_deleted_track_comes_back_with_all_that_was_on_it() -> None:
    names = [step["action"] for step in _back({"action": "delete_track", "track": "Bass"})]
    assert names[0] == "create_track"
    assert {"insert_device", "set_sidechain", "set_send", "set_color", "create_clip", "add_notes"} <= set(
        names
    )


def test_a_deleted_track_comes_back_to_what_it_fed() -> None:
    back = _back({"action": "delete_track", "track": "Kick"})
    assert {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"} in back


def test_a_preset_is_taken_back_by_every_parameter_it_may_have_changed() -> None:
    back = _back({"action": "load_preset", "track": "Bass", "device": "compressor", "preset": "Punch"})
    assert len(back) == len(_SET.tracks[1].devices[0].parameters)


@pytest.mark.parametrize("kind", ["sampler", "Pro-Q 3"])
def test_a_preset_over_more_than_parameters_cannot_be_taken_back(kind: str) -> None:
    session = do(BAND, "insert_device", track="Kick", device=kind)
    loading = parse_action({"action": "load_preset", "track": "Kick", "device": kind, "preset": "Punch"})
    with pytest.raises(IrreversibleError, match="holds more than its parameters show"):
        invert(loading, session)


def test_labels_do_not_appear_on_the_way_back() -> None:
    labelled = do(BAND, "insert_device", track="Bass", device="gate", **{"as": "cut"})
    document = {"action": "enable_device", "track": "Bass", "device": "cut", "on": False}
    assert _back(document, labelled)[0]["device"] == "gate"


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"action": "delete_track", "track": "Vox"}, "Vox · slot 1: none, expected “Take”"),
        ({"action": "delete_clip", "track": "Vox", "clip": "Take"}, "Vox · slot 1: none"),
        ({"action": "delete_scene", "scene": "Intro"}, "Orbit has no action for this"),
    ],
)
def test_what_cannot_be_rebuilt_is_said_before_it_is_lost(document: dict[str, Any], words: str) -> None:
    with pytest.raises(IrreversibleError, match=words):
        invert(parse_action(document), _SET)


def test_what_cannot_be_done_cannot_be_taken_back() -> None:
    with pytest.raises(NotPossibleError):
        invert(parse_action({"action": "undo"}), _SET)
    with pytest.raises(NotFoundError):
        invert(parse_action({"action": "set_mute", "track": "Nobody", "on": True}), _SET)
