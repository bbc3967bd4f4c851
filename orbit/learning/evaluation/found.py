"""What a learner found, in the one form that it is judged in, whoever found it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daw_bridges.actions import action_json
from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.evaluation.kinds import does
from orbit.learning.pattern import Occurrence, Pattern
from orbit.workflows.slots import Slot
from orbit.workflows.workflow import Workflow

__all__ = ["Found", "FoundStep", "found_in_pattern", "found_in_workflow", "kind_of"]

_TEMPLATE = re.compile(r"\{\{\s*([a-z][a-z0-9_]*)[^{}]*\}\}")
_VALUES = ("value", "db", "pan", "color", "name", "mode")
_TRACKS = ("to", "source")


@dataclass(frozen=True)
class FoundStep:
    """One step: its kind of edit, the track it is of, the one it names, and its value.

    Each field holds a constant, or a template where it is open; ``track`` of a pattern is only a number.
    """

    does: str
    track: str
    other: str | None = None
    value: Any = None


@dataclass(frozen=True)
class Found:
    """A workflow that was found; ``slots`` of a pattern are none, since nothing in it has been opened."""

    steps: tuple[FoundStep, ...]
    slots: Mapping[str, Slot] = field(default_factory=dict[str, Slot])
    generalised: bool = False

    @property
    def does(self) -> tuple[str, ...]:
        """What its steps do, kind by kind."""
        return tuple(step.does for step in self.steps)


def slot_in(value: Any) -> str | None:
    """The slot that stands in a field; None for a constant."""
    found = _TEMPLATE.search(value) if isinstance(value, str) else None
    return found[1] if found else None


def kind_of(event: Event, demonstration: Demonstration) -> str:
    """The kind of an edit that was seen."""
    device = None if event.device is None else demonstration.devices[event.device].kind
    return does(action_json(event.action), device)


def found_in_pattern(pattern: Pattern, demonstrations: Sequence[Demonstration]) -> Found | None:
    """A pattern, read off the sighting with the most of its steps; None for one that was seen nowhere.

    Steps that are often left out are steps of it, as far as that sighting has them.
    """
    best = max(pattern.occurrences, key=_seen, default=None)
    if best is None:
        return None
    demonstration = demonstrations[best.demonstration]
    events = [demonstration.events[place] for place in best.places if place is not None]
    return Found(tuple(_step_seen(event, demonstration) for event in events))


def _seen(occurrence: Occurrence) -> int:
    return sum(place is not None for place in occurrence.places)


def _step_seen(event: Event, demonstration: Demonstration) -> FoundStep:
    track, *others = [f"{{{{ track_{number} }}}}" for number in event.tracks] or [""]
    return FoundStep(kind_of(event, demonstration), track, others[0] if others else None)


def found_in_workflow(workflow: Workflow) -> Found:
    """A workflow's steps; a repetition is the steps that are repeated, once."""
    return Found(tuple(_steps(workflow)), workflow.slots, generalised=True)


def _steps(workflow: Workflow) -> Iterator[FoundStep]:
    labels: dict[str, str] = {}
    called: dict[str, str] = {}
    for step in workflow.steps:
        fields: dict[str, Any] = {"action": step.action, **step.fields}
        device = _device(fields, labels, workflow)
        if device is not None and isinstance(fields.get("as"), str):
            labels[fields["as"]] = device
        value = next((fields[name] for name in _VALUES if name in fields), None)
        other = next((str(fields[name]) for name in _TRACKS if name in fields), None)
        track = str(fields.get("track", "") if step.action != "create_track" else fields["name"])
        track, other = called.get(track, track), other and called.get(other, other)
        if step.action == "rename_track":
            called[str(value)] = track
        if step.for_each is not None:
            track = track.replace("item", f"item_of_{step.for_each}")
        yield FoundStep(does(fields, device), track, other, value)


def _device(fields: Mapping[str, Any], labels: Mapping[str, str], workflow: Workflow) -> str | None:
    device = fields.get("device")
    if device is None:
        return None
    name = slot_in(device)
    if name is not None and name in workflow.slots:
        device = workflow.slots[name].default or device
    return labels.get(str(device), str(device))
