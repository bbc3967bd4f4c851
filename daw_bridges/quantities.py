"""Quantities with units, as producers write them and DAWs display them.

Units are normalised so that two quantities compare: kHz become Hz, seconds milliseconds, note values beats.

>>> parse_quantity("1.2 kHz")
Quantity(value=1200.0, unit=<Unit.HZ: 'Hz'>)
>>> format_quantity(parse_quantity("4.00 : 1"))
'4.00 : 1'
>>> parse_quantity("1/8").value
0.5
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from daw_bridges.errors import QuantityError

__all__ = [
    "Quantity",
    "Unit",
    "bars_to_beats",
    "beats_per_bar",
    "beats_to_bars",
    "coarseness",
    "format_note_value",
    "format_pan",
    "format_quantity",
    "format_rounded",
    "parse_pan",
    "parse_position",
    "parse_quantity",
    "resolution",
]


class Unit(StrEnum):
    """The units a parameter can have; the value is how the unit is written."""

    DB = "dB"
    HZ = "Hz"
    MS = "ms"
    PERCENT = "%"
    RATIO = ":1"
    SEMITONES = "st"
    BEATS = "beats"
    DEGREES = "°"
    NONE = ""
    CHOICE = "choice"


class Quantity(NamedTuple):
    """A number in its unit. Levels may be −inf, ratios +inf."""

    value: float
    unit: Unit

    def __str__(self) -> str:
        return format_quantity(self)


_NUMBER = r"[+\-−–]?\s*(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?|[.,]\d+|inf(?:inity)?|∞)"
_QUANTITY = re.compile(rf"^\s*(?P<number>{_NUMBER})\s*(?P<unit>.*?)\s*$", re.IGNORECASE)
_RATIO = re.compile(rf"^\s*(?P<number>{_NUMBER})\s*(?::|to)\s*1\s*$", re.IGNORECASE)
_INVERSE_RATIO = re.compile(r"^\s*1\s*(?::|to)\s*(?P<number>\d+(?:[.,]\d+)?)\s*$", re.IGNORECASE)
_NOTE_VALUE = re.compile(
    r"^\s*(?P<over>\d+)\s*/\s*(?P<under>\d+)\s*(?P<feel>t|d|\.|triplets?|dotted)?\s*(?:notes?)?\s*$",
    re.IGNORECASE,
)

# What people and hosts write, with the factor that brings it to the unit's own scale.
_UNIT_WORDS: dict[str, tuple[Unit, float]] = {
    "db": (Unit.DB, 1.0), "dbfs": (Unit.DB, 1.0), "decibel": (Unit.DB, 1.0), "decibels": (Unit.DB, 1.0),
    "hz": (Unit.HZ, 1.0), "hertz": (Unit.HZ, 1.0), "khz": (Unit.HZ, 1000.0), "k": (Unit.HZ, 1000.0),
    "kilohertz": (Unit.HZ, 1000.0),
    "ms": (Unit.MS, 1.0), "msec": (Unit.MS, 1.0),
    "millisecond": (Unit.MS, 1.0), "milliseconds": (Unit.MS, 1.0),
    "s": (Unit.MS, 1000.0), "sec": (Unit.MS, 1000.0),
    "second": (Unit.MS, 1000.0), "seconds": (Unit.MS, 1000.0),
    "µs": (Unit.MS, 0.001), "us": (Unit.MS, 0.001),
    "%": (Unit.PERCENT, 1.0), "percent": (Unit.PERCENT, 1.0),
    "st": (Unit.SEMITONES, 1.0), "semitone": (Unit.SEMITONES, 1.0), "semitones": (Unit.SEMITONES, 1.0),
    "ct": (Unit.SEMITONES, 0.01), "cent": (Unit.SEMITONES, 0.01), "cents": (Unit.SEMITONES, 0.01),
    "beat": (Unit.BEATS, 1.0), "beats": (Unit.BEATS, 1.0),
    "°": (Unit.DEGREES, 1.0), "deg": (Unit.DEGREES, 1.0), "degrees": (Unit.DEGREES, 1.0),
}  # fmt: skip

# A dotted note lasts half as long again, three of a triplet fill two.
_FEEL = {"t": 2 / 3, "d": 1.5, ".": 1.5}


def parse_quantity(text: str, default_unit: Unit = Unit.NONE) -> Quantity:
    """Read a quantity; a bare number takes ``default_unit``.

    Raises QuantityError naming the text and what would be understood.
    """
    if match := _RATIO.match(text):
        return Quantity(_number(match["number"], text), Unit.RATIO)
    if match := _INVERSE_RATIO.match(text):
        return Quantity(1.0 / (_number(match["number"], text) or math.inf), Unit.RATIO)
    if match := _NOTE_VALUE.match(text):
        return Quantity(_note_beats(match, text), Unit.BEATS)
    match = _QUANTITY.match(text)
    if match is None:
        raise QuantityError(
            f"“{text}” is not a value. Write a number with its unit: -6 dB, 120 Hz, 30 ms, 4:1, 35 %, 1/8."
        )
    return _with_unit(_number(match["number"], text), match["unit"], default_unit, text)


def _with_unit(number: float, word: str, default_unit: Unit, text: str) -> Quantity:
    if not word:
        return Quantity(number, default_unit)
    try:
        unit, factor = _UNIT_WORDS[word.casefold()]
    except KeyError:
        raise QuantityError(
            f"“{word}” in “{text}” is not a unit Orbit knows. "
            "Units are dB, Hz, kHz, ms, s, %, :1, st, beats and 1/8."
        ) from None
    return Quantity(_scaled(number, factor), unit)


def _scaled(number: float, factor: float) -> float:
    # 1.2 * 1000 is 1199.9999… in floats: rounding far below any display's resolution keeps parse and print
    # inverse.
    return number if factor == 1.0 else float(f"{number * factor:.12g}")


_SIGNS = str.maketrans({"−": "-", "–": "-", "∞": "inf", " ": None})
_THOUSANDS = re.compile(r"^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$")


def _number(digits: str, text: str) -> float:
    plain = "".join(digits.split()).translate(_SIGNS)
    # “1,200 Hz” has a thousands separator, “0,5” and “1,5” a decimal comma.
    value = float(plain.replace(",", "" if _THOUSANDS.match(plain) else "."))
    if math.isfinite(value) or plain.casefold().lstrip("+-").startswith("inf"):
        return value
    raise QuantityError(f"“{text}” is too large a number to be a setting.")


def _note_beats(match: re.Match[str], text: str) -> float:
    under = int(match["under"])
    if under == 0:
        raise QuantityError(f"“{text}” divides by zero. Note values look like 1/4, 1/8T or 1/16D.")
    feel = (match["feel"] or "")[:1].casefold()
    return 4.0 * int(match["over"]) / under * _FEEL.get(feel, 1.0)


def format_quantity(quantity: Quantity) -> str:
    """Print a quantity in the manner of a DAW's display, with enough digits to read it back."""
    value, unit = quantity
    match unit:
        case Unit.DB:
            return (
                f"{value:.1f} dB" if round(value, 1) == value or math.isinf(value) else f"{_digits(value)} dB"
            )
        case Unit.RATIO:
            return (
                f"{value:.2f} : 1"
                if round(value, 2) == value or math.isinf(value)
                else f"{_digits(value)} : 1"
            )
        case Unit.HZ:
            return f"{_digits(value / 1000)} kHz" if abs(value) >= 1000 else f"{_digits(value)} Hz"
        case Unit.MS:
            return f"{_digits(value / 1000)} s" if abs(value) >= 1000 else f"{_digits(value)} ms"
        case Unit.BEATS:
            return format_note_value(value)
        case Unit.NONE | Unit.CHOICE:
            return _digits(value)
        case _:
            return f"{_digits(value)} {unit.value}"


