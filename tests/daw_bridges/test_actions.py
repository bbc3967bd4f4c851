"""The vocabulary: its JSON form there and back (law 4), what is refused, and how a person is told."""

from __future__ import annotations

import contextlib
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from daw_bridges.actions import (
    ACTIONS,
    Action,
    AutomateParameter,
    InsertDevice,
    Risk,
    SetParameter,
    SetVolume,
    action_json,
    parse_action,
)
from daw_bridges.errors import ActionError
from tests.strategies import well_formed_actions


def test_the_vocabulary_has_forty_three_actions_each_with_its_words() -> None:
    assert len(ACTIONS) == 43
    for name, cls in ACTIONS.items():
        assert cls.model_fields["action"].default == name
        assert cls.__doc__
        assert cls.says


@given(well_formed_actions())
def test_law_4_an_action_survives_json(action: Action) -> None:
    text = json.dumps(action_json(action), allow_nan=False)
    assert parse_action(json.loads(text)) == action


@given(well_formed_actions())
def test_every_action_can_be_told_to_a_person(action: Action) -> None:
    told = action.describe()
    assert told[0].isupper()
    named = [value for key, value in action if key in ("track", "name", "scene") and value is not None]
    assert any(value in told for value in named) or not named


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
_FIELDS = sorted({field for cls in ACTIONS.values() for field in cls.model_fields} | {"as"})


@given(
    st.one_of(
        _VALUES,
        st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=6).flatmap(
            lambda fields: st.sampled_from(sorted(ACTIONS)).map(lambda name: {**fields, "action": name})
        ),
    )
)
def test_whatever_is_read_is_an_action_or_an_action_error(data: Any) -> None:
    with contextlib.suppress(ActionError):
        json.dumps(action_json(parse_action(data)), allow_nan=False)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (["set_tempo"], "An action is an object"),
        ({"action": "set_tempi"}, "There is no action “set_tempi”. The vocabulary is: set_tempo"),
        ({"action": ["set_tempo"]}, "There is no action"),
        ({"action": "set_tempo"}, "set_tempo: bpm is missing"),
        (
            {"action": "set_tempo", "bpm": "fast"},
            "set_tempo: bpm is wrong: “fast” is not a valid number",
        ),
        ({"action": "set_tempo", "bpm": math.nan}, "set_tempo: bpm"),
        (
            {"action": "set_tempo", "bpm": 90, "track": "Kick"},
            "set_tempo: track is not a field here",
        ),
        ({"action": "set_color", "track": "Kick", "color": "red"}, "set_color: color"),
        ({"action": "set_volume", "track": "Kick", "db": math.inf}, "a level is a number or −∞"),
        ({"action": "duplicate_clip", "track": "Kick", "clip": "A"}, "give either to_bar or to_slot"),
        ({"action": "rename_track", "track": "Kick", "name": ""}, "rename_track: name"),
    ],
)
def test_what_is_no_action_is_refused_by_field(data: Any, words: str) -> None:
    with pytest.raises(ActionError) as caught:
        parse_action(data)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("data", "field", "value"),
    [
        ({"action": "set_volume", "track": "Kick", "db": "-6 dB"}, "db", -6.0),
        ({"action": "set_volume", "track": "Kick", "db": "−6dB"}, "db", -6.0),
        ({"action": "set_volume", "track": "Kick", "db": "-30"}, "db", -30.0),
        ({"action": "set_volume", "track": "Kick", "db": None}, "db", -math.inf),
        ({"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": "-inf dB"}, "db", -math.inf),
        ({"action": "set_tempo", "bpm": "128 BPM"}, "bpm", 128.0),
        ({"action": "set_pan", "track": "Kick", "pan": "L20"}, "pan", -0.4),
        ({"action": "set_pan", "track": "Kick", "pan": "30 % right"}, "pan", 0.3),
        ({"action": "set_loop", "on": True, "start_bar": "bar 5"}, "start_bar", 5.0),
        ({"action": "create_clip", "track": "Kick", "slot": 1, "length_beats": "1/8"}, "length_beats", 0.5),
    ],
)
def test_a_value_may_be_written_with_its_unit(data: Any, field: str, value: float) -> None:
    assert getattr(parse_action(data), field) == value


