"""What every pattern is: arguments with types, and what they come to in a session."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from daw_bridges.session import Session
from orbit.workflows.strict_yaml import read_yaml

__all__ = ["Bars", "Gives", "Pattern", "Pitch", "Velocity", "known_by_name", "repertoire"]

Bars = Annotated[float, Field(ge=0.25, le=256)]
Pitch = Annotated[int, Field(ge=0, le=127)]
Velocity = Annotated[float, Field(ge=1, le=127)]


class Gives(StrEnum):
    """What a pattern comes to, and so where it may stand."""

    NOTES = "notes"
    """Rows of [pitch, start_beat, duration_beats, velocity]."""
    ITEMS = "items"
    """A list of mappings, for ``for_each``."""
    NUMBER = "number"


class Pattern(BaseModel, ABC):
    """Something that is worked out when a plan is made; ``pattern`` is its name in files."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    gives: ClassVar[Gives] = Gives.NOTES

    @abstractmethod
    def made(self, session: Session) -> Any:
        """Work it out for a session. Raises ActionError where that cannot be."""


@cache
def repertoire() -> dict[str, Any]:
    """The names that are known, by what they are names of."""
    file = Path(__file__).with_name("repertoire.yaml")
    return read_yaml(file.read_bytes(), file.name).data


def known_by_name(table: str, text: str) -> Any:
    """What has this name in a table of the repertoire, however it is spaced and hyphenated; or None."""
    return repertoire()[table].get(re.sub(r"[\s_-]+", " ", text.strip().casefold()))
