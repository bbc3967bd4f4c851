"""The parameters of a class of device at their places in the XML, ready for reading.

A set stores the same few values again and again, so what a stored text means is worked out once for each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from daw_bridges.ableton.displays import DAW, read_value
from daw_bridges.ableton.saved.devices.laws import Law, law_of
from daw_bridges.catalog import catalog, neutral_key
from daw_bridges.catalog.displays import Display, display_of
from daw_bridges.catalog.entries import ParameterEntry
from daw_bridges.catalog.schema import ParameterRow, Place, StoredRow, StoredTable
from daw_bridges.quantities import Unit
from daw_bridges.session import Parameter

__all__ = ["LONGEST", "Plan", "Slot", "catalogue_rows", "number", "plans", "switch_of"]

SWITCH = ("off", "on")

LONGEST = 64
"""Live writes the largest number of single precision in 39 figures; a longer text is no setting."""

# What stands at the end of a float's single precision is no digit of the setting.
_SIGNIFICANT_DIGITS = 7


@dataclass(frozen=True, eq=False)
class Slot:
    """One parameter at its place."""

    key: str
    path: str
    name: str
    unit: Unit
    range: tuple[float, float] | None
    choices: tuple[str, ...] | None
    law: Law
    display: Display
    label: str = ""

    def value(self, stored: float) -> float:
        """The value in the parameter's unit, inside its range; of a choice, its place among the choices."""
        if math.isnan(stored) or math.isnan(real := self.law(stored)):
            return stored
        if self.choices is not None:
            return real
        value = float(f"{real:.{_SIGNIFICANT_DIGITS}g}")
        return value if self.range is None else min(max(value, self.range[0]), self.range[1])

    def read(self, stored: str, name: str = "") -> Parameter | None:
        """The parameter at a stored text, as Live displays it; None for a text that is no setting of it.

        ``name`` is the user's own for it, if there is one.
        """
        return None if len(stored) > LONGEST else _read(self, name or self.name, stored)


@dataclass(frozen=True)
class Plan:
    """All slots of a generation of a class, in the catalogue's order.

    ``known`` are the paths that are read or left out, ``keys`` all that the slots and the catalogue have.
    """

    slots: tuple[Slot, ...]
    by_path: dict[str, Slot]
    known: frozenset[str]
    keys: frozenset[str]
    marker: str


@lru_cache(maxsize=65536)
def _read(slot: Slot, name: str, stored: str) -> Parameter | None:
    raw = number(stored)
    if raw is None:
        return None
    if slot.choices is not None:
        return _chosen(name, slot.choices, round(slot.law(raw)))
    if math.isnan(slot.law(raw)):
        return None
    text = slot.display.text(slot.value(raw))
    value = read_value(text, slot.unit)
    return Parameter(name=name, value=value, unit=slot.unit, text=text, range=slot.range)


def _chosen(name: str, choices: tuple[str, ...], place: int) -> Parameter | None:
    if not 0 <= place < len(choices):
        return None
    value = choices[place]
    text = value.capitalize() if choices == SWITCH else value
    return Parameter(name=name, value=value, unit=Unit.CHOICE, text=text, choices=choices)


_TRUTHS = {"true": 1.0, "false": 0.0}


def number(stored: str) -> float | None:
    """The finite number of a stored text, a truth being 1 or 0; None for anything else."""
    if stored in _TRUTHS:
        return _TRUTHS[stored]
    if len(stored) > LONGEST:
        return None
    try:
        value = float(stored)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def switch_of(name: str, stored: str) -> Parameter:
    """A switch without a table."""
    value = SWITCH[stored == "true"]
    return Parameter(name=name, value=value, unit=Unit.CHOICE, text=value.capitalize(), choices=SWITCH)


@lru_cache(maxsize=256)
def plans(tag: str) -> tuple[Plan, ...]:
    """The plans of a class, one a generation, the youngest first; none for a class without a table."""
    table = catalog().stored_table(DAW, tag)
    if table is None or not any(row.stored for row in table.rows):
        return ()
    return tuple(_plan(table, generation) for generation in table.generations)


def _plan(table: StoredTable, generation: str) -> Plan:
    entries = catalogue_rows(table.class_name)
    slots = tuple(
        _slot(row, place, entries)
        for row in table.rows
        for place in row.stored
        if place.only in (None, generation)
    )
    by_path = {slot.path: slot for slot in slots}
    told = table.generations[generation]
    known = frozenset(by_path) | table.left_out | told.left_out | {"On"}
    keys = frozenset(entries) | {slot.key for slot in slots}
    return Plan(slots, by_path, known, keys, told.marker)


@lru_cache(maxsize=1024)
def catalogue_rows(tag: str) -> dict[str, ParameterEntry]:
    """The catalogue's parameters of a class by key; none for a class it does not have."""
    entry = catalog().entry_of(DAW, tag)
    return {parameter.key: parameter for parameter in entry.parameters} if entry else {}


def _slot(row: StoredRow, place: Place, entries: dict[str, ParameterEntry]) -> Slot:
    if isinstance(row, ParameterRow):
        entry = entries[row.key]
        key, unit, choices = row.key, entry.unit, entry.choices
    else:
        key, unit, choices = neutral_key(row.name), Unit.CHOICE if row.choices else row.unit, row.choices
    display = display_of(unit, row.text, row.range)
    return Slot(key, place.path, row.name, unit, row.range, choices, law_of(row, place), display, place.label)
