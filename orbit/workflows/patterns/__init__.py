"""What a workflow's step can have worked out when its plan is made: notes, a list to repeat over, a number.

In a file it is a mapping with ``pattern``, whose arguments may hold slots; a plan shows what it came to.

>>> from daw_bridges.session import Session
>>> notes = worked_out({"pattern": "beat", "rhythm": "four on the floor", "bars": 1}, Session(daw="ableton"))
>>> [(note.pitch, note.start_beat) for note in notes]
[(36, 0.0), (36, 1.0), (36, 2.0), (36, 3.0)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from pydantic import ValidationError

from daw_bridges.errors import OutOfRangeError
from daw_bridges.session import Note, Session
from orbit.workflows.patterns.form import Arrangement, Sections, section_names
from orbit.workflows.patterns.harmony import Arpeggio, Chords, ClipLength, Doubled
from orbit.workflows.patterns.pattern import Gives, Pattern
from orbit.workflows.patterns.rhythm import Beat, Roll
from orbit.workflows.patterns.spoken import heard_as
from orbit.workflows.patterns.theory import chords_heard, chords_in, is_in_key, key_heard
from orbit.workflows.slots import Slot
from orbit.workflows.templates import exact_name, is_template

__all__ = [
    "Gives",
    "chords_heard",
    "chords_in",
    "heard_as",
    "is_in_key",
    "is_pattern",
    "key_heard",
    "problems",
    "sample",
    "section_names",
    "worked_out",
]

_WORD = "pattern"
_PATTERNS: dict[str, type[Pattern]] = {
    "chords": Chords,
    "arpeggio": Arpeggio,
    "beat": Beat,
    "roll": Roll,
    "doubled": Doubled,
    "clip_length": ClipLength,
    "sections": Sections,
    "arrangement": Arrangement,
}
"""Every pattern by its name in files."""
_SAMPLES: dict[Gives, Any] = {
    Gives.NOTES: [Note(60, 0, 1, 100)],
    Gives.NUMBER: 1,
    Gives.ITEMS: [{"name": "text", "track": "text", "clip": "text", "bar": 1, "bars": 1}],
}


def is_pattern(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a field's value is to be worked out."""
    return isinstance(value, Mapping) and _WORD in value


def worked_out(value: Mapping[str, Any], session: Session) -> Any:
    """Work a pattern out whose slots are filled. Raises ActionError saying what is wrong with it."""
    try:
        return _PATTERNS[str(value[_WORD])].model_validate(dict(value)).made(session)
    except ValidationError as error:
        path, message = next(_errors(error))
        field = ".".join(path)
        raise OutOfRangeError(f"The {field.replace('_', ' ')} “{value.get(field)}”: {message}") from None


def sample(gives: Gives) -> Any:
    """What a pattern may come to, for the checks of the field that it stands in."""
    return _SAMPLES[gives]


def problems(
    value: Mapping[str, Any], gives: Gives, slots: Mapping[str, Slot]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is wrong with a pattern that stands where ``gives`` is wanted, as far as its file tells."""
    known = _PATTERNS.get(str(value.get(_WORD)))
    if known is None or known.gives is not gives:
        fitting = ", ".join(name for name, each in _PATTERNS.items() if each.gives is gives)
        yield (_WORD,), f"“{value.get(_WORD)}” does not give {gives} here; what does: {fitting}."
        return
    fields = [name for name in known.model_fields if name != _WORD]
    for name in value.keys() - {_WORD, *fields}:
        yield (name,), f"is no argument of the pattern {value[_WORD]}; it has {', '.join(fields)}."
        return
    plain = {name: given for name, given in value.items() if not is_template(given)}
    likely = [{name: each} for name in value.keys() - plain for each in _likely(str(value[name]), slots)]
    told = set[tuple[str, ...]]()
    for filled in ({}, *likely):
        # An argument that is still open is only missing until the plan is made.
        hidden = value.keys() - plain - filled.keys()
        try:
            known.model_validate(plain | filled)
        except ValidationError as error:
            wrong = [each for each in _errors(error) if each[0][0] not in hidden and each[0] not in told]
            told.update(path for path, _ in wrong)
            yield from wrong


def _errors(error: ValidationError) -> Iterator[tuple[tuple[str, ...], str]]:
    for each in error.errors(include_url=False):
        yield tuple(map(str, each["loc"])), str(each["msg"]).removeprefix("Value error, ") + "."


def _likely(text: str, slots: Mapping[str, Slot]) -> tuple[Any, ...]:
    """What a template may come to: a choice's choices, or the default of the text that it is."""
    slot = slots.get(exact_name(text) or "")
    if slot is None:
        return ()
    known = isinstance(slot.default, str) and not is_template(slot.default) and slot.type == "text"
    return slot.choices or ((slot.default,) if known else ())
