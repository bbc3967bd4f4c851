"""What the tests of trust share: a store, a library of words alone, and workflows to fill them with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbit.memory import Library, Store
from orbit.memory.records import RunRecord


@pytest.fixture
def library(store: Store) -> Library:
    """A library over the store, without an embedder; the store closes itself."""
    return Library(store)


def body(name: str, *, task: str = "Make it duck", bpm: float = 120, **fields: Any) -> dict[str, Any]:
    """Give the JSON of a workflow of one step."""
    step = {"step_number": 1, "action": "set_tempo", "bpm": bpm, "expected_output": "The tempo is set."}
    words = {"workflow_name": name, "title": f"The {name}", "task": task}
    return words | {"steps": [step], "outcome": "It is done.", "result": "Done."} | fields


Run = Callable[..., RunRecord]


@pytest.fixture
def ran(store: Store) -> Run:
    """Record a run of a workflow's current version."""

    def record(workflow_id: str, *, ok: bool = True, undone: bool = False, **fields: Any) -> RunRecord:
        current = store.workflows.get(workflow_id)
        known = {"workflow_id": workflow_id, "workflow_version": current.version if current else None}
        run = RunRecord.model_validate(known | {"daw": "practice", "ok": ok, "inverse": []} | fields)
        store.record(run)
        if undone:
            store.runs.mark_undone(run.id)
        return run

    return record
