"""Plans: tried on the session before anything is touched, with what each step changes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from daw_bridges.actions import ACTIONS, Action, Risk, SetMute, action_json, parse_action
from daw_bridges.algebra import apply_all, equivalent
from daw_bridges.bridge import Capabilities
from daw_bridges.errors import PreconditionError, SlotError, UnsupportedError, WorkflowError
from daw_bridges.references import find_track
from daw_bridges.session import Session
from orbit.workflows import (
    Plan,
    PlanError,
    Workflow,
    bind,
    load_workflow,
    make_plan,
    parse_workflow,
    plan_actions,
)
from tests.orbit.workflows.sessions import ducked, edited, practice
from workflows_seed import FOLDER

SIDECHAIN = load_workflow(FOLDER / "sidechain-compression.yaml")


def workflow(*steps: dict[str, Any], **fields: Any) -> Workflow:
    numbered = [
        {"step_number": number, "expected_output": "It is so.", **step}
        for number, step in enumerate(steps, 1)
    ]
    base = {
        "workflow_name": "a-test",
        "title": "A test",
        "task": "Test.",
        "outcome": "Tested.",
        "result": "Done.",
    }
    return parse_workflow(base | {"steps": numbered} | fields)


def planned(made: Workflow, session: Session | None = None, **given: Any) -> Plan:
    session = session or practice()
    return make_plan(made, bind(made, given, session), session)


def actions(plan: Plan) -> list[dict[str, Any]]:
    return [action_json(action) for action in plan.actions]


TRACKS = {"tracks": {"type": "tracks", "ask": "Which?", "find": {"kind": ["midi", "audio"]}}}
MUTE = {"action": "set_mute", "track": "{{ item }}", "on": True, "for_each": "tracks"}


def test_a_plan_says_what_each_step_changes() -> None:
    plan = planned(SIDECHAIN)
    assert [step.change for step in plan.steps] == [
        "no devices → Compressor",
        "no side chain → from Kick",
        "already 4.00 : 1",
        "already 1 ms",
        "30 ms → 250 ms",
        "0.0 dB → -24.0 dB",
    ]
    assert plan.risk is Risk.REVERSIBLE
    assert plan.result == "Bass now ducks under Kick."
    assert "Release 250 ms" in plan.steps[4].expected_output


def test_a_plan_leads_to_its_prediction() -> None:
    plan = planned(SIDECHAIN)
    assert equivalent(apply_all(plan.before, plan.actions), plan.predicted)


def test_labels_are_gone_from_the_plan_and_from_its_postconditions() -> None:
    plan = planned(SIDECHAIN, ducked())
    assert "ducker" not in json.dumps(plan.model_dump(mode="json"))
    assert actions(plan)[1]["device"] == "compressor#2"
    assert plan.postconditions[0] == {"track": "Bass", "device": "compressor#2", "sidechain": "Kick"}


def test_a_plan_survives_json() -> None:
    plan = planned(SIDECHAIN)
    assert Plan.model_validate(json.loads(json.dumps(plan.model_dump(mode="json")))) == plan


def test_a_second_device_of_a_kind_is_told() -> None:
    assert planned(SIDECHAIN).warnings == ()
    assert planned(SIDECHAIN, ducked()).warnings == (
        "There is already a Compressor on Bass; this adds another.",
    )


def test_a_step_is_repeated_for_each_track() -> None:
    plan = planned(workflow(MUTE, slots=TRACKS), tracks="kick and snare")
    assert [action["track"] for action in actions(plan)] == ["Kick", "Snare"]
    assert [step.step_number for step in plan.steps] == [1, 2]
    assert {step.workflow_step for step in plan.steps} == {1}


def test_a_postcondition_is_asked_of_each_track() -> None:
    muted = {"track": "{{ item }}", "mute": True, "for_each": "tracks"}
    made = workflow(MUTE, slots=TRACKS, postconditions=[muted])
    assert planned(made, tracks="kick and snare").postconditions == (
        {"track": "Kick", "mute": True},
        {"track": "Snare", "mute": True},
    )
    unmuted = workflow(MUTE, slots=TRACKS, postconditions=[muted | {"mute": False}])
    with pytest.raises(PreconditionError, match=r"Mute of Kick is on; .* Mute of Snare is on"):
        planned(unmuted, tracks="kick and snare")
    some = {"tracks": TRACKS["tracks"] | {"find": {"role": "timpani"}, "optional": True}}
    assert planned(workflow(MUTE, slots=some, postconditions=[muted])).postconditions == ()


def test_a_step_is_repeated_over_a_list_that_is_written_out() -> None:
    step = {
        "action": "create_track",
        "kind": "{{ item.kind }}",
        "name": "{{ item.name }}",
        "for_each": [{"name": "Choir", "kind": "audio"}, {"name": "Bells", "kind": "midi"}],
    }
    plan = planned(workflow(step))
    assert [(action["name"], action["kind"]) for action in actions(plan)] == [
        ("Choir", "audio"),
        ("Bells", "midi"),
    ]


def test_what_would_change_nothing_is_left_out_where_the_step_says_so() -> None:
    session = edited(practice(), {"action": "set_mute", "track": "Kick", "on": True})
    made = workflow(MUTE | {"if_there": "skip"}, slots=TRACKS)
    assert [action["track"] for action in actions(planned(made, session, tracks="kick, snare"))] == ["Snare"]


def test_a_plan_with_nothing_to_do_says_so() -> None:
    session = edited(practice(), {"action": "set_mute", "track": "Kick", "on": True})
    plan = planned(workflow(MUTE | {"if_there": "skip"}, slots=TRACKS), session, tracks="kick")
    assert (plan.steps, plan.risk) == ((), Risk.READ)
    assert plan.warnings == ("Everything is already set this way, so there is nothing to change.",)


def test_labels_are_gone_from_what_is_asked_inside_of_other_conditions() -> None:
    asked = {"track": "Bass", "device": "new", "enabled": True}
    made = workflow(
        {"action": "insert_device", "track": "Bass", "device": "eq", "as": "new"},
        postconditions=[{"any": [{"daw": "logic"}, {"not": {"not": asked}}]}],
    )
    (condition,) = planned(made).postconditions
    assert condition == {"any": [{"daw": "logic"}, {"not": {"not": asked | {"device": "eq"}}}]}


def test_the_device_that_is_there_answers_to_the_label_of_the_step_left_out() -> None:
    made = workflow(
        {
            "action": "insert_device",
            "track": "Bass",
            "device": "compressor",
            "as": "mine",
            "if_there": "skip",
        },
        {"action": "set_parameter", "track": "Bass", "device": "mine", "parameter": "ratio", "value": "8:1"},
    )
    plan = planned(made, ducked())
    assert [(action["action"], action["device"]) for action in actions(plan)] == [
        ("set_parameter", "compressor")
    ]
    assert plan.warnings == ("Already there, and used as it is: a Compressor on Bass.",)


def test_a_step_is_done_only_when_its_condition_holds_at_that_point() -> None:
    create = {"action": "create_track", "kind": "audio", "name": "Bus"}
    made = workflow(
        create | {"when": {"track": "Bus", "exists": False}},
        create | {"when": {"track": "Bus", "exists": False}},
        {"action": "set_mute", "track": "Bus", "on": True, "when": {"track": "Bus", "kind": "audio"}},
    )
    assert [action["action"] for action in actions(planned(made))] == ["create_track", "set_mute"]


def test_the_steps_of_an_open_optional_slot_fall_away() -> None:
    slots = {
        "strings": {"type": "track", "ask": "Strings?", "find": {"role": "strings"}, "optional": True},
        "level": {"type": "gain_db", "ask": "Level?", "optional": True},
    }
    made = workflow(
        {"action": "set_mute", "track": "{{ strings }}", "on": True},
        {"action": "set_volume", "track": "Bass", "db": "{{ level }}"},
        {"action": "set_tempo", "bpm": 128, "expected_output": "Faster{{ strings }}."},
        slots=slots,
        postconditions=[{"track": "{{ strings }}", "mute": True}],
    )
    plan = planned(made)
    assert [action["action"] for action in actions(plan)] == ["set_tempo"]
    assert plan.postconditions == ()
    assert plan.warnings == ("Left out, because this session has none: strings.",)


def test_numbers_and_units_reach_the_fields_as_they_are_meant() -> None:
    slots = {
        "level": {"type": "gain_db", "ask": "Level?", "default": "-9 dB"},
        "length": {"type": "bars", "ask": "Bars?", "default": 2},
        "cut": {"type": "frequency", "ask": "Cut?", "default": "1.2 kHz"},
    }
    made = workflow(
        {"action": "set_volume", "track": "Bass", "db": "{{ level - 3 }}"},
        {"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": "{{ length | in_beats }}"},
        {"action": "insert_device", "track": "Bass", "device": "eq", "as": "e"},
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "e",
            "parameter": "band_2_frequency",
            "value": "{{ cut }}",
        },
        {
            "action": "automate_parameter",
            "track": "Bass",
            "device": "e",
            "parameter": "band_2_frequency",
            "clip": "Bassline",
            "points": [[0, 200], ["{{ length | in_beats }}", "{{ cut }}"]],
        },
        slots=slots,
    )
    volume, clip, _, parameter, drawn = actions(planned(made))
    assert (volume["db"], clip["length_beats"], parameter["value"]) == (-12.0, 8.0, "1.2 kHz")
    assert drawn["points"] == [[0.0, 200.0], [8.0, 1200.0]]


def test_a_step_that_cannot_be_done_is_named_with_the_reason() -> None:
    made = workflow(
        {"action": "set_tempo", "bpm": 128},
        {"action": "set_volume", "track": "Bass", "db": 12},
    )
    with pytest.raises(
        PlanError, match=r"Step 2 \(Set the volume of Bass to 12.0 dB\) cannot be done"
    ) as caught:
        planned(made)
    assert (caught.value.step_number, caught.value.code) == (2, "out_of_range")


def test_slots_that_are_open_keep_it_from_being_planned() -> None:
    session = practice()
    with pytest.raises(SlotError, match="Which track should it duck under"):
        make_plan(SIDECHAIN, bind(SIDECHAIN, {"source": "drums"}, session), session)


def test_a_precondition_that_does_not_hold_says_why() -> None:
    with pytest.raises(PreconditionError, match="“Bass” is Bass; it should be not Bass"):
        planned(SIDECHAIN, target="bass", source="bass")


def test_a_workflow_for_another_daw_is_refused() -> None:
    session = practice().model_copy(update={"daw": "reaper"})
    with pytest.raises(UnsupportedError, match=r"works in ableton, .*logic.*, and this is reaper"):
        make_plan(SIDECHAIN, bind(SIDECHAIN, {}, session), session)


def test_what_to_do_instead_is_said_with_the_refusal() -> None:
    document = load_workflow(FOLDER / "drum-bus.yaml").model_dump(mode="json")
    made = parse_workflow(document | {"elsewhere": {"logic": "Route the drums to a bus by hand."}})
    session = practice().model_copy(update={"daw": "logic"})
    with pytest.raises(UnsupportedError, match=r"this is logic\. Route the drums to a bus by hand"):
        make_plan(made, bind(made, {}, session), session)
    with pytest.raises(WorkflowError, match="is made for logic"):
        parse_workflow(made.model_dump(mode="json") | {"daws": ["logic"]})


def test_what_the_host_cannot_do_is_refused_with_its_step() -> None:
    session = practice()
    able = Capabilities(frozenset(ACTIONS) - {"set_sidechain"}, {"set_sidechain": "Choose it by hand."})
    with pytest.raises(UnsupportedError, match=r"Step 2 \(Feed the side chain .* Choose it by hand"):
        make_plan(SIDECHAIN, bind(SIDECHAIN, {}, session), session, able)


def test_what_the_host_can_do_elsewhere_only_is_refused_with_its_step() -> None:
    def limits(action: Action, session: Session) -> str | None:
        kick = action == SetMute(track="Kick", on=True) and find_track(session, "Kick").solo
        return "A soloed Kick stays." if kick else None

    able = Capabilities(frozenset(ACTIONS), limits=limits)
    names = ("set_solo", "set_mute")
    actions = [parse_action({"action": name, "track": "Kick", "on": True}) for name in names]
    assert plan_actions(actions[1:], practice(), capabilities=able).actions == (actions[1],)
    with pytest.raises(UnsupportedError, match=r"Step 2 \(Mute Kick\) .* A soloed Kick stays"):
        plan_actions(actions, practice(), capabilities=able)


def test_loose_actions_are_planned_without_a_workflow() -> None:
    plan = plan_actions([parse_action({"action": "set_tempo", "bpm": 128})], practice())
    assert (plan.workflow, plan.title) == (None, "Set the tempo to 128 BPM")
    assert [step.change for step in plan.steps] == ["120 BPM → 128 BPM"]


def test_a_loose_action_that_cannot_be_done_gives_just_the_reason() -> None:
    with pytest.raises(PlanError) as caught:
        plan_actions([parse_action({"action": "set_tempo", "bpm": 5000})], practice())
    assert caught.value.code == "out_of_range"
    assert "Step" not in str(caught.value)


def test_what_the_actions_name_by_label_is_resolved() -> None:
    loose = [
        {"action": "insert_device", "track": "Bass", "device": "eq", "as": "mine"},
        {"action": "enable_device", "track": "Bass", "device": "mine", "on": False},
    ]
    plan = plan_actions([parse_action(action) for action in loose], practice())
    assert [action.get("as") for action in actions(plan)] == [None, None]
    assert actions(plan)[1]["device"] == "eq"


EVERY: list[tuple[dict[str, Any], str]] = [
    ({"action": "set_tempo", "bpm": 98.5}, "120 BPM → 98.5 BPM"),
    ({"action": "set_time_signature", "numerator": 3, "denominator": 4}, "4/4 → 3/4"),
    ({"action": "set_metronome", "on": True}, "off → on"),
    ({"action": "set_loop", "on": True, "start_bar": 5, "end_bar": 9}, "off, bar 1 to 5 → on, bar 5 to 9"),
    ({"action": "play"}, "stopped → playing"),
    ({"action": "create_track", "kind": "audio", "name": "New"}, "none → audio track"),
    ({"action": "delete_track", "track": "FX"}, "FX → none"),
    ({"action": "rename_track", "track": "FX", "name": "Noise"}, "FX → Noise"),
    ({"action": "set_color", "track": "FX", "color": "#ff3636"}, "#808080 → #ff3636"),
    ({"action": "set_pan", "track": "FX", "pan": 0.5}, "C → 25R"),
    ({"action": "set_send", "track": "FX", "to": "A-Reverb", "db": -12}, "-inf dB → -12.0 dB"),
    ({"action": "set_output", "track": "FX", "to": "Guitar"}, "Master → Guitar"),
    ({"action": "set_monitor", "track": "FX", "mode": "in"}, "auto → in"),
    ({"action": "remove_device", "track": "Bass", "device": "compressor"}, "Compressor → no devices"),
    ({"action": "enable_device", "track": "Bass", "device": "compressor", "on": False}, "on → off"),
    (
        {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": None},
        "from Kick → no side chain",
    ),
    (
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "model",
            "value": "Peak",
        },
        "RMS → Peak",
    ),
    ({"action": "create_clip", "track": "Pad", "slot": 1, "length_beats": 4}, "none → "),
    ({"action": "rename_clip", "track": "Bass", "clip": "Bassline", "name": "Low"}, "Bassline → Low"),
    ({"action": "delete_clip", "track": "Bass", "clip": "Bassline"}, "Bassline, 16 beats → none"),
    (
        {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_slot": 2},
        "none → Bassline, 16 beats",
    ),
    (
        {"action": "add_notes", "track": "Bass", "clip": "Bassline", "notes": [[36, 0, 1, 100]]},
        "24 notes → 25 notes",
    ),
    ({"action": "fire_clip", "track": "Bass", "clip": "Bassline"}, "stopped → playing slot 1"),
    ({"action": "create_scene", "name": "Drop"}, "8 scenes → 9 scenes"),
    ({"action": "add_locator", "bar": 9, "name": "Verse"}, "none → Verse"),
    ({"action": "remove_locator", "bar": 33}, "Drop → none"),
]


@pytest.mark.parametrize(
    ("action", "change"), EVERY, ids=lambda value: value.get("action") if isinstance(value, dict) else ""
)
def test_the_change_of_every_kind_of_action(action: dict[str, Any], change: str) -> None:
    [step] = plan_actions([parse_action(action)], ducked()).steps
    assert step.change.startswith(change)


def test_a_level_of_nothing_survives_json() -> None:
    slots = {"level": {"type": "gain_db", "ask": "Level?"}}
    plan = planned(
        workflow({"action": "set_volume", "track": "Bass", "db": "{{ level }}"}, slots=slots), level="-inf"
    )
    document = json.loads(json.dumps(plan.model_dump(mode="json"), allow_nan=False))
    assert document["slots"] == {"level": None}
    assert Plan.model_validate(document) == plan


def test_a_workflow_that_multiplies_beyond_measure_is_stopped() -> None:
    step = {"action": "set_tempo", "bpm": 90, "for_each": list(range(64))}
    with pytest.raises(WorkflowError, match="more than 2000 steps"):
        planned(workflow(*[step] * 40))


def test_a_plan_that_would_not_end_as_it_should_is_refused() -> None:
    made = workflow(
        {"action": "create_track", "kind": "audio", "name": "Keys", "if_there": "skip"},
        postconditions=[{"track": "Keys", "kind": "audio"}],
    )
    with pytest.raises(PreconditionError, match="would not give the right result here"):
        planned(made)
