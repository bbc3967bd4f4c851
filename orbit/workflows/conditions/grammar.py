"""The grammar of conditions: which words go together, and what is wrong with those that do not.

A condition is a mapping that fits on a line. A **subject** says what it is about, its **properties** what
must hold of it; a property's value is what it equals, or a mapping of comparators (``{at_least: -12}``).
Several must all hold.

==================================================  ====================================================
``{track: Bass}`` with ``exists``                   there is such a track; ``exists: false``, there is none
``{track: Bass, volume_db: -6, mute: false}``       its mixer strip, routing, kind, colour, name, chain
``{track: Bass, send: A-Reverb, at_least: -12}``    how much of it goes to a return
``{track: Bass, device: compressor}``               with ``exists``, ``count``, ``enabled``, ``sidechain``,
                                                    ``name``, ``position`` (from 1), ``before``, ``after``
``{track: …, device: …, parameter: threshold}``     with ``equals``, ``not``, ``at_least``, ``at_most``,
                                                    ``one_of``
``{track: Bass, clip: Bassline}``                   with ``exists``, ``length_beats``, ``notes``, ``slot``
``{track: Bass, at_bar: 17}``                       the same of the clip on the timeline that starts there
``{tempo: 128}``, ``{tracks: {at_least: 3}}``       the session: transport, loop, and counts
``{scene: Drop}``, ``{locator: Drop, bar: 33}``     with ``exists``
``{value: "{{ a }}", not: "{{ b }}"}``              two values, usually of slots
``{not: {…}}``, ``{any: [{…}, {…}]}``               the opposite of one; at least one of several
==================================================  ====================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from orbit.workflows.conditions.compare import COMPARATORS
from orbit.workflows.conditions.properties import CLIP, DEVICE, SESSION, TRACK
from orbit.workflows.templates import is_template

__all__ = ["problems", "subject_of"]

_DEVICE_WORDS = ("exists", "count", "position", "before", "after", *DEVICE)

_SUBJECTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    # the field that tells it, the fields that go with it, and those of which at least one must be there
    ("parameter", ("track", "device", *COMPARATORS), COMPARATORS),
    ("device", ("track", *_DEVICE_WORDS), ()),
    ("send", ("track", *COMPARATORS), COMPARATORS),
    ("at_bar", ("track", "exists", "clip", *CLIP), ()),
    ("clip", ("track", "exists", *CLIP), ()),
    ("track", ("exists", *TRACK), ()),
    ("scene", ("exists",), ()),
    ("locator", ("exists", "bar"), ()),
    ("value", COMPARATORS, COMPARATORS),
)
_ON_A_TRACK = ("parameter", "device", "send", "at_bar", "clip")
_SWITCHES = ("exists",)
_REFERENCES = ("track", "device", "parameter", "send", "clip", "scene", "locator", "before", "after")
_BARS = ("at_bar", "bar")

Problem = tuple[tuple[str | int, ...], str]
"""Where in the condition something is wrong, and what."""


def subject_of(condition: Mapping[str, Any]) -> str:
    """What a condition is about: ``parameter``, ``device`` … ``value``, ``session``, ``not`` or ``any``."""
    for subject, _, _ in _SUBJECTS:
        if subject in condition:
            return subject
    for connective in ("not", "any"):
        if set(condition) == {connective}:
            return connective
    return "session"


def problems(condition: Any) -> Iterator[Problem]:
    """Everything that is wrong with a condition's form; nothing when it is well formed."""
    if not isinstance(condition, Mapping) or not condition:
        yield (), "a condition is a mapping such as {track: Bass, exists: true}"
        return
    yield from _shape_problems(cast("Mapping[str, Any]", condition))


def _shape_problems(condition: Mapping[str, Any]) -> Iterator[Problem]:
    match subject_of(condition):
        case "not":
            yield from _inside(condition["not"], ("not",))
        case "any":
            yield from _any_problems(condition["any"])
        case "session":
            yield from _session_problems(condition)
        case subject:
            yield from _subject_problems(condition, subject)


def _inside(condition: Any, path: tuple[str | int, ...]) -> Iterator[Problem]:
    for where, message in problems(condition):
        yield (*path, *where), message


def _any_problems(options: Any) -> Iterator[Problem]:
    if not isinstance(options, list) or not options:
        yield ("any",), "give a list of conditions of which one must hold"
        return
    for index, option in enumerate(options):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        yield from _inside(option, ("any", index))


def _session_problems(condition: Mapping[str, Any]) -> Iterator[Problem]:
    for name, value in condition.items():
        if name not in SESSION:
            yield (
                (name,),
                f"is not something a condition can be about; it can be {', '.join(_all_subjects())}",
            )
        else:
            yield from _value_problems(name, value)


def _all_subjects() -> tuple[str, ...]:
    return (*(subject for subject, _, _ in _SUBJECTS), *SESSION, "not", "any")


def _subject_problems(condition: Mapping[str, Any], subject: str) -> Iterator[Problem]:
    _, allowed, needed = next(entry for entry in _SUBJECTS if entry[0] == subject)
    if subject in _ON_A_TRACK and "track" not in condition:
        yield (), f"say on which track the {subject} is (track: …)"
    if subject == "parameter" and "device" not in condition:
        yield (), "say which device has the parameter (device: …)"
    if needed and not any(name in condition for name in needed):
        yield (), f"say what the {subject} is compared with: {', '.join(needed)}"
    for name, value in condition.items():
        if name != subject and name not in allowed:
            yield (name,), f"does not go with {subject}; what does: {', '.join(allowed)}"
        else:
            yield from _value_problems(name, value)


def _value_problems(name: str, value: Any) -> Iterator[Problem]:
    if name in _SWITCHES and not isinstance(value, bool):
        yield (name,), "is true or false"
    elif name in _REFERENCES and not (isinstance(value, str) and value):
        yield (name,), "is a name"
    elif name in _BARS and not _is_bar(value):
        yield (name,), "is the number of a bar"
    elif name == "one_of" and not isinstance(value, list):
        yield (name,), "is a list of values"
    elif isinstance(value, Mapping):
        yield from _comparator_problems(name, value)  # pyright: ignore[reportUnknownArgumentType]


def _is_bar(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number or is_template(value)


def _comparator_problems(name: str, comparisons: Mapping[str, Any]) -> Iterator[Problem]:
    for comparator, wanted in comparisons.items():
        if comparator not in COMPARATORS:
            yield (name, comparator), f"is not a comparison; the comparisons are {', '.join(COMPARATORS)}"
        elif comparator == "one_of" and not isinstance(wanted, list):
            yield (name, comparator), "is a list of values"
