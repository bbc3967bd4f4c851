"""Putting what was done instead into a workflow: into its step, and wherever the same thing is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from orbit.learning.repair.instead import Instead
from orbit.learning.routine import Routine
from orbit.memory.store import StoredWorkflow
from orbit.workflows.slots import SlotValue
from orbit.workflows.templates import exact_name, is_template

__all__ = ["patched", "routine_of"]

_PROSE = ("title", "task", "outcome", "result")


def patched(workflow: StoredWorkflow, instead: Instead) -> dict[str, Any] | None:
    """Give a workflow's JSON with the changes in it; None where the field to be changed is reckoned with."""
    body: dict[str, Any] = dict(workflow.body)
    slots = {name: dict(slot) for name, slot in body.get("slots", {}).items()}
    steps: list[dict[str, Any]] = []
    for step in body["steps"]:
        changed = dict(step)
        for field, value in instead.changes.get(step["step_number"], {}).items():
            now = changed.get(field)
            if not is_template(now):
                changed[field] = value
            elif (name := exact_name(str(now))) is not None and "default" in slots.get(name, {}):
                slots[name]["default"] = value
            else:
                return None
        steps.append(_called(changed, step, instead))
    return {
        **body,
        "slots": slots,
        "steps": steps,
        "preconditions": [_renamed(each, instead) for each in body.get("preconditions", [])],
        "postconditions": [_conditions(each, instead, body) for each in body.get("postconditions", [])],
        **{field: _told(body[field], instead) for field in _PROSE if field in body},
    }


def _called(step: dict[str, Any], before: Mapping[str, Any], instead: Instead) -> dict[str, Any]:
    """A step with the new name of what it speaks of, in its fields and in what it expects."""
    if before.get("device") == step.get("device"):
        step = _renamed(step, instead)
    return {**step, "expected_output": _told(str(step.get("expected_output", "")), instead)}


def _renamed(fields: Mapping[str, Any], instead: Instead) -> dict[str, Any]:
    named = fields.get("device")
    if isinstance(named, str) and _means(named, instead.old):
        return {**fields, "device": instead.new + named[len(instead.old) :]}
    return dict(fields)


def _means(reference: str, device: str) -> bool:
    """Whether a reference is to a device of that name: itself, or its second, third …"""
    name, rest = reference[: len(device)], reference[len(device) :]
    return name.casefold() == device.casefold() and (not rest or (rest[0] == "#" and rest[1:].isdigit()))


def _conditions(condition: Mapping[str, Any], instead: Instead, body: Mapping[str, Any]) -> dict[str, Any]:
    """A condition with the new names; a parameter is called anew where every step calls it so."""
    changed = _renamed(condition, instead)
    for step in body["steps"]:
        new = instead.changes.get(step["step_number"], {}).get("parameter")
        same = all(step.get(field) == condition.get(field) for field in ("track", "device", "parameter"))
        if new is not None and same and "parameter" in condition:
            changed["parameter"] = new
    return changed


def _told(text: str, instead: Instead) -> str:
    return text.replace(instead.old, instead.new) if len(instead.old) > 3 and " " in instead.old else text


def routine_of(
    body: Mapping[str, Any], filling: Mapping[str, SlotValue], trajectories: tuple[str, ...], daw: str
) -> Routine:
    """A workflow's JSON as the routine it would have been induced from, for admission."""
    slots = cast("Mapping[str, Mapping[str, Any]]", body.get("slots", {}))
    return Routine(
        steps=tuple(_without(step, "expected_output") for step in body["steps"]),
        slots={name: _without(slot, "ask") for name, slot in slots.items()},
        preconditions=tuple(body.get("preconditions", ())),
        postconditions=tuple(body.get("postconditions", ())),
        examples=(filling,),
        trajectories=trajectories,
        daws=(daw,),
    )


def _without(fields: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key != name}
