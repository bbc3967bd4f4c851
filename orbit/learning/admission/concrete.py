"""A routine's steps as the actions they come to with one filling of its slots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from daw_bridges.actions import Action, parse_action
from daw_bridges.errors import OrbitError, SlotError
from orbit.learning.routine import Routine
from orbit.workflows.expansion import fill, filled_field, names_of
from orbit.workflows.slots import Slot, SlotType, SlotValue, typed
from orbit.workflows.templates import is_template, render, say
from orbit.workflows.values import parse_value

__all__ = [
    "FACTS",
    "MOST_TRIED",
    "Done",
    "actions_of",
    "fields_of",
    "fillings",
    "latest",
    "names_for",
    "slots_of",
]

FACTS: Mapping[str, Any] = {"tempo": 120.0, "beats_per_bar": 4.0}
"""What templates may name beside the slots; a scratch session is begun with these."""

MOST_TRIED = 3
"""How many of the fillings that were seen a routine is tried with."""

_MOST_LOOKED_AT = 64

_OWN = frozenset({"step_number", "action", "expected_output", "when", "for_each", "if_there", "id"})
_TRACKS = (SlotType.TRACK, SlotType.TRACKS)


@dataclass(frozen=True)
class Done:
    """One action, and the place (from 0) of the routine's step that it comes from."""

    step: int
    action: Action


def fillings(routine: Routine) -> Iterator[Mapping[str, SlotValue]]:
    """Give the fillings that were seen, the latest first, each once; one empty filling where none was."""
    seen: set[str] = set()
    for example in reversed(routine.examples or ({},)):
        key = repr(sorted(example.items()))
        if key not in seen:
            seen.add(key)
            yield example


def latest(routine: Routine) -> list[Mapping[str, SlotValue]]:
    """Give the fillings that a routine is tried with: the latest first, of those that leave least open."""
    needed = [name for name, slot in routine.slots.items() if slot.get("default") is None]
    seen = islice(fillings(routine), _MOST_LOOKED_AT)
    return sorted(seen, key=lambda filling: sum(name not in filling for name in needed))[:MOST_TRIED]


def slots_of(routine: Routine) -> dict[str, Slot]:
    """Read the slots, which lack only the question to ask. Raises pydantic's ValidationError."""
    return {name: Slot.model_validate({"ask": "Which one?", **slot}) for name, slot in routine.slots.items()}


def names_for(routine: Routine, filling: Mapping[str, SlotValue]) -> dict[str, Any]:
    """Give what the templates can name: the facts and the slots, filled as given or by their defaults.

    A slot without either is left out, and what needs it falls away.
    """
    names: dict[str, Any] = dict(FACTS)
    for name, slot in slots_of(routine).items():
        value = filling.get(name)
        value = _default(slot, names) if value is None else value
        if value is not None:
            names[name] = _typed(name, slot, value)
    return names


def _default(slot: Slot, names: Mapping[str, Any]) -> Any:
    if not is_template(slot.default):
        return slot.default
    try:
        filled = render(str(slot.default), names)
    except OrbitError:
        return None
    return filled if isinstance(filled, int | float) else say(filled)


def _typed(name: str, slot: Slot, value: Any) -> Any:
    if slot.type is SlotType.TRACKS:
        return [value] if isinstance(value, str) else list(value)
    if slot.type is SlotType.TRACK or (isinstance(value, float) and math.isinf(value)):
        return typed(slot, value)
    try:
        return typed(slot, parse_value(name, slot, value, FACTS["tempo"]))
    except SlotError:
        return value


def actions_of(steps: Sequence[Mapping[str, Any]], names: Mapping[str, Any]) -> list[Done]:
    """Give the actions, repetitions written out and conditions taken to hold. Raises OrbitError."""
    return [
        Done(place, _action(step, {**names, "item": item}))
        for place, step in enumerate(steps)
        for item in _items(step, names)
        if not _open(step, {**names, "item": item})
    ]


def _items(step: Mapping[str, Any], names: Mapping[str, Any]) -> list[Any]:
    over = step.get("for_each")
    if over is None:
        return [None]
    if isinstance(over, str):
        return list(names.get(over, ()))
    return [fill(item, names) for item in cast("Sequence[Any]", over)]


def _open(step: Mapping[str, Any], names: Mapping[str, Any]) -> bool:
    return any(name not in names for name in names_of(fields_of(step)))


def fields_of(step: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a step's action, with the templates in them."""
    return {name: value for name, value in step.items() if name not in _OWN}


def _action(step: Mapping[str, Any], names: Mapping[str, Any]) -> Action:
    fields = {name: filled_field(name, value, names) for name, value in fields_of(step).items()}
    return parse_action({"action": step.get("action"), **fields})
