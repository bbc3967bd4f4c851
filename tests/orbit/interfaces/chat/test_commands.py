"""The commands of a chat, for people and for programs."""

from __future__ import annotations

from typing import Any

import pytest

from orbit.interfaces.cli.chat.commands import COMMANDS
from workflows_seed import FOLDER


def test_undo_takes_back_as_the_word_does(documents: Any) -> None:
    muted, back, nothing = documents("mute the kick", "/undo", "/undo")
    assert (muted["ok"], back["ok"]) == (True, True)
    assert back["after"] == muted["before"]
    assert not nothing["ok"]


def test_plan_is_for_the_next_request_alone(documents: Any) -> None:
    told, planned, done = documents("/plan", "mute the kick", "mute the kick")
    assert told["ok"]
    assert planned["results"] == []
    assert planned["after"] == planned["before"]
    assert [result["status"] for result in done["results"]] == ["verified"]


def test_plan_takes_a_request_with_it(documents: Any) -> None:
    planned, done = documents("/plan mute the kick", "mute the kick")
    assert (planned["plan"][0]["action"], planned["results"]) == ("set_mute", [])
    assert done["results"]


def test_session_gives_it_as_it_is_now(documents: Any, played: Any) -> None:
    _, told = documents("mute the kick", "/session")
    assert told["session"]["tracks"][0]["mute"] is True
    assert "Lead Vox" in played("/session").out
    shown = played("/session bass").out
    assert "Bassline" in shown
    assert "Lead Vox" not in shown


def test_a_track_that_is_not_there_is_said(documents: Any) -> None:
    [told] = documents("/session Theremin")
    assert not told["ok"]
    assert "Theremin" in told["reply"]


def test_workflows_are_listed_and_searched(documents: Any) -> None:
    everything, found = documents("/workflows", "/workflows make the bass duck")
    assert len(everything["workflows"]) == len(list(FOLDER.glob("*.yaml")))
    assert found["workflows"][0] == {"id": "sidechain-compression", "title": "Sidechain compression"}


def test_the_model_is_told_and_one_that_cannot_be_had_changes_nothing(documents: Any) -> None:
    now, refused, still = documents("/model", "/model nonsense", "/model")
    assert now["model"] == still["model"] == "offline"
    assert not refused["ok"]
    assert "is no model" in refused["reply"]


def test_what_was_spent_is_nothing_without_a_hosted_model(documents: Any) -> None:
    _, told = documents("mute the kick", "/cost")
    assert (told["ok"], told["usage"]) == (True, None)


@pytest.mark.parametrize("line", ["/quit", "quit", "exit", "Bye"])
def test_leaving_ends_it(documents: Any, line: str) -> None:
    assert len(documents(line, "mute the kick")) == 1


def test_help_names_each_command(played: Any) -> None:
    shown = played("/help").out
    assert [name for name in COMMANDS if f"/{name}" not in shown] == []


def test_one_that_is_none_is_said_with_those_that_are(documents: Any) -> None:
    [told] = documents("/unddo")
    assert (told["ok"], told["code"]) == (False, "usage")
    assert "/undo" in told["reply"]
