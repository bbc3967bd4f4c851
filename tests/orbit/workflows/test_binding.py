"""Binding: slots from the request, the session and the defaults; questions for the rest."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.errors import SlotError
from orbit.workflows import Binding, Slot, Workflow, bind, load_workflow, parse_workflow, slot_texts
from orbit.workflows.values import parse_value
from tests.orbit.workflows.sessions import edited, practice
from workflows_seed import FOLDER

SIDECHAIN = load_workflow(FOLDER / "sidechain-compression.yaml")


def workflow(**slots: dict[str, Any]) -> Workflow:
    """A workflow that does no more than use its slots."""
    uses = [{"value": f"{{{{ {name} }}}}", "not": "nothing"} for name in slots]
    return parse_workflow(
        {
            "workflow_name": "slots-only",
            "title": "Slots only",
            "task": "Hold slots.",
            "slots": slots,
            "preconditions": uses,
            "steps": [{"step_number": 1, "action": "stop", "expected_output": "Silence."}],
            "outcome": "Silence.",
            "result": "Stopped.",
        }
    )


def bound(given: dict[str, Any] | None = None, **slots: dict[str, Any]) -> Binding:
    return bind(workflow(**slots), given or {}, practice())


def test_what_is_not_given_is_found_or_has_a_default() -> None:
    binding = bind(SIDECHAIN, {}, practice())
    assert binding.complete
    assert binding.slots == {
        "target": "Bass", "source": "Kick", "threshold": -24.0, "ratio": 4.0, "attack": 1.0, "release": 250.0,
    }  # fmt: skip


def test_a_default_follows_the_tempo() -> None:
    session = edited(practice(), {"action": "set_tempo", "bpm": 150})
    assert bind(SIDECHAIN, {}, session).slots["release"] == 200.0


def test_what_is_given_wins() -> None:
    given = {"target": "the lead synth", "threshold": "-18", "release": "1/16", "ratio": "8:1"}
    slots = bind(SIDECHAIN, given, practice()).slots
    assert (slots["target"], slots["threshold"], slots["release"], slots["ratio"]) == (
        "Lead Synth",
        -18,
        125,
        8,
    )


@pytest.mark.parametrize(("type", "default"), [("gain_db", -6), ("number", 3), ("time", 10)])
def test_nought_is_given_too(type: str, default: float) -> None:
    slot = {"type": type, "ask": "How much?", "default": default}
    assert bound({"amount": 0}, amount=slot).slots == {"amount": 0}


def test_slots_are_read_out_with_their_units() -> None:
    binding = bind(SIDECHAIN, {}, practice())
    texts = slot_texts(SIDECHAIN, binding.slots)
    assert (texts["threshold"], texts["release"], texts["ratio"]) == ("-24.0 dB", "250 ms", "4")


def test_tracks_of_several_roles_are_dealt_out_to_two_slots() -> None:
    def find(turn: int) -> dict[str, Any]:
        return {"roles": ["guitar", "hats", "keys", "snare"], "turn": turn}

    session = edited(practice(), {"action": "create_track", "kind": "audio", "name": "Guitar 2", "at": 1})
    made = workflow(
        left={"type": "tracks", "ask": "Left?", "find": find(1)},
        right={"type": "tracks", "ask": "Right?", "find": find(2)},
        all={"type": "tracks", "ask": "All?", "find": {"roles": ["keys", "guitar", "keys"]}},
    )
    assert bind(made, {}, session).slots == {
        "left": ("Guitar 2", "Snare", "Hats"),  # each in turn by role, told in the order of the session
        "right": ("Keys", "Guitar"),
        "all": ("Guitar 2", "Keys", "Guitar"),
    }


def test_a_track_that_leans_to_a_side_is_dealt_to_it() -> None:
    def sides(turn: int) -> dict[str, Any]:
        return {
            "type": "tracks",
            "ask": "Which?",
            "find": {"roles": ["guitar", "keys", "hats"], "turn": turn},
        }

    made = workflow(left=sides(1), right=sides(2))
    session = edited(
        practice(),
        {"action": "rename_track", "track": "Guitar", "name": "Gtr R"},
        {"action": "create_track", "kind": "audio", "name": "Guitar_L"},
        {"action": "create_track", "kind": "audio", "name": "Guitar Left and Right"},
        {"action": "set_pan", "track": "Keys", "pan": 0.05},
        {"action": "set_pan", "track": "Hats", "pan": -0.3},
    )
    assert bind(made, {}, session).slots == {
        "left": ("Hats", "Guitar_L", "Guitar Left and Right"),
        "right": ("Keys", "Gtr R"),
    }
    # What the user has panned counts before what a name says.
    session = edited(session, {"action": "set_pan", "track": "Guitar_L", "pan": 1})
    assert bind(made, {}, session).slots["right"] == ("Keys", "Gtr R", "Guitar_L")


@pytest.mark.parametrize(
    ("slot", "reason"),
    [
        ({"type": "tracks", "find": {"roles": ["kazoo"]}}, "there is no role “kazoo”"),
        ({"type": "tracks", "find": {"role": "keys", "turn": 1}}, "turn deals out"),
        ({"type": "track", "find": {"roles": ["keys", "pad"]}}, "for a slot of type tracks only"),
        ({"type": "number", "find": {"fact": "time_signature"}}, "for a slot of type choice or text only"),
    ],
)
def test_what_a_rule_cannot_deal_out_is_refused(slot: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Slot.model_validate({"ask": "Which?", **slot})


def test_the_metre_is_the_songs_unless_another_is_said() -> None:
    metre = {"type": "choice", "ask": "Which?", "choices": ["4/4", "6/8"], "find": {"fact": "time_signature"}}
    session = edited(practice(), {"action": "set_time_signature", "numerator": 11, "denominator": 8})
    assert bind(workflow(metre=metre), {}, session).slots == {"metre": "11/8"}
    assert bound({"metre": "6/8"}, metre=metre).slots == {"metre": "6/8"}


def test_a_name_that_fits_several_tracks_is_a_question() -> None:
    binding = bind(SIDECHAIN, {"source": "drums"}, practice())
    [question] = binding.missing
    assert (question.slot, question.question) == ("source", "Which track should it duck under?")
    assert question.options == ("Kick", "Snare", "Hats", "Percussion")
    assert "“drums” matches 4 tracks" in question.reason


@pytest.mark.parametrize("words", ["vocals", "the vocals"])
def test_the_vocals_are_a_question_where_one_track_is_wanted(words: str) -> None:
    binding = bind(SIDECHAIN, {"target": words}, practice())
    [question] = binding.missing
    assert (question.slot, question.options) == ("target", ("Lead Vox", "Backing Vox"))


@pytest.mark.parametrize("words", ["the vocal", "lead vocal", "lead vocals", "Lead Vox"])
def test_the_vocal_is_the_lead(words: str) -> None:
    binding = bind(SIDECHAIN, {"target": words}, practice())
    assert (binding.missing, binding.slots["target"]) == ((), "Lead Vox")


def test_a_role_that_nobody_plays_is_a_question() -> None:
    session = edited(practice(), {"action": "rename_track", "track": "Kick", "name": "Thump"})
    [question] = bind(SIDECHAIN, {}, session).missing
    assert question.slot == "source"
    assert "Thump" in question.options


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"target": "tuba"}, "no track called “tuba”"),
        ({"target": "brass"}, "no track called “brass”"),
        ({"target": "#99"}, "#99"),
        ({"threshold": "+5 dB"}, "from -70.0 dB to 0.0 dB"),
        ({"threshold": "loud"}, "a level such as -6 dB"),
        ({"threshold": "100 Hz"}, "not 100 Hz"),
        ({"release": "9 s"}, "from 1 ms to 3 s"),
        ({"volume": "3"}, "has no slot “volume”. Its slots are: target"),
    ],
)
def test_what_cannot_be_says_what_could(given: dict[str, str], words: str) -> None:
    with pytest.raises(SlotError, match=words):
        bind(SIDECHAIN, given, practice())


def test_an_empty_answer_is_no_answer() -> None:
    assert bind(SIDECHAIN, {"target": "", "threshold": None}, practice()) == bind(SIDECHAIN, {}, practice())


@pytest.mark.parametrize(
    ("given", "tracks"),
    [
        ("all", 12),
        ("everything", 12),
        ("kick and snare", 2),
        ("bass, keys & pad", 3),
        ("the drums", 4),
        ("the drums and the bass", 5),
        (["Kick", "Bass"], 2),
        ("#3", 1),
    ],
)
def test_several_tracks(given: Any, tracks: int) -> None:
    chosen = bound({"which": given}, which={"type": "tracks", "ask": "Which?"}).slots["which"]
    assert isinstance(chosen, tuple)
    assert len(chosen) == tracks


def test_tracks_of_a_kind_besides_others() -> None:
    find = {"kind": ["midi", "audio"], "besides": ["low"]}
    binding = bound(
        low={"type": "tracks", "ask": "Low?", "find": {"role": "bass"}},
        rest={"type": "tracks", "ask": "Rest?", "find": find},
    )
    rest = binding.slots["rest"]
    assert isinstance(rest, tuple)
    assert len(rest) == 11
    assert "Bass" not in rest


def test_tracks_that_are_no_bus_and_do_not_hold_all_the_drums() -> None:
    session = edited(
        practice(),
        {"action": "rename_track", "track": "Percussion", "name": "Drum Loop"},
        {"action": "rename_track", "track": "FX", "name": "Band"},
        {"action": "set_output", "track": "Keys", "to": "Band"},
    )
    find = {"kind": ["midi", "audio"], "fed": False, "besides": ["kit"]}
    made = workflow(
        kit={"type": "tracks", "ask": "Kit?", "find": {"role": "drums", "whole": True}},
        rest={"type": "tracks", "ask": "Rest?", "find": find},
    )
    slots = bind(made, {}, session).slots
    rest = slots["rest"]
    assert slots["kit"] == ("Drum Loop",)
    assert isinstance(rest, tuple)
    assert len(rest) == 10
    assert not {"Band", "Drum Loop"} & set(rest)


def test_an_optional_slot_stays_open_unasked() -> None:
    slot = {"type": "track", "ask": "Strings?", "find": {"role": "strings"}, "optional": True}
    binding = bound(strings=slot)
    assert (binding.complete, binding.left_open) == (True, ("strings",))


def test_a_track_of_a_name() -> None:
    slot = {"type": "track", "ask": "Effects?", "find": {"name": "fx"}}
    assert bound(effects=slot).slots["effects"] == "FX"


def test_a_track_that_is_still_to_be_made_can_be_a_default() -> None:
    slot = {"type": "track", "ask": "Bus?", "default": "Drum Bus"}
    assert bound(bus=slot).slots["bus"] == "Drum Bus"


def test_two_tracks_of_one_name_are_told_apart_by_number() -> None:
    session = edited(practice(), {"action": "duplicate_track", "track": "Kick", "name": "Kick"})
    [question] = bind(SIDECHAIN, {}, session).missing
    assert question.options == ("#1 Kick", "#2 Kick")


CLIP: dict[str, dict[str, Any]] = {
    "clip": {"type": "text", "ask": "Which clip?", "find": {"clip_on": "track"}},
    "track": {"type": "track", "ask": "Which track?", "find": {"with_clip": "clip"}},
}


def test_a_clip_tells_its_track_and_a_track_its_clip() -> None:
    assert bound({"clip": "bassline"}, **CLIP).slots["track"] == "Bass"
    assert bound({"track": "keys"}, **CLIP).slots["clip"] == "Chords"
    assert [question.slot for question in bound({}, **CLIP).missing] == ["clip", "track"]


def test_several_clips_are_a_question() -> None:
    session = edited(
        practice(), {"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": 4, "name": "B"}
    )
    [question] = bind(workflow(**CLIP), {"track": "Bass"}, session).missing
    assert question.options == ("Bassline", "B")


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ("a compressor", "compressor"),
        ("Drum Rack", "drum_rack"),
        ("Wavetable", "Wavetable"),
        ("EQ Eight", "eq"),
    ],
)
def test_a_device_is_known_by_its_kind_or_name(given: str, kind: str) -> None:
    assert bound({"what": given}, what={"type": "device", "ask": "What?"}).slots["what"] == kind


def test_an_unknown_device_is_told() -> None:
    with pytest.raises(SlotError, match="kazoo"):
        bound({"what": "kazoo"}, what={"type": "device", "ask": "What?"})


@pytest.mark.parametrize(
    ("type", "given", "value"),
    [
        ("gain_db", "-6 dB", -6.0),
        ("gain_db", "-inf", float("-inf")),
        ("frequency", "1.2k", 1200.0),
        ("frequency", 80, 80.0),
        ("frequency", "0.25 Hz", 0.25),
        ("frequency", "44.1 kHz", 44_100.0),
        ("time", "1.5 s", 1500.0),
        ("time", "1/4", 500.0),
        ("bars", "bar 17", 17.0),
        ("bars", "8 bars", 8.0),
        ("number", "128 bpm", 128.0),
        ("number", "35 %", 35.0),
        ("text", "  Drum Bus ", "Drum Bus"),
    ],
)
def test_a_value_is_read_in_its_unit(type: str, given: Any, value: float | str) -> None:
    assert parse_value("it", Slot.model_validate({"type": type, "ask": "What?"}), given) == value


def test_a_choice_is_one_of_its_own() -> None:
    slot = Slot.model_validate({"type": "choice", "ask": "Which?", "choices": ["on", "off", "Warm Tube"]})
    assert [parse_value("it", slot, given) for given in ("ON", True, "warm tub")] == ["on", "on", "Warm Tube"]
    with pytest.raises(SlotError, match="It can be on, off, Warm Tube"):
        parse_value("it", slot, "cold")
