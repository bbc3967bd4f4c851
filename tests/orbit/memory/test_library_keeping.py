"""What the library keeps: the shipped workflows, runs and trajectories, and how little a start costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from daw_bridges.actions import SetMute
from orbit.memory import Library, RunRecord, Trajectory, TrajectoryAction
from orbit.memory.workflow_files import WorkflowFiles
from tests.orbit.memory.conftest import Counting, make_workflow, opened, write_file

# -- the shipped workflows -----------------------------------------------------------------------------


def test_sync_changes_what_changed_and_keeps_what_is_the_users(library: Library) -> None:
    newer = [
        make_workflow("duck", "Sidechain compression", "Better words", provenance={"source": "seed"}),
        make_workflow("space", "Reverb send", "New words from the next version"),
        make_workflow(
            "louder", "Mastering chain", "Make the finished song louder with a limiter on the master"
        ),
    ]
    library.add(make_workflow("space", "My reverb", "The way I do it"))
    library.forget("louder")
    assert library.sync(newer) == ["duck", "repeat"]
    assert {workflow.workflow_name: workflow.task for workflow in library.all()} == {
        "duck": "Better words",
        "space": "The way I do it",
    }
    assert library.sync(newer) == []
    assert len(library.store.workflows.versions("duck")) == 2


def test_a_folder_is_read_again_only_where_it_changed(
    tmp_path: Path, embedder: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    import orbit.memory.workflow_files as module

    parsed: list[str] = []
    read = module.read_workflow
    monkeypatch.setattr(module, "read_workflow", lambda raw, file: parsed.append(file) or read(raw, file))
    folder = tmp_path / "seeds"
    write_file(folder, "one", "first")
    write_file(folder, "two", "second")
    library = opened(tmp_path, embedder)
    assert WorkflowFiles(library.store, folder).refresh() == ["one", "two"]
    assert WorkflowFiles(library.store, folder).refresh() == []
    assert len(parsed) == 2
    write_file(folder, "two", "second  # a remark changes the file and not the workflow")
    WorkflowFiles(library.store, folder).refresh()
    WorkflowFiles(library.store, folder).refresh()
    assert len(parsed) == 3
    assert len(library.store.workflows.versions("two")) == 1
    (folder / "one.yaml").unlink()
    assert WorkflowFiles(library.store, folder).refresh() == ["one"]
    assert list(library.titles()) == ["two"]
    library.close()


# -- runs and trajectories -----------------------------------------------------------------------------


def test_a_run_and_its_trajectory_are_kept_together(library: Library) -> None:
    action = TrajectoryAction(t=4.75, origin="user", action=SetMute(track="Kick", on=True))
    trajectory = Trajectory(daw="ableton", goal="duck the bass", outcome="success", actions=[action])
    run = RunRecord(daw="ableton", ok=True, inverse=[{"action": "set_mute", "track": "Kick", "on": False}])
    library.record(run, trajectory)
    assert library.store.trajectories.all() == [trajectory]
    undoable = library.last_undoable("ableton")
    assert undoable is not None
    assert undoable.id == run.id
    library.mark_undone(run.id)
    assert library.last_undoable("ableton") is None
    assert library.store.trajectories.forget(trajectory.id)
    assert library.store.trajectories.get(trajectory.id) is None


def test_a_trajectory_in_json_is_the_contracts_line() -> None:
    line = {
        "id": "t1",
        "session": "s1",
        "project": "p1",
        "daw": "ableton",
        "goal": None,
        "outcome": "unknown",
        "started": "2026-10-01T12:00:00Z",
        "actions": [{"t": 4.75, "origin": "user", "action": "set_mute", "track": "Kick", "on": True}],
    }
    assert Trajectory.model_validate(line).model_dump(mode="json") == line


# -- start-up ------------------------------------------------------------------------------------------


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = {"numpy", "chromadb", "sqlalchemy", "pydantic"}
    code = f"import sys, orbit.memory; print(sorted({heavy} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "[]\n"


def test_a_second_start_does_not_open_chroma(tmp_path: Path, library: Library) -> None:
    library.search("x")
    library.close()
    code = (
        "import sys; from pathlib import Path; from orbit.memory import Library\n"
        f"library = Library.open(Path({str(tmp_path)!r}), embedder='words')\n"
        "assert library.search('pump the bass', 1)[0].id == 'duck'; library.close()\n"
        "print('chromadb' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "False\n"


def test_the_names_of_the_package_are_the_ones_it_offers() -> None:
    import orbit.memory

    assert all(getattr(orbit.memory, name) for name in orbit.memory.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = orbit.memory.Nothing
