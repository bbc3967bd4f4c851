"""Workflows: the format, slots and their binding, conditions, plans, and their replay on a DAW.

Importing this package costs nothing: each name loads what it needs when it is first asked for.

>>> from orbit.workflows import load_workflow
>>> from workflows_seed import FOLDER
>>> workflow = load_workflow(FOLDER / "sidechain-compression.yaml")
>>> workflow.title, sorted(workflow.slots)[-2:]
('Sidechain compression', ['target', 'threshold'])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.workflows.binding import Binding, SlotQuestion, bind, slot_texts
    from orbit.workflows.conditions import Holding, holds, sentence
    from orbit.workflows.detail import looked_into, looked_into_for, looked_into_tracks
    from orbit.workflows.device_copy import CopiedDevices, DeviceCopy, copied_already, copied_devices
    from orbit.workflows.execution import Approve, moved_since, replay
    from orbit.workflows.joining import in_place_of, join_plans, own_plan, own_run
    from orbit.workflows.load import (
        dump_workflow,
        load_folder,
        load_workflow,
        parse_workflow,
        read_workflow,
        workflow_yaml,
    )
    from orbit.workflows.plan import Plan, PlanError, PlanStep
    from orbit.workflows.planning import make_plan, plan_actions
    from orbit.workflows.run import Run
    from orbit.workflows.slots import Find, Slot, SlotType, SlotValue
    from orbit.workflows.undoing import NOTHING_LEFT, Consent, plan_back, undo_run
    from orbit.workflows.way_back import can_be_taken_back
    from orbit.workflows.workflow import Provenance, Source, Step, Workflow

__all__ = [
    "NOTHING_LEFT",
    "Approve",
    "Binding",
    "Consent",
    "CopiedDevices",
    "DeviceCopy",
    "Find",
    "Holding",
    "Plan",
    "PlanError",
    "PlanStep",
    "Provenance",
    "Run",
    "Slot",
    "SlotQuestion",
    "SlotType",
    "SlotValue",
    "Source",
    "Step",
    "Workflow",
    "bind",
    "can_be_taken_back",
    "copied_already",
    "copied_devices",
    "dump_workflow",
    "holds",
    "in_place_of",
    "join_plans",
    "load_folder",
    "load_workflow",
    "looked_into",
    "looked_into_for",
    "looked_into_tracks",
    "make_plan",
    "moved_since",
    "own_plan",
    "own_run",
    "parse_workflow",
    "plan_actions",
    "plan_back",
    "read_workflow",
    "replay",
    "sentence",
    "slot_texts",
    "undo_run",
    "workflow_yaml",
]

_HOMES = {
    "binding": ("Binding", "SlotQuestion", "bind", "slot_texts"),
    "conditions": ("Holding", "holds", "sentence"),
    "detail": ("looked_into", "looked_into_for", "looked_into_tracks"),
    "device_copy": ("CopiedDevices", "DeviceCopy", "copied_already", "copied_devices"),
    "execution": ("Approve", "moved_since", "replay"),
    "joining": ("in_place_of", "join_plans", "own_plan", "own_run"),
    "load": (
        "dump_workflow",
        "load_folder",
        "load_workflow",
        "parse_workflow",
        "read_workflow",
        "workflow_yaml",
    ),
    "plan": ("Plan", "PlanError", "PlanStep"),
    "planning": ("make_plan", "plan_actions"),
    "run": ("Run",),
    "slots": ("Find", "Slot", "SlotType", "SlotValue"),
    "undoing": ("NOTHING_LEFT", "Consent", "plan_back", "undo_run"),
    "way_back": ("can_be_taken_back",),
    "workflow": ("Provenance", "Source", "Step", "Workflow"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
