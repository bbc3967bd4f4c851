from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.errors import UsageError
from orbit.memory import Library, RunRecord, Trajectory
from orbit.memory.trajectory import TrajectoryAction
from orbit.server.operations import OPERATIONS, operation
from orbit.settings import Settings
from orbit.workflows import Workflow, read_workflow, workflow_yaml
from orbit.workflows.memory_tasks.requests import parse_request
from workflows_seed import FOLDER


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    library = Library.open(tmp_path, seeds=FOLDER, embedder="words")
    yield library
    library.close()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("search", {"text": "duck the bass", "k": 2}),
        ("workflow", {"workflow_id": "vocal-chain"}),
        ("workflows", {}),
        ("titles", {}),
        ("outcomes", {"workflow_id": "vocal-chain"}),
    ],
)
def test_results_survive_the_wire(library: Library, name: str, arguments: dict[str, object]) -> None:
    named = operation(name)
    carried = named.unpack(json.loads(json.dumps(named.pack(arguments))))
    result = named.run(library, **carried)
    assert result
    assert named.unpack_result(json.loads(json.dumps(named.pack_result(result)))) == result


def test_arguments_survive_the_wire() -> None:
    trajectory = Trajectory(session="s", daw="ableton", goal="duck the bass", outcome="success")
    named = operation("keep")
    carried = named.unpack(json.loads(json.dumps(named.pack({"trajectory": trajectory}))))
    assert carried == {"trajectory": trajectory}


def test_every_operation_states_its_types() -> None:
    for named in OPERATIONS.values():
        assert named.pack({}) == named.unpack({}) == {}


@pytest.mark.parametrize("name", ["", "close", "store", "__class__", "library.forget"])
def test_nothing_else_can_be_asked_for(name: str) -> None:
    with pytest.raises(UsageError, match="no operation"):
        operation(name)


@pytest.mark.parametrize("arguments", [{"k": "many", "text": "x"}, {"text": "x", "self": 1}, {"text": 4}])
def test_wrong_arguments_are_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        operation("search").unpack(arguments)


@pytest.mark.parametrize(
    "request_",
    [
        {"operation": "write", "payload": {"db": -6}},
        {"operation": "append", "payload": "loud"},
        {"operation": "read"},
        {"operation": "stats"},
        {"operation": "health"},
        {"operation": "flush", "dry_run": True},
        {"operation": "delete"},
        {"operation": "clear", "confirm": True},
    ],
    ids=lambda request: request["operation"],
)
def test_the_eight_operations_of_keyed_memory_survive_the_wire(
    library: Library, tmp_path: Path, request_: dict[str, object]
) -> None:
    named, settings = operation("memory"), Settings(data_dir=tmp_path, embedder="words")
    key = {"memory_ref": "mix", "key": "bass"}
    named.do(library, settings, {"request": parse_request({"operation": "write", "payload": "quiet"} | key)})
    asked = {"request": parse_request(key | request_)}
    carried = named.unpack(json.loads(json.dumps(named.pack(asked))))
    assert carried == asked
    result = named.do(library, settings, carried)
    assert named.unpack_result(json.loads(json.dumps(named.pack_result(result)))) == result


def test_runs_are_told_newest_first_without_the_sessions_they_left(library: Library) -> None:
    for number, workflow in enumerate(("vocal-chain", None, "vocal-chain")):
        left = {"tracks": [number]}
        library.record(
            RunRecord(id=f"run-{number}", workflow_id=workflow, daw="ableton", ok=True, after=left)
        )
    told: list[RunRecord] = operation("runs").run(library)
    assert [(run.id, run.after) for run in told] == [("run-2", None), ("run-1", None), ("run-0", None)]
    assert [run.id for run in operation("runs").run(library, k=1, workflow_id="vocal-chain")] == ["run-2"]
    whole = library.store.runs.recent(1)[0]
    assert (whole.after, whole.after_sha256) == ({"tracks": [2]}, told[0].after_sha256)


def test_a_workflow_is_begun_from_what_was_done_and_nothing_is_kept_of_it(library: Library) -> None:
    edits = [
        TrajectoryAction(t=t, origin="agent", action=parse_action(each))
        for t, each in enumerate(
            (
                {"action": "create_track", "kind": "audio", "name": "Vox"},
                {"action": "insert_device", "track": "Vox", "device": "Compressor"},
                {"action": "set_volume", "track": "Vox", "db": -6},
            )
        )
    ]
    done = Trajectory(daw="ableton", goal="a track for the voice", outcome="success", actions=edits)
    library.keep(done)
    known = library.titles()
    begun: Workflow = operation("draft_workflow").run(library, done.id[:8])
    assert [step.action for step in begun.steps] == ["create_track", "insert_device", "set_volume"]
    assert library.titles() == known
    assert read_workflow(workflow_yaml(begun).encode()).steps == begun.steps


def test_a_file_that_is_wrong_is_told_of_until_it_is_right(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    file = own / "gate.yaml"
    right = (FOLDER / "noise-gate.yaml").read_text(encoding="utf-8")
    file.write_text(right, encoding="utf-8")
    with closing(Library.open(tmp_path / "data", own=own, embedder="words")) as library:
        file.write_text(right.replace("title:", "titel:", 1), encoding="utf-8")
        library.files.refresh()
        [told] = operation("broken_files").run(library)
        assert "gate.yaml:2: titel: is not a field here" in told
        assert told.endswith("The last good version of “noise-gate” stays.")
        file.write_text(right, encoding="utf-8")
        library.files.refresh()
        assert operation("broken_files").run(library) == []


def test_a_note_is_changed_and_memories_are_named(library: Library) -> None:
    settings = Settings(data_dir=library.store.file.parent if library.store.file else Path())
    note = operation("remember").run(library, "the snare clips")
    assert operation("change_note").run(library, note.id, "the snare is mended").text == "the snare is mended"
    written = {"operation": "write", "memory_ref": "mix", "key": "track:Bass", "payload": "loud"}
    operation("memory").run(library, settings, parse_request(written))
    assert operation("memory_refs").run(library, settings) == ["mix"]


def test_what_comes_with_orbit_is_there_again_after_everything_was_forgotten(library: Library) -> None:
    known = library.titles()
    operation("remember").run(library, "the snare clips")
    operation("forget_everything").run(library)
    assert library.titles() == {}
    library.files.refresh()
    assert (library.titles(), operation("notes").run(library)) == (known, [])
