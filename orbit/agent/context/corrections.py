"""What a request corrected: a slot of the workflow before it, done anew with another value or set by hand.

"Make the bass duck" and then "set the ratio to 2" says how the user would have had it. Which track was meant
says nothing of the next song, and is nobody's preference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from daw_bridges.errors import OrbitError, SlotError
from orbit.agent.context.record import Record
from orbit.memory.preferences import Correction
from orbit.workflows import Step, Workflow
from orbit.workflows.reckoning import say
from orbit.workflows.slots import Slot, SlotType, typed
from orbit.workflows.values import parse_value

__all__ = ["corrections_in"]

_NEAR = 5
"""As many requests may lie between a workflow and its correction."""
_SLOT = re.compile(r"\s*\{\{\s*(\w+)\s*\}\}\s*")
_TRACKS = (SlotType.TRACK, SlotType.TRACKS)
_WHERE = frozenset({"track", "device", "as", "at"})


def corrections_in(
    new: Record, earlier: Sequence[Record], definition: Callable[[str], Workflow]
) -> list[Correction]:
    """Give what a request corrected of those before it, newest first, in the same sitting and song.

    ``definition`` gives a workflow by its id.
    """
    if new.done.outcome != "done":
        return []
    near = [each for each in earlier[:_NEAR] if (each.sitting, each.song) == (new.sitting, new.song)]
    tried = [each for each in near if each.done.workflow and each.done.outcome in ("done", "taken_back")]
    if new.done.workflow is not None:
        tried = [each for each in tried if each.done.workflow == new.done.workflow]
    if not tried or not tried[0].done.workflow:
        return []
    try:
        workflow = definition(tried[0].done.workflow)
    except OrbitError:
        return []  # it is not in the library any more
    found = _anew if new.done.workflow is not None else _by_hand
    return list(found(new, tried[0], workflow))


def _anew(new: Record, before: Record, workflow: Workflow) -> Iterator[Correction]:
    """The values that differ where the same was done once more to the same tracks."""
    types = {name: slot.type for name, slot in workflow.slots.items()}
    was, now = before.done.slots, new.done.slots
    if any(was.get(name) != now.get(name) for name, type_ in types.items() if type_ in _TRACKS):
        return
    for name, value in now.items():
        if name in was and was[name] != value and types.get(name) not in (None, *_TRACKS):
            yield Correction(workflow.workflow_name, name, value)


def _by_hand(new: Record, before: Record, workflow: Workflow) -> Iterator[Correction]:
    """The slots whose step was done again with another value, by an edit of its own."""
    if before.done.outcome != "done":
        return
    for action in new.done.actions:
        if action.get("track") not in before.done.tracks:
            continue
        slots = {found[0]: found[1] for step in workflow.steps if (found := _step(step, action, workflow))}
        if len(slots) == 1:
            [(name, value)] = slots.items()
            if (text := _text(name, workflow.slots[name], value)) not in (None, before.done.slots.get(name)):
                yield Correction(workflow.workflow_name, name, str(text))


def _step(step: Step, action: Mapping[str, Any], workflow: Workflow) -> tuple[str, Any] | None:
    """The slot that a step takes, and the value that an action has in its place; None where they differ."""
    if step.action != action.get("action") or not _on_it(step, action, workflow):
        return None
    open_fields = {field: found[1] for field, value in step.fields.items() if (found := _slot(value))}
    values = {field: name for field, name in open_fields.items() if _is_value(name, workflow)}
    literal = {field for field in step.fields if field not in open_fields and field not in _WHERE}
    if len(values) != 1 or any(action.get(field) != step.fields[field] for field in literal):
        return None
    [(field, name)] = values.items()
    return (name, action[field]) if field in action else None


def _slot(value: Any) -> re.Match[str] | None:
    return _SLOT.fullmatch(value) if isinstance(value, str) else None


def _is_value(name: str, workflow: Workflow) -> bool:
    slot = workflow.slots.get(name)
    return slot is not None and slot.type not in _TRACKS


def _on_it(step: Step, action: Mapping[str, Any], workflow: Workflow) -> bool:
    """Whether an action is on the device of a step, as far as the workflow says which that is."""
    label = step.fields.get("device")
    if label is None or "device" not in action:
        return label is None and "device" not in action
    inserted = (each.fields for each in workflow.steps if each.action == "insert_device")
    kind = next((fields.get("device") for fields in inserted if fields.get("as") == label), label)
    return _slot(kind) is not None or str(action["device"]).partition("#")[0] in (kind, label)


def _text(name: str, slot: Slot, value: Any) -> str | None:
    try:
        return say(typed(slot, parse_value(name, slot, value)))
    except SlotError:
        return None  # the edit goes where the workflow may not
