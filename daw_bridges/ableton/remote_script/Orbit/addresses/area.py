"""From a few lines about a kind of object to its addresses: get, set, listen, and what it does.

``/live/<area>/get/<name> indices…`` answers the indices and the value, ``set`` takes a value behind them,
``start_listen`` answers at once and at every change, any other word is something the object does. What does
not apply, as a group's fold on a track that is none, is answered with nil.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ..errors import WireError
from ..live import LiveSet
from .desk import Desk

__all__ = [
    "Address",
    "Answer",
    "Area",
    "Doer",
    "Heard",
    "Indices",
    "Reader",
    "addresses_of",
    "named",
    "parameter_heard",
]

Indices = Tuple[int, ...]
Answer = Optional[List[Any]]
Run = Callable[[Desk, List[Any]], Answer]
Reader = Callable[[Any, List[Any]], List[Any]]
Doer = Callable[[Any, List[Any]], Any]

EVERY = "*"


class Address(NamedTuple):
    """An address: what must at least be said with it, and what it does, which may give an answer."""

    needs: Tuple[str, ...]
    run: Run


class Heard(NamedTuple):
    """Something that can be listened to: further indices, whose property, and the answers it is told by."""

    further: Tuple[str, ...]
    source: Callable[[Any, Indices], Tuple[Any, str]]
    told: Dict[str, Callable[[Any, Indices], Any]]


class Area(NamedTuple):
    """A kind of object to which ``indices`` lead: plain properties and methods, and what takes a function."""

    name: str
    indices: Tuple[str, ...]
    find: Callable[[LiveSet, Sequence[int]], Any]
    shows: Sequence[str] = ()
    takes: Sequence[str] = ()
    does: Sequence[str] = ()
    reads: Dict[str, Reader] = {}  # noqa: RUF012 - never written to
    writes: Dict[str, Doer] = {}  # noqa: RUF012 - likewise
    acts: Dict[str, Doer] = {}  # noqa: RUF012 - likewise
    hears: Dict[str, Heard] = {}  # noqa: RUF012 - likewise


def addresses_of(area: Area) -> Dict[str, Address]:
    """Every address of an area."""
    at, start = area.indices, "/live/%s" % area.name
    found: Dict[str, Address] = {}
    for name in (*area.shows, *area.takes):
        found["%s/get/%s" % (start, name)] = Address(at, partial(_get, area, name, _plain(name)))
        _add_listening(found, area, name, _property_heard(name))
    for name in area.takes:
        found["%s/set/%s" % (start, name)] = Address((*at, name), partial(_do, area, _setter(name)))
    for name in area.does:
        found["%s/%s" % (start, name)] = Address(at, partial(_do, area, _called(name)))
    for name, read in area.reads.items():
        found["%s/get/%s" % (start, name)] = Address(at, partial(_get, area, name, read))
    for name, write in area.writes.items():
        found["%s/set/%s" % (start, name)] = Address((*at, "value"), partial(_do, area, write))
    for name, act in area.acts.items():
        found["%s/%s" % (start, name)] = Address(at, partial(_do, area, act))
    for name, heard in area.hears.items():
        _add_listening(found, area, name, heard)
    return found


def _add_listening(found: Dict[str, Address], area: Area, name: str, heard: Heard) -> None:
    needs = (*area.indices, *heard.further)
    for verb, run in (("start_listen", _listen), ("stop_listen", _unlisten)):
        found["/live/%s/%s/%s" % (area.name, verb, name)] = Address(needs, partial(run, area, name, heard))


def _property_heard(name: str) -> Heard:
    """A plain property of the object itself."""
    return Heard((), lambda thing, _: (thing, name), {name: lambda thing, _: _value_of(thing, name)})


def parameter_heard(name: str, parameter: Callable[[Any], Any]) -> Heard:
    """The value of one of the object's parameters."""
    return Heard((), lambda thing, _: (parameter(thing), "value"), {name: lambda t, _: parameter(t).value})


def _value_of(thing: Any, name: str) -> Any:
    """A property, None where Live says that it does not apply."""
    try:
        return getattr(thing, name)
    except RuntimeError:
        return None


def _plain(name: str) -> Reader:
    # What was asked with it comes back behind the value: a client may tell its questions apart by it.
    return lambda thing, more: [_value_of(thing, name), *more]


def _setter(name: str) -> Doer:
    def write(thing: Any, arguments: List[Any]) -> None:
        value, now = arguments[0], _value_of(thing, name)
        # Controllers send numbers for switches and floats for whole numbers; Live takes its own type only.
        setattr(thing, name, value if now is None else type(now)(value))

    return write


def _called(name: str) -> Doer:
    """Call a method; whole numbers that came as floats are tried as what they are."""

    def call(thing: Any, arguments: List[Any]) -> None:
        method = getattr(thing, name)
        try:
            method(*arguments)
        except TypeError:
            whole = [_as_whole(each) for each in arguments]
            if not any(isinstance(each, float) for each in arguments):
                raise
            method(*whole)

    return call


def _as_whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _places(desk: Desk, area: Area, arguments: List[Any]) -> List[Indices]:
    indices = arguments[: len(area.indices)]
    if area.indices == ("track",) and indices[0] == EVERY:
        return [(number,) for number in range(len(desk.song.tracks))]
    return [tuple(int(index) for index in indices)]


def _get(area: Area, name: str, read: Reader, desk: Desk, arguments: List[Any]) -> Answer:
    more = arguments[len(area.indices) :]
    *earlier, last = [[*at, *read(area.find(desk.live, at), more)] for at in _places(desk, area, arguments)]
    for answer in earlier:
        desk.say("/live/%s/get/%s" % (area.name, name), answer)
    return last


def _do(area: Area, act: Doer, desk: Desk, arguments: List[Any]) -> Answer:
    for at in _places(desk, area, arguments):
        act(area.find(desk.live, at), arguments[len(area.indices) :])
    return None


def _listen(area: Area, name: str, heard: Heard, desk: Desk, arguments: List[Any]) -> Answer:
    further = _further(area, heard, arguments)
    for at in _places(desk, area, arguments):
        thing = area.find(desk.live, at)
        source, prop = heard.source(thing, further)
        tell = partial(_tell, area, heard, desk, thing, at, further)
        desk.listen((area.name, name, at, further), source, prop, tell)
        tell()
    return None


def _unlisten(area: Area, name: str, heard: Heard, desk: Desk, arguments: List[Any]) -> Answer:
    for at in _places(desk, area, arguments):
        desk.unlisten((area.name, name, at, _further(area, heard, arguments)))
    return None


def _tell(area: Area, heard: Heard, desk: Desk, thing: Any, at: Indices, further: Indices) -> None:
    for name, read in heard.told.items():
        desk.say("/live/%s/get/%s" % (area.name, name), [*at, *further, read(thing, further)])


def _further(area: Area, heard: Heard, arguments: List[Any]) -> Indices:
    start = len(area.indices)
    return tuple(int(each) for each in arguments[start : start + len(heard.further)])


def named(choices: Sequence[Any], name: Any) -> Any:
    """The choice that is displayed under a name; WireError where there is none."""
    for choice in choices:
        if choice.display_name == str(name):
            return choice
    offered = ", ".join(choice.display_name for choice in choices)
    raise WireError("there is no “%s” here, but: %s" % (name, offered))
