"""What the library keeps of an attempt: the run, what failed in it, and the trajectory of what was done."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import action_json
from daw_bridges.bridge import Status
from daw_bridges.errors import OrbitError
from daw_bridges.readback import read_back
from orbit.workflows import Plan, PlanError, Run

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.memory import Failure, RunRecord, Trajectory

__all__ = ["answers_of", "failure_of", "record_of", "refusal_of", "refused_failure", "trajectory_of"]

_DONE = (Status.VERIFIED, Status.UNVERIFIED)


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
        results=[_with_step(plan, place, each) for place, each in enumerate(answers_of(run))],
        inverse=_inverse(run),
        before_sha256=_state(run.before),
        after=after,
        after_sha256=session_sha256(after) if after is not None else None,
    )


def answers_of(run: Run) -> Iterator[dict[str, Any]]:
    """Give what the host answered, one a step, with the seconds after which it did where it was asked."""
    times = iter(run.times)
    for result in run.results:
        tried = result.status is not Status.SKIPPED
        at = next(times, None) if tried else None
        yield result.model_dump(mode="json") | ({"t": at} if at is not None else {})


def _with_step(plan: Plan, place: int, answer: dict[str, Any]) -> dict[str, Any]:
    step = plan.steps[place]
    return answer | {
        "step": step.workflow_step or step.step_number,
        "expected_output": step.expected_output,
    }


def _inverse(run: Run) -> list[dict[str, Any]] | None:
    return None if run.inverse is None else [action_json(action) for action in run.inverse]


def failure_of(plan: Plan, run: Run, goal: str | None) -> Failure | None:
    """What failed in a run; None when nothing did."""
    from orbit.memory.records import Failure

    if run.ok:
        return None
    reason = run.reason or "It failed, and no reason was given."
    if run.failed_step is None:
        return Failure(task=goal or plan.title, code=run.code, reason=reason)
    step, result = plan.steps[run.failed_step - 1], run.results[run.failed_step - 1]
    return Failure(
        task=goal or plan.title,
        step=step.workflow_step or step.step_number,
        action=action_json(step.action),
        code=result.code or run.code,
        reason=result.reason or reason,
        expected=step.expected_output,
        observed=read_back(result.observed) or None,
    )


def refusal_of(
    place: str, goal: str | None, reason: OrbitError | str, *, workflow: str | None, project: str
) -> RunRecord:
    """The record of an attempt that ended before anything was changed."""
    from orbit.memory.records import RunRecord

    return RunRecord(
        workflow_id=workflow, goal=goal, daw=place, project=project, ok=False, reason=str(reason), inverse=[],
        started=datetime.now(UTC),
    )  # fmt: skip


def refused_failure(goal: str | None, reason: OrbitError | str) -> Failure:
    """What stood in the way of an attempt that changed nothing."""
    from orbit.memory.records import Failure

    return Failure(
        task=goal,
        step=reason.step_number if isinstance(reason, PlanError) else None,
        code=reason.code if isinstance(reason, OrbitError) else "declined",
        reason=str(reason),
    )


def trajectory_of(plan: Plan, run: Run, goal: str | None, session: str) -> Trajectory:
    """What was done in a session of work, action by action; what did not happen is not in it."""
    from orbit.memory.trajectory import Trajectory, TrajectoryAction

    timed = zip(run.times, run.results, strict=False)
    done = [(t, r.action) for t, r in timed if r.status in _DONE]
    return Trajectory(
        session=session,
        project=plan.before.name,
        daw=plan.before.daw,
        goal=goal,
        outcome="success" if run.ok else "failure",
        started=run.started,
        actions=[TrajectoryAction(t=t, origin="agent", action=action) for t, action in done],
        before_sha256=_state(run.before),
        after_sha256=_state(run.after),
    )


def _state(session: Session | None) -> str | None:
    from orbit.memory.records import session_sha256

    return None if session is None else session_sha256(session.model_dump(mode="json"))
