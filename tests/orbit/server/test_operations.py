from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from daw_bridges.errors import UsageError
from orbit.memory import Library, Trajectory
from orbit.server.operations import OPERATIONS, operation
from orbit.settings import Settings
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
