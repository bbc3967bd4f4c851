"""Finding the raw value at which a parameter reads what is wished, by setting it and reading the display.

AbletonOSC displays only the value a parameter has, so the search is heard: it starts where the parameter is,
approaches without going to the ends if it need not, and is bounded. Whoever calls restores the value
if it fails.
"""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import NamedTuple

from daw_bridges.ableton.displays import displayed
from daw_bridges.errors import OutOfRangeError, QuantityError
from daw_bridges.quantities import Unit, parse_pan, parse_quantity, resolution

__all__ = ["Probe", "Reading", "Span", "read_text", "solve_choice", "solve_number"]

Probe = Callable[[float], Awaitable[str]]
"""Sets a raw value and gives the text that is displayed for it."""

_MOST_PROBES = 40
_MOST_CHOICES = 128
_STEPS = 16.0
_DECIMALS = re.compile(r"\d+(?:[.,](\d+))?")
_THOUSANDS = re.compile(r"(?:khz|(?<!m)s)\s*$", re.IGNORECASE)
_LOGARITHMIC = (Unit.HZ, Unit.MS)


class Reading(NamedTuple):
    """A displayed number, and half of the last digit shown: what lies closer looks the same."""

    number: float
    fine: float


class Span(NamedTuple):
    """The lowest and highest raw value, the one it has now, and the text displayed for that."""

    low: float
    high: float
    now: float
    text: str


def read_text(text: str, unit: Unit) -> Reading | None:
    """The number a display shows, in its base unit (Hz, ms …); None where it shows a word."""
    try:
        number = displayed(text, unit).value
    except QuantityError:
        try:
            return Reading(parse_pan(text), 0.01)
        except QuantityError:
            return None
    decimals = max(map(len, _DECIMALS.findall(text)), default=0)
    factor = 1000.0 if _THOUSANDS.search(text) else 1.0
    return Reading(number, 0.5 * 10.0**-decimals * factor)


async def solve_number(probe: Probe, span: Span, wish: float, unit: Unit) -> str:
    """Make a parameter read a number in a unit; gives the text it reads then. Raises OutOfRangeError."""
    search = _Search(probe, span, wish, unit)
    text = await search.run()
    if text is None:
        raise OutOfRangeError(f"it comes no nearer to {wish:g} {unit.value} than {search.nearest}")
    return text


class _Search:
    """Brackets the wish from where the parameter is, then closes in."""

    def __init__(self, probe: Probe, span: Span, wish: float, unit: Unit) -> None:
        self._probe, self._span, self._wish, self._unit = probe, span, wish, unit
        self._seen: dict[float, float] = {}
        self._texts: dict[float, str] = {}
        self._fine: dict[float, float] = {}

    @property
    def nearest(self) -> str:
        """The text that came nearest."""
        return self._texts[min(self._seen, key=lambda raw: self._off(self._seen[raw]))]

    def _off(self, number: float) -> float:
        return 0.0 if number == self._wish else abs(number - self._wish)

    def _note(self, raw: float, text: str) -> bool:
        """Take a reading; whether it is the wish."""
        reading = read_text(text, self._unit)
        if reading is None:
            raise OutOfRangeError(f"it reads “{text}”, which is no number")
        self._seen[raw], self._texts[raw], self._fine[raw] = reading.number, text, reading.fine
        if math.isinf(self._wish) or math.isinf(reading.number):
            return reading.number == self._wish
        return self._off(reading.number) <= reading.fine * 1.001

    async def run(self) -> str | None:
        if self._note(self._span.now, self._span.text):
            return self._texts[self._span.now]
        for _ in range(_MOST_PROBES):
            raw = self._next()
            if raw is None:
                break
            if self._note(raw, await self._probe(raw)):
                return self._texts[raw]
        return await self._settle_for_the_nearest()

    async def _settle_for_the_nearest(self) -> str | None:
        """Some displays skip values: what cannot be told from the wish will do."""
        raw = min(self._seen, key=lambda raw: self._off(self._seen[raw]))
        if not self._off(self._seen[raw]) <= resolution(self._unit, self._wish):
            return None
        text = await self._probe(raw)
        return text if self._note(raw, text) or text == self._texts[raw] else None

    def _next(self) -> float | None:
        """The raw value to try next; None where there is nothing left to try."""
        raws = sorted(self._seen)
        for left, right in pairwise(raws):
            low, high = sorted((self._seen[left], self._seen[right]))
            if low <= self._wish <= high:
                return self._between(left, right)
        return self._beyond(raws)

    def _between(self, left: float, right: float) -> float | None:
        if right - left <= 1e-7 * max(1.0, abs(self._span.high - self._span.low)):
            return None
        low, high, wish = (self._scaled(n) for n in (self._seen[left], self._seen[right], self._wish))
        share = (wish - low) / (high - low) if math.isfinite(low) and math.isfinite(high) else 0.5
        # Straight lines get stuck at one end of a bent curve: every third step halves what is left.
        if len(self._seen) % 3 == 0 or math.isnan(share):
            share = 0.5
        return left + (right - left) * min(max(share, 0.02), 0.98)

    def _scaled(self, number: float) -> float:
        return math.log(number) if self._unit in _LOGARITHMIC and number > 0 else number

    def _beyond(self, raws: list[float]) -> float | None:
        """Step outwards to where the wish must lie; the first step, either way, tells which way that is."""
        low, high = self._span.low, self._span.high
        first, last = raws[0], raws[-1]
        if len(raws) == 1:
            step = (high - low) / _STEPS
            up = self._wish > self._seen[first]
            return self._clamped(first + step if up else first - step, first)
        rising = self._seen[last] >= self._seen[first]
        upwards = (self._wish > self._seen[last]) == rising
        reach = max(2.0 * (last - first), (high - low) / _STEPS)
        ends = [min(last + reach, high), max(first - reach, low)]
        for raw in ends if upwards else reversed(ends):
            if raw not in self._seen:
                return raw
        return None

    def _clamped(self, raw: float, origin: float) -> float:
        inside = min(max(raw, self._span.low), self._span.high)
        # At an end already: the other way is all there is.
        return inside if inside != origin else origin - (raw - origin)


async def solve_choice(probe: Probe, span: Span, items: tuple[str, ...], text: str) -> str:
    """Make a stepped parameter read a text; ``items`` are its texts where they are known.

    Raises OutOfRangeError where none of its steps reads that.
    """
    steps = [span.low + n for n in range(round(span.high - span.low) + 1)]
    wanted = text.casefold()
    known = [item.casefold() for item in items]
    if wanted in known:
        steps = [steps[known.index(wanted)]]
    elif span.text.casefold() == wanted:
        return span.text
    # Near ones first: a search through the choices is heard.
    tried: list[str] = []
    for raw in sorted(steps, key=lambda raw: abs(raw - span.now))[:_MOST_CHOICES]:
        tried.append(await probe(raw))
        if _reads(tried[-1], wanted):
            return tried[-1]
    raise OutOfRangeError(f"it can be {', '.join(dict.fromkeys(tried))}")


def _reads(text: str, wanted: str) -> bool:
    if text.casefold() == wanted:
        return True
    try:
        one, other = parse_quantity(text), parse_quantity(wanted)
    except QuantityError:
        return False
    units = {one.unit, other.unit}
    return math.isclose(one.value, other.value, rel_tol=1e-6) and (len(units) == 1 or Unit.NONE in units)
