"""What the library keeps of an attempt: the run, good or bad, and the trajectory of what was done."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import action_json
from daw_bridges.bridge import Status
from daw_bridges.errors import OrbitError
from orbit.workflows import Plan, Run

if TYPE_CHECKING:
    from orbit.memory import RunRecord, Trajectory

__all__ = ["record_of", "refusal_of", "trajectory_of"]


def record_of(place: str, plan: Plan, run: Run, goal: str | None) -> RunRecord:
    """The record of a plan that was carried out."""
    from orbit.memory.records import RunRecord, session_sha256

    after = run.left.model_dump(mode="json") if run.left is not None else None
    return RunRecord(
        workflow_id=plan.workflow,
        goal=goal,
        daw=place,
        project=plan.before.name,
        ok=run.ok,
        failed_step=run.failed_step,
        reason=run.reason,
        rolled_back=run.rolled_back,
        seconds=run.seconds,
        started=run.started,
        results=[result.model_dump(mode="json") for result in run.results],
        inverse=_inverse(run),
        after=after,
        after_sha256=session_sha256(after) if after is not None else None,
    )


def _inverse(run: Run) -> list[dict[str, Any]] | None:
    return None if run.inverse is None else [action_json(action) for action in run.inverse]


def refusal_of(
    place: str, goal: str | None, reason: OrbitError | str, *, workflow: str | None, project: str
) -> RunRecord:
    """The record of an attempt that ended before anything was changed."""
    from orbit.memory.records import RunRecord

    return RunRecord(
        workflow_id=workflow, goal=goal, daw=place, project=project, ok=False, reason=str(reason), inverse=[],
        started=datetime.now(UTC),
    )  # fmt: skip


def trajectory_of(plan: Plan, run: Run, goal: str | None, session: str) -> Trajectory:
    """What was done in a session of work, action by action; what did not happen is not in it."""
    from orbit.memory.trajectory import Trajectory, TrajectoryAction

    timed = zip(run.times, run.results, strict=False)
    done = [(t, r.action) for t, r in timed if r.status in (Status.VERIFIED, Status.UNVERIFIED)]
    return Trajectory(
        session=session,
        project=plan.before.name,
        daw=plan.before.daw,
        goal=goal,
        outcome="success" if run.ok else "failure",
        started=run.started,
        actions=[TrajectoryAction(t=t, origin="agent", action=action) for t, action in done],
    )
