"""A failed run, read as a demonstration: what each step of the workflow was to do, and which one failed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from daw_bridges.actions import Action, parse_action
from daw_bridges.errors import ActionError
from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration, Event
from orbit.memory.records import Failure, RunRecord
from orbit.memory.store import Store, StoredWorkflow
from orbit.memory.store.recording import daw_of
from orbit.memory.trajectory import Trajectory, TrajectoryAction
from orbit.workflows.slots import SlotValue
from orbit.workflows.templates import exact_name, is_template

__all__ = ["Attempt", "Meant", "attempt_of", "device_of"]


@dataclass(frozen=True)
class Meant:
    """An edit that a step (by its number) was to make; ``device`` is the kind or name of what it is of."""

    step: int
    event: Event
    device: str | None


@dataclass(frozen=True)
class Attempt:
    """What a run of a workflow was to do; ``failed`` is the edit at which it ended.

    ``filling`` are the slots as they were filled that time, as far as the edits tell.
    """

    workflow: StoredWorkflow
    failure: Failure
    project: str
    failed: Meant
    others: tuple[Meant, ...]
    filling: Mapping[str, SlotValue]


def attempt_of(store: Store, workflow: StoredWorkflow) -> Attempt | None:
    """Read the last run that failed at a step of the current version; None where there is none."""
    standing = store.failures.standing([workflow.id]).get(workflow.id, [])
    for failure in standing:
        if failure.step is None or failure.action is None or failure.workflow_version != workflow.version:
            continue
        run = store.runs.get(failure.run_id) if failure.run_id is not None else None
        if run is not None and (read := _read(workflow, failure, run)) is not None:
            return read
    return None


def _read(workflow: StoredWorkflow, failure: Failure, run: RunRecord) -> Attempt | None:
    actions = list(_actions(run))
    meant = list(_meant(run, actions))
    failed = next((each for each in meant if each.step == failure.step), None)
    if failed is None:
        return None
    others = tuple(each for each in meant if each is not failed)
    return Attempt(workflow, failure, run.project, failed, others, _filling(workflow.body, actions))


def _actions(run: RunRecord) -> Iterator[tuple[int, Action]]:
    for place, result in enumerate(run.results, start=1):
        try:
            yield int(result.get("step") or place), parse_action(result.get("action"))
        except ActionError:
            continue


def _meant(run: RunRecord, actions: list[tuple[int, Action]]) -> Iterator[Meant]:
    """The edits with what they touch; a step whose edit another one overrules is not looked for."""
    edits = [action for _, action in actions]
    steps = [TrajectoryAction(t=float(n), origin="user", action=action) for n, action in enumerate(edits)]
    meant = clean(Trajectory(daw=daw_of(run.daw), started=run.started, actions=steps, outcome="success"))
    left = list(actions)
    for event in meant.events:
        found = next((each for each in left if each[1] == event.action), None)
        if found is not None:
            left.remove(found)
            yield Meant(found[0], event, device_of(meant, event))


def device_of(demonstration: Demonstration, event: Event) -> str | None:
    """The kind, or else the host's name, of the device that an edit is made to."""
    return None if event.device is None else demonstration.devices[event.device].kind


def _filling(body: Mapping[str, Any], actions: list[tuple[int, Action]]) -> dict[str, SlotValue]:
    filled: dict[str, SlotValue] = {}
    steps = {step["step_number"]: step for step in body["steps"]}
    for number, action in actions:
        step: Mapping[str, Any] = steps.get(number, {})
        for field, value in step.items():
            name = exact_name(value) if is_template(value) else None
            given = getattr(action, field, None)
            if name is None or not isinstance(given, str | float | int) or isinstance(given, bool):
                continue
            over = step.get("for_each")
            if name == "item" and isinstance(over, str):
                so_far = filled.get(over, ())
                filled[over] = (*(so_far if isinstance(so_far, tuple) else ()), str(given))
            elif name in body.get("slots", {}):
                filled.setdefault(name, given)
    return {name: _once(value) for name, value in filled.items()}


def _once(value: SlotValue) -> SlotValue:
    return tuple(dict.fromkeys(value)) if isinstance(value, tuple) else value
