"""Slots: the open places of a workflow, what may fill each, what to ask, and where a value is found."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from daw_bridges.actions.base import field_text
from daw_bridges.quantities import Quantity, Unit
from orbit.workflows.roles import ROLES

__all__ = ["FACTS", "UNITS", "FilledSlots", "Find", "Slot", "SlotType", "SlotValue", "typed"]

SlotValue = float | str | tuple[str, ...]
"""A filled slot: dB, Hz, ms, bars or a number; a track's name or another text; several tracks' names."""


def _levels_in(slots: Any) -> Any:
    if not isinstance(slots, dict):
        return slots
    return {name: -math.inf if v is None else v for name, v in cast("dict[str, Any]", slots).items()}


def _levels_out(slots: dict[str, SlotValue]) -> dict[str, Any]:
    return {name: None if isinstance(v, float) and math.isinf(v) else v for name, v in slots.items()}


FilledSlots = Annotated[
    dict[str, SlotValue], BeforeValidator(_levels_in), PlainSerializer(_levels_out, when_used="json")
]
"""Slots and their values; a level of −∞ is null in JSON."""


class SlotType(StrEnum):
    """What a slot holds."""

    TRACK = "track"
    TRACKS = "tracks"
    DEVICE = "device"
    GAIN_DB = "gain_db"
    FREQUENCY = "frequency"
    TIME = "time"
    BARS = "bars"
    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"


UNITS: dict[SlotType, Unit] = {SlotType.GAIN_DB: Unit.DB, SlotType.FREQUENCY: Unit.HZ, SlotType.TIME: Unit.MS}
"""The units of the slot types that have one."""

FACTS = ("tempo", "beats_per_bar")
"""What of the session a template may name beside the slots."""


_TYPES_OF_FACT: dict[str, tuple[SlotType, ...]] = {
    "tempo": (SlotType.NUMBER,),
    "beats_per_bar": (SlotType.NUMBER,),
    "time_signature": (SlotType.CHOICE, SlotType.TEXT),
    "key": (SlotType.TEXT,),
    "chords": (SlotType.TEXT,),
}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Find(_Part):
    """Where a slot's value is found when the request does not give it; all that is said must hold."""

    role: str | None = None
    """A part of the mix (kick, bass, vocal …), known by the words that tracks are called."""
    roles: tuple[str, ...] = ()
    """Several parts of the mix, for a slot of tracks: all that play one of them."""
    turn: Literal[1, 2] | None = None
    """Of the tracks of ``roles``, dealt out in turn to two slots, those of the first or of the second."""
    kind: tuple[Literal["midi", "audio", "group", "return", "master"], ...] = ()
    name: str | None = None
    """A track of just this name."""
    whole: bool = False
    """Of a role that is made of parts, the tracks that play all of it: the drum loop, and not the kick."""
    fed: bool | None = None
    """Whether other tracks run through it, as they do through a bus."""
    besides: tuple[str, ...] = ()
    """Slots whose tracks are not meant."""
    with_clip: str | None = None
    """For a track: the one that holds the clip of this slot."""
    clip_on: str | None = None
    """For a clip's name: the only clip on the track of this slot."""
    free_slot_on: tuple[str, ...] = ()
    """For a number: the first slot that is empty on the tracks of all these slots."""
    of_key: str | None = None
    """For the chords: the slot whose key they must be in, where the session tells one."""
    fact: Literal["tempo", "beats_per_bar", "time_signature", "key", "chords"] | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_is_a_list(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        fields = cast("dict[str, Any]", data)
        return fields | {
            key: [fields[key]]
            for key in ("kind", "besides", "roles", "free_slot_on")
            if isinstance(fields.get(key), str)
        }

    @model_validator(mode="after")
    def _known_role(self) -> Self:
        for role in (self.role, *self.roles):
            if role is not None and role not in ROLES:
                raise ValueError(f"there is no role “{role}”; the roles are {', '.join(ROLES)}")
        if self.turn is not None and not self.roles:
            raise ValueError("turn deals out the tracks of several roles: say which (roles: …)")
        if not self.model_fields_set:
            raise ValueError(
                "say how it is found: role, roles, kind, name, with_clip, clip_on, free_slot_on or fact"
            )
        return self

    @property
    def slots(self) -> tuple[str, ...]:
        """The other slots that this rule looks at."""
        named = (self.with_clip, self.clip_on, self.of_key, *self.free_slot_on, *self.besides)
        return tuple(name for name in named if name)


class Slot(_Part):
    """An open place in a workflow.

    ``minimum`` and ``maximum`` are numbers in the type's unit, or text with a unit. An ``optional`` slot that
    stays open is not asked for; the steps that need it fall away.
    """

    type: SlotType
    ask: str = Field(min_length=3, max_length=200)
    default: float | str | tuple[str, ...] | None = None
    find: Find | None = None
    optional: bool = False
    minimum: float | str | None = None
    maximum: float | str | None = None
    choices: tuple[str, ...] = ()
    means: Annotated[
        Literal["key", "progression", "form"] | None, Field(exclude_if=lambda means: means is None)
    ] = None
    """What of music a text names, so that it is heard in a request."""
    deeper: float | str | None = None
    """By how much it changes where the user wants more of what was done."""

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if (self.type is SlotType.CHOICE) != bool(self.choices):
            raise ValueError("a choice says its choices, and nothing else has them")
        if self.means is not None and self.type is not SlotType.TEXT:
            raise ValueError(f"a {self.means} is said in text: only a slot of type text means one")
        fact = None if self.find is None else self.find.fact
        if fact is not None and self.type not in _TYPES_OF_FACT[fact]:
            types = " or ".join(_TYPES_OF_FACT[fact])
            raise ValueError(f"the {fact} of the session is found for a slot of type {types} only")
        if self.find is not None and self.find.roles and self.type is not SlotType.TRACKS:
            raise ValueError("several roles are found for a slot of type tracks only")
        return self

    def otherwise(self) -> str:
        """Say what it is where nothing is said of it; nothing where it has no default."""
        from orbit.workflows.templates import is_template

        if self.default is None:
            return ""
        if is_template(self.default):
            return "else worked out"
        if isinstance(self.default, tuple):
            return f"else {', '.join(self.default)}"
        return f"else {field_text('value', self.default)}"


def typed(slot: Slot, value: SlotValue) -> Quantity | SlotValue | list[str]:
    """Give a slot's value its unit, for templates to reckon with and to print."""
    if isinstance(value, tuple):
        return list(value)
    unit = UNITS.get(slot.type)
    return value if unit is None or isinstance(value, str) else Quantity(float(value), unit)
