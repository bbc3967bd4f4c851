"""What Live's displays write for a value: three figures, its unit, and a larger unit from a thousand on."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from daw_bridges.quantities import Unit

__all__ = ["Display", "display", "figures"]

Display = Callable[[float], str]
"""From a value in its unit to the text on the display."""


def display(unit: Unit, sample: str, bounds: tuple[float, float] | None = None) -> Display:
    """How a parameter in ``unit`` is written, told by ``sample``, which is what it reads somewhere.

    The bounds help where the sample does not tell: from 1 to 16 in whole steps, ``16`` has no decimals.
    """
    if unit is Unit.NONE:
        return _pan if sample == "C" else _whole("") if _in_steps(sample, bounds) else figures
    if unit is Unit.SEMITONES:
        return _cents if sample.endswith("ct") else _semitones if "." in sample else _whole(" st")
    if unit is Unit.RATIO and sample.startswith("1 : "):
        return _one_to
    return _BY_UNIT.get(unit, figures)


def _in_steps(sample: str, bounds: tuple[float, float] | None) -> bool:
    return "." not in sample and bounds is not None and all(bound.is_integer() for bound in bounds)


def figures(value: float) -> str:
    """Three figures and no more than two decimals: 0.05, 1.20, 12.0, 120."""
    for decimals, limit in ((2, 10.0), (1, 100.0)):
        rounded = round(value, decimals) + 0.0
        if abs(rounded) < limit:
            return f"{rounded:.{decimals}f}"
    return f"{value + 0.0:.0f}"


def _switching(small: str, large: str) -> Display:
    def write(value: float) -> str:
        # 999.6 Hz would read 1000 Hz in three figures; displays have changed to 1.00 kHz by then.
        return (
            f"{figures(value / 1000)} {large}" if round(abs(value)) >= 1000 else f"{figures(value)} {small}"
        )

    return write


def _whole(suffix: str) -> Display:
    return lambda value: f"{round(value) + 0}{suffix}"


def _decibels(value: float) -> str:
    return f"{value} dB" if math.isinf(value) else f"{round(value, 1) + 0.0:.1f} dB"


def _ratio(value: float) -> str:
    return "inf : 1" if math.isinf(value) else f"{figures(value)} : 1"


def _one_to(value: float) -> str:
    return "1 : inf" if math.isinf(value) else f"1 : {figures(value)}"


def _cents(value: float) -> str:
    return f"{round(value * 100) + 0} ct"


def _semitones(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f} st"


def _pan(value: float) -> str:
    steps = round(abs(value) * 50)
    return "C" if steps == 0 else f"{steps}{'L' if value < 0 else 'R'}"


def _note_value(beats: float) -> str:
    bars = Fraction(beats / 4).limit_denominator(64)
    return str(bars)


_BY_UNIT: dict[Unit, Display] = {
    Unit.DB: _decibels,
    Unit.HZ: _switching("Hz", "kHz"),
    Unit.MS: _switching("ms", "s"),
    Unit.PERCENT: _whole(" %"),
    Unit.RATIO: _ratio,
    Unit.BEATS: _note_value,
    Unit.DEGREES: _whole("°"),
}
