"""What Live displays, as numbers: ``-6.0 dB``, ``1.20 kHz``, ``4.00 : 1``, ``35 %``, ``50L``, ``1/8``.

Kilohertz are read as Hz and seconds as ms, so that a wish and a reading can be compared. ``step`` is half of
the last digit shown: two values closer than that are the same to the eye.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

INFINITY = float("inf")

_NUMBER = re.compile(
    r"^\s*(?P<sign>[+\-\u2212]?)\s*(?P<digits>inf|\u221e|\d+(?:[.,](?P<decimals>\d*))?)\s*(?P<unit>.*?)\s*$",
    re.IGNORECASE,
)
# Expanders and Multiband Dynamics write the ratio behind the one: 1 : 4.00.
_ONE_TO = re.compile(r"^\s*1\s*:\s*(\S+)\s*$")
_NOTE_VALUE = re.compile(r"^\s*(\d+)\s*/\s*(\d+)\s*$")
_UNITS = {
    "": ("", 1.0),
    "db": ("dB", 1.0),
    "hz": ("Hz", 1.0),
    "khz": ("Hz", 1000.0),
    "ms": ("ms", 1.0),
    "s": ("ms", 1000.0),
    "%": ("%", 1.0),
    ":1": (":1", 1.0),
    "st": ("st", 1.0),
    "ct": ("st", 0.01),
    "\u00b0": ("\u00b0", 1.0),
    "l": ("pan", -0.02),
    "r": ("pan", 0.02),
}


class Reading(NamedTuple):
    """A displayed value: its number in a base unit, how fine the display is, and the text itself."""

    number: float
    unit: str
    step: float
    text: str


def read(text: str) -> Optional[Reading]:
    """Read a displayed value; None where it is a word and not a number."""
    if text.strip().upper() == "C":
        return Reading(0.0, "pan", 0.01, text)
    note = _NOTE_VALUE.match(text)
    if note and int(note.group(2)):
        return Reading(4.0 * int(note.group(1)) / int(note.group(2)), "beats", 0.0, text)
    match = _NUMBER.match(_ONE_TO.sub(r"\1 : 1", text))
    unit = _UNITS.get(match.group("unit").replace(" ", "").lower()) if match else None
    if match is None or unit is None:
        return None
    return _numbered(match, unit[0], unit[1], text)


def read_as(text: str, unit: str) -> Optional[Reading]:
    """Read a displayed value that is to be in ``unit``: lengths from a bar on are displayed as bars."""
    reading = read(text)
    if reading is None or reading.unit or unit != "beats":
        return reading
    return reading._replace(number=4.0 * reading.number, unit=unit, step=4.0 * reading.step)


def _numbered(match: "re.Match[str]", unit: str, factor: float, text: str) -> Reading:
    sign = -1.0 if match.group("sign") in ("-", "\u2212") else 1.0
    digits = match.group("digits").lower().replace(",", ".")
    if digits in ("inf", "\u221e"):
        return Reading(sign * INFINITY, unit, 0.0, text)
    decimals = len(match.group("decimals") or "")
    number = sign * float(digits) * factor
    return Reading(float("%.12g" % number), unit, 0.5 * 10**-decimals * abs(factor), text)


def folded(text: str) -> str:
    """A word without the differences that do not matter: case, spaces, hyphens and underscores."""
    return re.sub(r"[\s_\-]+", "", text).casefold()
