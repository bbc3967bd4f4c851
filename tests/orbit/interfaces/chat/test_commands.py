"""The commands of a chat, for people and for programs."""

from __future__ import annotations

from typing import Any

import pytest

from orbit.interfaces.cli.chat.commands import COMMANDS
from workflows_seed import FOLDER

LINES = (
    ("muted", "mute the kick"),
    ("session", "/session"),
    ("back", "/undo"),
    ("nothing to undo", "/undo"),
    ("plan", "/plan"),
    ("planned", "mute the snare"),
    ("done after it", "mute the snare"),
    ("planned at once", "/plan mute the hats"),
    ("no such track", "/session Theremin"),
    ("workflows", "/workflows"),
    ("found", "/workflows make the bass duck"),
    ("model", "/model"),
    ("no model", "/model nonsense"),
    ("still the model", "/model"),
    ("cost", "/cost"),
    ("no command", "/unddo"),
    ("left", "/quit"),
    ("too late", "mute the keys"),
)
"""One conversation that the tests look at, line by line."""


@pytest.fixture(scope="module")
def told(played_once: Any) -> dict[str, Any]:
    documents = played_once(*(line for _, line in LINES), options=("--json",)).documents
    assert [document["say"] for document in documents] == [line for _, line in LINES[: len(documents)]]
    return {name: document for (name, _), document in zip(LINES, documents, strict=False)}


@pytest.fixture(scope="module")
def shown(played_once: Any) -> str:
    return str(played_once("/session bass", "/help", "/workflows").out)


def test_undo_takes_back_as_the_word_does(told: Any) -> None:
    assert (told["muted"]["ok"], told["back"]["ok"]) == (True, True)
    assert told["back"]["after"] == told["muted"]["before"]
    assert not told["nothing to undo"]["ok"]


def test_plan_is_for_the_next_request_alone(told: Any) -> None:
    assert told["plan"]["ok"]
    assert told["planned"]["results"] == []
    assert told["planned"]["after"] == told["planned"]["before"]
    assert [result["status"] for result in told["done after it"]["results"]] == ["verified"]


def test_plan_takes_a_request_with_it(told: Any) -> None:
    planned = told["planned at once"]
    assert (planned["plan"][0]["action"], planned["results"]) == ("set_mute", [])
    assert planned["after"] == planned["before"]


def test_session_gives_it_as_it_is_now(told: Any, shown: str) -> None:
    assert told["session"]["session"] == told["muted"]["after"]
    table = shown.partition("/undo")[0]
    assert "Bassline" in table
    assert "Lead Vox" not in table


def test_a_track_that_is_not_there_is_said(told: Any) -> None:
    assert not told["no such track"]["ok"]
    assert "Theremin" in told["no such track"]["reply"]


def test_workflows_are_listed_and_searched(told: Any, shown: str) -> None:
    assert len(told["workflows"]["workflows"]) == len(list(FOLDER.glob("*.yaml")))
    best = {"id": "sidechain-compression", "title": "Sidechain compression"}
    assert told["found"]["workflows"][0] == best
    assert "Sidechain compression" in shown


def test_the_model_is_told_and_one_that_cannot_be_had_changes_nothing(told: Any) -> None:
    assert told["model"]["model"] == told["still the model"]["model"] == "offline"
    assert not told["no model"]["ok"]
    assert "is not a model" in told["no model"]["reply"]


def test_what_was_spent_is_nothing_without_a_hosted_model(told: Any) -> None:
    assert (told["cost"]["ok"], told["cost"]["usage"]) == (True, None)


def test_leaving_ends_it(told: Any, played_once: Any) -> None:
    assert told["left"]["ok"]
    assert "too late" not in told
    assert played_once("Bye", "mute the theremin", options=("--json",)).status == 0


def test_help_names_each_command(shown: str) -> None:
    assert [name for name in COMMANDS if f"/{name}" not in shown] == []


def test_one_that_is_none_is_said_with_those_that_are(told: Any) -> None:
    assert (told["no command"]["ok"], told["no command"]["code"]) == (False, "usage")
    assert "/undo" in told["no command"]["reply"]