def _digits(value: float) -> str:
    digits = f"{value:.12g}"
    # Displays never show exponents, and readers would take the e for a unit.
    return f"{Decimal(digits):f}" if "e" in digits else digits


def format_rounded(value: float) -> str:
    """Print a bare number for people: to a hundredth, or three digits where it is below one.

    >>> format_rounded(5.00005), format_rounded(1 / 3), format_rounded(128.0)
    ('5', '0.333', '128')
    """
    return _digits(round(value, 2) if abs(value) >= 1 else float(f"{value:.3g}"))


_NOTE_VALUES = {
    4.0 * over / under * factor: f"{over}/{under}{mark}"
    for mark, factor in (("D", 1.5), ("T", 2 / 3), ("", 1.0))
    for over, under in ((1, 64), (1, 32), (1, 16), (1, 8), (1, 4), (1, 2), (1, 1))
}


def format_note_value(beats: float) -> str:
    """Print a length in beats as a note value where it is one (0.5 → ``1/8``), else as beats."""
    for known, text in _NOTE_VALUES.items():
        if math.isclose(known, beats, rel_tol=1e-9):
            return text
    return f"{_digits(beats)} beats"


def resolution(unit: Unit, value: float) -> float:
    """How far two readings of ``value`` may lie apart and still be the same setting.

    Hosts round what they display: to a tenth of a decibel, a whole percent, otherwise to three digits or so.
    """
    if math.isinf(value):
        return 0.0
    floors = {
        Unit.DB: 0.0501,
        Unit.PERCENT: 0.51,
        Unit.SEMITONES: 0.0501,
        Unit.DEGREES: 0.51,
        Unit.BEATS: 1e-6,
    }
    floor = floors.get(unit, 0.00501)
    return floor if unit in (Unit.DB, Unit.BEATS) else max(floor, abs(value) * 0.00501)


