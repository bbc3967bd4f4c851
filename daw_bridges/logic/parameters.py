"""Which of the parameters that the display shows shortened is the one that is meant: found, never guessed.

A cell shows six characters of a name, and several names can be shortened to the same six. So a cell is a
parameter's only where nothing else is possible: its name must fit, what it displays must suit the unit or
the choices that the catalogue has for the parameter, and the other parameters must find their cells as
well. The order counts for nothing: versions of Logic have changed it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from daw_bridges.catalog import DeviceEntry, ParameterEntry, neutral_key
from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.logic.displays import read, same_text, shortens
from daw_bridges.logic.naming import fits
from daw_bridges.quantities import Unit

__all__ = ["ShownParameter", "assigned", "enumerated", "find_parameter", "keys"]


@dataclass(frozen=True, slots=True)
class ShownParameter:
    """A parameter as a page shows it; ``index`` counts all parameters from 0, ``page`` from 1."""

    index: int
    name: str
    text: str
    page: int
    cell: int

    @property
    def placeholder(self) -> bool:
        """Whether there is no parameter in this place."""
        return self.name.strip("- ") == ""


def find_parameter(
    shown: Sequence[ShownParameter], entry: DeviceEntry | None, reference: str, device: str
) -> tuple[ShownParameter, ParameterEntry | None]:
    """The shown parameter that a neutral key, a host's name or an everyday word means, with its table row.

    Raises NotFoundError with what there is, and AmbiguousError naming the parameters that fit equally well.
    """
    there = [each for each in shown if not each.placeholder]
    advice: NotFoundError | None = None
    if entry is not None:
        try:
            row = entry.parameter(reference)
        except NotFoundError as error:
            advice = error
        else:
            if found := [there[place] for place in _places_of(row, _graph(there, entry))]:
                return _only(found, reference, device), row
    if (numbered := _CONTROL.fullmatch(reference.strip())) and enumerated(there):
        if 0 < int(numbered[1]) <= len(there):
            return there[int(numbered[1]) - 1], None
        raise NotFoundError("parameter", reference, [f"Control #1 … #{len(there)}"], device)
    if direct := _direct(there, reference):
        return _only(direct, reference, device), None
    raise advice or NotFoundError("parameter", reference, _offered(there, entry), device)


_CONTROL = re.compile(r"control[\s_]*#?\s*(\d+)", re.IGNORECASE)


def enumerated(there: Sequence[ShownParameter]) -> bool:
    """Whether these are what Logic numbers itself, as a plug-in gives no names: ``Control #1``, ``#2`` …

    Their short forms may all read alike; which is which is told by the order, as it is Logic's numbering.
    """
    return bool(there) and all(
        fits(each.name, f"Control #{each.index + 1}") and "#" in each.name for each in there
    )


def _only(found: Sequence[ShownParameter], reference: str, device: str) -> ShownParameter:
    if len(found) > 1:
        where = [f"{each.name} (parameter {each.index + 1} of {device})" for each in found]
        raise AmbiguousError("parameter", reference, where)
    return found[0]


def _offered(there: Sequence[ShownParameter], entry: DeviceEntry | None) -> list[str]:
    if entry is None:
        return [each.name for each in there][:24]
    return list(keys(there, entry).values())[:24]


def _direct(there: Sequence[ShownParameter], reference: str) -> list[ShownParameter]:
    """The parameters whose shown name is the reference, or could be its short form."""
    wanted = reference.strip()
    words = wanted.replace("_", " ")
    return (
        [each for each in there if each.name.casefold() == wanted.casefold()]
        or [each for each in there if neutral_key(each.name) == wanted]
        or [each for each in there if shortens(each.name, wanted) or shortens(each.name, words)]
    )


def _fits(each: ShownParameter, row: ParameterEntry) -> bool:
    if not _exact(each, row) and not any(shortens(each.name, name) for name in (row.name, *row.also)):
        return False
    if not each.text:
        return True
    if row.choices is not None:
        return any(same_text(each.text, choice) or shortens(each.text, choice) for choice in row.choices)
    reading = read(each.text)
    return reading.value is not None and (reading.unit is None or row.unit in (reading.unit, Unit.NONE))


def _exact(each: ShownParameter, row: ParameterEntry) -> bool:
    return each.name.casefold() in {name.casefold() for name in (row.shown, row.name, *row.also)}


def _graph(there: Sequence[ShownParameter], entry: DeviceEntry) -> dict[str, list[int]]:
    """For each key of the table the places in ``there`` that could be it; a whole name leaves no doubt."""
    rows = entry.parameters
    taken = {
        place
        for place, each in enumerate(there)
        if sum(_exact(each, row) and _fits(each, row) for row in rows) == 1
    }
    return {
        row.key: [
            place
            for place, each in enumerate(there)
            if _fits(each, row) and (place not in taken or _exact(each, row))
        ]
        for row in rows
    }


def _places_of(row: ParameterEntry, graph: Mapping[str, Sequence[int]]) -> list[int]:
    """The places that a row of the table can have when every other row that can have one has one, too."""
    mine = list(graph[row.key])
    if len(mine) <= 1:
        return mine
    others = {key: places for key, places in graph.items() if key != row.key}
    most = len(_matching(others | {row.key: mine}))
    return [
        place
        for place in mine
        if len(_matching({key: [p for p in places if p != place] for key, places in others.items()})) + 1
        == most
    ]


def _matching(graph: Mapping[str, Sequence[int]]) -> dict[int, str]:
    """As many keys as possible, each with a place of its own (Kuhn's augmenting paths)."""
    owner: dict[int, str] = {}

    def place_for(key: str, tried: set[int]) -> bool:
        for place in graph[key]:
            if place in tried:
                continue
            tried.add(place)
            if place not in owner or place_for(owner[place], tried):
                owner[place] = key
                return True
        return False

    for key in graph:
        place_for(key, set())
    return owner


def assigned(there: Sequence[ShownParameter], entry: DeviceEntry | None) -> dict[int, ParameterEntry]:
    """By ``index``, the row of the table for each shown parameter of which there is no doubt."""
    if entry is None:
        return {}
    named = [each for each in there if not each.placeholder]
    graph = _graph(named, entry)
    certain: dict[int, ParameterEntry] = {}
    for row in entry.parameters:
        places = _places_of(row, graph)
        if len(places) == 1 and named[places[0]].index not in certain:
            certain[named[places[0]].index] = row
    return certain


def keys(there: Sequence[ShownParameter], entry: DeviceEntry | None) -> dict[int, str]:
    """By ``index``, each parameter's key: the catalogue's, else the shown name in lower snake case."""
    certain = assigned(there, entry)
    used: set[str] = {row.key for row in certain.values()}
    result: dict[int, str] = {}
    named = [each for each in there if not each.placeholder]
    if enumerated(named):
        return {each.index: f"control_{each.index + 1}" for each in named}
    for each in there:
        if each.placeholder:
            continue
        if each.index in certain:
            result[each.index] = certain[each.index].key
            continue
        key = base = neutral_key(each.name)
        nth = 1
        while key in used:
            nth += 1
            key = f"{base}_{nth}"
        used.add(key)
        result[each.index] = key
    return result
