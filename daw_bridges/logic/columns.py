"""What the surface shows of the eight strips under it: one column each, taken at one moment."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.mackie.buttons import STRIPS, StripButton
from daw_bridges.mackie.face import CELL, Face

__all__ = ["Column", "columns", "level_in", "names", "names_of", "origins", "pan_in", "pan_of"]

_UPPER, _LOWER = 0, 1
_LEVEL = re.compile(r"(?P<sign>[+\-−]?)\s*(?P<number>\d+(?:[.,]\d+)?|oo|∞)\s*dB?")
_PAN = re.compile(r"^(?P<sign>[+\-−]?)\s*(?P<number>\d{1,2})$")


@dataclass(frozen=True, slots=True)
class Column:
    """One strip as it is shown. ``mute`` is a lamp that is on: while others are soloed it may be blinking."""

    short: str
    fader: int | None
    mute: bool
    solo: bool
    arm: bool
    selected: bool
    pan: int | None
    """−64 … 63 where the base view's lower row reads a number."""
    level: float | None = None
    """The level in dB where the display wrote it, as it does for a touched fader."""


def names(face: Face) -> tuple[str, ...]:
    """The upper row's eight cells."""
    return face.cells(_UPPER)


def names_of(shown: Sequence[Column]) -> tuple[str, ...]:
    """The names of columns."""
    return tuple(column.short for column in shown)


def columns(face: Face) -> tuple[Column, ...]:
    """All eight strips."""
    return tuple(_column(face, slot) for slot in range(STRIPS))


def _column(face: Face, slot: int) -> Column:
    return Column(
        short=face.cell(_UPPER, slot),
        fader=face.fader(slot),
        mute=face.lit(StripButton.MUTE + slot),
        solo=face.lit(StripButton.SOLO + slot),
        arm=face.lit(StripButton.REC + slot),
        selected=face.lit(StripButton.SELECT + slot),
        pan=pan_of(face.cell(_LOWER, slot)),
    )


def pan_of(text: str) -> int | None:
    """The panning that a cell reads, −64 (left) … 63.

    >>> pan_of("-12"), pan_of("+63"), pan_of("0"), pan_of("-6.0 dB")
    (-12, 63, 0, None)
    """
    match = _PAN.match(text)
    if match is None:
        return None
    pan = int(match["number"]) * (-1 if match["sign"] in ("-", "−") else 1)
    return pan if -64 <= pan <= 63 else None


def pan_in(row: str, slot: int) -> int | None:
    """The panning that the lower row says of a strip."""
    return pan_of(row[slot * CELL : (slot + 1) * CELL].strip())


def level_in(row: str, slot: int) -> float | None:
    """The level in dB that the lower row says of a strip, as it does while its fader is touched.

    It is wider than a cell: it runs into the next one, the last begins one character before its own, and what
    runs over the edge is cut.

    >>> level_in("-111.1 dB ".ljust(56), 0), level_in("-100.0 d".rjust(56), 7)
    (-111.1, -100.0)
    """
    start = slot * CELL
    match = _LEVEL.search(row[max(0, start - 1) : start + CELL + 3])
    if match is None:
        return None
    if not match["number"][0].isdigit():
        return -math.inf
    value = float(match["number"].replace(",", "."))
    return -value if match["sign"] in ("-", "−") else value


def origins(row: Sequence[str], shorts: Sequence[str], covered: frozenset[int] = frozenset()) -> list[int]:
    """The places (from 0) that the first of eight cells can be at, for the row to read what it reads.

    ``covered`` are cells that show something else than a name for now.

    >>> origins(("C", "D", "E", "F", "G", "H", "I", "J"), "ABCDEFGHIJ")
    [2]
    >>> origins(("A", "B", "", "", "", "", "", ""), "AB")
    [0]
    """
    last = max(0, len(shorts) - STRIPS)
    padded = (*shorts, *[""] * max(0, STRIPS - len(shorts)))
    return [
        place
        for place in range(last + 1)
        if all(slot in covered or padded[place + slot] == text for slot, text in enumerate(row))
    ]
