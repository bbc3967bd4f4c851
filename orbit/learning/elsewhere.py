"""On which hosts a routine can be done: not only where it was seen, if another has all that it needs."""

from __future__ import annotations

from pydantic import ValidationError

from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError
from orbit.learning.admission.by_model import planned
from orbit.learning.admission.concrete import latest
from orbit.learning.admission.scratch import scratch
from orbit.learning.routine import Routine
from orbit.workflows.workflow import Workflow

__all__ = ["CATALOGUED", "elsewhere"]

CATALOGUED = ("ableton", "logic")
"""The hosts whose devices the catalogue describes, so that a plan for one can be tried without it."""


def elsewhere(workflow: Workflow, routine: Routine) -> Workflow:
    """Give a workflow that was admitted with the hosts it can be done on: none named means any.

    What names a host's own device or a plug-in is for the hosts it was seen on. What keeps to kinds of device
    is tried on the model of each other host.
    """
    return workflow.model_copy(update={"daws": _hosts(workflow, routine)})


def _hosts(workflow: Workflow, routine: Routine) -> tuple[str, ...]:
    if not all(_is_kind(str(step["device"])) for step in _named(routine)):
        return routine.daws
    able = {daw for daw in CATALOGUED if daw in routine.daws or _holds(workflow, routine, daw)}
    return () if able.issuperset(CATALOGUED) else tuple(sorted(able.union(routine.daws)))


def _named(routine: Routine) -> list[dict[str, object]]:
    """Give the steps that say by name which device is meant, rather than by an earlier step's label."""
    labels = {step["as"] for step in routine.steps if step.get("as")}
    return [dict(step) for step in routine.steps if "device" in step and step["device"] not in labels]


def _is_kind(device: str) -> bool:
    return device.partition("#")[0] in catalog().kinds()


def _holds(workflow: Workflow, routine: Routine, daw: str) -> bool:
    filling = latest(routine)[0]
    try:
        planned(workflow, routine, filling, scratch(routine, filling, daw=daw))
    except (OrbitError, ValidationError):
        return False
    return True
