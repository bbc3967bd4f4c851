"""A workflow of one host on another: by kinds and units, refused by step, approximate where it says so."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import action_json
from daw_bridges.session import Session
from orbit.workflows import Plan, PlanError, Workflow, bind, dump_workflow, make_plan, parse_workflow
from tests.orbit.workflows.sessions import practice


def on(daw: str) -> Session:
    return practice().model_copy(update={"daw": daw})


def workflow(*steps: dict[str, Any], **fields: Any) -> Workflow:
    numbered = [
        {"step_number": number, "expected_output": "It is so.", "track": "Bass", **step}
        for number, step in enumerate(steps, 1)
    ]
    said = dict.fromkeys(("task", "outcome", "result"), "It is done.")
    return parse_workflow({"workflow_name": "a-test", "title": "A test", **said, "steps": numbered} | fields)


def planned(daw: str, *steps: dict[str, Any], **fields: Any) -> Plan:
    made, session = workflow(*steps, **fields), on(daw)
    return make_plan(made, bind(made, {}, session), session)


def insert(device: str, **more: Any) -> dict[str, Any]:
    return {"action": "insert_device", "device": device, "as": "it", **more}


def put(parameter: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"action": "set_parameter", "device": "it", "parameter": parameter, "value": value, **more}


def settings(plan: Plan) -> list[tuple[Any, Any]]:
    rows = [action_json(action) for action in plan.actions]
    return [(row["parameter"], row["value"]) for row in rows if row["action"] == "set_parameter"]


def values(plan: Plan, *keys: str) -> dict[str, Any]:
    (device,) = next(track for track in plan.predicted.tracks if track.name == "Bass").devices
    return {key: device.parameters[key].value for key in keys}


@pytest.mark.parametrize(
    ("daw", "device", "parameter", "value", "now"),
    [
        ("logic", "delay", "feedback", "30 %", {"left_feedback": 30.0, "right_feedback": 30.0}),
        ("logic", "delay", "left_sixteenths", "3", {"left_note": "1/8D"}),
        ("ableton", "delay", "left_note", "1/8D", {"left_sync": "on", "left_sixteenths": "3"}),
        ("ableton", "echo", "left_note", "1/4", {"left_sync_mode": "16th", "left_sixteenths": 4.0}),
        ("logic", "reverb", "dry_wet", "25 %", {"dry_level": 75.0, "wet_level": 25.0}),
        ("logic", "compressor", "output_gain", "3 dB", {"makeup": 3.0}),
        ("logic", "auto_pan", "mode", "Panning", {"phase": 180.0}),
        ("ableton", "delay", "left_time", "1/8", {"left_time": 250.0}),
        ("ableton", "auto_filter", "lfo_frequency", "1/2", {"lfo_frequency": 1.0}),
    ],
)
def test_what_the_host_has_in_another_measure_is_used_unasked(
    daw: str, device: str, parameter: str, value: str, now: dict[str, Any]
) -> None:
    plan = planned(daw, insert(device), put(parameter, value))
    assert values(plan, *now) == now
    assert plan.warnings == ()


@pytest.mark.parametrize(
    ("device", "parameter", "value", "key"),
    [("EQ Eight", "3 Gain A", "-3 dB", "band_3_gain"), ("Compressor", "Dry/Wet", "60 %", "dry_wet")],
)
def test_what_live_calls_so_is_found_in_logic(device: str, parameter: str, value: str, key: str) -> None:
    plan = planned("logic", insert(device), put(parameter, value))
    assert settings(plan)[-1][0] in (key, parameter)
    assert values(plan, key)[key] == float(value.split(maxsplit=1)[0])


@pytest.mark.parametrize(
    ("daw", "steps", "number", "why"),
    [
        ("ableton", [insert("de_esser")], 1, "no de esser of its own. Use multiband_dynamics instead"),
        ("logic", [insert("eq"), put("band_6_gain", "2 dB")], 2, "Its four peaks are band_2 to band_5"),
        ("logic", [insert("utility"), put("bass_mono", "on")], 2, "no such switch"),
        ("logic", [insert("compressor"), put("threshold", "-60 dB")], 2, "goes from −50.0 dB to 0.0 dB"),
        ("ableton", [insert("delay"), put("left_note", "1/8T")], 2, "can be 1, 2, 3"),
    ],
)
def test_what_has_no_counterpart_is_refused_by_step(
    daw: str, steps: list[dict[str, Any]], number: int, why: str
) -> None:
    with pytest.raises(PlanError, match=why) as caught:
        planned(daw, *steps)
    assert caught.value.step_number == number


def test_what_stands_in_takes_the_settings_and_is_told() -> None:
    plan = planned(
        "ableton",
        insert("de_esser", approximate=True),
        put("frequency", "6 kHz"),
        put("threshold", "-20 dB"),
        put("reduction", "6 dB", approximate=True),
        postconditions=[
            {"track": "Bass", "device": "it", "parameter": "threshold", "equals": "-20 dB"},
            {"track": "Bass", "device": "it", "parameter": "reduction", "equals": "6 dB"},
            {"track": "Bass", "device": "it", "exists": True},
        ],
    )
    assert values(plan, "mid_high_crossover", "high_above_threshold", "high_above_ratio") == {
        "mid_high_crossover": 6000.0,
        "high_above_threshold": -20.0,
        "high_above_ratio": 4.0,
    }
    told = " ".join(plan.warnings)
    assert "no de esser here: Multiband Dynamics stands in" in told
    assert "Left out, because this DAW has no counterpart: Set Reduction" in told
    assert [condition.get("parameter") for condition in plan.postconditions] == ["high_above_threshold", None]


def test_the_same_workflow_keeps_its_own_device_where_there_is_one() -> None:
    plan = planned("logic", insert("de_esser", approximate=True), put("reduction", "6 dB", approximate=True))
    assert values(plan, "reduction") == {"reduction": 6.0}
    assert plan.warnings == ()


@pytest.mark.parametrize(
    ("daw", "device", "parameter", "value", "now", "told"),
    [
        ("logic", "compressor", "threshold", "-60 dB", {"threshold": -50.0}, "takes -50.0 dB for -60.0 dB"),
        ("ableton", "arpeggiator", "rate", "1/16D", {"rate": 1 / 3}, "takes 1/8T for 1/16D"),
        ("logic", "redux", "sample_rate", "11025 Hz", {"downsampling": 4.0}, "divides the sample rate"),
        ("ableton", "reverb", "wet_level", "20 %", {"dry_wet": 20.0}, "one mix"),
    ],
)
def test_the_nearest_is_taken_where_the_step_says_so(
    daw: str, device: str, parameter: str, value: str, now: dict[str, Any], told: str
) -> None:
    plan = planned(daw, insert(device), put(parameter, value, approximate=True))
    assert values(plan, *now) == pytest.approx(now)
    assert told in " ".join(plan.warnings)
    with pytest.raises(PlanError):
        planned(daw, insert(device), put(parameter, value))


def test_without_a_label_the_kind_itself_means_what_stands_in() -> None:
    steps = [
        {"action": "insert_device", "device": "transient_shaper", "approximate": True},
        put("attack_gain", "30 %") | {"device": "transient_shaper"},
        {"action": "enable_device", "device": "transient_shaper", "on": False},
    ]
    asked = [{"track": "Bass", "device": "transient_shaper", "exists": True}]
    plan = planned("ableton", *steps, postconditions=asked)
    assert values(plan, "transients", "drive") == {"transients": 0.3, "drive": 0.0}
    assert plan.postconditions == ({"track": "Bass", "device": "drum_buss", "exists": True},)


def test_a_step_that_is_approximate_says_so_in_every_form() -> None:
    made = workflow(insert("de_esser", approximate=True), put("threshold", "-20 dB"))
    rows = dump_workflow(made)["steps"]
    assert [row.get("approximate", False) for row in rows] == [True, False]
    assert parse_workflow(dump_workflow(made)) == made
