"""How a raw parameter value becomes what it means, and back: small pure curves.

Raw is what the Live Object Model calls ``value`` (often 0 … 1). Real is the value in the unit on the display:
dB, Hz, ms, %, a ratio. Each curve is strictly monotone over its range and ``to_raw`` undoes ``to_real``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import dataclass

__all__ = [
    "Amplitude",
    "Centred",
    "Curve",
    "Decades",
    "Knots",
    "Linear",
    "Logarithmic",
    "Lookup",
    "Power",
    "Ratio",
    "Whole",
]


class Curve(ABC):
    """A strictly monotone map between a raw value and a real one."""

    @abstractmethod
    def to_real(self, raw: float) -> float:
        """The real value at ``raw``."""

    @abstractmethod
    def to_raw(self, real: float) -> float:
        """The raw value at which the parameter reads ``real``; values outside the curve land on its ends."""


@dataclass(frozen=True)
class Linear(Curve):
    """A straight line from ``low`` at ``raw_low`` to ``high`` at ``raw_high``."""

    low: float = 0.0
    high: float = 1.0
    raw_low: float = 0.0
    raw_high: float = 1.0

    def to_real(self, raw: float) -> float:
        return self.low + (raw - self.raw_low) / (self.raw_high - self.raw_low) * (self.high - self.low)

    def to_raw(self, real: float) -> float:
        share = (_clamp(real, self.low, self.high) - self.low) / (self.high - self.low)
        return self.raw_low + share * (self.raw_high - self.raw_low)


@dataclass(frozen=True)
class Logarithmic(Curve):
    """Equal raw steps are equal ratios: ``low`` at raw 0, ``high`` at raw 1, both above zero."""

    low: float
    high: float

    def to_real(self, raw: float) -> float:
        return self.low * (self.high / self.low) ** raw

    def to_raw(self, real: float) -> float:
        return math.log(_clamp(real, self.low, self.high) / self.low) / math.log(self.high / self.low)


@dataclass(frozen=True)
class Power(Curve):
    """Finer at the bottom: real grows with the ``exponent``-th power of raw 0 … 1."""

    low: float
    high: float
    exponent: float

    def to_real(self, raw: float) -> float:
        return self.low + (self.high - self.low) * raw**self.exponent

    def to_raw(self, real: float) -> float:
        share = (_clamp(real, self.low, self.high) - self.low) / (self.high - self.low)
        return share ** (1.0 / self.exponent)


@dataclass(frozen=True)
class Centred(Curve):
    """From −``high`` to ``high``, finer around zero, which is raw 0.5: a power of the way to either end."""

    high: float
    exponent: float

    def to_real(self, raw: float) -> float:
        way = 2.0 * raw - 1.0
        return math.copysign(self.high * abs(way) ** self.exponent, way)

    def to_raw(self, real: float) -> float:
        share = _clamp(real, -self.high, self.high) / self.high
        return 0.5 + 0.5 * math.copysign(abs(share) ** (1.0 / self.exponent), share)


@dataclass(frozen=True)
class Decades(Curve):
    """Raw is the decimal logarithm of real ÷ ``scale``, as in Multiband Dynamics (raw 2.0 is 100 Hz)."""

    low: float
    high: float
    scale: float = 1.0

    def to_real(self, raw: float) -> float:
        return self.scale * 10.0**raw

    def to_raw(self, real: float) -> float:
        return math.log10(_clamp(real, self.low, self.high) / self.scale)


# The amplitude of −70 dB, less a rounding error.
_FAINTEST = 10.0**-3.5 * (1.0 - 1e-9)


@dataclass(frozen=True)
class Amplitude(Curve):
    """A gain in dB, its amplitude growing from ``low`` to ``high`` with a power of raw 0 … 1.

    Below −70 dB it reads −inf, as Live's displays do.
    """

    low: float
    high: float
    exponent: float = 1.0

    def to_real(self, raw: float) -> float:
        amplitude = self.low + raw**self.exponent * (self.high - self.low)
        return 20.0 * math.log10(amplitude) if amplitude >= _FAINTEST else -math.inf

    def to_raw(self, real: float) -> float:
        loudest = 20.0 * math.log10(self.high)
        wanted = 10.0 ** (min(real, loudest) / 20.0)
        amplitude = max(wanted, self.low) if wanted >= _FAINTEST else self.low
        return min((amplitude - self.low) / (self.high - self.low), 1.0) ** (1.0 / self.exponent)


@dataclass(frozen=True)
class Ratio(Curve):
    """A compressor's ratio: raw 0 is 1:1, raw 0.75 is 4:1, raw 1 is inf:1; below ``low`` nothing.

    A ``falling`` one is mirrored: raw −0.75 is 4:1.
    """

    low: float = 1.0
    falling: bool = False

    def to_real(self, raw: float) -> float:
        raw = -raw if self.falling else raw
        return math.inf if raw >= 1.0 else 1.0 / (1.0 - raw)

    def to_raw(self, real: float) -> float:
        raw = 1.0 - 1.0 / max(real, self.low)
        return -raw if self.falling else raw


@dataclass(frozen=True)
class Whole(Curve):
    """Whole numbers that stand for themselves: semitones, steps, velocities."""

    low: float
    high: float

    def to_real(self, raw: float) -> float:
        return float(round(raw))

    def to_raw(self, real: float) -> float:
        return float(round(_clamp(real, self.low, self.high)))


@dataclass(frozen=True)
class Lookup(Curve):
    """Real values, rising or falling, one per whole raw value from ``first`` on; the nearest one wins."""

    values: tuple[float, ...]
    first: int = 0

    def to_real(self, raw: float) -> float:
        return self.values[int(_clamp(round(raw) - self.first, 0, len(self.values) - 1))]

    def to_raw(self, real: float) -> float:
        nearest = min(range(len(self.values)), key=lambda index: abs(self.values[index] - real))
        return float(self.first + nearest)


@dataclass(frozen=True)
class Knots(Curve):
    """Straight lines through measured points (raw, real), both rising.

    With ``silent`` the lowest point is −inf dB and the second reaches down to it, as on a fader.
    """

    points: tuple[tuple[float, float], ...]
    silent: bool = False

    def to_real(self, raw: float) -> float:
        if self.silent and raw <= self.points[0][0]:
            return -math.inf
        return _interpolate(self.points, raw)

    def to_raw(self, real: float) -> float:
        bottom, floor = self.points[0]
        if math.isinf(real):
            return bottom if real < 0 else self.points[-1][0]
        raw = _interpolate(tuple((high, low) for low, high in self.points), real)
        return max(raw, bottom + _AUDIBLE) if self.silent and real >= floor else raw


# The quietest level is not silence: it lies this far above the bottom.
_AUDIBLE = 1e-9


def _interpolate(points: tuple[tuple[float, float], ...], x: float) -> float:
    x = _clamp(x, points[0][0], points[-1][0])
    upper = min(max(bisect_right(points, (x, math.inf)), 1), len(points) - 1)
    (x0, y0), (x1, y1) = points[upper - 1], points[upper]
    return y0 + (x - x0) / (x1 - x0) * (y1 - y0)


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
