"""Workflows: the format, slots and their binding, conditions, plans, and their replay on a DAW.

>>> from workflows_seed import FOLDER
>>> workflow = load_workflow(FOLDER / "sidechain-compression.yaml")
>>> workflow.title, sorted(workflow.slots)[-2:]
('Sidechain compression', ['target', 'threshold'])
"""

from __future__ import annotations

from orbit.workflows.binding import Binding, SlotQuestion, bind, slot_texts
from orbit.workflows.conditions import Holding, holds, sentence
from orbit.workflows.detail import looked_into, looked_into_for, looked_into_tracks
from orbit.workflows.device_copy import CopiedDevices, DeviceCopy, copied_already, copied_devices
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
from orbit.workflows.replay import Approve, moved_since, replay
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
