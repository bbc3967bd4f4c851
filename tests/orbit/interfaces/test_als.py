"""``orbit als``: one saved set, the way between two, and a set's history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.session import Session
from orbit.memory import Trajectory
from tests.daw_bridges.ableton.saved.small_sets import live_saves, spoil, write_set


@pytest.fixture
def song(tmp_path: Path) -> Path:
    """A set with two backups: slower, then with a track more, then faster."""
    song = write_set(tmp_path / "Song.als", tempo=100, tracks=("Kick",))
    live_saves(song, "2024-10-26 140000", tempo=100, tracks=("Kick", "Bass"))
    live_saves(song, "2024-10-26 140130", tempo=104.5, tracks=("Kick", "Bass"))
    return song


def test_a_set_is_a_session(orbit: Any, song: Path) -> None:
    session = Session.model_validate(orbit("als", str(song), "--json").document)
    assert (session.name, session.tempo, session.track_names) == ("Song", 104.5, ("Kick", "Bass", "Master"))
    assert orbit("als", "--json", str(song)).document == session.model_dump(mode="json")


def test_for_people_it_is_a_table(orbit: Any, song: Path) -> None:
    ended = orbit("als", str(song))
    assert (ended.status, ended.err) == (0, "")
    for word in ("104.5 BPM", "Kick", "Bass", "Master", "Saved by Live 12.1.5"):
        assert word in ended.out


@pytest.mark.parametrize("name", ["diff", "history", "FILE", "--json"])
def test_a_set_may_be_called_like_a_command(
    orbit: Any, song: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(song.parent)
    song.rename(name)
    assert orbit("als", f"./{name}", "--json").document["name"] == name
    assert orbit("als", "diff", f"./{name}", f"./{name}", "--json").document == {"actions": [], "unsaid": []}
    assert orbit("als", "history", f"./{name}", "--json").out == ""


def test_a_file_called_file_needs_no_path(orbit: Any, song: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(song.parent)
    song.rename("FILE")
    assert orbit("als", "FILE", "--json").document["tempo"] == 104.5


def test_the_way_between_two_sets_is_actions(orbit: Any, song: Path, tmp_path: Path) -> None:
    other = write_set(tmp_path / "Other.als", tempo=120, tracks=("Kick", "Bass", "Keys"))
    found = orbit("als", "diff", str(song), str(other), "--json").document
    assert found["unsaid"] == []
    actions = [parse_action(action) for action in found["actions"]]
    assert [action.describe() for action in actions] == [
        "Set the tempo to 120 BPM",
        "Duplicate the track Bass",
    ]

    shown = orbit("als", "diff", str(song), str(other))
    assert shown.status == 0
    assert "1  Set the tempo to 120 BPM" in shown.out


def test_nothing_between_is_said(orbit: Any, song: Path) -> None:
    assert "Nothing that Orbit reads is different" in orbit("als", "diff", str(song), str(song)).out


def test_the_history_is_a_trajectory_a_line(orbit: Any, song: Path) -> None:
    ended = orbit("als", "history", str(song), "--json")
    first, second = (Trajectory.model_validate_json(line) for line in ended.out.splitlines())
    assert (first.project, first.daw, first.goal, first.outcome) == ("Song", "ableton", None, "unknown")
    assert first.session == second.session
    assert [(step.t, step.origin, step.action.action) for step in first.actions] == [
        (90.0, "user", "duplicate_track")
    ]
    assert [step.action.action for step in second.actions] == ["set_tempo"]
    assert second.started > first.started
    assert orbit("als", "history", str(song), "--json").out == ended.out


def test_the_history_for_people_says_when(orbit: Any, song: Path) -> None:
    out = orbit("als", "history", str(song)).out
    assert "From 26 Oct 2024 14:00:00 on:" in out
    assert "Set the tempo to 104.5 BPM" in out


def test_a_set_without_a_history_says_so(orbit: Any, tmp_path: Path) -> None:
    song = write_set(tmp_path / "[red] Song.als")
    assert "There is no earlier version of [red] Song.als" in orbit("als", "history", str(song)).out
    assert orbit("als", "history", str(song), "--json").out == ""


def test_a_broken_backup_is_said_and_left_out(orbit: Any, song: Path) -> None:
    broken = song.parent / "Backup" / "Song [2024-10-26 140130].als"
    spoil(broken)
    ended = orbit("als", "history", str(song), "--json")
    assert ended.status == 0
    assert broken.name in ended.err
    [line] = ended.out.splitlines()
    assert [step["action"] for step in json.loads(line)["actions"]] == ["set_tempo", "duplicate_track"]


@pytest.mark.parametrize(
    ("words", "status", "code"),
    [
        (["nowhere.als"], 1, "saved_set"),
        (["diff", "nowhere.als", "nowhere.als"], 1, "saved_set"),
        (["history", "nowhere.als"], 1, "saved_set"),
        (["diff", "nowhere.als"], 2, "usage"),
        (["one.als", "two.als"], 2, "usage"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_document(
    orbit: Any, words: list[str], status: int, code: str
) -> None:
    ended = orbit("als", *words, "--json")
    assert (ended.status, ended.document["code"]) == (status, code)
    assert ended.document["reply"] in ended.err
