"""A channel strip of Logic's mixer, as it was read last."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from daw_bridges.logic.columns import Column

__all__ = ["Strip", "StripKind"]


class StripKind(StrEnum):
    """What a strip is."""

    AUDIO = "audio"
    INSTRUMENT = "instrument"
    AUX = "aux"
    OUTPUT = "output"
    MASTER = "master"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip; ``input`` and ``output`` as the display reads them, None where unread."""

    place: int
    """From 0, in the order of the mixer."""
    name: str
    """The whole name where Logic showed it, else what the display reads."""
    shown: Column
    kind: StripKind = StripKind.AUDIO
    input: str | None = None
    output: str | None = None

    @property
    def short(self) -> str:
        """The name as the display reads it."""
        return self.shown.short
