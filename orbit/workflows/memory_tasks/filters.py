"""What key templates reckon with: data to look into, texts of bounded length, numbers, and the filters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from typing import Any, NoReturn

from jinja2 import Undefined

from daw_bridges.errors import UsageError

__all__ = ["FILTERS", "Later", "Moment", "Named", "View", "number", "text_of", "viewed"]

_LONGEST = 4000
"""Of a text on the way, in characters."""
_GREATEST = 1e15


class View:
    """Data that can be looked into and is no text."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __str__(self) -> NoReturn:
        raise UsageError("a list or a group of values is not a text: name the one that is meant")


class Later(View):
    """Data that is made when it is first looked into."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    @cached_property
    def data(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        """What it holds."""
        return self._make()


class Named:
    """A text that also has named values: ``{{ user }}`` and ``{{ user.project }}``."""

    def __init__(self, text: str, values: Mapping[str, Any]) -> None:
        self.text, self.data = text, values

    def __str__(self) -> str:
        return self.text


class Moment(Named):
    """A time: its parts by name, and in any form with the filter ``date``."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        names = ("year", "month", "day", "hour", "minute", "second")
        year, week, weekday = at.isocalendar()
        parts: dict[str, Any] = {name: getattr(at, name) for name in names}
        parts |= {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H-%M-%S}"}
        parts |= {"week": f"{year}-W{week:02}", "weekday": weekday}
        super().__init__(f"{at:%Y%m%dT%H%M%S}", parts)


def viewed(value: Any) -> Any:
    """Give a value as templates see it: lists and groups to look into, the rest as it is."""
    if isinstance(value, Mapping) or (isinstance(value, Sequence) and not isinstance(value, str)):
        return View(value)  # pyright: ignore[reportUnknownArgumentType]
    return value


def number(value: Any) -> float:
    """Give a number to reckon with. Raises TypeError, and ValueError beyond 10¹⁵."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("only numbers can be calculated with")
    if not abs(value) <= _GREATEST:
        raise ValueError("a number became too large for a key")
    return value


def text_of(value: Any) -> str:
    """Write a value as it stands in a key."""
    if isinstance(value, Undefined):
        str(value)  # says what is missing
    if value is None:
        raise TypeError("a value is not set; give one, or say | default('…')")
    if isinstance(value, bool):
        return "on" if value else "off"
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    if len(text) > _LONGEST:
        raise ValueError(f"a text became longer than {_LONGEST} characters")
    return text


def _default(value: Any, otherwise: Any = "") -> Any:
    return otherwise if isinstance(value, Undefined) or value is None or value == "" else value


def _replaced(value: Any, old: Any, new: Any) -> str:
    return text_of(text_of(value).replace(text_of(old) or " ", text_of(new), _LONGEST // 4))


def _truncated(value: Any, length: Any = 40) -> str:
    return text_of(value)[: max(0, int(number(length)))]


def _slug(value: Any) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in text_of(value).casefold()).split()
    return "-".join(words)


def _date(value: Any, form: Any = "%Y-%m-%d") -> str:
    if not isinstance(value, Moment):
        raise TypeError("the filter “date” is for now")
    return value.at.strftime(text_of(form)[:60])


def _items(value: Any) -> list[Any]:
    if isinstance(value, View) and not isinstance(value.data, Mapping):
        return [viewed(item) for item in value.data]
    raise TypeError("that filter is for lists")


def _item_at(place: int, value: Any) -> Any:
    return _items(value)[place]


def _lower(value: Any) -> str:
    return text_of(value).lower()


def _upper(value: Any) -> str:
    return text_of(value).upper()


def _trimmed(value: Any) -> str:
    return text_of(value).strip()


def _whole(value: Any) -> int:
    return int(number(float(value) if isinstance(value, str) else value))


def _rounded(value: Any, digits: Any = 0) -> float:
    return round(number(value), int(number(digits)) or None)


def _joined(value: Any, between: Any = "-") -> str:
    return text_of(text_of(between).join(text_of(item) for item in _items(value)[:_LONGEST]))


def _length(value: Any) -> int:
    return len(value.data) if isinstance(value, View) else len(text_of(value))


FILTERS: dict[str, Callable[[Any], Any] | Callable[..., Any]] = {
    "date": _date,
    "default": _default,
    "first": partial(_item_at, 0),
    "int": _whole,
    "join": _joined,
    "last": partial(_item_at, -1),
    "length": _length,
    "lower": _lower,
    "replace": _replaced,
    "round": _rounded,
    "slug": _slug,
    "trim": _trimmed,
    "truncate": _truncated,
    "upper": _upper,
}
