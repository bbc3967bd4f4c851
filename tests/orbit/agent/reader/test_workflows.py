"""When a workflow is meant: by its goal, its slots and no word left over, and never unasked."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import Question
from orbit.agent.offline.deciding import Known, decide
from orbit.agent.offline.moves import Move
from orbit.agent.offline.understanding.templates import SLOT
from orbit.agent.tools import search_result
from orbit.memory import Library
from orbit.workflows import bind, load_folder, make_plan
from orbit.workflows.strict_yaml import read_yaml
from tests.orbit.agent.test_scope import parts
from workflows_seed import FOLDER

_FILE = Path(__file__).parent / "workflows.yaml"
ROWS: dict[str, Any] = read_yaml(_FILE.read_bytes(), _FILE.name).data
ASKED = [(name, said, slots) for name, rows in ROWS["asked"].items() for said, slots in rows.items()]
SEEDS = {workflow.workflow_name: workflow for workflow in load_folder(FOLDER)}


def decided(sentence: str, shelf: Library, session: Session) -> Move:
    """The move for a sentence, once the library was asked for all that it holds."""
    texts, searches = [sentence], dict[str, Any]()
    while True:
        for text in texts:
            found = search_result(shelf, text, 5, session)
            searches[text] = (found["decision"], found["workflows"])
        move = decide(sentence, None, Known(session, searches[sentence], searches=searches))
        calls = move if isinstance(move, tuple) else ()
        texts = [call.arguments["text"] for call in calls if call.tool == "search_workflows"]
        if not texts:
            return move


def run(move: Move) -> list[tuple[str, dict[str, str]]]:
    """The workflows that a move runs, with their slots."""
    found = [part for call in (move if isinstance(move, tuple) else ()) for part in parts(call)]
    return [(part["workflow"], part["slots"]) for part in found if part.get("workflow")]


def test_no_workflow_is_run_where_none_is_asked_for(shelf: Library, practice: Session) -> None:
    moves = {said: decided(said, shelf, practice) for said in ROWS["unasked"]}
    assert len(moves) == 120
    assert {said: run(move) for said, move in moves.items() if run(move)} == {}
    assert sum(isinstance(move, Question) for move in moves.values()) <= 28


def test_what_asks_for_a_workflow_runs_that_one_or_none(shelf: Library, practice: Session) -> None:
    rightly = 0
    for name, said, slots in ASKED:
        for found, filled in run(decided(said, shelf, practice)):
            assert found == name or said in _SHORTER, said
            if found == name:
                assert _made(name, filled, practice) == _made(name, slots, practice), said
                rightly += 1
    assert len(ASKED) >= 120
    assert rightly >= 94


_SHORTER = {"sidechain the reverb to the lead vox"}
"""What is done as it is said, by a workflow that does that alone."""


def _made(name: str, slots: dict[str, str], session: Session) -> object:
    binding = bind(SEEDS[name], slots, session)
    with suppress(OrbitError):  # what this session has nothing for is compared by its slots
        return make_plan(SEEDS[name], binding, session).actions
    return binding.slots


@pytest.mark.parametrize("name", SEEDS)
def test_what_is_denied_supposed_or_asked_runs_nothing(shelf: Library, practice: Session, name: str) -> None:
    abouts = ("don't {}", "if there is time, {}", "what happens when I {}?", "never {}")
    for about, phrase in zip(abouts, SEEDS[name].phrases, strict=False):
        said = about.format(SLOT.sub("guitar", phrase))
        assert run(decided(said, shelf, practice)) == [], said


@pytest.mark.parametrize("name", ["Snare", "Keys", "Guitar", "Backing Vox"])
@pytest.mark.parametrize(
    ("said", "workflow", "slot"),
    [
        ("gate the {}", "noise-gate", "target"),
        ("make the {} lo-fi", "lofi-chain", "target"),
        ("slapback on the {}", "slapback-echo", "target"),
        ("more stereo width on the {} please", "stereo-widening", "target"),
    ],
)
def test_another_name_moves_the_workflow_there_and_nothing_else(
    shelf: Library, practice: Session, said: str, workflow: str, slot: str, name: str
) -> None:
    assert run(decided(said.format(name), shelf, practice)) == [(workflow, {slot: name})]
