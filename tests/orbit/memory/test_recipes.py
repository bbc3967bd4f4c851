"""Recipes as somebody tells them: what can be run, what is prose, and that prose comes back as told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import UsageError
from orbit.memory.recipes import Recipe, is_runnable, name_for, runnable_steps, title_for
from orbit.workflows.load import parse_workflow
from tests.laws import tries

MUTE = {"action": "set_mute", "track": "Kick", "on": True}


@pytest.mark.parametrize(
    ("steps", "runnable"),
    [
        ([MUTE], True),
        ([MUTE | {"step_number": 1, "expected_output": "It is quiet."}], True),
        ([{"type": "memory", "operation": "read"}], True),
        (["Turn it down"], False),
        ([{"step_number": 1, "action": "Listen to it", "expected_output": "It is good."}], False),
    ],
)
def test_only_actions_of_the_vocabulary_can_be_run(steps: list[Any], runnable: bool) -> None:
    assert is_runnable(steps) is runnable


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([], "1 to 200 steps, not 0"),
        (["x"] * 201, "not 201"),
        ([MUTE, "Then listen", MUTE], r"prose \(number 2\)"),
        ([{"action": "rm -rf", "path": "/"}], "“rm -rf” is not one. The vocabulary is: set_tempo"),
        ([{"action": "insert_devise", "track": "Bass"}], "Step 1 has fields of an action"),
    ],
)
def test_what_is_neither_is_refused(steps: list[Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        is_runnable(steps)


def test_steps_without_numbers_or_expectations_are_given_them() -> None:
    steps = runnable_steps([MUTE, MUTE | {"on": False, "expected_output": "It plays."}])
    assert [step["step_number"] for step in steps] == [1, 2]
    assert [step["expected_output"] for step in steps] == ["Done: set mute (Kick).", "It plays."]
    body = {
        "workflow_name": "quiet",
        "title": "Quiet",
        "task": "quiet",
        "outcome": "Quiet.",
        "result": "Done.",
    }
    assert len(parse_workflow(body | {"steps": steps}).steps) == 2


@pytest.mark.parametrize(
    ("task", "name", "title"),
    [
        (
            "Make the bass duck under the kick!",
            "make-the-bass-duck-under-the-kick",
            "Make the bass duck under the kick",
        ),
        ("Déjà vu", "deja-vu", "Déjà vu"),
        ("???", "workflow", "(workflow)"),
        ("x", "x", "X (workflow)"),
        ("a " * 300, "a-a-a-a-a-a-a-a", f"{('A' + ' a' * 59)[:119].rstrip()}…"),
    ],
)
def test_a_task_makes_a_name_and_a_title(task: str, name: str, title: str) -> None:
    assert name_for(task) == name
    assert title_for(task) == title


def test_a_recipe_reads_as_a_person_would_write_it() -> None:
    recipe = Recipe.of(
        "Master for vinyl",
        ["Cut the lows to mono", {"action": "Tame the sibilance", "expected_output": "No spitting"}],
        "It can be cut",
        "Sent to the plant",
        ["The mix is done"],
        ["It plays without skipping"],
    )
    assert recipe.text == (
        "Task: Master for vinyl\nBefore: The mix is done\n1. Cut the lows to mono\n2. Tame the sibilance\n"
        "   → No spitting\nOutcome: It can be cut\nResult: Sent to the plant\n"
        "After: It plays without skipping"
    )


@pytest.mark.parametrize(
    "text", ["", "Just words", "Task: a\nTask: b\n1. c\nOutcome: d", "Task: a\n1. b\nx\nOutcome: c"]
)
def test_what_somebody_wrote_freely_is_no_recipe(text: str) -> None:
    assert Recipe.read(text) is None


@pytest.mark.parametrize("wrong", [{"task": " "}, {"outcome": ""}, {"steps": [""]}, {"task": "x" * 2001}])
def test_an_empty_or_endless_text_is_refused(wrong: dict[str, Any]) -> None:
    told: dict[str, Any] = {"task": "a", "steps": ["b"], "outcome": "c"} | wrong
    with pytest.raises(UsageError, match="needs 1 to 2000 characters"):
        Recipe.of(told["task"], told["steps"], told["outcome"], None, (), ())


_TEXTS = st.builds(
    str.__add__, st.text(max_size=20), st.sampled_from(["x", "1. y", "Task: ", "→ z", "\u2028é"])
)
_STEPS = st.lists(
    _TEXTS | st.fixed_dictionaries({"action": _TEXTS}, optional={"expected_output": _TEXTS}),
    min_size=1,
    max_size=5,
)


@settings(max_examples=tries(60, 1_000))
@given(
    task=_TEXTS, steps=_STEPS, outcome=_TEXTS, result=st.none() | _TEXTS, said=st.lists(_TEXTS, max_size=2)
)
def test_law_a_recipe_that_was_written_is_read_as_it_was(
    task: str, steps: list[Any], outcome: str, result: str | None, said: list[str]
) -> None:
    recipe = Recipe.of(task, steps, outcome, result, said, said)
    assert Recipe.read(recipe.text) == recipe