@pytest.mark.parametrize(
    "data",
    [
        {"action": "set_volume", "track": "Kick", "db": "30 ms"},
        {"action": "set_volume", "track": "Kick", "db": True},
        {"action": "set_pan", "track": "Kick", "pan": "L90"},
        {"action": "set_pan", "track": "Kick", "pan": None},
        {"action": "set_tempo", "bpm": "16 bars"},
        {"action": "create_clip", "track": "Kick", "slot": 1, "length_beats": "-6 dB"},
    ],
)
def test_a_value_in_another_unit_is_none(data: Any) -> None:
    with pytest.raises(ActionError):
        parse_action(data)


def test_json_leaves_out_what_is_open_and_keeps_the_nulls_that_mean_something() -> None:
    assert action_json(SetVolume(track="Kick", db=-math.inf)) == {
        "action": "set_volume",
        "track": "Kick",
        "db": None,
    }
    inserted = InsertDevice(track="Bass", device="compressor", label="squash")
    assert action_json(inserted) == {
        "action": "insert_device",
        "track": "Bass",
        "device": "compressor",
        "as": "squash",
    }
    off = {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": None}
    assert action_json(parse_action(off)) == off


def test_a_bare_number_names_a_track_and_a_boolean_a_switch() -> None:
    data = {"action": "set_parameter", "track": 3, "device": "gate", "parameter": "flip", "value": True}
    action = parse_action(data)
    assert isinstance(action, SetParameter)
    assert (action.track, action.value) == ("#3", "on")


def test_infinite_values_are_said_in_words_json_has() -> None:
    action = SetParameter(track="Bass", device="utility", parameter="gain", value=-math.inf)
    assert action_json(action)["value"] == "-inf"
    drawn = AutomateParameter(
        track="Bass", device="utility", parameter="gain", points=((0.0, -math.inf),), clip="Loop"
    )
    assert action_json(drawn)["points"] == [[0.0, None]]


def test_actions_cannot_be_changed() -> None:
    action = SetVolume(track="Kick", db=0.0)
    with pytest.raises(ValidationError):
        action.db = 3.0  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"action": "set_tempo", "bpm": 128}, "Set the tempo to 128 BPM"),
        ({"action": "set_loop", "on": True, "start_bar": 5}, "Turn the loop on from bar 5"),
        ({"action": "play", "from_bar": 17}, "Play from bar 17"),
        ({"action": "set_volume", "track": "Kick", "db": None}, "Set the volume of Kick to -inf dB"),
        ({"action": "set_pan", "track": "Kick", "pan": -0.5}, "Pan Kick to 25L"),
        ({"action": "set_mute", "track": "Kick", "on": False}, "Unmute Kick"),
        (
            {"action": "insert_device", "track": "Bass", "device": "glue_compressor"},
            "Insert Glue Compressor on Bass",
        ),
        (
            {"action": "insert_device", "track": "Bass", "device": "FabFilter Pro-Q 3"},
            "Insert FabFilter Pro-Q 3 on Bass",
        ),
        (
            {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": None},
            "Turn the side chain of Compressor on Bass off",
        ),
        (
            {"action": "duplicate_clip", "track": "Bass", "clip": "Loop", "to_bar": 17},
            "Copy the clip Loop on Bass to bar 17",
        ),
        ({"action": "enable_device", "track": "Bass", "device": "eq", "on": True}, "Switch on EQ on Bass"),
    ],
)
def test_a_person_is_told(data: dict[str, Any], told: str) -> None:
    assert parse_action(data).describe() == told


def test_what_loses_something_is_destructive() -> None:
    destructive = {name for name, cls in ACTIONS.items() if cls.risk is Risk.DESTRUCTIVE}
    assert destructive == {
        "delete_track",
        "remove_device",
        "load_preset",
        "delete_clip",
        "delete_scene",
        "remove_locator",
        "record",
    }
