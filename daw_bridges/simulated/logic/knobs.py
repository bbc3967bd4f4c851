"""A plug-in's parameters as a control surface turns them: how far a tick goes, and what the display says.

A coarse tick goes a hundredth of the way, a fine one (CMD/ALT) a thousandth; where a parameter's own steps
were measured it goes by those. Frequencies, times and Q go as ears hear them: by ratios, not by differences.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar

from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knob_texts import fitting, number_text
from daw_bridges.simulated.logic.short_names import Shorten

__all__ = ["Blank", "Choice", "Control", "Knob", "Number"]


class Knob(ABC):
    """One parameter. ``value`` is in its own unit (a choice: its place in the list)."""

    def __init__(self, name: str, default: float) -> None:
        self.name = name
        self.shown = ""
        """What a cell shows for the name, where that was seen on a real Logic."""
        self.default = default
        self.value = default
        self.stuck = False
        """A fault: it does not move, whatever the surface does."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The value as the plug-in's window shows it, unit and all."""

    @abstractmethod
    def cell(self, shorten: Shorten) -> str:
        """The value as a cell of the display shows it: at most six characters."""

    @property
    @abstractmethod
    def fraction(self) -> float:
        """How much of its way the value has gone: 0 … 1."""

    @abstractmethod
    def at(self, fraction: float) -> float:
        """The value at a place of its way."""

    @abstractmethod
    def moved(self, ticks: int, *, fine: bool) -> float:
        """The value after so many ticks."""

    @property
    def switches(self) -> bool:
        """Whether it has two values only, so that a push goes from one to the other."""
        return False

    def turned(self, ticks: int, *, fine: bool = False) -> float:
        """The value after a turn; CMD/ALT held makes it ``fine``."""
        return self.value if self.stuck else self.moved(ticks, fine=fine)

    def to_stop(self, ticks: int) -> float:
        """The value after a turn with OPTION: the next of minimum, default and maximum that way."""
        stops = sorted({self.at(0), self.default, self.at(1)})
        ahead = [stop for stop in stops if (stop - self.value) * ticks > 0]
        return min(ahead, key=lambda stop: abs(stop - self.value)) if ahead and not self.stuck else self.value

    def pushed(self) -> float:
        """The value after a push: the default; of two values the other one."""
        if self.stuck:
            return self.value
        return 1 - self.value if self.switches else self.default

    def slid(self, fraction: float) -> float:
        """The value after a fader that stands for it moved."""
        return self.value if self.stuck else self.at(min(1.0, max(0.0, fraction)))


