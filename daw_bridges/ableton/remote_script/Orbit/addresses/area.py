"""From a few lines about a kind of object to its addresses: get, set, listen, and what it does.

``/live/<area>/get/<name> indices…`` answers the indices and the value, ``set`` takes a value behind them,
``start_listen`` answers at once and at every change, any other word is something the object does. What does
not apply, as a group's fold on a track that is none, is answered with nil.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from ..live import identity, place_of, same
from .arguments import Missing, like, place, plain
from .desk import Desk, Source

__all__ = [
    "Address",
    "Answer",
    "Area",
    "Doer",
    "Heard",
    "Reader",
    "addresses_of",
    "parameter_heard",
]

Indices = Tuple[int, ...]
Answer = Optional[List[Any]]
Run = Callable[[Desk, List[Any]], Answer]
Reader = Callable[[Any, List[Any]], List[Any]]
Doer = Callable[[Any, List[Any]], Any]
Inside = Callable[[Any], Sequence[Any]]
"""The things in another, of which one is meant by its place."""

EVERY = "*"


class Address(NamedTuple):
    """An address: what must at least be said with it, what it does, and how to ask for less at a time."""

    needs: Tuple[str, ...]
    run: Run
    less: str = ""


class Heard(NamedTuple):
    """Something that can be listened to: where its changes show, and the answers it is told by.

    ``inside`` is for what is not of the object itself but of one of the things in it, by ``further`` place.
    """

    sources: Callable[[Any], List[Source]]
    told: Dict[str, Callable[[Any], List[Any]]]
    further: Tuple[str, ...] = ()
    inside: Inside = lambda _: ()


class Area(NamedTuple):
    """A kind of object, each ``inside`` another by the ``indices``: properties, methods, and functions.

    ``needs`` and ``less`` are by the address's end, as ``get/send``.
    """

    name: str
    indices: Tuple[str, ...]
    inside: Tuple[Inside, ...]
    shows: Sequence[str] = ()
    takes: Sequence[str] = ()
    does: Sequence[str] = ()
    reads: Dict[str, Reader] = {}  # noqa: RUF012 - never written to
    writes: Dict[str, Doer] = {}  # noqa: RUF012 - likewise
    acts: Dict[str, Doer] = {}  # noqa: RUF012 - likewise
    hears: Dict[str, Heard] = {}  # noqa: RUF012 - likewise
    needs: Dict[str, Tuple[str, ...]] = {}  # noqa: RUF012 - likewise
    less: Dict[str, str] = {}  # noqa: RUF012 - likewise
    content: Callable[[Any], Any] = lambda thing: thing


def addresses_of(area: Area) -> Dict[str, Address]:
    """Every address of an area."""
    found: Dict[str, Address] = {}

    def add(end: str, run: Run, further: Tuple[str, ...] = ()) -> None:
        needs = (*area.indices, *area.needs.get(end, further))
        found["/live/%s/%s" % (area.name, end)] = Address(needs, run, area.less.get(end, ""))

    def add_listening(name: str, heard: Heard) -> None:
        add("start_listen/" + name, partial(_listen, area, name, heard), heard.further)
        add("stop_listen/" + name, partial(_unlisten, area, name, heard), heard.further)

    for name in (*area.shows, *area.takes):
        add("get/" + name, partial(_get, area, name, _plain(name)))
        add_listening(name, _property_heard(name))
    for name in area.takes:
        add("set/" + name, partial(_do, area, _setter(name)), (name,))
    for name in area.does:
        add(name, partial(_do, area, _called(name)))
    for name, read in area.reads.items():
        add("get/" + name, partial(_get, area, name, read))
    for name, write in area.writes.items():
        add("set/" + name, partial(_do, area, write), ("value",))
    for name, act in area.acts.items():
        add(name, partial(_do, area, act))
    for name, heard in area.hears.items():
        add_listening(name, heard)
    return found


def _property_heard(name: str) -> Heard:
    """A plain property of the object itself."""
    return Heard(lambda thing: [([thing], (name,))], {name: lambda thing: [_value_of(thing, name)]})


def parameter_heard(name: str, parameter: Callable[[Any], Any]) -> Heard:
    """The value of one of the object's parameters."""
    return Heard(
        lambda thing: [([parameter(thing)], ("value",))], {name: lambda thing: [parameter(thing).value]}
    )


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
    return lambda thing, args: setattr(thing, name, like(_value_of(thing, name), args[0], name))


