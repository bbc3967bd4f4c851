"""``orbit workflows refine``: through the engine, over real HTTP, into the library and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError, UsageError
from orbit.interfaces.cli import run
from orbit.learning.refining.operations import keep_words, refinable
from orbit.learning.words import worded
from orbit.memory import Library, Trajectory
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Workflow
from tests.orbit.learning.refining.conftest import GOOD
from tests.orbit.learning.words.routines import ROUTINES
from tests.orbit.stand_in import StandIn
from workflows_seed import FOLDER


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand_in: StandIn) -> None:
    for name in ("DAW", "MODEL", "REFINE"):
        monkeypatch.delenv(f"ORBIT_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    monkeypatch.setenv("OPENAI_BASE_URL", stand_in.url)
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture
def pad(tmp_path: Path) -> Workflow:
    """One that was learned is in the library."""
    made = worded(ROUTINES["pumping pad"])
    with_library(tmp_path, lambda library: library.add(made))
    return made


def with_library(tmp_path: Path, do: Any) -> Any:
    library = Library.open(tmp_path / "data", seeds=FOLDER, embedder="words")
    try:
        return do(library)
    finally:
        library.close()


def test_what_was_learned_gets_better_words_as_a_new_version(
    tmp_path: Path, pad: Workflow, stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in.plays(GOOD)
    assert run(["workflows", "refine", "--model", "openai-chat:stand-in", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["ok"], document["requests"], document["tokens"]) == (True, 1, 150)
    (one,) = document["workflows"]
    assert one["changed"]
    assert one["workflow"]["title"] == GOOD["title"]
    made = with_library(tmp_path, lambda library: library.definition(pad.workflow_name))
    assert (made.title, made.steps) == (GOOD["title"], pad.steps)
    assert run(["workflows", "refine", "--model", "openai-chat:stand-in"]) == 0
    assert "0 of 0" in capsys.readouterr().out  # it has its words, so nobody is asked again
    assert len(stand_in.requests) == 1
    assert run(["workflows", "revert", pad.workflow_name, "1"]) == 0
    assert with_library(tmp_path, lambda library: library.definition(pad.workflow_name)).title == pad.title


def test_a_dry_run_keeps_nothing(
    tmp_path: Path, pad: Workflow, stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in.plays(GOOD)
    arguments = ["workflows", "refine", pad.workflow_name, "--model", "openai-chat:stand-in", "--dry-run"]
    assert run(arguments) == 0
    assert "would be called “Pumping pad”" in capsys.readouterr().out
    assert with_library(tmp_path, lambda library: library.definition(pad.workflow_name)) == pad


def test_no_model_is_asked_unless_one_is_named(
    pad: Workflow, stand_in: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["workflows", "refine"]) == 2
    assert "does not choose one by itself" in capsys.readouterr().err
    assert stand_in.requests == []


def test_a_provider_that_is_down_is_told(
    pad: Workflow, stand_in: StandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in.plays(401)
    assert run(["workflows", "refine", "--model", "openai-chat:stand-in"]) == 1
    assert "on fire" in capsys.readouterr().out
    assert with_library(tmp_path, lambda library: library.definition(pad.workflow_name)) == pad


@pytest.fixture
def library(tmp_path: Path, pad: Workflow) -> Any:
    opened = Library.open(tmp_path / "data", seeds=FOLDER, embedder="words")
    yield opened
    opened.close()


def test_only_what_was_learned_is_due_and_anything_may_be_named(library: Library, pad: Workflow) -> None:
    assert [each.id for each in refinable(library, [])] == [pad.workflow_name]
    assert [each.id for each in refinable(library, ["vocal-chain"])] == ["vocal-chain"]
    with pytest.raises(NotFoundError):
        refinable(library, ["nobody"])


def test_the_goals_of_the_time_go_along(library: Library) -> None:
    library.keep(Trajectory(id="t1", daw="ableton", goal="let it breathe"))
    body = dump_workflow(worded(ROUTINES["lofi"]))
    body["provenance"]["trajectories"] = ["t1"]
    library.add(Workflow.model_validate(body))
    (due,) = refinable(library, [body["workflow_name"]])
    assert due.goals == ("let it breathe",)


def test_the_library_takes_nothing_but_words(library: Library, pad: Workflow) -> None:
    body = dump_workflow(pad)
    other = {**body, "steps": [{**body["steps"][0], "device": "gate"}, *body["steps"][1:]]}
    asks = {**body, "slots": {**body["slots"], "threshold": {**body["slots"]["threshold"], "default": -3.0}}}
    said = {**body, "result": "All your tracks are gone."}
    for changed in (other, asks, said):
        with pytest.raises(UsageError, match="something else"):
            keep_words(library, changed, 1, "m")
    with pytest.raises(MemoryStoreError, match="in the meantime"):
        keep_words(library, {**body, "title": "New title"}, 7, "m")
    with pytest.raises(NotFoundError):
        keep_words(library, {**body, "workflow_name": "nobody"}, 1, "m")
    assert keep_words(library, {**body, "title": "New title"}, 1, "m") == 2


def demonstrations(path: Path) -> Path:
    """A file in which one thing is done again and again by hand."""
    tracks = ("Bass", "Sub", "808", "Bass 2", "Bass DI")
    with path.open("w", encoding="utf-8") as file:
        for number, track in enumerate(tracks):
            edits: list[dict[str, Any]] = []
            for device, parameter in (("compressor", "ratio"), ("saturator", "drive")):
                of = {"track": track, "device": device}
                edits.append({"action": "insert_device", **of})
                edits.append({"action": "set_parameter", **of, "parameter": parameter, "value": 4})
            done = [{"t": place * 4.0, "origin": "user", **each} for place, each in enumerate(edits)]
            line = {"id": f"d{number}", "session": f"s{number}", "project": "p", "daw": "ableton"}
            file.write(json.dumps({**line, "started": "2026-10-01T12:00:00Z", "actions": done}) + "\n")
    return path


@pytest.mark.parametrize("part", [GOOD, 401])
def test_learning_refines_where_the_settings_say_so(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    stand_in: StandIn,
    capsys: pytest.CaptureFixture[str],
    part: Any,
) -> None:
    monkeypatch.setenv("ORBIT_REFINE", "openai-chat:stand-in")
    stand_in.plays(part)
    path = demonstrations(tmp_path / "work.jsonl")
    assert run(["learn", str(path), "--keep", "--json"]) == 0
    (learned,) = json.loads(capsys.readouterr().out)["workflows"]
    made = with_library(tmp_path, lambda library: library.definition(learned["workflow_name"]))
    assert (made.title == GOOD["title"]) is (part == GOOD)
    assert len(made.steps) == len(learned["steps"])
