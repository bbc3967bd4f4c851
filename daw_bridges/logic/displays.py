"""What Logic's display reads of a value, as a number in its unit, and how much of it the display can tell.

A cell has six characters, so the unit comes after the number only where there is room, whole or cut
(``-11.5``, ``59.0ms``, ``-10,0 d``, ``7040.0``, ``20000.``); the decimal point is the one of the user's
system, and −∞ is written ``-oo``. Choices are shortened like names (``PltDig`` for Platinum Digital).

Source: values of stock plug-ins as a Mackie Control read them in Logic 12.3, published with logician-mcp.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.logic.naming import fits
from daw_bridges.quantities import Unit

__all__ = ["SWITCH", "Reading", "read", "same", "same_text", "shortens", "which_choice"]

SWITCH = ("off", "on")
"""The choices of what can only be on or off."""

_NUMBER = re.compile(
    r"^\s*(?P<sign>[+\-−–]?)\s*(?P<digits>\d+(?:[.,]\d*)?|[.,]\d+|oo|∞|inf)\s*(?P<unit>.*?)\s*$",
    re.IGNORECASE,
)
_NOTE = re.compile(r"^\s*(?P<over>\d+)\s*/\s*(?P<under>[1-9]\d*)\s*(?P<feel>[td.]?)\s*$", re.IGNORECASE)
_FEEL = {"": 1.0, "t": 2 / 3, "d": 1.5, ".": 1.5}

# Whole or cut off where the cell ended; the first that begins so is meant.
_UNITS: tuple[tuple[str, Unit, float], ...] = (
    ("db", Unit.DB, 1.0), ("hz", Unit.HZ, 1.0), ("khz", Unit.HZ, 1000.0), ("ms", Unit.MS, 1.0),
    ("s", Unit.MS, 1000.0), ("sec", Unit.MS, 1000.0), ("µs", Unit.MS, 0.001), ("%", Unit.PERCENT, 1.0),
    (":1", Unit.RATIO, 1.0), (": 1", Unit.RATIO, 1.0), ("st", Unit.SEMITONES, 1.0),
    ("semi", Unit.SEMITONES, 1.0), ("cent", Unit.SEMITONES, 0.01), ("°", Unit.DEGREES, 1.0),
    ("o", Unit.DEGREES, 1.0), ("deg", Unit.DEGREES, 1.0), ("x", Unit.NONE, 1.0), ("bit", Unit.NONE, 1.0),
    ("beats", Unit.BEATS, 1.0),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reading:
    """A displayed value. ``value`` is None for a text; ``unit`` None where none is displayed.

    ``step`` is what one of the last displayed digit is worth, in the unit.
    """

    text: str
    value: float | None = None
    unit: Unit | None = None
    step: float = 0.0


def read(text: str, unit: Unit | None = None) -> Reading:
    """Read a displayed value; ``unit`` is taken where the display has no room for one.

    >>> read("-11.5", Unit.DB).value, read("59.0ms").unit.value, read("20000.", Unit.HZ).step
    (-11.5, 'ms', 1.0)
    """
    plain = text.strip()
    if note := _NOTE.match(plain):
        beats = 4.0 * int(note["over"]) / int(note["under"]) * _FEEL[note["feel"].lower()]
        return Reading(plain, beats, Unit.BEATS, 1e-6)
    if (match := _NUMBER.match(plain)) is None:
        return Reading(plain)
    found = _unit(match["unit"])
    if found is None:
        return Reading(plain)
    shown, factor = found
    value, step = _number(match["digits"])
    sign = -1.0 if match["sign"] in ("-", "−", "–") and match["sign"] else 1.0
    return Reading(plain, sign * value * factor, unit if shown is None else shown, step * factor)


def _number(digits: str) -> tuple[float, float]:
    if not digits[0].isdigit() and digits[0] not in ".,":
        return math.inf, 0.0
    plain = digits.replace(",", ".")
    decimals = len(plain.partition(".")[2])
    return float(plain), 10.0**-decimals


def _unit(word: str) -> tuple[Unit | None, float] | None:
    """The unit that a word, whole or cut, stands for, and what brings it to the unit's own scale."""
    plain = word.strip().casefold()
    if not plain:
        return None, 1.0
    for known, unit, factor in _UNITS:
        if known == plain:
            return unit, factor
    return next(((unit, factor) for known, unit, factor in _UNITS if known.startswith(plain)), None)


def same(wanted: float, reading: Reading) -> bool:
    """Whether a reading is the wanted value, as far as its display can tell (half of its last digit)."""
    if reading.value is None:
        return False
    if math.isinf(wanted) or math.isinf(reading.value):
        return wanted == reading.value
    return abs(wanted - reading.value) <= reading.step / 2 * (1 + 1e-9) + 1e-9 * abs(wanted)


def same_text(one: str, other: str) -> bool:
    """Whether two displayed texts are one value: spaces and case aside."""
    return "".join(one.split()).casefold() == "".join(other.split()).casefold()


_UNITS_OF_NAME = re.compile(r"\d+|\D")


def shortens(short: str, full: str) -> bool:
    """Whether a cell could show ``full`` as ``short``: letters left out in order, numbers kept whole.

    >>> shortens("Pea1Ga", "Peak 1 Gain"), shortens("Con#1", "Control #12"), shortens("Rel", "Auto Release")
    (True, False, False)
    """
    if not fits(short, full):
        return False
    rest = iter(_UNITS_OF_NAME.findall(full.strip().casefold()))
    return all(part in rest for part in _UNITS_OF_NAME.findall(short.strip().casefold()))


def which_choice(shown: str, choices: Sequence[str]) -> str | None:
    """The one of the choices that a display shows, shortened or not; None where none or several fit.

    >>> which_choice("VintgF", ["Vintage VCA", "Vintage FET"]), which_choice("On", ["off", "on"])
    ('Vintage FET', 'on')
    """
    exact = [choice for choice in choices if same_text(choice, shown)]
    found = exact or [choice for choice in choices if shortens(shown, choice)]
    return found[0] if len(found) == 1 else None
