"""What all actions share: how they are written down, how risky they are, and how a person is told."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity

__all__ = ["ActionBase", "Real", "Ref", "Risk", "Text", "title"]


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
Real = Annotated[float, Field(allow_inf_nan=False)]


class ActionBase(BaseModel, frozen=True):
    """An edit of a session."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True)

    risk: ClassVar[Risk] = Risk.REVERSIBLE
    says: ClassVar[str]
    """How a person is told, over the fields (``state`` is ``on`` in words)."""
    says_off: ClassVar[str | None] = None
    """The same for ``on`` false, where the trade has another word for it."""

    action: str

    def describe(self) -> str:
        """Say the action in a DAW's words."""
        on: bool = getattr(self, "on", True)
        words = {name: _word(name, value) for name, value in self} | {"state": "on" if on else "off"}
        return (self.says if on else self.says_off or self.says).format_map(words)


_INSIDE = " > "
_ACRONYM = re.compile(r"\b(?:Eq|Lfo|Fx|Hp|Lp)\b")


def _word(name: str, value: Any) -> str:
    match name:
        case "db":
            return format_quantity(Quantity(value, Unit.DB))
        case "pan":
            return format_pan(value)
        case "device" | "parameter":
            return title(value)
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def title(reference: str) -> str:
    """A device or parameter as it is said."""
    # Every second part of a path into a rack is a chain's name, which is its own.
    parts = reference.split(_INSIDE)
    return _INSIDE.join(part if place % 2 else _titled(part) for place, part in enumerate(parts))


def _titled(reference: str) -> str:
    # A kind is lower snake case and is said in words; a host's own name is said as it is.
    if reference != reference.lower():
        return reference
    return _ACRONYM.sub(lambda word: word[0].upper(), reference.replace("_", " ").title())
