"""A past without a host: runs that failed and what was done by hand after them, put into a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from orbit.memory import RunRecord
from orbit.memory.records import Failure
from orbit.memory.store import Origin, Store
from orbit.memory.trajectory import Trajectory
from orbit.memory.trust.failing import note_outcome
from orbit.workflows import dump_workflow, parse_workflow

THEN = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAME = "tried"
TRACK = "Bass"

Step = Mapping[str, Any]


def body_of(*steps: Step, **more: Any) -> dict[str, Any]:
    """A workflow of these steps, as JSON."""
    told = {"expected_output": "It is so."}
    numbered = [{"step_number": number, **step, **told} for number, step in enumerate(steps, start=1)]
    words = {"workflow_name": NAME, "title": "Tried", "task": "Try it.", "outcome": "So.", "result": "Done."}
    return dump_workflow(parse_workflow({**words, "steps": numbered, **more}))


def keep(store: Store, body: Mapping[str, Any], source: str = "induced") -> None:
    store.workflows.put(body, Origin(source, trajectories=("first",)))


def ran(
    store: Store,
    actions: Sequence[Mapping[str, Any]],
    *,
    failed: int | None = None,
    code: str = "not_found",
    minutes: float = 0.0,
    workflow: str = NAME,
) -> None:
    """Put in a run by these actions, one a step, that failed at one of them (from 1) or did well."""
    status = ["verified" if failed is None or n < failed else "skipped" for n in range(1, len(actions) + 1)]
    results = [
        {"action": dict(action), "status": each, "step": number}
        for number, (action, each) in enumerate(zip(actions, status, strict=True), start=1)
    ]
    record = RunRecord(
        workflow_id=workflow, daw="ableton", ok=failed is None, failed_step=failed, results=results,
        started=THEN + timedelta(minutes=minutes),
    )  # fmt: skip
    failure = None
    if failed is not None:
        action = dict(actions[failed - 1])
        failure = Failure(step=failed, action=action, code=code, reason="There is no such.", daw="ableton")
    store.record(record, None, failure)
    note_outcome(store, workflow, ok=failed is None)


def by_hand(
    store: Store,
    *actions: Mapping[str, Any],
    name: str = "later",
    minutes: float = 60.0,
    origin: str = "user",
) -> Trajectory:
    """Put in what was done by hand after that."""
    steps = [{"t": float(n), "origin": origin, **action} for n, action in enumerate(actions)]
    trajectory = Trajectory.model_validate(
        {"id": name, "daw": "ableton", "started": THEN + timedelta(minutes=minutes), "actions": steps}
    )
    store.trajectories.put(trajectory)
    return trajectory


def insert(device: str, track: str = TRACK, **more: Any) -> dict[str, Any]:
    return {"action": "insert_device", "track": track, "device": device, **more}


def setting(device: str, parameter: str, value: Any, track: str = TRACK) -> dict[str, Any]:
    return {
        "action": "set_parameter", "track": track, "device": device, "parameter": parameter, "value": value,
    }  # fmt: skip
