"""Conditions: what holds of a session, what does not, and the sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.actions import InsertDevice, SetColor
from daw_bridges.algebra import apply
from daw_bridges.errors import WorkflowError
from orbit.workflows.conditions import holds, problems, sentence
from tests.orbit.workflows.sessions import ducked

SESSION = ducked()
THRESHOLD = {"track": "Bass", "device": "compressor", "parameter": "threshold"}
RATIO = {"track": "Bass", "device": "compressor", "parameter": "ratio"}
COMPRESSOR = {"track": "Bass", "device": "compressor"}

HOLD: list[dict[str, Any]] = [
    {"track": "Bass"},
    {"track": "bass", "exists": True},
    {"track": "#5", "name": "Bass"},
    {"track": "Tuba", "exists": False},
    {"track": "Bass", "kind": "midi"},
    {"track": "Bass", "kind": {"one_of": ["audio", "midi"]}},
    {"track": "Bass", "volume_db": -6},
    {"track": "Bass", "volume_db": -6.04},
    {"track": "Bass", "volume_db": "-6 dB"},
    {"track": "Bass", "volume_db": {"at_least": -6, "at_most": "0 dB"}},
    {"track": "Bass", "pan": "25L", "mute": False, "solo": "off", "arm": False},
    {"track": "Bass", "pan": {"at_most": -0.4}},
    {"track": "Bass", "output": "master"},
    {"track": "Bass", "devices": ["compressor"], "device_count": 1, "clip_count": 1},
    {"track": "Bass", "send": "A-Reverb", "equals": None},
    {"track": "Bass", "send": "A-Reverb", "at_most": "-60 dB"},
    COMPRESSOR,
    COMPRESSOR | {"enabled": True, "sidechain": "kick", "count": 1, "position": 1},
    COMPRESSOR | {"sidechain": {"not": "Snare"}},
    {"track": "Bass", "device": "eq", "exists": False},
    {"track": "Bass", "device": "compressor#2", "exists": False},
    THRESHOLD | {"equals": "-24 dB"},
    THRESHOLD | {"equals": -24},
    THRESHOLD | {"at_most": "-20 dB", "at_least": -30},
    THRESHOLD | {"not": 0},
    RATIO | {"equals": "4:1"},
    RATIO | {"one_of": ["2:1", "4:1"]},
    COMPRESSOR | {"parameter": "S/C On", "equals": True},
    COMPRESSOR | {"parameter": "sidechain_on", "equals": "on"},
    COMPRESSOR | {"parameter": "release", "equals": "0.03 s"},
    {"track": "Bass", "clip": "Bassline", "length_beats": 16, "slot": 1},
    {"track": "Bass", "clip": "Other", "exists": False},
    {"track": "Bass", "at_bar": 17},
    {"track": "Bass", "at_bar": 17, "clip": "bassline", "length_beats": 16},
    {"track": "Bass", "at_bar": 18, "exists": False},
    {"tempo": 120},
    {"tempo": {"at_least": 100, "at_most": 140}, "metronome": False, "playing": False},
    {"time_signature": "4/4"},
    {"time_signature": [4, 4]},
    {"tracks": 12, "returns": 2, "scenes": 8, "locators": {"at_least": 1}},
    {"loop": False, "loop_start": 1},
    {"scene": "3"},
    {"scene": "Chorus", "exists": False},
    {"locator": "drop"},
    {"locator": "Drop", "bar": 33},
    {"locator": "Drop", "bar": 34, "exists": False},
    {"value": "Bass", "not": "Kick"},
    {"value": 4, "at_most": 4},
    {"not": {"track": "Bass", "mute": True}},
    {"any": [{"track": "Tuba"}, {"tempo": 120}]},
]

FAIL: list[tuple[dict[str, Any], str]] = [
    ({"track": "Tuba"}, "There is no track called “Tuba”."),
    ({"track": "Bass", "exists": False}, "There is a track Bass already."),
    ({"track": "Bass", "volume_db": -3}, "The volume of Bass is -6.0 dB; it should be -3.0 dB."),
    ({"track": "Bass", "volume_db": None}, "it should be -inf dB"),
    ({"track": "Bass", "volume_db": "30 ms"}, "it should be 30 ms"),
    ({"track": "Bass", "pan": "C"}, "The panning of Bass is 25L; it should be C."),
    ({"track": "Bass", "mute": True}, "Mute of Bass is off; it should be on."),
    ({"track": "Bass", "send": "A-Reverb", "at_least": -20}, "is -inf dB; it should be at least -20.0 dB"),
    ({"track": "Bass", "send": "C-Hall", "equals": 0}, "C-Hall"),
    (
        COMPRESSOR | {"sidechain": "Snare"},
        "side chain source of Compressor on Bass is Kick; it should be Snare",
    ),
    (COMPRESSOR | {"before": "eq"}, "There is no device called “eq” on Bass"),
    (COMPRESSOR | {"count": 2}, "it should be 2"),
    (THRESHOLD | {"equals": "-18 dB"}, "Threshold of Compressor on Bass is -24.0 dB; it should be -18.0 dB."),
    (THRESHOLD | {"equals": "24 Hz"}, "it should be 24 Hz"),
    (RATIO | {"at_least": "8:1"}, "is 4.00 : 1; it should be at least 8.00 : 1"),
    (COMPRESSOR | {"parameter": "warmth", "equals": 1}, "warmth"),
    ({"track": "Bass", "at_bar": 18}, "@18"),
    ({"track": "Bass", "at_bar": 17, "clip": "Chords"}, "is Bassline; it should be Chords"),
    ({"tempo": 128}, "The tempo is 120; it should be 128."),
    ({"tracks": {"at_least": 13}}, "The number of tracks is 12; it should be at least 13."),
    ({"locator": "Outro"}, "There is no locator called “Outro”. Available: Drop at bar 33."),
    ({"value": "Bass", "not": "bass"}, "it should be not bass"),
    ({"not": {"tempo": 120}}, "The tempo is 120."),
    ({"any": [{"tempo": 1}, {"track": "Tuba"}]}, "it should be 1. There is no track"),
]

WRONG: list[tuple[Any, str]] = [
    ({}, "is a mapping such as"),
    ("Bass", "is a mapping such as"),
    ({"loudness": 3}, "not something a condition can be about"),
    ({"device": "eq"}, "on which track"),
    ({"track": "Bass", "parameter": "x", "equals": 1}, "which device"),
    ({"track": "Bass", "device": "eq", "parameter": "x"}, "compared with"),
    ({"track": "Bass", "send": "A"}, "compared with"),
    ({"track": "Bass", "exists": "maybe"}, "true or false"),
    ({"track": "Bass", "tempo": 3}, "does not go with track"),
    ({"tempo": {"above": 3}}, "the comparisons are equals, not"),
    ({"value": 1, "one_of": 1}, "list"),
    ({"any": []}, "list of conditions"),
    ({"any": [{"x": 1}]}, "not something"),
    ({"not": {"x": 1}}, "not something"),
]


@pytest.mark.parametrize("condition", HOLD, ids=str)
def test_what_holds(condition: dict[str, Any]) -> None:
    ok, why = holds(condition, SESSION)
    assert ok, why
    assert why.endswith(".")


@pytest.mark.parametrize(("condition", "words"), FAIL, ids=str)
def test_what_does_not_hold_says_why(condition: dict[str, Any], words: str) -> None:
    ok, why = holds(condition, SESSION)
    assert not ok
    assert words in why


@pytest.mark.parametrize(("condition", "words"), WRONG, ids=str)
def test_what_is_no_condition_is_told(condition: Any, words: str) -> None:
    assert any(words in message for _, message in problems(condition))
    with pytest.raises(WorkflowError, match=words):
        holds(condition, SESSION)


def test_the_order_of_devices() -> None:
    chain = ducked()
    bass = chain.tracks[4]
    two = bass.model_copy(update={"devices": (*bass.devices, chain.tracks[12].devices[0])})
    session = chain.model_copy(update={"tracks": (*chain.tracks[:4], two, *chain.tracks[5:])})
    assert holds(COMPRESSOR | {"before": "reverb"}, session).ok
    ok, why = holds({"track": "Bass", "device": "reverb", "before": "compressor"}, session)
    assert not ok
    assert why == "The place of Reverb on Bass is after Compressor; it should be before Compressor."


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ({"track": "Bass"}, "There is a track Bass."),
        ({"track": "Bass", "exists": False}, "There is no track Bass."),
        ({"track": "Bass", "volume_db": -6}, "The volume of Bass is -6.0 dB."),
        ({"tempo": {"at_least": 100}}, "The tempo is at least 100."),
        (COMPRESSOR | {"sidechain": "Kick"}, "The side chain source of Compressor on Bass is Kick."),
        ({"for_each": "left", "track": "{{ item }}"}, "For each of left: there is a track {{ item }}."),
        ({"not": {"track": "Bass"}}, "It is not true that there is a track Bass."),
        ({"any": [{"scene": "A"}, {"scene": "B"}]}, "There is a scene A, or there is a scene B."),
    ],
    ids=str,
)
def test_a_condition_is_said_without_a_session(condition: dict[str, Any], said: str) -> None:
    assert sentence(condition) == said


@given(
    st.dictionaries(
        st.sampled_from(
            (
                "track",
                "device",
                "parameter",
                "clip",
                "at_bar",
                "send",
                "equals",
                "exists",
                "tempo",
                "pan",
                "one_of",
            )
        ),
        st.sampled_from(
            ("Bass", "compressor", "threshold", 17, None, True, "-6 dB", [1], {"at_least": 1}, "")
        ),
        max_size=5,
    )
)
def test_any_mapping_is_answered_or_refused(condition: dict[str, Any]) -> None:
    try:
        ok, why = holds(condition, SESSION)
    except WorkflowError:
        assert list(problems(condition))
    else:
        assert isinstance(ok, bool)
        assert why
        assert sentence(condition)


@pytest.mark.parametrize(
    ("said", "ok"), [("24 dB", True), ("24dB", True), ("12 dB", False), ("steep", False)]
)
def test_a_choice_that_is_a_quantity_can_be_said_in_other_words(said: str, ok: bool) -> None:
    filtered = apply(SESSION, InsertDevice(track="Kick", device="auto_filter"))
    slope = {"track": "Kick", "device": "auto_filter", "parameter": "slope", "equals": said}
    assert holds(slope, filtered).ok == ok


@pytest.mark.parametrize(
    ("wanted", "ok"),
    [("#ffaa00", True), ({"one_of": ["#3dc300", "#ffaa00"]}, True), ("#3dc300", False), ("green", False)],
)
def test_a_colour_is_the_one_that_the_host_shows_for_it(wanted: Any, ok: bool) -> None:
    shown = apply(SESSION, SetColor(track="Bass", color="#ffa529"))  # Live's palette has no #ffaa00
    assert holds({"track": "Bass", "color": wanted}, shown).ok is ok
