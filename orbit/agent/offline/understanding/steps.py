"""How far a parameter moves, in words: "by 3 dB", "a touch", "ten percent", "by a third", "an octave"."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.session import Parameter
from orbit.agent.offline.understanding.amounts import SIZES
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.values import read_value

__all__ = ["PLAIN", "Step", "moved", "read_step"]


@dataclass(frozen=True)
class Step:
    """A change without its direction: a size in words, an amount in a unit, or a share of what is there."""

    size: str = ""
    amount: Quantity | None = None
    share: float | None = None
    octaves: float | None = None
    times: float | None = None


PLAIN = Step("some")
"""How far "up" goes when nothing says how far."""

_TWICE = Step(times=2.0)
_SHARES = {
    "half": 0.5, "by half": 0.5, "in half": 0.5, "third": 1 / 3, "quarter": 0.25, "2 third": 2 / 3,
    "3 quarter": 0.75, "fifth": 0.2, "tenth": 0.1,
}  # fmt: skip
_SIZES: Mapping[Unit, Mapping[str, float]] = {
    Unit.DB: {"touch": 1, "bit": 2, "some": 3, "lot": 6},
    Unit.PERCENT: {"touch": 5, "bit": 10, "some": 15, "lot": 30},
    Unit.SEMITONES: {"touch": 1, "bit": 1, "some": 2, "lot": 5},
    Unit.RATIO: {"touch": 0.5, "bit": 1, "some": 1, "lot": 2},
    Unit.DEGREES: {"touch": 5, "bit": 10, "some": 15, "lot": 45},
}
"""What a size adds, by the unit."""
_TIMES = {"touch": 1.1, "bit": 1.25, "some": 1.5, "lot": 2.0}
"""What a size multiplies by where equal steps sound equal by their ratio: frequencies, times, note values."""
_OF_RANGE = {"touch": 0.02, "bit": 0.05, "some": 0.1, "lot": 0.25}
"""What a size adds of the whole range where a number has no unit."""


def read_step(ground: Ground, tokens: Sequence[Token]) -> Step | None:
    """How far something moves."""
    text = said(
        [token for token in tokens if token.text not in ("by", "another", "further", "more", "extra")]
    )
    if text in _SHARES:
        return Step(share=_SHARES[text])
    if text in ("twice", "double", "2 times"):
        return _TWICE
    if match := re.fullmatch(r"(?:(?P<count>\d+(?:\.\d+)?|half) )?octaves?", text):
        count = match["count"] or "1"
        return Step(octaves=0.5 if count == "half" else float(count))
    size = next((size for size, listed in SIZES.items() if text in listed), None)
    if size is not None:
        return Step(size)
    value = read_value(ground, tokens)
    if isinstance(value, Problem):
        return None
    if isinstance(value, str):
        return (
            None
            if value in ("on", "off", "max", "min", "middle", "default")
            else Step(amount=parse_quantity(value))
        )
    return None if value is None else Step(amount=Quantity(abs(value), Unit.NONE))


def moved(held: Parameter, device: str, way: int, step: Step) -> str | Problem:
    """The value a step up (1) or down (-1) leads to, with its unit, inside the parameter's range."""
    now = held.value
    if not isinstance(now, float) or math.isinf(now):
        return Problem(f"{held.name} of {device} reads {held.text or now}; say what to set it to.")
    goal = _goal(now, held, way, step)
    if goal is None:
        return Problem(f"{held.name} of {device} is in {held.unit.value or 'no unit'}; say how far in that.")
    low, high = held.range or (-math.inf, math.inf)
    goal = max(low, min(high, _rounded(goal)))
    if math.isclose(goal, now, abs_tol=1e-9):
        reads = held.text or format_quantity(Quantity(now, held.unit))
        return Problem(f"{held.name} of {device} is already at {reads}.")
    return format_quantity(Quantity(goal, held.unit))


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _goal(now: float, held: Parameter, way: int, step: Step) -> float | None:
    if step.octaves is not None:
        return _by_octaves(now, held.unit, way * step.octaves)
    if step.times is not None:
        return now * step.times if way > 0 else now / step.times
    if step.share is not None:
        return now + way * step.share * abs(now)
    if step.amount is not None:
        return _by_amount(now, held.unit, way, step.amount)
    return _by_size(now, held, way, step.size)


def _by_octaves(now: float, unit: Unit, octaves: float) -> float | None:
    if unit is Unit.HZ:
        return now * 2**octaves
    return now + 12 * octaves if unit is Unit.SEMITONES else None


def _by_amount(now: float, unit: Unit, way: int, amount: Quantity) -> float | None:
    if amount.unit in (unit, Unit.NONE):
        return now + way * abs(amount.value)
    if amount.unit is Unit.PERCENT:
        return now + way * abs(amount.value) / 100 * abs(now)
    if amount.unit is Unit.SEMITONES and unit is Unit.HZ:
        return now * 2 ** (way * abs(amount.value) / 12)
    return None


def _by_size(now: float, held: Parameter, way: int, size: str) -> float | None:
    if held.unit in _SIZES:
        return now + way * _SIZES[held.unit][size]
    if held.unit in (Unit.HZ, Unit.MS, Unit.BEATS) and now > 0:
        return now * _TIMES[size] if way > 0 else now / _TIMES[size]
    low, high = held.range or (0.0, 1.0)
    return (
        now + way * _OF_RANGE[size] * (high - low) if math.isfinite(high - low) else now * _TIMES[size] ** way
    )
