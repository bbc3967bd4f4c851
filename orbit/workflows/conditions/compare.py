"""Comparing what a session reads with what a condition wants, within what a display can tell apart."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from daw_bridges.algebra.parameters import says_the_same
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import (
    Quantity,
    Unit,
    format_pan,
    format_quantity,
    format_rounded,
    parse_pan,
    parse_quantity,
    resolution,
)

__all__ = ["COMPARATORS", "Measure", "Reading", "Test"]

COMPARATORS = ("equals", "not", "at_least", "at_most", "one_of")


class Measure(NamedTuple):
    """How a property is compared and written.

    A unit, or ``pan``, ``name`` (case does not matter), ``track`` (a name too, which may be wanted by its
    place), ``switch``, ``signature`` or ``list``.
    """

    unit: Unit | str = "name"


class Reading(NamedTuple):
    """What a session has at some place: a number in a unit, a name, a switch, a list, or nothing."""

    value: Any
    measure: Measure = Measure()

    def say(self) -> str:
        """Write it in a DAW's words."""
        return _say(self.value, self.measure)

    def same(self, wanted: Any) -> bool:
        """Whether it is what is wanted, within the display's resolution."""
        goal = _read(wanted, self.measure)
        if (
            isinstance(goal, float)
            and isinstance(self.value, int | float)
            and not isinstance(self.value, bool)
        ):
            return self.value == goal or abs(self.value - goal) <= self._tolerance(goal)
        if self.measure.unit is Unit.CHOICE and isinstance(self.value, str) and goal is not None:
            return says_the_same(self.value, f"{goal:g}" if isinstance(goal, float) else str(goal))
        return _folded(self.value) == _folded(goal)

    def _tolerance(self, goal: float) -> float:
        unit = self.measure.unit
        return resolution(unit, goal) if isinstance(unit, Unit) else 0.0101

    def meets(self, test: Test) -> bool:
        """Whether it passes a test."""
        match test.comparator:
            case "equals":
                return self.same(test.wanted)
            case "not":
                return not self.same(test.wanted)
            case "one_of":
                return any(self.same(wanted) for wanted in test.wanted)
            case _:
                return self._meets_bound(test)

    def _meets_bound(self, test: Test) -> bool:
        bound = _read(test.wanted, self.measure)
        if not isinstance(bound, float) or not isinstance(self.value, int | float):
            return False
        return self.same(test.wanted) or (self.value > bound) == (test.comparator == "at_least")


class Test(NamedTuple):
    """One comparison: a comparator and what it compares with."""

    comparator: str
    wanted: Any

    @property
    def values(self) -> list[Any]:
        """The values it compares with."""
        return self.wanted if self.comparator == "one_of" else [self.wanted]

    def say(self, measure: Measure) -> str:
        """Write what is wanted: ``at least -6.0 dB``."""
        if self.comparator == "one_of":
            return "one of " + ", ".join(_say(_read(wanted, measure), measure) for wanted in self.wanted)
        words = {"equals": "", "not": "not ", "at_least": "at least ", "at_most": "at most "}[self.comparator]
        return words + _say(_read(self.wanted, measure), measure)


def _read(wanted: Any, measure: Measure) -> Any:
    """Bring what is wanted to the reading's own scale; text that is no such quantity stays text."""
    if isinstance(wanted, bool):
        return ("off", "on")[wanted] if measure.unit is Unit.CHOICE else wanted
    if isinstance(wanted, int | float):
        return float(wanted) if measure.unit not in ("name", "track", "list") else str(wanted)
    if wanted is None:
        return {Unit.DB: -math.inf, Unit.RATIO: math.inf}.get(measure.unit)  # pyright: ignore[reportArgumentType, reportCallIssue]
    if measure.unit == "signature" and isinstance(wanted, list | tuple):
        return "/".join(str(number) for number in wanted)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return _read_text(wanted, measure) if isinstance(wanted, str) else wanted


def _read_text(wanted: str, measure: Measure) -> Any:
    try:
        if measure.unit == "pan":
            return parse_pan(wanted)
        if isinstance(measure.unit, Unit) and measure.unit is not Unit.CHOICE:
            quantity = parse_quantity(wanted, measure.unit)
            return quantity.value if quantity.unit is measure.unit else wanted
    except QuantityError:
        return wanted
    return {"on": True, "off": False}.get(wanted.casefold(), wanted) if measure.unit == "switch" else wanted


def _folded(value: Any) -> Any:
    if isinstance(value, str):
        return value.casefold()
    return [_folded(item) for item in value] if isinstance(value, list | tuple) else value  # pyright: ignore[reportUnknownVariableType]


def _say(value: Any, measure: Measure) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return "nothing"
        case int() | float():
            return _say_number(float(value), measure)
        case list() | tuple():
            return ", ".join(_say(item, measure) for item in value) or "nothing"  # pyright: ignore[reportUnknownVariableType]
        case _:
            return str(value)


def _say_number(value: float, measure: Measure) -> str:
    if measure.unit == "pan":
        return format_pan(value)
    if isinstance(measure.unit, Unit) and measure.unit not in (Unit.NONE, Unit.CHOICE):
        return format_quantity(Quantity(round(value, 3), measure.unit))
    return format_rounded(value)
