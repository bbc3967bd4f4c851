"""Finding the raw value that makes a parameter read what is wished, by asking Live how it displays each one.

Published ranges of raw values disagree and plug-ins have none, but every parameter can say how it displays a
raw value (``str_for_value``). A wish is a number in a real unit, or a text such as ``on`` or ``Peak``.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Tuple

from .errors import OUT_OF_RANGE, EditError
from .readings import INFINITY, Reading, folded, read, read_as

_BISECTIONS = 44
_SCAN_POINTS = 256
_SCALES = {"ms": 1000.0, "Hz": 1000.0}


class Wish(NamedTuple):
    """What a parameter should read."""

    number: Optional[float]
    unit: str
    text: str


class Solution(NamedTuple):
    """A raw value, and how Live displays it."""

    raw: float
    text: str


def wish_from(value: Any) -> Wish:
    """Read a wish from a request: ``{"number": -24, "unit": "dB", "text": …}``; ``"-inf"`` is one too."""
    number, text = value.get("number"), value.get("text") or ""
    reading = read(text) if number is None else None
    if reading is not None:
        return Wish(reading.number, reading.unit, text)
    if number is None:
        return Wish(None, "", text)
    unit = value.get("unit") or ""
    return Wish(float(number), unit, text or "%g %s" % (float(number), unit))


def accepts(reading: Optional[Reading], wish: Wish) -> bool:
    """Whether a displayed value is the wish, as far as the display can show."""
    if reading is None or wish.number is None:
        return False
    if reading.number == wish.number or INFINITY in (abs(reading.number), abs(wish.number)):
        return reading.number == wish.number
    return abs(reading.number - wish.number) <= reading.step * 1.001 + 1e-9 * abs(wish.number)


def solve(parameter: Any, wish: Wish) -> Solution:
    """The raw value for a wish. Raises EditError ``out_of_range`` naming what it can be set to."""
    if parameter.is_quantized:
        return _choice(parameter, wish)
    if wish.number is None:
        raise _no_such_value(parameter, wish, _ends(parameter))
    return _continuous(parameter, wish)


def _no_such_value(parameter: Any, wish: Wish, known: str) -> EditError:
    return EditError(
        OUT_OF_RANGE, "%s cannot be %s; it takes %s." % (parameter.name, wish.text.strip(), known)
    )


def _ends(parameter: Any) -> str:
    low, high = parameter.str_for_value(parameter.min), parameter.str_for_value(parameter.max)
    return "%s to %s" % (low, high)


def choices(parameter: Any) -> List[str]:
    """The texts a quantised parameter steps through, from its lowest raw value."""
    items = [str(item) for item in parameter.value_items]
    return items or [parameter.str_for_value(raw) for raw in _whole_values(parameter)]


def _whole_values(parameter: Any) -> Iterable[float]:
    return (float(raw) for raw in range(int(parameter.min), int(parameter.max) + 1))


def _choice(parameter: Any, wish: Wish) -> Solution:
    items = choices(parameter)
    place = _matching(items, wish)
    if place is None:
        raise _no_such_value(parameter, wish, ", ".join(items[:24]))
    return Solution(parameter.min + place, items[place])


def _matching(items: List[str], wish: Wish) -> Optional[int]:
    wanted = folded(wish.text)
    for place, item in enumerate(items):
        if folded(item) == wanted:
            return place
    readings = [read(item) for item in items]
    for scale in (1.0, _SCALES.get(wish.unit, 1.0)):
        for place, reading in enumerate(readings):
            if reading is not None and accepts(_scaled(reading, scale), wish):
                return place
    return None


def _scaled(reading: Reading, scale: float) -> Reading:
    # Some lists of choices leave the unit out: seconds and kilohertz are tried after milliseconds and hertz.
    if scale == 1.0 or reading.unit:
        return reading
    return reading._replace(number=reading.number * scale, step=reading.step * scale)


def _continuous(parameter: Any, wish: Wish) -> Solution:
    def number(raw: float) -> float:
        reading = read_as(parameter.str_for_value(raw), wish.unit)
        if reading is None:
            raise _no_such_value(parameter, wish, _ends(parameter))
        return reading.number

    found = _nearest(_candidates(number, parameter.min, parameter.max, wish.number), number, wish.number)
    if not accepts(read_as(parameter.str_for_value(found), wish.unit), wish):
        found = _scan(number, parameter.min, parameter.max, wish.number)
    text = parameter.str_for_value(found)
    if not accepts(read_as(text, wish.unit), wish):
        raise _no_such_value(parameter, wish, _ends(parameter))
    return Solution(found, text)


def _candidates(number: Callable, low: float, high: float, wish: Any) -> List[float]:
    if number(low) == wish:
        return [low]
    if number(high) == wish:
        return [high]
    first = _edge(lambda raw: number(raw) >= wish, low, high)
    last = _edge(lambda raw: number(raw) > wish, low, high)
    # A display shows one text over a stretch of raw values: its middle is the truest of them.
    return [(first[0] + last[1]) / 2.0, first[0], first[1], last[0], last[1]]


def _edge(passed: Callable, low: float, high: float) -> Tuple[float, float]:
    """The two raw values, closely together, between which a rising or falling display passes a mark."""
    at_high = passed(high)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2.0
        if passed(middle) == at_high:
            high = middle
        else:
            low = middle
    return low, high


def _nearest(raws: Iterable[float], number: Callable, wish: Any) -> float:
    return min(raws, key=lambda raw: _distance(number(raw), wish))


def _distance(number: float, wish: float) -> float:
    return 0.0 if number == wish else abs(number - wish)


def _scan(number: Callable, low: float, high: float, wish: Any) -> float:
    """For a display that rises and falls: look everywhere, then closely where it passes the wish."""
    raws = [low + (high - low) * place / _SCAN_POINTS for place in range(_SCAN_POINTS + 1)]
    crossings = [
        (left, right)
        for left, right in zip(raws, raws[1:])
        if min(number(left), number(right)) <= wish <= max(number(left), number(right))
    ]
    close = [raw for left, right in crossings for raw in _candidates(number, left, right, wish)]
    return _nearest(raws + close, number, wish)
