"""What Live writes for a real value: three figures, a unit, and a switch of scale at 1000.

A ``Display`` is a function from the real value to its text together with the unit the real value is in.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from daw_bridges.quantities import Unit

__all__ = [
    "CENTS",
    "DECIBELS",
    "DEGREES",
    "FREQUENCY",
    "NOTE_LENGTH",
    "NUMBER",
    "PANNING",
    "PERCENT",
    "RATIO",
    "RATIO_TO",
    "SEMITONES",
    "TIME",
    "WHOLE",
    "WHOLE_SEMITONES",
    "Display",
    "display_of",
    "figures",
]


@dataclass(frozen=True)
class Display:
    """A way of writing real values, and the unit they are in."""

    text: Callable[[float], str]
    unit: Unit


def figures(value: float) -> str:
    """Three figures, but never more than two decimals: 0.05, 1.20, 12.0, 120."""
    for decimals, limit in ((2, 10.0), (1, 100.0)):
        rounded = round(value, decimals) + 0.0
        if abs(rounded) < limit:
            return f"{rounded:.{decimals}f}"
    # Files can hold anything, and what is infinite cannot be rounded to a whole number.
    return f"{value + 0.0:.0f}"


def _switched(small: str, large: str) -> Callable[[float], str]:
    def text(value: float) -> str:
        # 999.6 reads 1.00 of the larger unit, not 1000 of the smaller.
        is_large = round(abs(value)) >= 1000
        return f"{figures(value / 1000)} {large}" if is_large else f"{figures(value)} {small}"

    return text


def _decibels(value: float) -> str:
    return f"{'inf' if value > 0 else '-inf'} dB" if math.isinf(value) else f"{round(value, 1) + 0.0:.1f} dB"


def _ratio(value: float) -> str:
    return "inf : 1" if math.isinf(value) else f"{figures(value)} : 1"


def _ratio_to(value: float) -> str:
    return "1 : inf" if math.isinf(value) else f"1 : {figures(value)}"


def _pan(value: float) -> str:
    steps = round(abs(value) * 50)
    return "C" if steps == 0 else f"{steps}{'L' if value < 0 else 'R'}"


def _note_length(beats: float) -> str:
    bars = Fraction(beats / 4).limit_denominator(64)
    return str(bars)


def _whole(suffix: str) -> Callable[[float], str]:
    return lambda value: f"{round(value) + 0}{suffix}"


DECIBELS = Display(_decibels, Unit.DB)
FREQUENCY = Display(_switched("Hz", "kHz"), Unit.HZ)
TIME = Display(_switched("ms", "s"), Unit.MS)
PERCENT = Display(_whole(" %"), Unit.PERCENT)
RATIO = Display(_ratio, Unit.RATIO)
RATIO_TO = Display(_ratio_to, Unit.RATIO)
SEMITONES = Display(lambda value: f"{round(value, 2) + 0.0:.2f} st", Unit.SEMITONES)
CENTS = Display(lambda value: f"{round(value * 100) + 0} ct", Unit.SEMITONES)
WHOLE_SEMITONES = Display(_whole(" st"), Unit.SEMITONES)
DEGREES = Display(_whole("°"), Unit.DEGREES)
NOTE_LENGTH = Display(_note_length, Unit.BEATS)
NUMBER = Display(figures, Unit.NONE)
WHOLE = Display(_whole(""), Unit.NONE)
PANNING = Display(_pan, Unit.NONE)

_BY_UNIT = {
    Unit.DB: DECIBELS,
    Unit.HZ: FREQUENCY,
    Unit.MS: TIME,
    Unit.PERCENT: PERCENT,
    Unit.BEATS: NOTE_LENGTH,
    Unit.DEGREES: DEGREES,
}


def display_of(unit: Unit, sample: str, bounds: tuple[float, float] | None = None) -> Display:
    """How a parameter in ``unit`` is written, told by ``sample``, which is what it reads somewhere.

    The bounds help where the sample does not tell: from 1 to 16 in whole steps, ``16`` has no decimals.
    """
    if unit is Unit.NONE:
        return PANNING if sample == "C" else WHOLE if _in_steps(sample, bounds) else NUMBER
    if unit is Unit.SEMITONES:
        return CENTS if sample.endswith("ct") else SEMITONES if "." in sample else WHOLE_SEMITONES
    if unit is Unit.RATIO:
        return RATIO_TO if sample.startswith("1 : ") else RATIO
    return _BY_UNIT.get(unit, NUMBER)


def _in_steps(sample: str, bounds: tuple[float, float] | None) -> bool:
    return "." not in sample and bounds is not None and all(bound.is_integer() for bound in bounds)
