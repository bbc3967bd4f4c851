"""Duplicates are known by what they do, not by their words; a diff names each field that is another."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.memory.trust.differences import differences
from orbit.memory.trust.structure import kinds, shape, slots_in_order, structure
from orbit.workflows.load import dump_workflow, load_folder
from tests.laws import tries

SEEDS = [dump_workflow(each) for each in load_folder(Path(__file__).parents[4] / "workflows_seed")]
EXAMPLES = tries(50, 1000)
DUCK = next(each for each in SEEDS if each["workflow_name"] == "sidechain-compression")


_NAME = re.compile(r"(?<![|.])(?<![|.] )\b[a-z_]\w*")


def in_other_words(body: dict[str, Any], prefix: str = "my_") -> dict[str, Any]:
    """The same workflow as another author would write it: other names for all that has one, other prose."""
    new = {name: f"{prefix}{name}" for name in body["slots"]}
    labels = {step["as"]: f"{prefix}{step['as']}" for step in body["steps"] if "as" in step}

    def other(value: Any, field: str = "") -> Any:
        if isinstance(value, dict):
            return {key: other(each, key) for key, each in cast("dict[str, Any]", value).items()}
        if isinstance(value, list):
            return [other(each, field) for each in cast("list[Any]", value)]
        if not isinstance(value, str):
            return value
        if field in {"for_each", "besides", "with_clip", "clip_on", "free_slot_on", "of_key"}:
            return new.get(value, value)
        if field in {"as", "device"} and value in labels:
            return labels[value]
        return re.sub(r"\{\{.*?\}\}", lambda template: _NAME.sub(renamed, template[0]), value)

    def renamed(name: re.Match[str]) -> str:
        return new.get(name[0], name[0])

    steps = [other(step) | {"expected_output": "As it should be."} for step in body["steps"]]
    slots = {new[name]: other(slot) | {"ask": "Well?"} for name, slot in body["slots"].items()}
    return body | {
        "workflow_name": "other",
        "title": "Another",
        "steps": steps,
        "slots": slots,
        "phrases": [],
    }


def test_what_does_the_same_is_the_same_whatever_its_names_and_words() -> None:
    other = in_other_words(DUCK)
    assert other["slots"].keys().isdisjoint(DUCK["slots"])
    assert structure(other) == structure(DUCK)
    assert shape(other) == shape(DUCK)


def test_another_value_makes_a_variant_and_no_duplicate() -> None:
    other = deepcopy(DUCK)
    other["slots"]["threshold"]["default"] = "-18 dB"
    assert structure(other) != structure(DUCK)
    assert shape(other) == shape(DUCK)


def test_a_slot_written_out_makes_a_variant() -> None:
    other = deepcopy(DUCK)
    for step in other["steps"]:
        step.update(
            {key: "Bass" for key, value in step.items() if key == "track" and value == "{{ target }}"}
        )
    assert structure(other) != structure(DUCK)
    assert shape(other) == shape(DUCK)


@pytest.mark.parametrize("change", ["device", "order", "track", "fewer"])
def test_what_does_something_else_is_neither(change: str) -> None:
    other = deepcopy(DUCK)
    match change:
        case "device":
            other["steps"][0]["device"] = "gate"
        case "order":
            other["steps"][2], other["steps"][3] = other["steps"][3], other["steps"][2]
        case "track":
            other["steps"][5]["track"] = "{{ source }}"
        case _:
            del other["steps"][5]
    assert structure(other) != structure(DUCK)
    assert shape(other) != shape(DUCK)


def test_no_two_seeds_do_the_same() -> None:
    assert len({structure(each) for each in SEEDS}) == len(SEEDS) > 5


def test_slots_are_known_in_the_order_of_their_use() -> None:
    assert slots_in_order(DUCK) == ["target", "source", "ratio", "attack", "release", "threshold"]


@pytest.mark.laws
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.sampled_from(SEEDS), prefix=st.from_regex(r"[a-z]{1,6}_", fullmatch=True))
def test_renaming_never_changes_what_is_done(seed: dict[str, Any], prefix: str) -> None:
    assert structure(in_other_words(seed, prefix)) == structure(seed)


def test_a_diff_names_each_field_and_lines_steps_up() -> None:
    other = deepcopy(DUCK)
    other["title"] = "Ducking"
    other["slots"]["threshold"]["default"] = "-18 dB"
    del other["slots"]["attack"]
    other["tags"].append("french house")
    added = {"step_number": 1, "action": "set_mute", "track": "Bass", "on": False, "expected_output": "On."}
    other["steps"] = [added, *({**step, "step_number": step["step_number"] + 1} for step in other["steps"])]
    other["steps"][1]["at"] = 1
    told = [each.told() for each in differences(DUCK, other)]
    assert told[0] == "title: Sidechain compression → Ducking"
    assert told[1] == "tags added: french house"
    assert told[2] == "slots.threshold.default: -24 dB → -18 dB"
    assert told[3].startswith("slots.attack removed: type time")
    assert told[4].startswith("steps[1] added: action set_mute, track Bass, on False")
    assert told[5:] == ["steps[2].at added: 1"]


def test_a_step_that_went_and_words_in_another_order_are_told() -> None:
    other = deepcopy(DUCK)
    del other["steps"][3]
    other["tags"] = list(reversed(other["tags"]))
    told = [each.told() for each in differences(DUCK, other)]
    assert [each.split(":")[0] for each in told] == ["tags", "steps[4] removed"]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed["workflow_name"])
def test_nothing_differs_from_itself(seed: dict[str, Any]) -> None:
    assert differences(seed, deepcopy(seed)) == []


def test_the_kinds_of_steps_are_the_same_in_other_words_and_with_other_values() -> None:
    for seed in SEEDS:
        assert kinds(in_other_words(seed)) == kinds(seed)
    changed = deepcopy(DUCK)
    changed["steps"] = [step | ({"value": -12.5} if "value" in step else {}) for step in changed["steps"]]
    assert kinds(changed) == kinds(DUCK)
    changed["steps"] = changed["steps"][:-1]
    assert kinds(changed) == kinds(DUCK)[:-1]
    assert len({kinds(seed) for seed in SEEDS}) > len(SEEDS) / 2
