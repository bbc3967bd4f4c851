"""The commands that only look: session, workflows, memory, version."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from daw_bridges.session import Session
from orbit import __version__
from orbit.workflows import parse_workflow


def test_the_session_is_the_practice_session(orbit: Any) -> None:
    session = Session.model_validate(orbit("session", "--json").document)
    assert session.name == "Practice"
    assert session.track_names[-3:] == ("A-Reverb", "B-Delay", "Master")


def test_the_session_as_a_table_names_every_track(orbit: Any) -> None:
    out = orbit("session").out
    assert "120 BPM" in out
    for name in ("Kick", "Lead Vox", "A-Reverb", "Master"):
        assert name in out


def test_workflows_are_listed_and_each_can_be_shown(orbit: Any) -> None:
    listed = orbit("workflows", "list", "--json").document
    ids = [workflow["workflow_name"] for workflow in listed]
    assert "sidechain-compression" in ids
    for name in ids:
        assert parse_workflow(orbit("workflows", "show", name, "--json").document).workflow_name == name
        assert name in orbit("workflows", "show", name).out


def test_the_list_for_people_names_every_workflow(orbit: Any) -> None:
    out = orbit("workflows", "list").out
    assert all(workflow["workflow_name"] in out for workflow in orbit("workflows", "list", "--json").document)


def test_a_workflow_that_is_not_there_is_said(orbit: Any) -> None:
    ended = orbit("workflows", "show", "sidechain")
    assert ended.status == 1
    assert "sidechain" in ended.err


def test_search_gives_the_best_first(orbit: Any) -> None:
    hits = orbit("workflows", "search", "duck the bass when the kick hits", "-k", "2", "--json").document
    assert [set(hit) for hit in hits] == [{"id", "title", "score"}] * 2
    assert hits[0]["id"] == "sidechain-compression"
    assert hits[0]["score"] >= hits[1]["score"]


def test_search_for_people_shows_what_it_found(orbit: Any) -> None:
    assert "sidechain-compression" in orbit("workflows", "search", "duck the bass").out


def test_search_reads_a_request_a_line(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("duck the bass\nsend the vocals to a reverb\n"))
    ended = orbit("workflows", "search", "-", "-k", "1", "--json")
    firsts = [json.loads(line)[0]["id"] for line in ended.out.splitlines()]
    assert firsts == ["sidechain-compression", "reverb-send"]


def test_rebuilding_loses_nothing(orbit: Any) -> None:
    before = orbit("workflows", "list", "--json").document
    assert orbit("memory", "rebuild", "--json").document == {"ok": True, "workflows": len(before)}
    assert orbit("workflows", "list", "--json").document == before


def test_the_version(orbit: Any) -> None:
    assert orbit("--version").out == f"orbit {__version__}\n"
