"""Runs for the tests of what is recorded: steps with their results, and the trajectory they left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from orbit.memory.records import RunRecord
from orbit.memory.trajectory import Trajectory, TrajectoryAction

NOON = datetime(2026, 10, 1, 12, tzinfo=UTC)
ACTIONS: list[dict[str, Any]] = [
    {"action": "insert_device", "track": "Bass", "device": "compressor", "as": "duck"},
    {"action": "set_sidechain", "track": "Bass", "device": "duck", "source": "Kick"},
    {"action": "set_volume", "track": "Bass", "db": -3.0},
]


def answers(*statuses: str) -> list[dict[str, Any]]:
    """Give what a host answered to the first of `ACTIONS`, a quarter of a second each."""
    return [
        {
            "action": action,
            "status": status,
            "observed": None,
            "reason": None if status == "verified" else "it had no effect",
            "code": None if status == "verified" else "refused",
            "step": number,
            "expected_output": f"Step {number} is done.",
            "t": number / 4,
        }
        for number, (action, status) in enumerate(zip(ACTIONS, statuses, strict=False), start=1)
    ]


def attempt(*statuses: str, hours: float = 0, **fields: Any) -> RunRecord:
    """Give a run of the workflow ``duck`` in which the steps went as said, some hours after noon."""
    failed = next((n for n, status in enumerate(statuses, start=1) if status == "failed"), None)
    told: dict[str, Any] = {
        "workflow_id": "duck",
        "goal": "duck the bass",
        "daw": "ableton",
        "project": "Practice",
        "ok": failed is None,
        "failed_step": failed,
        "reason": None if failed is None else f"Step {failed} failed.",
        "started": NOON + timedelta(hours=hours),
        "seconds": 1.0,
        "results": answers(*statuses),
        "inverse": [] if failed else [{"action": "set_tempo", "bpm": 120.0}],
    }
    return RunRecord.model_validate(told | fields)


def left_by(run: RunRecord, **fields: Any) -> Trajectory:
    """Give the trajectory that a run left."""
    done = [result for result in run.results if result["status"] == "verified"]
    told: dict[str, Any] = {
        "session": "evening",
        "project": run.project,
        "daw": run.daw,
        "goal": run.goal,
        "outcome": "success" if run.ok else "failure",
        "started": run.started,
        "actions": [
            TrajectoryAction.model_validate({"t": each["t"], "origin": "agent", **each["action"]})
            for each in done
        ],
    }
    return Trajectory.model_validate(told | fields)
