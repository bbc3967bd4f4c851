"""Reading what is given for a slot: units understood, ranges held, and what would be allowed said."""

from __future__ import annotations

import re
from typing import Any

from rapidfuzz import fuzz, process

from daw_bridges.errors import QuantityError, SlotError
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from orbit.workflows.slots import UNITS, Slot, SlotType, SlotValue

__all__ = ["parse_value"]

_EXAMPLES = {
    SlotType.GAIN_DB: "a level such as -6 dB", SlotType.FREQUENCY: "a frequency such as 120 Hz or 1.2 kHz",
    SlotType.TIME: "a time such as 30 ms, 1.2 s or 1/8",
    SlotType.BARS: "a bar or a number of bars such as 17",
    SlotType.NUMBER: "a number",
}  # fmt: skip
_NATURAL_RANGES: dict[SlotType, tuple[float, float]] = {
    SlotType.GAIN_DB: (float("-inf"), 36.0), SlotType.FREQUENCY: (0.001, 192_000.0),
    SlotType.TIME: (0.0, 600_000.0), SlotType.BARS: (0.0, 100_000.0), SlotType.NUMBER: (-1e9, 1e9),
}  # fmt: skip
_BARS = re.compile(
    r"^\s*(?:bar|bars|measure|measures)?\s*(\d+(?:\.\d+)?)\s*(?:bar|bars|measures?)?\s*$", re.IGNORECASE
)
_NUMBER_WORDS = re.compile(r"\s*(?:bpm|beats per minute|bars?|times?|x)\s*$", re.IGNORECASE)


def parse_value(name: str, slot: Slot, given: Any, tempo: float = 120.0) -> SlotValue:
    """Read a value for any slot that is no track. Raises SlotError saying what is allowed.

    ``tempo`` (beats per minute) is what a note value such as ``1/8`` is reckoned with.
    """
    if isinstance(given, bool):
        given = "on" if given else "off"
    match slot.type:
        case SlotType.CHOICE:
            return _choice(name, slot, str(given))
        case SlotType.TEXT | SlotType.DEVICE | SlotType.TRACK | SlotType.TRACKS:
            return _text(name, given)
        case _:
            return _in_range(name, slot, _number(name, slot, given, tempo), tempo)


def _text(name: str, given: Any) -> str:
    text = str(given).strip()
    if not 1 <= len(text) <= 256:
        raise SlotError(f"The {_words(name)} should be between 1 and 256 characters long.")
    return text


def _words(name: str) -> str:
    return name.replace("_", " ")


def _choice(name: str, slot: Slot, given: str) -> str:
    match = process.extractOne(
        given.strip().casefold(), [c.casefold() for c in slot.choices], scorer=fuzz.ratio, score_cutoff=80
    )
    if match is None:
        raise SlotError(f"“{given}” is not a valid {_words(name)}. It can be {', '.join(slot.choices)}.")
    return slot.choices[match[2]]


def _number(name: str, slot: Slot, given: Any, tempo: float) -> float:
    if isinstance(given, int | float):
        return float(given)
    text = str(given)
    if slot.type is SlotType.BARS and (match := _BARS.match(text)):
        return float(match[1])
    unit = UNITS.get(slot.type, Unit.NONE)
    try:
        quantity = parse_quantity(_NUMBER_WORDS.sub("", text) if unit is Unit.NONE else text, unit)
    except QuantityError as error:
        raise SlotError(f"“{text}” is not {_EXAMPLES[slot.type]} ({_words(name)}). {error}") from None
    return _in_unit(name, slot, quantity, unit, tempo)


def _in_unit(name: str, slot: Slot, quantity: Quantity, unit: Unit, tempo: float) -> float:
    if quantity.unit is unit or (
        unit is Unit.NONE and quantity.unit in (Unit.PERCENT, Unit.RATIO, Unit.BEATS)
    ):
        return quantity.value
    if unit is Unit.MS and quantity.unit is Unit.BEATS:
        return round(quantity.value * 60_000 / tempo, 2)
    raise SlotError(f"The {_words(name)} should be {_EXAMPLES[slot.type]}, not {format_quantity(quantity)}.")


def _in_range(name: str, slot: Slot, value: float, tempo: float) -> float:
    low, high = _NATURAL_RANGES[slot.type]
    low = low if slot.minimum is None else _number(name, slot, slot.minimum, tempo)
    high = high if slot.maximum is None else _number(name, slot, slot.maximum, tempo)
    if low <= value <= high:
        return value
    unit = UNITS.get(slot.type, Unit.NONE)
    said, lowest, highest = (format_quantity(Quantity(number, unit)) for number in (value, low, high))
    raise SlotError(f"The {_words(name)} cannot be {said}: it goes from {lowest} to {highest}.")
