"""Steps that nothing is lost without: repeats that a later one overrules, and listening in the end."""

from __future__ import annotations

from typing import Any

import pytest

from orbit.learning.admission import admit_by_model, trimmed
from orbit.learning.routine import Routine
from tests.orbit.learning.admission.routines import routine, worded

INSERT = {"action": "insert_device", "track": "Bass", "device": "compressor", "as": "comp"}


def setting(parameter: str, value: Any) -> dict[str, Any]:
    return {
        "action": "set_parameter", "track": "Bass", "device": "comp", "parameter": parameter, "value": value,
    }  # fmt: skip


def kept(tried: Routine) -> list[tuple[Any, ...]]:
    return [(step["action"], step.get("parameter"), step.get("value")) for step in trimmed(tried).steps]


def test_of_two_that_set_the_same_the_last_one_stays() -> None:
    tried = routine(INSERT, setting("threshold", -12), setting("attack", 3), setting("threshold", -24))
    assert kept(tried) == [
        ("insert_device", None, None), ("set_parameter", "attack", 3), ("set_parameter", "threshold", -24),
    ]  # fmt: skip
    assert [step["step_number"] for step in trimmed(tried).steps] == [1, 2, 3]


def test_two_devices_of_a_kind_are_two() -> None:
    insert = {"action": "insert_device", "track": "Bass", "device": "eq"}
    assert len(trimmed(routine(insert, insert, insert)).steps) == 3


def test_a_value_that_others_stand_on_stays() -> None:
    mute = {"action": "set_mute", "track": "Bass", "on": True}
    copy = {"action": "duplicate_track", "track": "Bass", "name": "Sub"}
    assert len(trimmed(routine(mute, copy, {**mute, "on": False})).steps) == 3


@pytest.mark.parametrize("listening", [["play"], ["play", "stop"], ["play", "stop", "play"]])
def test_listening_in_the_end_is_no_part_of_it(listening: list[str]) -> None:
    tried = routine(
        INSERT,
        setting("threshold", -24),
        *({"action": each} for each in listening),
        after=[{"playing": True}],
    )
    assert len(trimmed(tried).steps) == 2
    assert trimmed(tried).postconditions == ()


def test_what_is_left_is_no_less_than_two_steps() -> None:
    loop = {"action": "set_loop", "on": True}
    assert len(trimmed(routine(loop, {"action": "play"})).steps) == 2


def test_the_workflow_loses_what_spoke_of_the_lost_steps() -> None:
    tried = routine(
        {**INSERT, "track": "{{ track }}"},
        {**setting("threshold", "{{ first }}"), "track": "{{ track }}"},
        {**setting("ratio", "4:1"), "track": "{{ track }}"},
        {**setting("threshold", "{{ then }}"), "track": "{{ track }}"},
        slots={
            "track": {"type": "track"},
            "first": {"type": "gain_db", "default": -12.0},
            "then": {"type": "gain_db", "default": -24.0},
        },
        examples=[{"track": "Bass", "first": -12.0, "then": -24.0}],
        after=[
            {"track": "{{ track }}", "device": "comp", "parameter": "threshold", "equals": "{{ then }}"},
        ],
    )
    workflow = worded(tried).model_copy(
        update={"phrases": ("squeeze {{ track }}", "squeeze at {{ first }}"), "result": "It was {{ first }}."}
    )
    verdict = admit_by_model(workflow, tried)
    assert verdict.ok, verdict.reason
    assert list(verdict.workflow.slots) == list(verdict.routine.slots) == ["track", "then"]
    assert verdict.workflow.phrases == ("squeeze {{ track }}",)
    assert verdict.workflow.result == "Tried."
    assert verdict.routine.examples == ({"track": "Bass", "then": -24.0},)
    assert len(verdict.workflow.steps) == len(verdict.routine.steps) == 3


def test_what_is_trimmed_cannot_be_trimmed_further() -> None:
    tried = routine(INSERT, setting("ratio", 2), setting("ratio", 4), setting("ratio", 8), {"action": "play"})
    once = trimmed(tried)
    assert trimmed(once) == once
