"""On which hosts a routine can be done: not only where it was seen, if another has all that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daw_bridges.catalog import catalog
from orbit.learning.routine import Routine
from orbit.workflows.workflow import Workflow

__all__ = ["CATALOGUED", "elsewhere"]

CATALOGUED = ("ableton", "logic")
"""The hosts whose devices the catalogue describes, so that a plan for one can be tried without it."""


def elsewhere(workflow: Workflow, routine: Routine, holds: Callable[[str], bool]) -> Workflow:
    """Give a workflow that was admitted with the hosts it can be done on: none named means any.

    What names a host's own device or a plug-in is for the hosts it was seen on. What keeps to kinds of device
    is for each other host, too, on whose model it ``holds``.
    """
    return workflow.model_copy(update={"daws": _hosts(routine, holds)})


def _hosts(routine: Routine, holds: Callable[[str], bool]) -> tuple[str, ...]:
    if not all(_is_kind(device) for device in _named(routine)):
        return routine.daws
    able = {daw for daw in CATALOGUED if daw in routine.daws or holds(daw)}
    return () if able.issuperset(CATALOGUED) else tuple(sorted(able.union(routine.daws)))


def _named(routine: Routine) -> Iterator[str]:
    """Give the devices that steps name, rather than call by an earlier step's label."""
    labels = {step["as"] for step in routine.steps if step.get("as")}
    return (
        str(step["device"]) for step in routine.steps if "device" in step and step["device"] not in labels
    )


def _is_kind(device: str) -> bool:
    return device.partition("#")[0] in catalog().kinds()
