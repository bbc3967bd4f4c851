"""What all actions share: how they are written down, how risky they are, and how a person is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import CoreSchema, core_schema

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import (
    Unit,
    format_rounded,
    parse_pan,
    parse_position,
    parse_quantity,
)
from daw_bridges.readback import counted, level_text, pan_text
from daw_bridges.session import Level

__all__ = [
    "ActionBase", "Bar", "Beats", "Bpm", "Db", "Pan", "ReadBy", "Real", "Ref", "Risk", "Text",
    "field_text", "title",
]  # fmt: skip


class Risk(StrEnum):
    """What an edit can cost: destructive ones are never done without consent."""

    READ = "read"
    REVERSIBLE = "reversible"
    DESTRUCTIVE = "destructive"


def _reference(value: Any) -> Any:
    # A bare number is how people (and models) name the third track.
    return f"#{value}" if isinstance(value, int) and not isinstance(value, bool) else value


Ref = Annotated[str, BeforeValidator(_reference), Field(min_length=1, max_length=256)]
Text = Annotated[str, Field(min_length=1, max_length=256)]


def _reads(parse: Callable[[str], float]) -> BeforeValidator:
    """Take a value as it is written too, with its unit; a bare number in quotes is that number."""

    def read(value: Any) -> Any:
        if isinstance(value, bool):
            raise QuantityError(f"{str(value).lower()} is not a valid number")
        if not isinstance(value, str):
            return value
        try:
            return float(value)
        except ValueError:
            return parse(value)

    return BeforeValidator(read)


def _in(unit: Unit, example: str) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            quantity = parse_quantity(text, unit)
        except QuantityError:
            quantity = None
        if quantity is None or quantity.unit is not unit:
            raise QuantityError(f"“{text}” is not a valid number here; write it as {example}")
        return quantity.value

    return parse


def _no_unit(text: str) -> float:
    raise QuantityError(f"“{text}” is not a valid number")


def _tempo(text: str) -> float:
    return _in(Unit.NONE, "128 bpm")(text.casefold().strip().removesuffix("bpm"))


_Finite = Field(allow_inf_nan=False)
Real = Annotated[float, _Finite, _reads(_no_unit)]
Db = Annotated[Level, _reads(_in(Unit.DB, "-6 dB"))]
"""A level, also written as “-6 dB”."""
Pan = Annotated[float, _Finite, _reads(parse_pan)]
"""A panning, also written as “20L” or “L20”."""
Bpm = Annotated[float, _Finite, _reads(_tempo)]
"""A tempo, also written as “128 bpm”."""
Bar = Annotated[float, _Finite, _reads(parse_position)]
"""A place in bars, also written as “bar 17”."""
Beats = Annotated[float, _Finite, _reads(_in(Unit.BEATS, "16 beats or 1/8"))]
"""A length in beats, also written as “16 beats” or “1/8”."""


class ReadBy(NamedTuple):
    """Has a field read by a function, so that no class is made ready before there is one of it."""

    read: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, *_: object) -> CoreSchema:
        """Give the schema, which has none of the classes in it."""
        return core_schema.no_info_plain_validator_function(self.read)


class ActionBase(BaseModel, frozen=True):
    """An edit of a session."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True, defer_build=True)

    risk: ClassVar[Risk] = Risk.REVERSIBLE
    says: ClassVar[str]
    """How a person is told, over the fields (``state`` is ``on`` in words)."""
    says_off: ClassVar[str | None] = None
    """The same for ``on`` false, where the trade has another word for it."""
    already: ClassVar[str | None] = None
    """How a person is told that the session reads like that before."""
    already_off: ClassVar[str | None] = None

    action: str

    def describe(self) -> str:
        """Say the action in a DAW's words."""
        return self._said(self.says, self.says_off)

    def describe_already(self) -> str:
        """Say that the session reads like that before: ``Bass is already muted``."""
        if self.already is None:
            return f"Already done: {self.describe()}"
        said = self._said(self.already, self.already_off)
        return f"T{said[1:]}" if said.startswith("the ") else said

    def _said(self, text: str, text_off: str | None) -> str:
        on: bool = getattr(self, "on", True)
        words = {name: field_text(name, value) for name, value in self} | {"state": "on" if on else "off"}
        return (text if on else text_off or text).format_map(words)


_INSIDE = " > "
_ACRONYM = re.compile(r"\b(?:Eq|Lfo|Fx|Hp|Lp)\b")
_SECOND = re.compile(r"#(\d+)$")
_TEXTS = {("kind", "midi"): "MIDI", ("name", ""): "no name"}
_PLACE = re.compile(r"^([#@])(\d+(?:\.\d+)?)$")
_PLACES = {
    "track": "track {}", "to": "track {}", "source": "track {}", "scene": "scene {}",
    "clip": "the clip in slot {}",
}  # fmt: skip


def field_text(name: str, value: Any) -> str:
    """Say a field's value as it stands in ``says``; a text in the place of a number is said as it is."""
    if isinstance(value, Mapping):
        return "<worked out>"
    match name:
        case "db" if not isinstance(value, str):
            return level_text(value)
        case "pan" if not isinstance(value, str):
            return pan_text(value)
        case "device" | "parameter":
            return title(value)
        case "length_beats" if not isinstance(value, str):
            return counted(value, "beat")
        case "clip" | "scene":
            return _place(name, value) or f"the {name} {value}"
        case _ if isinstance(value, str):
            return _place(name, value) or _TEXTS.get((name, value), value)
        case _:
            return format_rounded(value) if isinstance(value, float) else str(value)


def _place(name: str, value: Any) -> str | None:
    """A reference by place in words: ``#3`` is track 3 or the clip in slot 3, ``@17`` the clip at bar 17."""
    found = _PLACE.match(value) if isinstance(value, str) and name in _PLACES else None
    if found is None:
        return None
    return f"the clip at bar {found[2]}" if found[1] == "@" else _PLACES[name].format(found[2])


def title(reference: str) -> str:
    """A device or parameter as it is said."""
    # Every second part of a path into a rack is a chain's name, which is its own.
    parts = reference.split(_INSIDE)
    return _INSIDE.join(part if place % 2 else _titled(part) for place, part in enumerate(parts))


def _titled(reference: str) -> str:
    # A kind is lower snake case and is said in words; a host's own name is said as it is.
    if reference != reference.lower() or "{" in reference:
        return reference
    reference = _SECOND.sub(r" \1", reference)
    return _ACRONYM.sub(lambda word: word[0].upper(), reference.replace("_", " ").title())
