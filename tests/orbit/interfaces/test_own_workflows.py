"""Workflows by the user's own hand: run by name, added, written, changed, renamed, taken in from YAML."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from orbit.workflows import Workflow, read_workflow, workflow_yaml
from orbit.workflows.load import load_folder

ROOT = Path(__file__).parents[3]
DOUBLE = """\
workflow_name: hats-double
title: Hats double
task: Another pair of hats beside the first.
phrases:
  - another double, called {{ name }}
  - another double
slots:
  name:
    type: text
    ask: What is it to be called?
steps:
  - step_number: 1
    action: create_track
    kind: midi
    name: "{{ name }}"
    expected_output: A track {{ name }}.
outcome: There is {{ name }}.
result: "{{ name }} is there."
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hats-double.yaml"
    path.write_text(DOUBLE, encoding="utf-8")
    return path


@pytest.fixture
def added(orbit: Any, file: Path) -> None:
    assert orbit("workflows", "add", str(file)).status == 0


def written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str) -> None:
    """Choose an editor that changes a text in the file it is given."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import pathlib, sys\nfile = pathlib.Path(sys.argv[3])\n"
        "file.write_text(file.read_text().replace(sys.argv[1], sys.argv[2]))\n",
        encoding="utf-8",
    )
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, str(script), old, new]))


def tracks(orbit: Any) -> list[str]:
    return [track["name"] for track in orbit("session", "--json").document["tracks"]]


@pytest.mark.parametrize(
    ("called", "given"),
    [
        ("hats-double", ["--set", "name=Hats Dbl"]),
        ("hats double", ["--set", "name=Hats Dbl"]),
        ("Another double,  called Hats Dbl.", []),
        ("another double", ["--set", "name=Hats Dbl"]),
    ],
)
@pytest.mark.usefixtures("added")
def test_it_runs_by_id_title_and_phrase_and_is_taken_back(orbit: Any, called: str, given: list[str]) -> None:
    ran = orbit("workflows", "run", called, *given, "--json").document
    assert (ran["ok"], ran["workflow"], ran["slots"]) == (True, "hats-double", {"name": "Hats Dbl"})
    assert [result["status"] for result in ran["results"]] == ["verified"]
    assert "Hats Dbl" in tracks(orbit)
    assert orbit("do", "undo", "--json").document["ok"]
    assert "Hats Dbl" not in tracks(orbit)


@pytest.mark.usefixtures("added")
def test_what_is_open_is_asked_and_a_dry_run_changes_nothing(orbit: Any) -> None:
    asked = orbit("workflows", "run", "hats-double")
    assert asked.status == 1
    assert "What is it to be called?" in asked.out
    assert "--set name=" in asked.out
    assert orbit("workflows", "run", "hats-double", "--json").document["question"]["slot"] == "name"
    assert orbit("workflows", "run", "hats-double", "--set", "name=X", "--dry-run").status == 0
    assert "X" not in tracks(orbit)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["nothing-of-the-kind"], 1),
        (["hats-double", "--set", "name"], 2),
        (["hats-double", "--set", "colour=red"], 1),
        (["hats-double", "--set", "name=X", "--daw", "ableton"], 3),
    ],
)
@pytest.mark.usefixtures("added")
def test_what_cannot_be_run_says_so_with_its_status(
    orbit: Any, words: list[str], status: int, monkeypatch: pytest.MonkeyPatch, free_tcp_port: int
) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", str(free_tcp_port))
    monkeypatch.setenv("ORBIT_ABLETON_VIA", "orbit")
    ended = orbit("workflows", "run", *words, "--json")
    assert (ended.status, ended.document["ok"]) == (status, False)
    assert ended.document["reply"]


def test_what_two_workflows_answer_to_is_asked_back(orbit: Any, file: Path) -> None:
    orbit("workflows", "add", str(file))
    file.write_text(DOUBLE.replace("hats-double", "other-double"), encoding="utf-8")
    orbit("workflows", "add", str(file))
    ended = orbit("workflows", "run", "another double, called Hats Dbl", "--json")
    assert ended.status == 1
    assert "hats-double, other-double" in ended.document["reply"]


def test_an_id_that_is_taken_is_not_written_over_unasked(orbit: Any, file: Path) -> None:
    first = orbit("workflows", "add", str(file), "--json").document
    assert first == {"ok": True, "id": "hats-double", "title": "Hats double", "version": 1, "new": True}
    file.write_text(DOUBLE.replace("kind: midi", "kind: audio"), encoding="utf-8")
    assert orbit("workflows", "add", str(file)).status == 2
    again = orbit("workflows", "add", str(file), "--replace", "--json").document
    assert (again["version"], again["new"]) == (2, False)
    assert orbit("workflows", "revert", "hats-double", "1").status == 0
    [step] = orbit("workflows", "show", "hats-double", "--json").document["steps"]
    assert step["kind"] == "midi"


def test_a_wrong_file_is_refused_with_its_line(orbit: Any, file: Path) -> None:
    file.write_text(DOUBLE.replace("create_track", "make_track"), encoding="utf-8")
    for command in ("add", "import"):
        ended = orbit("workflows", command, str(file), "--json")
        assert ended.status == 1
        assert f"{file.name}:13" in ended.document["reply"]


def test_import_takes_the_pages_own_example(orbit: Any, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "workflows.md").read_text(encoding="utf-8")
    file = tmp_path / "low-end-cut.yaml"
    file.write_text(page.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    [taken] = orbit("workflows", "import", str(file), "--json").document["workflows"]
    assert (taken["id"], taken["status"]) == ("low-end-cut", "new")
    [standing] = orbit("workflows", "standing", "low-end-cut", "--json").document
    assert (standing["source"], standing["file"], standing["trusted"]) == (
        "imported",
        "low-end-cut.yaml",
        False,
    )
    assert orbit("workflows", "run", "low-end-cut", "--set", "target=Bass").status == 1  # nobody agreed
    assert orbit("workflows", "trust", "low-end-cut").status == 0
    assert orbit("workflows", "run", "low-end-cut", "--set", "target=Bass", "--yes").status == 0


def test_one_is_written_in_the_editor_and_changed_there(
    orbit: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written(monkeypatch, tmp_path, "Kick and bass only", "Low end alone")
    made = orbit("workflows", "new", "--json").document
    assert (made["title"], made["version"]) == ("Low end alone", 1)
    assert orbit("workflows", "run", "low end alone", "--json").document["ok"]
    written(monkeypatch, tmp_path, "Low end alone", "Foundation")
    assert orbit("workflows", "edit", made["id"], "--json").document["version"] == 2
    written(monkeypatch, tmp_path, "nothing like it", "")
    assert orbit("workflows", "edit", made["id"]).status == 2


def test_what_was_written_wrongly_is_not_thrown_away(
    orbit: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written(monkeypatch, tmp_path, "set_solo", "make_solo")
    ended = orbit("workflows", "new")
    assert ended.status == 1
    [draft] = tmp_path.glob("orbit-workflow-*.yaml")
    assert draft.name in ended.err.replace("\n", "")
    assert "make_solo" in draft.read_text(encoding="utf-8")
    written(monkeypatch, tmp_path, "workflow_name: vocal-chain", "workflow_name: other")
    assert "vocal-chain" in orbit("workflows", "edit", "vocal-chain").err


def test_an_editor_that_is_not_there_is_said(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    assert orbit("workflows", "new").status == 2
    monkeypatch.delenv("EDITOR")
    assert "EDITOR" in orbit("workflows", "new").err


def test_it_gets_another_title_and_keeps_its_id_and_what_is_shipped_does_not_come_over_it(orbit: Any) -> None:
    renamed = orbit("workflows", "rename", "vocal-chain", "My vocal", "--json").document
    assert (renamed["id"], renamed["title"], renamed["new"]) == ("vocal-chain", "My vocal", False)
    assert orbit("workflows", "show", "vocal-chain", "--json").document["title"] == "My vocal"
    assert orbit("workflows", "run", "my vocal", "--set", "target=Lead Vox", "--dry-run").status == 0
    assert orbit("workflows", "rename", "no-such-workflow", "X").status == 1


@pytest.mark.parametrize(
    "workflow", load_folder(ROOT / "workflows_seed"), ids=lambda each: each.workflow_name
)
def test_what_the_editor_is_given_reads_back_the_same(workflow: Workflow) -> None:
    read = read_workflow(workflow_yaml(workflow).encode())
    assert read.model_copy(update={"provenance": workflow.provenance}) == workflow


def test_what_was_done_becomes_a_workflow_that_does_it_elsewhere(
    orbit: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert orbit("do", "sidechain the bass to the kick", "--yes").status == 0
    [done] = orbit("memory", "done", "--json").document
    written(monkeypatch, tmp_path, "-24.0 dB", "-30 dB")
    saved = orbit("workflows", "new", "--from", done["trajectory"]["id"], "--json").document
    kept = orbit("workflows", "show", saved["id"], "--json").document
    assert kept["provenance"] | {"source": "taught"} == kept["provenance"]
    assert kept["provenance"]["trajectories"] == [done["trajectory"]["id"]]
    ran = orbit(
        "workflows", "run", saved["id"], "--set", "target=Pad", "--set", "source=Snare", "--json"
    ).document
    assert ran["ok"]
    pad = next(track for track in ran["after"]["tracks"] if track["name"] == "Pad")
    [device] = pad["devices"]
    assert (device["sidechain"], device["parameters"]["threshold"]["value"]) == ("Snare", -30.0)


def test_what_was_not_done_becomes_no_workflow(orbit: Any) -> None:
    ended = orbit("workflows", "new", "--from", "no-such-thing", "--json")
    assert (ended.status, ended.document["code"]) == (1, "not_found")
