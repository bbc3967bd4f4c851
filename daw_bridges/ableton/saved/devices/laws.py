"""Laws: what a stored number means in a parameter's own unit.

Each is monotone over what Live stores, and defined for every finite number: files can hold anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from daw_bridges.catalog.schema import Law as LawName
from daw_bridges.catalog.schema import ParameterRow, Place, StoredRow
from daw_bridges.quantities import Unit

__all__ = [
    "Law", "amplitude", "compressing", "expanding", "hundredths", "law_of", "note", "plain", "ratio",
    "seconds", "steps",
]  # fmt: skip

Law = Callable[[float], float]
"""From the stored number to the value in the parameter's unit."""

# The amplitude of −70 dB as Live stores it, with the rounding of single precision; a gain that low is off.
_SILENT = 10.0**-3.5 * (1.0 + 1e-6)

# Live stores the ratio of infinity to one as the largest number of single precision.
_INFINITE = 1e30


def plain(stored: float) -> float:
    """The number itself: dB, Hz, ms, percents from 0 to 100, steps."""
    return stored


def hundredths(stored: float) -> float:
    """A share, 0 … 1, in percent."""
    return stored * 100.0


def seconds(stored: float) -> float:
    """A time in seconds, in milliseconds."""
    return stored * 1000.0


def amplitude(stored: float) -> float:
    """An amplitude in dB; at −70 dB and below a gain is off, −∞."""
    return -math.inf if stored <= _SILENT else 20.0 * math.log10(stored)


def ratio(stored: float) -> float:
    """A compressor's ratio to one, infinite where Live stores its largest number."""
    return math.inf if stored >= _INFINITE else stored


def compressing(stored: float) -> float:
    """The ratio above a threshold of Multiband Dynamics: −1 is ∞:1, 0 is 1:1, 1 is 0.5:1."""
    return math.inf if stored <= -1.0 else 1.0 / (1.0 + stored)


def expanding(stored: float) -> float:
    """The ratio below a threshold of Multiband Dynamics: 1 is ∞:1, 0 is 1:1, −3 is 0.25:1."""
    return math.inf if stored >= 1.0 else 1.0 / (1.0 - stored)


def note(stored: float) -> float:
    """A pitch as a MIDI note number, with fractions, in Hz: 69 is 440 Hz."""
    return 440.0 * 2.0 ** ((min(max(stored, 0.0), 160.0) - 69.0) / 12.0)


def cents(stored: float) -> float:
    """Hundredths of a semitone, in semitones."""
    return stored / 100.0


def centred(stored: float) -> float:
    """A position 0 … 1 as one from −1 to 1."""
    return 2.0 * stored - 1.0


def following(stored: float) -> float:
    """A place among choices that have got one more since, which comes first."""
    return stored + 1.0


def steps(*values: float, first: int = 0) -> Law:
    """A step counted from ``first``; each has its value, and beyond the ends the ends are meant."""

    def law(stored: float) -> float:
        if math.isnan(stored):
            return stored
        return values[round(min(max(stored - first, 0.0), len(values) - 1.0))]

    return law


_LAWS: dict[LawName, Law] = {
    "amplitude": amplitude,
    "cents": cents,
    "centred": centred,
    "compressing": compressing,
    "expanding": expanding,
    "hundredths": hundredths,
    "next": following,
    "note": note,
    "plain": plain,
    "ratio": ratio,
    "seconds": seconds,
}


def law_of(row: StoredRow, place: Place) -> Law:
    """The law of a parameter at a place: what is said there, or the usual one of its unit."""
    name = place.law or _usual(row)
    if name != "steps":
        return _LAWS[name]
    values = sorted(row.steps or (), reverse=row.curve.form != "rising")
    return steps(*values, first=int(row.curve.raw[0]) if row.curve.raw else 0)


def _usual(row: StoredRow) -> LawName:
    if row.choices is not None or (isinstance(row, ParameterRow) and row.switch is not None):
        return "plain"
    if row.steps is not None:
        return "steps"
    if row.unit is Unit.PERCENT:
        return "plain" if row.curve.form == "own" else "hundredths"
    silent = row.range is not None and math.isinf(row.range[0])
    return "amplitude" if row.unit is Unit.DB and silent else "plain"
