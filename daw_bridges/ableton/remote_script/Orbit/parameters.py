"""Setting one parameter of Live, wherever it sits (mixer, device), by what it should read."""

from __future__ import annotations

from typing import Any, Dict, Iterator

from .confirm import confirm
from .errors import NOT_FOUND, NOT_POSSIBLE, EditError
from .readings import INFINITY, read, read_as
from .solve import Solution, Wish, accepts, solve


def set_reading(parameter: Any, wish: Wish, what: str) -> Iterator[Any]:
    """Make a parameter read a wish and confirm it; returns what it reads."""
    _must_be_free(parameter, what)
    solution = solve(parameter, wish)
    parameter.value = solution.raw
    return (
        yield from confirm(
            lambda: reading_of(parameter),
            lambda observed: _took(parameter, solution, wish, observed),
            lambda observed: "Live did not change %s: it still reads %s." % (what, observed["text"]),
        )
    )


def _must_be_free(parameter: Any, what: str) -> None:
    if not parameter.is_enabled:
        raise EditError(NOT_POSSIBLE, "%s cannot be set: something else (a macro) holds it." % what)


def _took(parameter: Any, solution: Solution, wish: Wish, observed: Dict[str, Any]) -> bool:
    if parameter.is_quantized:
        return round(parameter.value) == round(solution.raw)
    return observed["text"] == solution.text or accepts(read_as(observed["text"], wish.unit), wish)


def text_of(parameter: Any) -> str:
    """How Live displays a parameter now."""
    return str(parameter.str_for_value(parameter.value))


def reading_of(parameter: Any) -> Dict[str, Any]:
    """What a parameter reads: the text and, where it is one, the number in a base unit."""
    text = text_of(parameter)
    reading = None if parameter.is_quantized and parameter.value_items else read(text)
    if reading is None:
        return {"text": text}
    return {"text": text, "number": finite(reading.number), "unit": reading.unit}


def finite(number: float) -> Any:
    """A number as JSON can carry it: infinities travel as text."""
    return {INFINITY: "inf", -INFINITY: "-inf"}.get(number, number)


def parameter_of(device: Any, ref: Dict[str, Any]) -> Any:
    """A device's parameter by the place and name it had in the snapshot, else by name alone.

    ``also`` are its names in other versions of Live: one that was just inserted was not read yet.
    """
    name, place, parameters = ref["name"], ref.get("index", -1), list(device.parameters)
    if 0 <= place < len(parameters) and parameters[place].name == name:
        return parameters[place]
    for known in [name, *ref.get("also", [])]:
        for attribute in ("name", "original_name"):
            for parameter in parameters:
                if getattr(parameter, attribute) == known:
                    return parameter
    raise EditError(NOT_FOUND, "%s has no parameter “%s”." % (device.name, name))