_WHOLE = re.compile(r"^\s*[+\-−]?\d+\s*$")


def coarseness(*texts: str) -> float:
    """How far a number may lie from what is displayed, by the displays: half of one where one is whole."""
    return 0.501 if any(map(_WHOLE.match, texts)) else 0.0


_AMOUNT = r"(?P<number>\d+(?:\.\d+)?)\s*(?P<percent>%|percent)?"
_SIDE = r"(?P<side>l|r|left|right)"
_PAN = re.compile(rf"^\s*{_AMOUNT}\s*{_SIDE}\s*$", re.IGNORECASE)
_PAN_SIDE_FIRST = re.compile(rf"^\s*{_SIDE}\s*{_AMOUNT}\s*$", re.IGNORECASE)
_PAN_WORDS = {
    "c": 0.0, "center": 0.0, "centre": 0.0, "middle": 0.0,
    "left": -1.0, "hard left": -1.0, "right": 1.0, "hard right": 1.0,
}  # fmt: skip


def parse_pan(text: str) -> float:
    """Read a panning, −1 left … 1 right: ``C``, ``25L`` (fifty is all the way), ``30 % right``, ``-0.5``."""
    plain = " ".join(text.casefold().split())
    if plain in _PAN_WORDS:
        return _PAN_WORDS[plain]
    if match := _PAN.match(plain) or _PAN_SIDE_FIRST.match(plain):
        full = 100.0 if match["percent"] else 50.0
        side = -1.0 if match["side"].startswith("l") else 1.0
        return _checked_pan(side * float(match["number"]) / full, text)
    quantity = parse_quantity(plain)
    if quantity.unit is Unit.PERCENT:
        return _checked_pan(quantity.value / 100, text)
    if quantity.unit is Unit.NONE:
        return _checked_pan(quantity.value, text)
    raise QuantityError(f"“{text}” is not a pan position. Write C, 25L, 30 % right or a number from -1 to 1.")


def _checked_pan(pan: float, text: str) -> float:
    if not -1.0 <= pan <= 1.0:
        raise QuantityError(
            f"“{text}” is outside the pan range, which goes from 50L through C to 50R (-1 to 1)."
        )
    return pan


def format_pan(pan: float) -> str:
    """Print a panning as Live displays it: ``C``, ``25L``, ``50R``."""
    steps = round(abs(pan) * 50, 6)
    return "C" if steps == 0 else f"{_digits(steps)}{'L' if pan < 0 else 'R'}"


_POSITION = re.compile(r"^\s*(?:bar|measure)?\s*#?\s*(?P<bar>\d+(?:\.\d+)?)\s*$", re.IGNORECASE)


def parse_position(text: str) -> float:
    """Read a bar, counted from 1: ``bar 17``, ``17``, ``17.5``."""
    match = _POSITION.match(text)
    if match is None or float(match["bar"]) < 1:
        raise QuantityError(f"“{text}” is not a position. Bars count from 1: write bar 17.")
    return float(match["bar"])


def beats_per_bar(time_signature: tuple[int, int]) -> float:
    """The length of a bar in beats (quarter notes): 4 for 4/4, 3 for 6/8."""
    numerator, denominator = time_signature
    return numerator * 4.0 / denominator


def bars_to_beats(bar: float, time_signature: tuple[int, int] = (4, 4)) -> float:
    """The place of a bar (from 1) in beats from 0."""
    return (bar - 1.0) * beats_per_bar(time_signature)


def beats_to_bars(beats: float, time_signature: tuple[int, int] = (4, 4)) -> float:
    """The bar (from 1) at a place in beats from 0."""
    return beats / beats_per_bar(time_signature) + 1.0
