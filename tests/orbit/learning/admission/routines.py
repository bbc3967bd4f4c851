"""Routines to be tried: those of the workflows that come with Orbit, and loose ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orbit.learning.routine import Routine
from orbit.workflows import Workflow, dump_workflow, parse_workflow
from orbit.workflows.slots import SlotType, SlotValue

_FILLED: Mapping[SlotType, SlotValue] = {
    SlotType.TEXT: "Hello",
    SlotType.BARS: 9.0,
    SlotType.NUMBER: 100.0,
    SlotType.GAIN_DB: -6.0,
    SlotType.FREQUENCY: 200.0,
    SlotType.TIME: 10.0,
    SlotType.DEVICE: "synth",
}


def routine_of(workflow: Workflow, **examples: Any) -> Routine:
    """The routine that a workflow would have been induced from, seen once."""
    body = dump_workflow(workflow)
    return Routine(
        steps=tuple(_without(step, "expected_output") for step in body["steps"]),
        slots={name: _without(slot, "ask") for name, slot in body.get("slots", {}).items()},
        preconditions=tuple(body.get("preconditions", ())),
        postconditions=tuple(body.get("postconditions", ())),
        examples=(filling(workflow) | examples,),
        trajectories=("one",),
        daws=("ableton",),
    )


def filling(workflow: Workflow) -> dict[str, SlotValue]:
    """Something for each slot that has no default."""
    filled: dict[str, SlotValue] = {}
    for name, slot in workflow.slots.items():
        if slot.type is SlotType.TRACK:
            master = slot.find is not None and slot.find.role == "master"
            filled[name] = "Master" if master else name.title()
        elif slot.type is SlotType.TRACKS:
            filled[name] = tuple(f"{name.title()} {number}" for number in ("One", "Two", "Three"))
        elif slot.default is None:
            filled[name] = slot.choices[0] if slot.choices else _FILLED[slot.type]
    return filled


def routine(
    *steps: Mapping[str, Any],
    slots: Mapping[str, Mapping[str, Any]] | None = None,
    examples: Sequence[Mapping[str, SlotValue]] = (),
    before: Sequence[Mapping[str, Any]] = (),
    after: Sequence[Mapping[str, Any]] = (),
    daws: Sequence[str] = ("ableton",),
) -> Routine:
    """A routine of these steps."""
    numbered = tuple({"step_number": number} | dict(step) for number, step in enumerate(steps, start=1))
    seen = tuple(examples)
    names = tuple(f"t{number}" for number, _ in enumerate(seen))
    return Routine(numbered, slots or {}, tuple(before), tuple(after), seen, names, tuple(daws))


def worded(routine: Routine) -> Workflow:
    """The workflow of a routine, with the plainest of words."""
    return parse_workflow(
        {
            "workflow_name": "tried",
            "title": "Tried",
            "task": "Something that is tried.",
            "slots": {name: {"ask": "Which one?", **slot} for name, slot in routine.slots.items()},
            "preconditions": list(routine.preconditions),
            "steps": [{**step, "expected_output": "It is so."} for step in routine.steps],
            "postconditions": list(routine.postconditions),
            "outcome": "It is so.",
            "result": "Done.",
            "provenance": {"source": "induced"},
        }
    )


def _without(fields: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}
