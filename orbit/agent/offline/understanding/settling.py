"""What a said value comes to on a device: a choice by its name, "max" and "halfway" as the range has them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daw_bridges.quantities import Quantity, format_quantity
from daw_bridges.session import Device, Parameter
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import plain

__all__ = ["settled"]


def settled(device: Device, key: str, value: float | str) -> float | str | Problem:
    """The value as an action has it; a Problem where the device's parameter cannot be that."""
    held = device.parameters.get(key)
    if held is None or not isinstance(value, str):
        return value
    if held.choices is not None:
        return _choice(device, held, held.choices, value)
    if value in ("max", "min", "middle"):
        return _by_range(device, held, value)
    if any(letter.isdigit() for letter in value):
        return value
    reads = held.text or held.value
    return Problem(f"{held.name} of {device.name} is a number and reads {reads}; “{value}” is none.", value)


def _choice(device: Device, held: Parameter, choices: Sequence[str], value: str) -> str | Problem:
    ends = {"max": choices[-1:], "min": choices[:1]}.get(value, (value,))
    meant = ends[0] if ends else value
    fitting = [choice for choice in choices if plain(choice) == plain(meant)] or [
        choice for choice in choices if plain(choice).startswith(f"{plain(meant)} ")
    ]
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(fitting or choices)
    return Problem(f"{held.name} of {device.name} can be {known}.", value, tuple(fitting))


def _by_range(device: Device, held: Parameter, value: str) -> str | Problem:
    low, high = held.range or (-math.inf, math.inf)
    goal = {"max": high, "min": low, "middle": (low + high) / 2}[value]
    if math.isfinite(goal):
        return format_quantity(Quantity(goal, held.unit))
    return Problem(f"{held.name} of {device.name} has no end there: say what to set it to.", value)
