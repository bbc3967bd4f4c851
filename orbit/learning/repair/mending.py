"""A workflow that no longer holds, and its repaired version: found in what was done since, and tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from daw_bridges.errors import OrbitError
from orbit.learning.admission import admit_by_model
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.repair.attempt import Attempt, attempt_of
from orbit.learning.repair.instead import Instead, done_instead
from orbit.learning.repair.patching import patched, routine_of
from orbit.learning.routine import Learned
from orbit.memory.store import Store, StoredWorkflow
from orbit.memory.store.standing import Standing
from orbit.memory.store.trajectories import TrajectoryFilter
from orbit.workflows.load import dump_workflow, parse_workflow

__all__ = ["Broken", "Mended", "broken", "mended", "no_longer_holding"]

_MOST = 200
"""So many trajectories since the failure are looked at, the latest first."""


@dataclass(frozen=True)
class Mended:
    """A repaired version: its JSON, what was put for what, and the demonstration that shows it."""

    learned: Learned
    body: dict[str, Any]
    instead: Instead


@dataclass(frozen=True)
class Broken:
    """A workflow that no longer holds; ``attempt`` is the run that failed, where it is still known."""

    workflow: StoredWorkflow
    standing: Standing
    attempt: Attempt | None


def no_longer_holding(store: Store) -> list[str]:
    """Give the ids of the workflows that are marked as no longer holding, and stand in nobody's place."""
    unusual = store.workflows.standing.unusual().items()
    return sorted(name for name, how in unusual if how.invalid_since and how.superseded_by is None)


def broken(store: Store, workflow_id: str) -> Broken | None:
    """Read a workflow that no longer holds; None when there is none of that id, or it holds."""
    workflow = store.workflows.get(workflow_id)
    if workflow is None:
        return None
    standing = store.workflows.standing.get(workflow_id)
    if standing.invalid_since is None:
        return None
    return Broken(workflow, standing, attempt_of(store, workflow))


def mended(store: Store, attempt: Attempt) -> Mended | None:
    """Find what was done by hand instead, and make a version of it that was carried out on the model."""
    found = done_instead(attempt, _since(store, attempt))
    body = patched(attempt.workflow, found) if found is not None else None
    if found is None or body is None:
        return None
    behind = tuple(dict.fromkeys([*attempt.workflow.origin.trajectories, found.trajectory]))
    try:
        workflow = parse_workflow(_with_trajectories(body, behind))
    except OrbitError:
        return None
    routine = routine_of(body, attempt.filling, behind, attempt.failure.daw)
    admission = admit_by_model(workflow, routine)
    if not admission.ok:
        return None
    # Nothing but what failed is changed: what admission would trim or widen was there before, and stays.
    return Mended(Learned(workflow, routine, 1, admission.proven), dump_workflow(workflow), found)


def _with_trajectories(body: dict[str, Any], behind: tuple[str, ...]) -> dict[str, Any]:
    return {**body, "provenance": {**body.get("provenance", {}), "trajectories": list(behind)}}


def _since(store: Store, attempt: Attempt) -> list[Demonstration]:
    """What was done by hand since the failure on the same host, the oldest first; none of it taken back."""
    meant = TrajectoryFilter(daw=attempt.failure.daw or None, since=attempt.failure.failed_at)
    found = store.trajectories.search(meant, limit=_MOST)
    kept = [each.trajectory for each in found if each.undone_at is None and each.verdict != "rejected"]
    by_hand = [each for each in kept if any(step.origin == "user" for step in each.actions)]
    return [clean(each) for each in sorted(by_hand, key=lambda each: (each.started, each.id))]