def _called(name: str) -> Doer:
    """Call a method; whole numbers that came as floats are tried as what they are."""

    def call(thing: Any, arguments: List[Any]) -> None:
        method, said = getattr(thing, name), [plain(each, "what is said with it") for each in arguments]
        try:
            method(*said)
        except TypeError:
            if not any(isinstance(each, float) for each in said):
                raise
            method(*[_as_whole(each) for each in said])

    return call


def _as_whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _found(area: Area, desk: Desk, arguments: Sequence[Any]) -> Tuple[Indices, Any]:
    """The object that the indices mean, behind them as numbers. Raises WireError where there is none."""
    thing, at = desk.song, []
    for what, inside, value in zip(area.indices, area.inside, arguments):
        things = inside(thing)
        at.append(place(things, value, what))
        thing = things[at[-1]]
    thing = area.content(thing)
    if thing is None:
        raise Missing("there is no %s at %s" % (area.name, ", ".join(map(str, at))))
    return tuple(at), thing


def _all_found(area: Area, desk: Desk, arguments: List[Any]) -> List[Tuple[Indices, Any]]:
    if area.indices == ("track",) and arguments[0] == EVERY:
        return [((number,), track) for number, track in enumerate(desk.song.tracks)]
    return [_found(area, desk, arguments)]


def _everything(insides: Sequence[Inside], thing: Any, at: Indices = ()) -> Iterator[Tuple[Indices, Any]]:
    if not insides:
        yield at, thing
        return
    for number, each in enumerate(insides[0](thing)):
        yield from _everything(insides[1:], each, (*at, number))


def _place_now(area: Area, desk: Desk, thing: Any, last: Indices) -> Optional[Indices]:
    """The indices of an object, which as a rule are those it had last; None once it is gone."""
    try:
        if same(_found(area, desk, last)[1], thing):
            return last
    except Missing:
        pass
    for at, other in _everything(area.inside, desk.song):
        if same(area.content(other), thing):
            return at
    return None


def _get(area: Area, name: str, read: Reader, desk: Desk, arguments: List[Any]) -> Answer:
    more = arguments[len(area.indices) :]
    *earlier, last = [[*at, *read(thing, more)] for at, thing in _all_found(area, desk, arguments)]
    for answer in earlier:
        desk.say("/live/%s/get/%s" % (area.name, name), answer)
    return last


def _do(area: Area, act: Doer, desk: Desk, arguments: List[Any]) -> Answer:
    for _, thing in _all_found(area, desk, arguments):
        act(thing, arguments[len(area.indices) :])
    return None


def _part(area: Area, heard: Heard, thing: Any, arguments: List[Any]) -> Any:
    """What is listened to: the object, or the thing in it that the further place means."""
    for what, value in zip(heard.further, arguments[len(area.indices) :]):
        things = heard.inside(thing)
        return things[place(things, value, what)]
    return thing


def _key(area: Area, name: str, thing: Any, part: Any) -> Tuple[Any, ...]:
    # Not by place: what is listened to may stand at another one when it is to be left.
    return area.name, name, identity(thing), identity(part)


def _listen(area: Area, name: str, heard: Heard, desk: Desk, arguments: List[Any]) -> Answer:
    for at, thing in _all_found(area, desk, arguments):
        part = _part(area, heard, thing, arguments)
        tell = _teller(area, heard, desk, thing, part, at)
        desk.listen(_key(area, name, thing, part), partial(heard.sources, part), tell)
        tell()
    return None


def _unlisten(area: Area, name: str, heard: Heard, desk: Desk, arguments: List[Any]) -> Answer:
    try:
        for _, thing in _all_found(area, desk, arguments):
            desk.unlisten(_key(area, name, thing, _part(area, heard, thing, arguments)))
    except Missing:
        # It is gone, and its listeners with it.
        pass
    return None


def _teller(area: Area, heard: Heard, desk: Desk, thing: Any, part: Any, at: Indices) -> Callable[[], None]:
    """Tell what is heard, with the place it has by then; once each time it is another."""
    place_then: List[Indices] = [at]
    told_last: Dict[str, List[Any]] = {}

    def tell() -> None:
        fresh = {name: read(part) for name, read in heard.told.items()}
        now = _place_now(area, desk, thing, place_then[0])
        if now is None:
            return
        place_then[0] = now
        further = [place_of(part, heard.inside(thing))] if heard.further else []
        for name, values in fresh.items():
            if told_last.get(name) != values:
                told_last[name] = values
                desk.say("/live/%s/get/%s" % (area.name, name), [*now, *further, *values])

    return tell
