"""Turning a V-Pot until the display reads what is wanted: coarse, then fine, bounded, honest where it fails.

How much a tick moves a value is the host's secret: it is measured with every turn (the secant between the
last two readings), on a logarithmic scale where the unit is one that people hear so. Nothing is assumed of
where the ends are, of steps that are coarser than asked, or of a knob that is stuck: the readings tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from daw_bridges.logic.displays import Reading, same
from daw_bridges.quantities import Unit

__all__ = ["Found", "Knob", "seek_number", "seek_text"]

MOST_TICKS = 63 * 8
"""As far as one question turns a knob: eight messages."""

_COARSE, _FINE = 28, 28
_STILL = 3
"""So many ticks in a row that change no text are the end of a list."""
_FIRST = 4
_ABOUT_ZERO = 0.05
"""Below this a scale by ratios goes over into one by differences, for it has to go through 0."""
_DEAD = 5
"""So many turns in a row that change nothing, each twice as far, and the knob is at its end or stuck."""


class Knob(Protocol):
    """One V-Pot over one value."""

    async def read(self) -> Reading:
        """What the display reads now."""
        ...

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        """Turn by ticks, clockwise above 0, and read what the display reads then."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """How a search ended: what the display reads now, and whether that is what was wanted.

    ``near`` are the readings on both sides of the wanted value where it lies between two steps.
    """

    reading: Reading
    exact: bool
    near: tuple[Reading, ...] = ()
    slope: float | None = None
    """Scaled value per tick, for the next search on the same knob."""


@dataclass
class _Search:
    """A search for a number on one knob, in coarse or in fine ticks."""

    knob: Knob
    wanted: float
    unit: Unit | None
    now: Reading
    fine: bool = False
    slope: float | None = None
    under: int | None = None
    over: int | None = None
    """The ticks from here to where the reading was too low, and too high; None where that is not known."""
    near: list[Reading] = field(default_factory=list[Reading])
    dead: int = 0

    def scaled(self, value: float) -> float:
        """The value on the scale that is searched: nearly logarithmic for frequencies, times and ratios."""
        value = max(-1e6, min(1e6, value))
        return math.asinh(value / _ABOUT_ZERO) if self.unit in (Unit.HZ, Unit.MS, Unit.RATIO) else value

    @property
    def missing(self) -> float:
        """How far the reading is below the wanted value (above it: below 0), scaled."""
        return self.scaled(self.wanted) - self.scaled(_number(self.now))

    def step(self) -> int:
        """How many ticks to turn next; never 0."""
        up = self.missing > 0
        if self.slope is None:
            return (_FIRST if up else -_FIRST) * 2**self.dead
        ticks = _rounded(self.missing / self.slope)
        if self.dead:
            ticks = int(math.copysign(max(abs(ticks), 2**self.dead), ticks))
        side = self.over if up else self.under
        if side is not None and side != 0 and (ticks > 0) == (side > 0) and abs(ticks) >= abs(side):
            ticks = int(math.copysign(max(1, abs(side) // 2), side))
        return max(-MOST_TICKS, min(MOST_TICKS, ticks))

    async def move(self, ticks: int) -> bool:
        """Turn and learn from what is read; False when the wanted value lies between here and before."""
        before, was_missing = self.now, self.missing
        self.now = await self.knob.turn(ticks, fine=self.fine)
        changed = self.scaled(_number(self.now)) - self.scaled(_number(before))
        if self.now.value is None or abs(changed) < 1e-12:
            self.dead += 1
            return True
        self._learn(ticks, changed, was_missing)
        crossed = was_missing * self.missing < 0
        if crossed and abs(ticks) == 1:
            self.near = sorted((before, self.now), key=_number)
            return False
        return True

    def _learn(self, ticks: int, changed: float, was_missing: float) -> None:
        self.dead = 0
        slope = changed / ticks
        if self.slope is not None and slope * self.slope < 0:
            # It went the wrong way: the value went over an end to the other one.
            self.under = self.over = None
        self.slope = slope if self.slope is None or slope * self.slope > 0 else self.slope
        self.under = None if self.under is None else self.under - ticks
        self.over = None if self.over is None else self.over - ticks
        if was_missing > 0:
            self.under = -ticks
        else:
            self.over = -ticks


def _number(reading: Reading) -> float:
    return 0.0 if reading.value is None else reading.value


def _rounded(ticks: float) -> int:
    if not math.isfinite(ticks):
        return int(math.copysign(MOST_TICKS, ticks))
    whole = round(max(-1e6, min(1e6, ticks)))
    return whole or (1 if ticks > 0 else -1)


async def seek_number(
    knob: Knob, wanted: float, unit: Unit | None = None, *, slope: float | None = None
) -> Found:
    """Turn until the display reads a number, as far as it can tell.

    Where it lies between two steps, also in fine mode, the nearer one is taken and ``near`` says both; where
    the knob ends before it, or does not move, ``exact`` is False and ``near`` empty.
    """
    search = _Search(knob, wanted, unit, await knob.read(), slope=slope)
    coarse = await _run(search, _COARSE)
    if coarse or not search.near:
        return Found(search.now, coarse, slope=search.slope)
    fine = _Search(knob, wanted, unit, search.now, fine=True)
    if await _run(fine, _FINE):
        return Found(fine.now, exact=True, slope=search.slope)
    near = tuple(fine.near or search.near)
    return await _nearer(fine, near, search.slope)


async def _run(search: _Search, moves: int) -> bool:
    """Whether the wanted value was reached; it stops between two steps, at an end, or after so many moves."""
    for _ in range(moves):
        if search.now.value is None or same(search.wanted, search.now):
            break
        if search.dead >= _DEAD or not await search.move(search.step()):
            break
    return same(search.wanted, search.now)


async def _nearer(search: _Search, near: tuple[Reading, ...], slope: float | None) -> Found:
    """Stand on the nearer of two steps that are one tick apart."""
    best = min(near, key=lambda reading: abs(_number(reading) - search.wanted))
    fine, way = bool(search.near), search.slope if search.near else slope
    for _ in range(3):
        if search.now.text == best.text:
            break
        up = _number(best) > _number(search.now)
        search.now = await search.knob.turn(1 if up == ((way or 1.0) > 0) else -1, fine=fine)
    return Found(search.now, exact=False, near=near, slope=slope)


async def seek_text(
    knob: Knob, wanted: Callable[[str], bool], *, most: int = 96, guess: int = 0
) -> tuple[Found, list[str]]:
    """Turn until the display reads a wanted text; also gives all texts that were read on the way.

    ``guess`` is how many ticks away it is thought to be. Goes clockwise to the end or once round, then back.
    """
    now = await knob.read()
    seen = [now.text]
    if guess and not wanted(now.text):
        now = await knob.turn(guess)
        seen.append(now.text)
    for way in (1, -1):
        start, moved, still = now.text, 0, 0
        while not wanted(now.text) and moved < most and still < _STILL:
            before, now = now, await knob.turn(way)
            moved, still = moved + 1, still + 1 if now.text == before.text else 0
            seen.append(now.text)
            if now.text == start and not still:
                break
        if wanted(now.text) or way < 0:
            break
        # Back to where it began, in one go, to look on the other side.
        now = await knob.turn(still - moved) if moved > still else now
    return Found(now, exact=wanted(now.text)), list(dict.fromkeys(seen))
