"""What a fader's position means in decibels, by host.

Sources: Logic Pro by measurement (58 positions read off its display, straight lines between these points);
Ardour by its curve, an amplitude of ``2^((198·x^(1/8) − 192) / 6)`` at ``x`` of the way (measured at 8000 and
12808).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from daw_bridges.errors import QuantityError

__all__ = ["ARDOUR", "LOGIC_MASTER", "LOGIC_STRIP", "TOP", "FaderLaw", "through"]

TOP = 16383
"""The highest position a fader has."""
_Curve = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class FaderLaw:
    """A host's law. ``highest`` is the volume in dB that no position goes beyond."""

    name: str
    highest: float
    _rising: _Curve
    _falling: _Curve

    def db(self, position: int) -> float:
        """The volume in dB at a position from 0 to 16383; −inf at 0.

        Raises:
            QuantityError: no such position.
        """
        if not 0 <= position <= TOP:
            raise QuantityError(f"A fader stands at 0 to {TOP}; {position} is not a position.")
        return min(self._rising(position), self.highest) if position else -math.inf

    def position(self, db: float) -> int:
        """The position that comes nearest to a volume in dB; what is out of reach ends at the nearest end.

        Raises:
            QuantityError: ``db`` is not a number.
        """
        if math.isnan(db):
            raise QuantityError("A fader cannot be set to a volume that is not a number.")
        if db == -math.inf:
            return 0
        return max(0, min(round(self._falling(min(db, self.highest))), TOP))

    @property
    def top(self) -> int:
        """The lowest position at which the volume is the highest there is."""
        return self.position(self.highest)


def through(points: Sequence[tuple[float, float]]) -> tuple[_Curve, _Curve]:
    """Straight lines through rising points (x, y): y of x, and x of y; outside them the nearest end."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (lambda x: _between(xs, ys, x)), (lambda y: _between(ys, xs, y))


def _between(xs: Sequence[float], ys: Sequence[float], x: float) -> float:
    right = min(max(bisect_right(xs, x), 1), len(xs) - 1)
    share = (x - xs[right - 1]) / (xs[right] - xs[right - 1])
    return ys[right - 1] + max(0.0, min(share, 1.0)) * (ys[right] - ys[right - 1])


_LOGIC: tuple[tuple[float, float], ...] = (
    (0, -144),
    (192, -70),
    (457, -60),
    (994, -55),
    (1446, -50),
    (2027, -45),
    (2564, -40),
    (3058, -35),
    (3990, -30),
    (4416, -26.667),
    (4912, -23.333),
    (5293, -20),
    (5771, -18),
    (6256, -16),
    (6701, -14),
    (7177, -12),
    (7602, -10),
    (8084, -9.1667),
    (8553, -8.3333),
    (9017, -7.5),
    (9485, -6.6667),
    (9970, -5.8333),
    (10450, -5),
    (12441, 0),
    (14459, 5),
    (14939, 6.25),
    (16380, 10),
)
_OCTAVES, _UNITY = 198.0, 192.0
_DB_A_SIXTH = 20 * math.log10(2) / 6


def _ardour_db(position: float) -> float:
    return (_OCTAVES * (position / TOP) ** 0.125 - _UNITY) * _DB_A_SIXTH


def _ardour_position(db: float) -> float:
    way = (db / _DB_A_SIXTH + _UNITY) / _OCTAVES
    return TOP * max(0.0, way) ** 8


LOGIC_STRIP = FaderLaw("Logic channel strip", 6.0, *through(_LOGIC))
"""Logic's channel strips: +6 dB at most, though the scale goes on."""
LOGIC_MASTER = FaderLaw("Logic master", 10.0, *through(_LOGIC))
"""Logic's master: +10 dB at most."""
ARDOUR = FaderLaw("Ardour", _ardour_db(TOP), _ardour_db, _ardour_position)
"""Ardour's faders: 0 dB at 12808, +6.02 dB at most."""
