"""Laws: what a stored number means in a parameter's own unit.

Each is monotone over what Live stores, and defined for every finite number: files can hold anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable

__all__ = [
    "Law",
    "amplitude",
    "compressing",
    "expanding",
    "hundredths",
    "note",
    "plain",
    "ratio",
    "seconds",
    "steps",
]

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


def steps(*values: float, first: int = 0) -> Law:
    """A step counted from ``first``; each has its value, and beyond the ends the ends are meant."""

    def law(stored: float) -> float:
        if math.isnan(stored):
            return stored
        return values[round(min(max(stored - first, 0.0), len(values) - 1.0))]

    return law
