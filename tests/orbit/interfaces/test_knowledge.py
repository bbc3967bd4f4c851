"""``orbit memory remember``, ``notes``, ``entities`` and ``know``, as a shell calls them."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_name_is_remembered_told_and_forgotten(orbit: Any) -> None:
    kept = orbit("memory", "remember", "vox", "--means", "Lead V", "--json").document
    assert (kept["ok"], kept["id"], kept["name"]) == (True, "track:lead v", "Lead V")
    [known] = orbit("memory", "entities", "--json").document
    assert (known["name"], known["called"], known["kind"]) == ("Lead V", ["vox"], "track")
    about = orbit("memory", "know", "the vox", "--json").document
    assert [each["name"] for each in about["means"]] == ["Lead V"]
    assert "you call it “vox”" in orbit("memory", "know", "vox").out
    gone = orbit("memory", "entities", "--forget", "vox", "--json").document
    assert gone["meant"] == ["Lead V"]
    assert orbit("memory", "entities", "--forget", "vox").status == 1
    assert orbit("memory", "entities", "--forget", "track:lead v", "--json").document["ok"]
    assert orbit("memory", "entities", "--json").document == []
    assert "none of your tracks" in orbit("memory", "entities").out


def test_plugins_have_names_too(orbit: Any) -> None:
    assert orbit("memory", "remember", "the fab", "--means", "FabFilter Pro-Q 3", "--plugin").status == 0
    [known] = orbit("memory", "entities", "--kind", "plugin", "--json").document
    assert known["id"] == "plugin:fab filter pro q 3"
    assert orbit("memory", "entities", "--kind", "track", "--json").document == []
    assert "“the fab”" in orbit("memory", "entities").out


def test_notes_are_kept_found_and_forgotten(orbit: Any) -> None:
    note = orbit("memory", "remember", "the snare needs replacing", "--tag", "drums", "--json").document
    skill = orbit("memory", "remember", "double the bass", "--skill", "--title", "Low end", "--json").document
    assert (note["kind"], note["tags"], skill["kind"]) == ("note", ["drums"], "skill")
    listed = orbit("memory", "notes", "--json").document
    assert {row["id"] for row in listed} == {note["id"], skill["id"]}
    [found] = orbit("memory", "notes", "snare", "--json").document
    assert (found["id"], 0 < found["score"] <= 1) == (note["id"], True)
    assert "Low end" in orbit("memory", "notes", "--kind", "skill").out
    assert orbit("memory", "notes", "--forget", note["id"], "--json").document["ok"]
    assert orbit("memory", "notes", "--forget", note["id"]).status == 1
    assert "no such note" in orbit("memory", "notes", "snare").out


def test_markup_in_a_note_or_name_is_shown_as_it_is(orbit: Any) -> None:
    orbit("memory", "remember", "[bold]loud[/bold] {{ 7*7 }}")
    orbit("memory", "remember", "[red]vox[/]", "--means", "[link=x]V[/link]")
    assert "[bold]loud[/bold] {{ 7*7 }}" in orbit("memory", "notes").out
    assert "[red]vox[/]" in orbit("memory", "entities").out
    assert "[link=x]V[/link]" in orbit("memory", "know", "[red]vox[/]").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("remember", "it", "--means", "Bass"),
        ("remember", "vox", "--means", "Lead V", "--skill"),
        ("remember", "vox", "--plugin"),
        ("remember", "  "),
        ("notes", "-k", "0"),
        ("entities", "--kind", "habit"),
    ],
)
def test_what_cannot_be_asked_is_wrong_usage(orbit: Any, arguments: tuple[str, ...]) -> None:
    assert orbit("memory", *arguments).status == 2


def test_another_project_has_its_own(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    orbit("memory", "remember", "vox", "--means", "Lead V")
    monkeypatch.setenv("ORBIT_PROJECT", "other")
    assert orbit("memory", "entities", "--json").document == []
    assert orbit("memory", "know", "vox", "--json").document["means"] == []


def test_a_name_given_at_the_shell_is_meant_in_a_request(orbit: Any) -> None:
    orbit("memory", "remember", "wobble", "--means", "Bass")
    done = orbit("do", "mute the wobble", "--yes", "--json").document
    assert done["ok"]
    assert [track["name"] for track in done["after"]["tracks"] if track["mute"]] == ["Bass"]
