"""A condition taken apart into clauses: what each is about, how it is read, and what it should be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from daw_bridges.actions.base import title
from daw_bridges.algebra import equivalent
from daw_bridges.algebra.editing import with_track
from daw_bridges.algebra.parameters import parameter_key
from daw_bridges.errors import ActionError, AmbiguousError, NotFoundError
from daw_bridges.quantities import Unit
from daw_bridges.references import (
    device_index,
    device_path,
    find_clip,
    find_device,
    find_track,
    is_numbered,
    scene_index,
    track_index,
)
from daw_bridges.session import ArrangementClip, Clip, Device, Session, Track
from orbit.workflows.conditions.compare import COMPARATORS, Measure, Reading, Test
from orbit.workflows.conditions.grammar import subject_of
from orbit.workflows.conditions.properties import CLIP, DEVICE, SESSION, TRACK, Property

__all__ = ["AnyClause", "Holding", "as_sentence", "clauses"]


class Holding(NamedTuple):
    """Whether a condition holds, and the sentence that says why or why not."""

    ok: bool
    why: str


def as_sentence(text: str) -> str:
    """Give a clause its capital and its full stop."""
    return f"{text[:1].upper()}{text[1:]}."


class Clause(NamedTuple):
    """One thing a condition asks: what it is about, how it is read, and what it should be."""

    about: str
    measure: Measure
    read: Callable[[Session], Reading]
    tests: Sequence[Test]

    def holding(self, session: Session) -> Holding:
        """Read it and compare. Raises ActionError when there is nothing to read."""
        reading = self.read(session)
        is_so = f"{self.about} is {reading.say()}"
        tests = self.tests
        if self.measure.unit == "track":
            tests = [Test(test.comparator, _by_name(test.wanted, session)) for test in tests]
        wrong = [test for test in tests if not reading.meets(test)]
        if not wrong:
            return Holding(True, as_sentence(is_so))
        wanted = " and ".join(test.say(reading.measure) for test in wrong)
        return Holding(False, as_sentence(f"{is_so}; it should be {wanted}"))

    def wanted(self) -> str:
        """Say what should be so."""
        return f"{self.about} is {' and '.join(test.say(self.measure) for test in self.tests)}"


def _by_name(wanted: Any, session: Session) -> Any:
    """What is wanted of a routing, which reads as a track's name, where the track is said by its place."""
    if isinstance(wanted, list | tuple):
        return [_by_name(each, session) for each in cast("Sequence[Any]", wanted)]
    return find_track(session, wanted).name if isinstance(wanted, str) and is_numbered(wanted) else wanted


class Existence(NamedTuple):
    """The clause that something is there, or is not."""

    what: str
    find: Callable[[Session], object]
    wanted_there: bool

    def holding(self, session: Session) -> Holding:
        """Look for it."""
        try:
            self.find(session)
        except AmbiguousError:
            return Holding(self.wanted_there, as_sentence(f"there is more than one {self.what}"))
        except ActionError as error:
            return Holding(not self.wanted_there, str(error))
        already = "" if self.wanted_there else " already"
        return Holding(self.wanted_there, as_sentence(f"there is a {self.what}{already}"))

    def wanted(self) -> str:
        """Say what should be so."""
        return f"there is {'a' if self.wanted_there else 'no'} {self.what}"


AnyClause = Clause | Existence


def clauses(condition: Mapping[str, Any]) -> Iterator[AnyClause]:
    """Take a well-formed condition (neither ``not`` nor ``any``) apart."""
    match subject_of(condition):
        case "parameter":
            yield _parameter_clause(condition)
        case "device":
            yield from _device_clauses(condition)
        case "send":
            yield _send_clause(condition)
        case "at_bar" | "clip":
            yield from _clip_clauses(condition)
        case "track":
            yield from _track_clauses(condition)
        case "scene":
            yield _scene_clause(condition)
        case "locator":
            yield _locator_clause(condition)
        case "value":
            yield _value_clause(condition)
        case _:
            for property_, wanted in _asked(SESSION, condition):
                yield _property_clause(property_.words, property_, wanted, _whole)


def _whole(session: Session) -> Session:
    return session


def _scene_clause(condition: Mapping[str, Any]) -> AnyClause:
    name = str(condition["scene"])

    def find(session: Session) -> int:
        return scene_index(session, name)

    return Existence(f"scene {name}", find, _wanted(condition))


def _value_clause(condition: Mapping[str, Any]) -> AnyClause:
    reading = Reading(condition["value"], _measure_of(condition["value"]))

    def read(_session: Session) -> Reading:
        return reading

    return Clause(f"“{reading.say()}”", reading.measure, read, _tests(condition))


def _measure_of(value: Any) -> Measure:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return Measure(Unit.NONE) if is_number else Measure("switch" if isinstance(value, bool) else "name")


def _wanted(condition: Mapping[str, Any]) -> bool:
    return bool(condition.get("exists", True))


def _tests(given: Any) -> list[Test]:
    """The comparisons in a mapping; anything else is what it equals."""
    if isinstance(given, Mapping):
        return [Test(name, given[name]) for name in COMPARATORS if name in given]
    return [Test("equals", given)]


def _asked(table: Mapping[str, Property], condition: Mapping[str, Any]) -> Iterator[tuple[Property, Any]]:
    return ((table[name], value) for name, value in condition.items() if name in table)


def _property_clause(about: str, asked: Property, wanted: Any, find: Callable[[Session], object]) -> Clause:
    def read(session: Session) -> Reading:
        return asked.of(find(session))

    return Clause(about, asked.measure, read, _tests(wanted))


