"""Families of rows: rows that stand once in a file and come again for each of a list of values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast

__all__ = ["expanded"]

_PLACE = re.compile(r"\{(\w*)\}")


def expanded(rows: Any) -> Any:
    """A list of rows with its families told out. Raises KeyError for a word in braces that has no value.

    >>> expanded([{"each": [1, 2], "key": "band_{}"}])
    [{'key': 'band_1'}, {'key': 'band_2'}]
    """
    return (
        [each for row in cast("list[Any]", rows) for each in _told(row)] if isinstance(rows, list) else rows
    )


def _told(row: Any) -> Iterator[Any]:
    family = cast("dict[str, Any]", row) if isinstance(row, dict) else {}
    single = {column: value for column, value in family.items() if column != "each"}
    each, rows = family.get("each"), family.get("rows", [single])
    if not isinstance(each, list) or not isinstance(rows, list):
        yield row
        return
    for values in cast("list[Any]", each):
        named = cast("dict[str, Any]", values if isinstance(values, dict) else {"": values})
        for one in cast("list[Any]", rows):
            yield _filled(one, named)


def _filled(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, values) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_filled(inner, values) for inner in cast("list[Any]", value)]
    if not isinstance(value, str):
        return value
    alone = _PLACE.fullmatch(value)
    return values[alone[1]] if alone else _PLACE.sub(lambda place: str(values[place[1]]), value)
