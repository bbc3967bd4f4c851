"""Habits that move: a workflow whose values the user has been setting otherwise lately, again and again.

The last few sightings have to agree, and to agree on something else than the workflow says. Which track it is
done to, and with which device, is no habit in this sense: that is what the steps are about.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.errors import OrbitError
from orbit.learning.online.making import Draft
from orbit.learning.routine import Learned, Routine
from orbit.memory.trust.structure import shape
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.slots import Slot, SlotValue
from orbit.workflows.values import parse_value
from orbit.workflows.workflow import Workflow

__all__ = ["Changed", "habit_of"]

_NO_VALUE = frozenset(
    {
        "action",
        "track",
        "source",
        "to",
        "device",
        "parameter",
        "kind",
        "as",
        "name",
        "clip",
        "for_each",
        "when",
    }
)
_SLOT = re.compile(r"\{\{ (\w+) \}\}")

_NEAR = 0.03
"""As a share of the greater, how far two numbers may differ and be the same habit."""


@dataclass(frozen=True)
class Changed:
    """A workflow brought up to date, and what is different, for people."""

    learned: Learned
    note: str


@dataclass(frozen=True)
class _Move:
    """One value that is another by now; ``slot`` is where it stands open, if it does."""

    field: str
    before: Any
    now: Any
    slot: str | None

    def told(self) -> str:
        name = (self.slot or self.field).replace("_", " ")
        return f"{name} {self.now}" if self.before is None else f"{name} {self.now} instead of {self.before}"


def habit_of(known: Workflow, made: Draft, habit: Draft, *, own: bool) -> Changed | None:
    """Give a known workflow with the values that the user has come to; None where it is right as it is.

    ``made`` is what all sightings come to, ``habit`` what the last few alone do. One of Orbit's ``own``
    making becomes what all sightings come to; of another only defaults change.
    """
    before, lately = dump_workflow(known), dump_workflow(habit.workflow)
    if shape(before) != shape(lately):
        return None
    moves = list(_moves(before, lately))
    if not moves:
        return None
    note = f"as it was done lately: {', '.join(move.told() for move in moves)}"
    if own:
        changed = _as_found(known, made, lately)
    else:
        changed = _with_defaults(before, moves, _filling(before, lately, habit.routine), made)
    learned = changed.proven() if changed is not None else None
    if learned is None or shape(dump_workflow(learned.workflow)) != shape(before):
        return None
    return Changed(learned, note)


def _moves(before: Mapping[str, Any], lately: Mapping[str, Any]) -> Iterator[_Move]:
    """Give each value of the one that is another, and always the same, in the other."""
    for old, new in zip(before["steps"], lately["steps"], strict=True):
        for field, value in old.items():
            if field in _NO_VALUE or field not in new or _name_in(new[field]) is not None:
                continue
            slot, now = _name_in(value), new[field]
            default = before["slots"][slot].get("default") if slot else value
            if not _same(slot, before["slots"].get(slot), default, now):
                yield _Move(
                    str(new.get("parameter", field)) if field == "value" else field, default, now, slot
                )


def _same(name: str | None, slot: Mapping[str, Any] | None, one: Any, other: Any) -> bool:
    if isinstance(one, str) and "{{" in one:
        return True  # a formula of other values: nothing to say about it
    if name is not None and slot is not None and one is not None:
        typed = Slot.model_validate(slot)
        try:
            one, other = parse_value(name, typed, one), parse_value(name, typed, other)
        except OrbitError:
            return True  # outside what the slot takes
    if isinstance(one, float | int) and isinstance(other, float | int):
        return one == other or math.isclose(one, other, rel_tol=_NEAR)
    return bool(one == other)


def _as_found(known: Workflow, made: Draft, lately: Mapping[str, Any]) -> Draft | None:
    """Give what all sightings come to, under the name it has; None where it has not come round yet."""
    named = {"workflow_name": known.workflow_name, "title": known.title}
    now = replace(made, workflow=made.workflow.model_copy(update=named))
    body = dump_workflow(now.workflow)
    return now if shape(body) == shape(lately) and not list(_moves(body, lately)) else None


def _with_defaults(
    before: Mapping[str, Any], moves: Sequence[_Move], filling: Mapping[str, SlotValue], made: Draft
) -> Draft | None:
    """Put the new defaults in; None where the workflow does not take them."""
    slots = {name: dict(slot) for name, slot in before["slots"].items()}
    for move in moves:
        if move.slot is None:
            return None  # what is fixed was fixed by its author
        slots[move.slot]["default"] = move.now
    try:
        workflow = parse_workflow({**before, "slots": slots})
    except OrbitError:
        return None
    return replace(made, workflow=workflow, routine=_as_routine(workflow, filling, made.routine))


def _as_routine(workflow: Workflow, filling: Mapping[str, SlotValue], seen: Routine) -> Routine:
    body = dump_workflow(workflow)
    return replace(
        seen,
        steps=tuple(body["steps"]),
        slots={name: _without_ask(slot) for name, slot in body["slots"].items()},
        preconditions=tuple(body["preconditions"]),
        postconditions=tuple(body["postconditions"]),
        examples=(filling,),
        notes=(),
    )


def _without_ask(slot: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in slot.items() if key != "ask"}


def _filling(before: Mapping[str, Any], lately: Mapping[str, Any], routine: Routine) -> dict[str, SlotValue]:
    """Give what the last sighting filled the slots of the known workflow with."""
    seen: Mapping[str, SlotValue] = routine.examples[-1] if routine.examples else {}
    filling: dict[str, SlotValue] = {}
    for old, new in zip(before["steps"], lately["steps"], strict=True):
        for field, value in old.items():
            slot, now = _name_in(value), new.get(field)
            found = seen.get(_name_in(now) or "") if _name_in(now) else now
            if slot is not None and isinstance(found, float | int | str):
                filling.setdefault(slot, found)
    return filling


def _name_in(value: Any) -> str | None:
    slot = _SLOT.fullmatch(value) if isinstance(value, str) else None
    return slot[1] if slot else None
