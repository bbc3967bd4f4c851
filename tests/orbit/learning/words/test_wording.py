"""Words for routines: they name every slot, ask for each, repeat themselves exactly, and trust no name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.actions import ACTIONS, Action, action_json
from orbit.learning.words import worded
from orbit.learning.words.expecting import expected
from orbit.learning.words.gist import Gist
from orbit.workflows.load import dump_workflow
from orbit.workflows.templates import is_template, names_in
from orbit.workflows.workflow import Source, Workflow
from tests.orbit.learning.words.routines import ROUTINES, insert, knob, of_role, routine
from tests.strategies import well_formed_actions

T = "{{ target }}"


def texts(workflow: Workflow) -> list[str]:
    """Everything of a workflow that people read."""
    body = dump_workflow(workflow)
    steps = [step["expected_output"] for step in body["steps"]]
    asks = [slot["ask"] for slot in body["slots"].values()]
    words = [body[name] for name in ("title", "task", "outcome", "result")]
    return [*words, *body["phrases"], *body["tags"], *steps, *asks]


@pytest.mark.parametrize("name", ROUTINES)
def test_a_routine_is_a_workflow_that_can_be_asked_for(name: str) -> None:
    made = worded(ROUTINES[name])
    assert len(made.phrases) >= 6
    assert len({phrase.casefold() for phrase in made.phrases}) == len(made.phrases)
    assert made.tags
    assert all(slot.ask.endswith("?") for slot in made.slots.values())
    assert made.provenance.source is Source.INDUCED
    assert made.provenance.trajectories == ("a", "b", "c")
    assert {slot for phrase in made.phrases for slot in names_in(phrase)} <= set(made.slots)
    assert not any(is_template(text) for text in (made.title, made.task, *made.tags))


@pytest.mark.parametrize("name", ROUTINES)
def test_the_same_routine_gets_the_same_words(name: str) -> None:
    one, other = worded(ROUTINES[name]), worded(ROUTINES[name], taken={"else"})
    assert dump_workflow(one) == dump_workflow(other)


def test_no_two_are_called_alike() -> None:
    taken: set[str] = set()
    for _ in range(5):
        made = worded(ROUTINES["lofi"], taken=taken)
        assert made.workflow_name not in taken
        assert made.workflow_name.startswith("keys-bit-reduction")
        taken.add(made.workflow_name)


def test_the_words_are_those_of_the_trade() -> None:
    made = worded(ROUTINES["pumping pad"])
    assert made.workflow_name == "pad-sidechain-glue-compression"
    assert made.title.startswith("Sidechain glue compression")
    assert "duck the {{ target }} under {{ source }}" in made.phrases
    assert made.slots["source"].ask == "Which track is the kick?"
    assert made.slots["threshold"].ask == "What should the threshold of the glue compressor be?"
    assert [step.expected_output for step in made.steps] == [
        "A glue compressor on {{ target }}.",
        "The glue compressor on {{ target }} listens to {{ source }}.",
        "Threshold of the glue compressor on {{ target }} is {{ threshold }}.",
    ]


def test_numbers_are_said_with_their_units() -> None:
    made = worded(routine(insert("compressor", "c"), knob("c", "threshold", -24.0), knob("c", "attack", 3.0)))
    assert [step.expected_output for step in made.steps][1:] == [
        "Threshold of the compressor on {{ target }} is -24.0 dB.",
        "Attack of the compressor on {{ target }} is 3 ms.",
    ]


def test_a_loop_is_said_of_each_track() -> None:
    made = worded(ROUTINES["tidy up"])
    assert made.steps[0].expected_output == "An EQ on {{ item }}."
    assert not any("item" in names_in(phrase) for phrase in made.phrases)
    assert made.slots["targets"].ask == "Which tracks is it for?"


def test_what_people_said_comes_first_with_the_slots_in_place() -> None:
    made = worded(
        routine(
            insert("compressor", "c"),
            {"action": "set_sidechain", "track": T, "device": "c", "source": "{{ source }}"},
            slots={"target": of_role("bass"), "source": of_role("kick")},
            goals=("Get the Moog out of the way of the BD", "duck the bass"),
            examples=({"target": "Moog", "source": "BD"},),
        )
    )
    assert made.phrases[0] == "Get the {{ target }} out of the way of the {{ source }}"
    assert made.phrases[1] == "duck the {{ target }}"


HOSTILE = (
    "{{ x }}", "{% for a in b %}", "{# no #}", "{target}", "{t}", "a\nb", "\u202egnp", "x" * 250, "}}", "{",
    "{{ target }} {{ nobody }}",
)  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_never_read_as_anything(name: str) -> None:
    made = worded(
        routine(
            insert("compressor", "c"), knob("c", "threshold", -1),
            {"action": "rename_track", "track": T, "name": "Bass"},
            goals=(name, f"duck {name}"), examples=({"target": name},),
        )
    )  # fmt: skip
    slots = {slot for text in texts(made) for slot in names_in(text)}
    assert slots <= {"target"}
    assert not any(letter in text for text in texts(made) for letter in "\n\u202e")
    assert not any(re.sub(r"\{\{ target \}\}", "", text).count("{") for text in texts(made))


@pytest.mark.parametrize("name", [name for name in HOSTILE if not is_template(name)])
def test_constants_that_cannot_be_said_are_called_what_they_are(name: str) -> None:
    made = worded(
        routine(
            {"action": "insert_device", "track": name, "device": name},
            {"action": "set_send", "track": name, "to": name, "db": None},
            {"action": "set_parameter", "track": name, "device": name, "parameter": name, "value": name},
            slots={},
        )
    )
    assert not any("{" in text or "\n" in text for text in texts(made))
    assert made.steps[1].expected_output.endswith("at -inf dB.")


def test_a_routine_of_nothing_telling_still_has_a_name() -> None:
    made = worded(routine({"action": "play"}, {"action": "stop"}, slots={}))
    assert made.workflow_name == "playback"
    assert len(made.phrases) >= 6


@settings(max_examples=200)
@given(st.lists(well_formed_actions(), min_size=1, max_size=6), st.sampled_from(["", "the bass", "{{ x }}"]))
def test_any_steps_get_words(actions: list[Action], goal: str) -> None:
    steps = [action_json(action) for action in actions if not _refers(action)]
    if not steps:
        return
    made = worded(routine(*steps, slots={}, goals=(goal,)))
    assert [step.action for step in made.steps] == [step["action"] for step in steps]
    assert all(step.expected_output for step in made.steps)
    assert len(made.phrases) >= 6


def _refers(action: Action) -> bool:
    """Whether an action holds what would be read as a template: learning refuses those before."""
    return any(is_template(value) for value in action_json(action).values())


def test_every_action_of_the_vocabulary_is_said_in_its_own_words() -> None:
    said = {name: expected(Gist.of(routine()), {"action": name}) for name in ACTIONS if name != "undo"}
    assert not any(text.startswith("Done:") for text in said.values()), said
