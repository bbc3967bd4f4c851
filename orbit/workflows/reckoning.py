"""What templates reckon with: values as they stand in a sentence, arithmetic with units, and the filters."""

from __future__ import annotations

import json
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import nodes

from daw_bridges.errors import OutOfRangeError, QuantityError, SlotError, WorkflowFormatError
from daw_bridges.quantities import Quantity, Unit, beats_per_bar, format_quantity, parse_quantity

__all__ = ["FILTERS", "OPERATORS", "Value", "arithmetic", "filtered", "say"]

Value = Quantity | float | str | bool | list[Any] | dict[str, Any]
"""What a slot can hold, and what an expression gives."""


_LOUDEST = 240.0
"""In dB: far above any fader, and far below what a float cannot hold."""


def say(value: Any) -> str:
    """Write a value as it stands in a sentence."""
    match value:
        case Quantity():
            return format_quantity(Quantity(round(value.value, 3), value.unit))
        case bool():
            return "on" if value else "off"
        case float() | int():
            return f"{value:.6g}"
        case list():
            words = [say(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
            return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
        case dict():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def arithmetic(operation: Callable[[float, float], float], left: Any, right: Any) -> Value:
    """Reckon with numbers, one of which may have a unit. Raises WorkflowFormatError."""
    unit = next((side.unit for side in (left, right) if isinstance(side, Quantity)), None)
    try:
        result = operation(_number(left), _number(right))
    except (ZeroDivisionError, OverflowError):
        raise WorkflowFormatError("a slot's expression divides by zero or becomes too large.") from None
    return result if unit is None else Quantity(result, unit)


def _divided(left: float, right: float) -> float:
    return left / right


def _number(value: Any) -> float:
    number = value.value if isinstance(value, Quantity) else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise WorkflowFormatError(f"“{say(value)}” is not a number.")
    return float(number)


def filtered(name: str, value: Any, arguments: list[Any], names: Mapping[str, Any]) -> Value:
    """Put a value through a filter. Raises WorkflowFormatError."""
    try:
        return FILTERS[name](value, names, *arguments)
    except (TypeError, QuantityError) as error:
        raise WorkflowFormatError(f"the filter “{name}” cannot take that: {error}") from None


def _ms_of(tempo: Any, _names: Mapping[str, Any], note_value: Any) -> Quantity:
    """Give the length of a note value at a tempo, in milliseconds."""
    beats = parse_quantity(str(note_value), Unit.BEATS)
    if beats.unit is not Unit.BEATS:
        raise QuantityError(f"“{note_value}” is not a note value such as 1/8.")
    return Quantity(round(beats.value * 60_000 / _number(tempo), 2), Unit.MS)


def _in_beats(bars: Any, names: Mapping[str, Any]) -> float:
    """Give the length of so many bars in beats, in the session's time signature."""
    return _number(bars) * float(names.get("beats_per_bar", beats_per_bar((4, 4))))


def _rounded(value: Any, _names: Mapping[str, Any], digits: Any = 0) -> Value:
    """Round a number, to whole ones unless told otherwise."""
    rounded = round(_number(value), int(_number(digits)))
    return Quantity(rounded, value.unit) if isinstance(value, Quantity) else rounded


def _folded(value: Any, _names: Mapping[str, Any], low: Any) -> Value:
    """Double or halve a number until it is at least this much and less than twice that.

    So a time that is in step with the song stays so: ``{{ tempo | ms_of('1/16') | folded(70) }}``.
    """
    number, least = _number(value), _number(low)
    try:
        folded = number * 2.0 ** -math.floor(math.log2(number / least))
    except (ArithmeticError, ValueError):
        raise QuantityError(f"{say(value)} cannot be doubled or halved until it is {say(low)}.") from None
    return Quantity(folded, value.unit) if isinstance(value, Quantity) else folded


def _share(level: Any, _names: Mapping[str, Any]) -> Quantity:
    """Give a copy's share of itself and the whole at this level, in percent: what a mix knob says."""
    copy = 10 ** (min(_number(level), _LOUDEST) / 20)
    return Quantity(round(100 * copy / (1 + copy)), Unit.PERCENT)


def _chords_in(progression: Any, _names: Mapping[str, Any], key: Any) -> str:
    """Give the names of a progression's chords in a key: ``Am F C G``."""
    return " ".join(str(chord) for chord in _progression(progression, key))


def _chord_count(progression: Any, _names: Mapping[str, Any], key: Any) -> float:
    """Give how many chords a progression has."""
    return float(len(_progression(progression, key)))


def _progression(progression: Any, key: Any) -> list[Any]:
    from orbit.workflows.patterns import chords_in

    try:
        return list(chords_in(str(key), str(progression)))
    except OutOfRangeError as error:
        raise SlotError(str(error)) from None


def _title(text: Any, _names: Mapping[str, Any]) -> str:
    """Write a kind of device as a name: ``drum_rack`` → Drum Rack."""
    plain = str(text)
    return plain.replace("_", " ").title() if plain == plain.lower() else plain


FILTERS: dict[str, Callable[..., Value]] = {
    "ms_of": _ms_of,
    "in_beats": _in_beats,
    "round": _rounded,
    "folded": _folded,
    "share": _share,
    "title": _title,
    "chords_in": _chords_in,
    "chord_count": _chord_count,
}
OPERATORS: dict[type[nodes.BinExpr], Callable[[float, float], float]] = {
    nodes.Add: operator.add,
    nodes.Sub: operator.sub,
    nodes.Mul: operator.mul,
    nodes.Div: _divided,
}
