"""Remembering a run as one: the run, its trajectory, what failed, every action, and what it has mended.

All of it is kept or none, and none of it twice: what is derived from a run has an id derived from the run's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from orbit.memory.records import Failure, RunRecord, ToolCall
from orbit.memory.trajectory import Trajectory

if TYPE_CHECKING:
    from orbit.memory.store import Store

__all__ = ["daw_of", "note_undone", "remember"]

_PERFORMED = frozenset({"verified", "unverified", "failed"})


def remember(
    store: Store, run: RunRecord, trajectory: Trajectory | None = None, failure: Failure | None = None
) -> bool:
    """Keep a run and all that belongs to it; False, and nothing changed, when it is kept already.

    ``failure`` says more of what failed than the run itself does; without it a run that failed still leaves
    one. Raises MemoryStoreError.
    """
    with store.transaction():
        run = run.model_copy(update=_tied(store, run, trajectory))
        if not store.runs.record(run):
            return False
        store.open_runs.end(run.id)
        if trajectory is not None:
            store.trajectories.put(trajectory)
        store.tool_log.add(_calls(run.results, run, trajectory))
        store.failures.resolve(_mended(store, run), _ended(run))
        if not run.ok:
            store.failures.add(_failure(run, failure))
    return True


def note_undone(store: Store, run_id: str, results: Sequence[Mapping[str, Any]] = ()) -> None:
    """Note that a run was taken back, on it and its trajectory, with the actions that took it back.

    Raises MemoryStoreError when there is no such run left to take back.
    """
    with store.transaction():
        store.runs.mark_undone(run_id)
        run = store.runs.get(run_id)
        if run is None:
            return
        if run.trajectory_id is not None:
            store.trajectories.mark_undone(run.trajectory_id, run.undone_at)
        trajectory = store.trajectories.get(run.trajectory_id) if run.trajectory_id else None
        store.tool_log.add(_calls(results, run, trajectory, undone=run.undone_at))


def daw_of(place: str) -> str:
    """Give the DAW of the place where a run is remembered: a practice session has a place of its own.

    >>> daw_of("practice 5f1c")
    'practice'
    """
    return place.partition(" ")[0]


def _calls(
    results: Sequence[Mapping[str, Any]],
    run: RunRecord,
    trajectory: Trajectory | None,
    *,
    undone: datetime | None = None,
) -> Iterator[ToolCall]:
    """Give each action that was tried, in order, as a call; what was skipped was not."""
    before = 0.0
    for number, result in enumerate(results, start=1):
        action = _action(result)
        if action is None or result.get("status") not in _PERFORMED:
            continue
        at = float(result.get("t") or before)
        yield ToolCall(
            id=f"{run.id}:{'u' if undone else ''}{number}",
            run_id=run.id,
            trajectory_id=run.trajectory_id,
            thread=trajectory.session[:200] if trajectory and trajectory.session else None,
            tool=action["action"],
            arguments={name: value for name, value in action.items() if name != "action"},
            status=str(result["status"]),
            result=_said(result),
            seconds=round(max(at - before, 0.0), 4) if "t" in result else None,
            called_at=(undone or run.started) + timedelta(seconds=at),
        )
        before = at


def _action(result: Mapping[str, Any]) -> dict[str, Any] | None:
    action = result.get("action")
    if not isinstance(action, dict):
        return None
    fields = cast("dict[str, Any]", action)
    return fields if isinstance(fields.get("action"), str) else None


def _said(result: Mapping[str, Any]) -> dict[str, Any] | None:
    said = {name: result.get(name) for name in ("observed", "reason", "code")}
    return {name: value for name, value in said.items() if value is not None} or None


def _tied(store: Store, run: RunRecord, trajectory: Trajectory | None) -> dict[str, Any]:
    """Give what ties a run to its trajectory, and to the version of its workflow that is current."""
    tied: dict[str, Any] = {"trajectory_id": trajectory.id} if trajectory is not None else {}
    if run.workflow_id is not None and run.workflow_version is None:
        workflow = store.workflows.get(run.workflow_id)
        tied["workflow_version"] = workflow.version if workflow else None
    return tied


def _ended(run: RunRecord) -> datetime:
    return run.started + timedelta(seconds=run.seconds)


def _failure(run: RunRecord, given: Failure | None) -> Failure:
    """Give what failed, as it was said or as the run tells it, tied to the run."""
    tied: dict[str, Any] = {
        "id": run.id,
        "run_id": run.id,
        "workflow_id": run.workflow_id,
        "workflow_version": run.workflow_version,
        "daw": daw_of(run.daw),
        "failed_at": _ended(run),
    }
    if given is not None:
        return given.model_copy(update=tied)
    result = _failed_result(run)
    return Failure(
        **tied,
        task=run.goal,
        step=result.get("step") or run.failed_step,
        action=_action(result),
        code=result.get("code"),
        reason=run.reason or "It failed, and no reason was given.",
        expected=result.get("expected_output"),
    )


def _failed_result(run: RunRecord) -> Mapping[str, Any]:
    place = run.failed_step or 0
    return run.results[place - 1] if 1 <= place <= len(run.results) else {}


def _mended(store: Store, run: RunRecord) -> Iterator[str]:
    """Give the failures that this run has mended: the same step, or all of it, was done and verified."""
    if run.workflow_id is not None:
        standing = store.failures.standing([run.workflow_id]).get(run.workflow_id, [])
    elif run.goal is not None:
        standing = _of_goal(store, run.goal)
    else:
        return
    verified = _verified(run.results)
    for failure in standing:
        if failure.daw == daw_of(run.daw) and _mends(run, verified, failure):
            yield failure.id


def _of_goal(store: Store, goal: str) -> Iterable[Failure]:
    found = store.failures.recent(_SAME_GOAL, task=goal, resolved=False)
    return [failure for failure in found if failure.workflow_id is None]


_SAME_GOAL = 100


def _mends(run: RunRecord, verified: set[tuple[int, str]], failure: Failure) -> bool:
    if failure.step is None or failure.workflow_id is None:
        return run.ok
    if failure.workflow_version != run.workflow_version:
        return run.ok  # steps may have other numbers by now: only the whole of it says something
    wanted = failure.action["action"] if failure.action else None
    return any(step == failure.step and wanted in {None, action} for step, action in verified)


def _verified(results: Sequence[Mapping[str, Any]]) -> set[tuple[int, str]]:
    """Give the steps, with their actions, that were verified wherever they were done in this run."""
    good: set[tuple[int, str]] = set()
    bad: set[int] = set()
    for place, result in enumerate(results, start=1):
        step, action = int(result.get("step") or place), _action(result)
        if result.get("status") == "verified" and action is not None:
            good.add((step, action["action"]))
        else:
            bad.add(step)
    return {(step, action) for step, action in good if step not in bad}
