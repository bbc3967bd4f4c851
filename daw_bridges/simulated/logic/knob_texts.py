"""How plug-ins say a number, and what six characters of the display make of it."""

from __future__ import annotations

from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.short_names import WIDTH

__all__ = ["fitting", "number_text"]

_SIGNS = {
    Unit.DB: "dB",
    Unit.HZ: "Hz",
    Unit.MS: "ms",
    Unit.PERCENT: "%",
    Unit.RATIO: ":1",
    Unit.SEMITONES: "st",
    Unit.DEGREES: "deg",
}
_DECIMALS = {Unit.DB: 1, Unit.RATIO: 1, Unit.PERCENT: 0, Unit.SEMITONES: 0, Unit.DEGREES: 0}


def number_text(value: float, unit: Unit, decimals: int | None = None, *, signed: bool = False) -> str:
    """A number with its unit, as a plug-in's window has it; with as many ``decimals`` as its unit is read by.

    >>> number_text(-20, Unit.DB), number_text(7040, Unit.HZ), number_text(1.9, Unit.DB, signed=True)
    ('-20.0 dB', '7040 Hz', '+1.9 dB')
    """
    if decimals is None:
        size = abs(value)
        decimals = _DECIMALS.get(unit, 2 if size < 9.995 else 1 if size < 99.95 else 0)
    number = f"{value:.{decimals}f}"
    if float(number) == 0:
        number = number.lstrip("-")
    elif signed and value > 0:
        number = f"+{number}"
    sign = _SIGNS.get(unit, "")
    return number + (sign if unit is Unit.RATIO else f" {sign}" if sign else "")


def fitting(text: str) -> str:
    """A number's text in six characters, as seen on Logic 12.3: with the unit where there is room.

    >>> [fitting(text) for text in ("121 Hz", "-8.5 dB", "-13.0 dB", "20000.0 Hz", "30.0:1")]
    ['121 Hz', '-8.5dB', '-13.0', '20000.', '30.0:1']
    """
    if len(text) <= WIDTH:
        return text
    close = text.replace(" ", "")
    return close if len(close) <= WIDTH else text.split(" ", maxsplit=1)[0].removesuffix(":1")[:WIDTH]
