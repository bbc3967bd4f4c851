"""What a said value comes to on a device: a choice by its name, "max" and "halfway" as the range has them.

A value that the parameter cannot have is a Problem here already: nothing is done then, and nothing halfway.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.session import Device, Parameter
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import plain

__all__ = ["key_for", "settled", "spelt_out"]

_SIXTEENTHS = "sixteenths"
_BY_UNIT: Mapping[str, Mapping[Unit, tuple[str, ...]]] = {
    "left_sixteenths": {Unit.MS: ("left_time",)},
    "left_time": {Unit.BEATS: ("left_division", "left_sixteenths")},
    "right_sixteenths": {Unit.MS: ("right_time",)},
    "right_time": {Unit.BEATS: ("right_division", "right_sixteenths")},
    "lfo_rate": {Unit.HZ: ("lfo_frequency",)},
    "lfo_frequency": {Unit.BEATS: ("lfo_rate",)},
    "synced_rate": {Unit.HZ: ("frequency",)},
    "modulation_frequency": {Unit.BEATS: ("modulation_rate",)},
    "modulation_rate": {Unit.HZ: ("modulation_frequency",)},
    "free_rate": {Unit.BEATS: ("rate",)},
    "frequency": {Unit.BEATS: ("synced_rate",)},
}
"""Where a time or a speed is held twice, the one that a value's unit is for."""


def key_for(device: Device, key: str, value: float | str) -> str:
    """The parameter that a value of this unit is for, among those that are one and the same to a listener."""
    unit = _unit(value)
    others = () if unit is None else _BY_UNIT.get(key, {}).get(unit, ())
    return next((other for other in others if other in device.parameters), key)


def settled(device: Device, key: str, value: float | str) -> float | str | Problem:
    """The value as an action has it; a Problem where the device's parameter cannot be that."""
    held = device.parameters.get(key)
    if held is None:
        return value
    if held.choices is not None:
        return _choice(device, held, held.choices, _in_sixteenths(key, value))
    if not isinstance(value, str):
        return _within(device, held, value, value)
    if value in ("max", "min", "middle"):
        return _by_range(device, held, value)
    if not any(letter.isdigit() for letter in value):
        return Problem(
            f"{held.name} of {device.name} is a number and reads {_reads(held)}, so it cannot be “{value}”.",
            value,
        )
    return _fitting(device, held, value)


def _reads(held: Parameter) -> str:
    return held.text or str(held.value)


def _unit(value: float | str) -> Unit | None:
    try:
        return parse_quantity(value).unit if isinstance(value, str) else None
    except QuantityError:
        return None


def _fitting(device: Device, held: Parameter, value: str) -> float | str | Problem:
    """A value with its unit, which has to be the parameter's."""
    try:
        quantity = parse_quantity(value, held.unit)
    except QuantityError:
        return value
    if quantity.unit is held.unit:
        return _within(device, held, quantity.value, value)
    unit = f"in {held.unit.value}" if held.unit.value else "a plain number"
    return Problem(f"{held.name} of {device.name} is {unit} and reads {_reads(held)}.", value)


def _within(device: Device, held: Parameter, number: float, value: float | str) -> float | str | Problem:
    low, high = held.range or (-math.inf, math.inf)
    if low <= number <= high:
        return value
    ends = [format_quantity(Quantity(end, held.unit)) for end in (low, high)]
    return Problem(f"{held.name} of {device.name} goes from {ends[0]} to {ends[1]}.", f"{value}")


def _in_sixteenths(key: str, value: float | str) -> float | str:
    """A note's length as a count of sixteenths, where a choice counts these."""
    if not isinstance(value, str) or not key.endswith(_SIXTEENTHS) or _unit(value) is not Unit.BEATS:
        return value
    return f"{parse_quantity(value).value * 4:g}"


def _choice(device: Device, held: Parameter, choices: Sequence[str], value: float | str) -> str | Problem:
    said = value if isinstance(value, str) else f"{value:g}"
    ends = {"max": choices[-1:], "min": choices[:1]}.get(said, (said,))
    meant = spelt_out(plain(ends[0]) if ends else plain(said))
    fitting = (
        [choice for choice in choices if plain(choice) == meant]
        or [choice for choice in choices if _compact(choice) == _compact(meant)]
        or [choice for choice in choices if plain(choice).startswith(f"{meant} ")]
        or [choice for choice in choices if _same_amount(choice, said)]
    )
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(fitting or choices)
    return Problem(f"{held.name} of {device.name} can be {known}.", said, tuple(fitting))


_SHORT = {
    "hi": "high", "lo": "low", "hp": "high pass", "hpf": "high pass", "lp": "low pass", "lpf": "low pass",
    "bp": "band pass", "bpf": "band pass", "lowcut": "high pass", "highcut": "low pass", "automatic": "auto",
}  # fmt: skip


def spelt_out(option: str) -> str:
    """A choice without the short forms that people use: "hi shelf" is "high shelf"."""
    return " ".join(_SHORT.get(word, word) for word in option.split())


def _compact(text: str) -> str:
    return plain(text).replace(" ", "")


def _same_amount(choice: str, said: str) -> bool:
    """Whether both are one quantity, as "400 ms" and "0.4 s" are; a bare number takes the choice's unit."""
    try:
        one = parse_quantity(choice)
        return math.isclose(one.value, parse_quantity(said, one.unit).value) and one.unit is (
            parse_quantity(said, one.unit).unit
        )
    except QuantityError:
        return False


def _by_range(device: Device, held: Parameter, value: str) -> str | Problem:
    low, high = held.range or (-math.inf, math.inf)
    goal = {"max": high, "min": low, "middle": (low + high) / 2}[value]
    if math.isfinite(goal):
        return format_quantity(Quantity(goal, held.unit))
    return Problem(f"{held.name} of {device.name} has no limit there: say what to set it to.", value)