def _track_clauses(condition: Mapping[str, Any]) -> Iterator[AnyClause]:
    track = str(condition["track"])

    def find(session: Session) -> Track:
        return find_track(session, track)

    asked = list(_asked(TRACK, condition))
    if "exists" in condition or not asked:
        yield Existence(f"track {track}", find, _wanted(condition))
    for property_, wanted in asked:
        clause = _property_clause(f"{property_.words} of {track}", property_, wanted, find)
        yield clause._replace(read=_color_reader(track, clause)) if property_ is TRACK["color"] else clause


def _color_reader(track: str, clause: Clause) -> Callable[[Session], Reading]:
    """Read a colour as the one that is asked about, where that is how the host shows it."""
    asked = [str(color) for test in clause.tests for color in test.values]

    def read(session: Session) -> Reading:
        found = clause.read(session)
        index = track_index(session, track)
        shown = (
            color
            for color in asked
            if found.value and equivalent(session, with_track(session, index, color=color))
        )
        return found._replace(value=next(shown, found.value))

    return read


def _send_clause(condition: Mapping[str, Any]) -> Clause:
    track, to = str(condition["track"]), str(condition["send"])

    def read(session: Session) -> Reading:
        name = find_track(session, to).name
        return Reading(find_track(session, track).sends.get(name), Measure(Unit.DB))

    return Clause(f"the send of {track} to {to}", Measure(Unit.DB), read, _tests(condition))


def _device_clauses(condition: Mapping[str, Any]) -> Iterator[AnyClause]:
    track, device = str(condition["track"]), str(condition["device"])
    name = f"{title(device)} on {track}"

    def find(session: Session) -> Device:
        return find_device(find_track(session, track), device)

    asked = list(_asked(DEVICE, condition))
    placed = [word for word in ("count", "position", "before", "after") if word in condition]
    if "exists" in condition or not (asked or placed):
        yield Existence(name, find, _wanted(condition))
    for word in placed:
        yield _place_clause(word, condition[word], track, device)
    for property_, wanted in asked:
        yield _property_clause(f"{property_.words} of {name}", property_, wanted, find)


def _place_clause(word: str, wanted: Any, track: str, device: str) -> Clause:
    measure, name = Measure(Unit.NONE), title(device)
    if word in ("before", "after"):
        read = _reader(track, lambda found: _side(found, device, str(wanted)), Measure())
        there = f"{word} {title(str(wanted))}"
        return Clause(f"the place of {name} on {track}", Measure(), read, [Test("equals", there)])
    if word == "count":
        about = f"the number of {name} devices on {track}"
        return Clause(
            about, measure, _reader(track, lambda found: _count(found, device), measure), _tests(wanted)
        )
    read = _reader(track, lambda found: device_index(found, device) + 1, measure)
    return Clause(f"the place of {name} on {track}", measure, read, _tests(wanted))


def _reader(track: str, read: Callable[[Track], Any], measure: Measure) -> Callable[[Session], Reading]:
    def of_session(session: Session) -> Reading:
        return Reading(read(find_track(session, track)), measure)

    return of_session


def _side(track: Track, device: str, other: str) -> str:
    word = "before" if device_path(track, device) < device_path(track, other) else "after"
    return f"{word} {title(other)}"


def _count(track: Track, device: str) -> int:
    return sum(1 for each in track.devices if device.casefold() in (each.kind, each.name.casefold()))


def _parameter_clause(condition: Mapping[str, Any]) -> Clause:
    track, device, parameter = (str(condition[name]) for name in ("track", "device", "parameter"))

    def read(session: Session) -> Reading:
        found = find_device(find_track(session, track), device)
        values = found.parameters[parameter_key(session.daw, found, parameter)]
        return Reading(values.value, Measure(Unit.CHOICE if isinstance(values.value, str) else values.unit))

    about = f"{title(parameter)} of {title(device)} on {track}"
    return Clause(about, Measure("name"), read, _tests(condition))


def _clip_clauses(condition: Mapping[str, Any]) -> Iterator[AnyClause]:
    track = str(condition["track"])
    if "at_bar" in condition:
        reference, what = (
            f"@{_bar(condition['at_bar'])}",
            f"clip at bar {_bar(condition['at_bar'])} of {track}",
        )
    else:
        reference, what = str(condition["clip"]), f"clip {condition['clip']} on {track}"

    def find(session: Session) -> Clip | ArrangementClip:
        return find_clip(find_track(session, track), reference)

    asked = list(_asked(CLIP, condition))
    if "at_bar" in condition and "clip" in condition:
        asked.append((CLIP["name"], condition["clip"]))
    if "exists" in condition or not asked:
        yield Existence(what, find, _wanted(condition))
    for property_, wanted in asked:
        yield _property_clause(f"{property_.words} of the {what}", property_, wanted, find)


def _locator_clause(condition: Mapping[str, Any]) -> AnyClause:
    name, bar = str(condition["locator"]), condition.get("bar")
    place = "" if bar is None else f" at bar {_bar(bar)}"

    def find(session: Session) -> object:
        for locator in session.locators:
            if locator.name.casefold() == name.casefold() and (
                bar is None or abs(locator.bar - float(bar)) < 1e-6
            ):
                return locator
        raise _no_locator(session, name + place)

    return Existence(f"locator {name}{place}", find, _wanted(condition))


def _no_locator(session: Session, name: str) -> NotFoundError:
    return NotFoundError(
        "locator", name, [f"{locator.name} at bar {locator.bar:g}" for locator in session.locators]
    )


def _bar(bar: Any) -> str:
    """A bar as it is written; a condition can be said while its slots are still open."""
    return f"{bar:g}" if isinstance(bar, int | float) else str(bar)