class _Way:
    """From a fraction of the way to a value and back; linear."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def value(self, fraction: float) -> float:
        return self.low + fraction * (self.high - self.low)

    def fraction(self, value: float) -> float:
        return (value - self.low) / (self.high - self.low)


class _Ratios(_Way):
    def value(self, fraction: float) -> float:
        return self.low * (self.high / self.low) ** fraction

    def fraction(self, value: float) -> float:
        return math.log(value / self.low) / math.log(self.high / self.low)


class _Cubes(_Way):
    """For ways that begin at 0."""

    def value(self, fraction: float) -> float:
        return self.high * fraction**3

    def fraction(self, value: float) -> float:
        return math.cbrt(value / self.high)


def _way(unit: Unit, low: float, high: float) -> _Way:
    by_ear = unit in (Unit.HZ, Unit.MS) or (unit is Unit.NONE and low > 0 and high / low >= 100)
    if by_ear and low > 0 and high / low >= 10:
        return _Ratios(low, high)
    return _Cubes(low, high) if by_ear and low == 0 and high >= 100 else _Way(low, high)


class Number(Knob):
    """A number between two ends; ``stops`` are its own steps where they were measured."""

    coarse: ClassVar[float] = 0.01
    fine: ClassVar[float] = 0.001

    def __init__(
        self,
        name: str,
        unit: Unit,
        low: float,
        high: float,
        default: float,
        *,
        stops: Sequence[float] = (),
        decimals: int | None = None,
        in_seconds: bool = False,
    ) -> None:
        super().__init__(name, default)
        self.unit, self.low, self.high = unit, low, high
        self.stops = tuple(stops)
        self.decimals = decimals
        self.in_seconds = in_seconds
        self.behind: str | None = None
        """What stands behind the number in place of its unit."""
        self._way = _way(unit, low, high)

    @property
    def text(self) -> str:
        """The number with its unit; a sign where it goes as far below 0 as above."""
        if self.in_seconds and self.value >= 1000:
            return f"{self.value / 1000:.2f} s"
        if self.behind is not None:
            return f"{number_text(self.value, Unit.NONE, self.decimals)}{self.behind}"
        signed = self.unit is Unit.DB and self.low == -self.high
        return number_text(self.value, self.unit, self.decimals, signed=signed)

    def cell(self, shorten: Shorten) -> str:
        """The number, with its unit where that fits."""
        del shorten
        return fitting(self.text)

    @property
    def fraction(self) -> float:
        """Where it stands."""
        return self._way.fraction(self.value)

    def at(self, fraction: float) -> float:
        """The value there, at one of the stops if it has any."""
        value = self._way.value(fraction)
        if self.stops:
            return self.stops[self._nearest(value)]
        return min(self.high, max(self.low, float(f"{value:.9g}")))

    def moved(self, ticks: int, *, fine: bool) -> float:
        """By its stops, else by parts of its way (decibels by tenths when fine, where that is less)."""
        if self.stops:
            return self._stopped(ticks, fine=fine)
        step = self.fine if fine else self.coarse
        if fine and self.unit is Unit.DB:
            step = min(step, 0.1 / (self.high - self.low))
        return self.at(min(1.0, max(0.0, self.fraction + ticks * step)))

    def _nearest(self, value: float) -> int:
        place = min(bisect_left(self.stops, value), len(self.stops) - 1)
        below = max(0, place - 1)
        return below if abs(self.stops[below] - value) < abs(self.stops[place] - value) else place

    def _stopped(self, ticks: int, *, fine: bool) -> float:
        near = self._nearest(self.value)
        stride = 1 if fine else max(1, round(len(self.stops) * self.coarse))
        return self.stops[max(0, min(near + ticks * stride, len(self.stops) - 1))]


class Control(Knob):
    """A parameter of a plug-in that gives the host no texts: ``Control #1``, 0 … 1000."""

    TOP = 1000

    @property
    def text(self) -> str:
        """A whole number without a unit."""
        return f"{round(self.value)}"

    def cell(self, shorten: Shorten) -> str:
        """The same."""
        del shorten
        return self.text

    @property
    def fraction(self) -> float:
        """Where it stands."""
        return self.value / self.TOP

    def at(self, fraction: float) -> float:
        """The whole number there."""
        return float(round(fraction * self.TOP))

    def moved(self, ticks: int, *, fine: bool) -> float:
        """By tens, or by ones."""
        return min(float(self.TOP), max(0.0, self.value + ticks * (1 if fine else 10)))


class Choice(Knob):
    """One of a few words; a tick goes to the next."""

    def __init__(self, name: str, choices: Sequence[str], default: str) -> None:
        super().__init__(name, float(choices.index(default)))
        self.choices = tuple(choices)

    @property
    def text(self) -> str:
        """The word."""
        return self.choices[round(self.value)]

    def cell(self, shorten: Shorten) -> str:
        """The word, shortened like any name."""
        return shorten(self.text)

    @property
    def switches(self) -> bool:
        """Off and on."""
        return len(self.choices) == 2

    @property
    def fraction(self) -> float:
        """Where it stands."""
        return self.value / max(1, len(self.choices) - 1)

    def at(self, fraction: float) -> float:
        """The place in the list there."""
        return float(round(fraction * (len(self.choices) - 1)))

    def moved(self, ticks: int, *, fine: bool) -> float:
        """By one, fine or not."""
        del fine
        return float(min(len(self.choices) - 1, max(0, round(self.value) + ticks)))


class Blank(Control):
    """A place without a parameter, as some plug-ins have: ``-`` or nothing over nothing; nothing moves."""

    def __init__(self, name: str = "-") -> None:
        super().__init__(name, 0.0)
        self.stuck = True

    @property
    def text(self) -> str:
        """Nothing."""
        return ""
