"""What a write on a mixer strip is to reach, how it is sent, and how it is told whether it was reached.

Each aim also says what it would have done to a strip that it was not meant for, and how that is put back.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from daw_bridges.logic.columns import Column
from daw_bridges.logic.pulse import pressed
from daw_bridges.mackie.buttons import StripButton
from daw_bridges.mackie.fader_law import LOGIC_STRIP
from daw_bridges.mackie.messages import Fader, Message, Touch, Turn
from daw_bridges.quantities import Unit, resolution

__all__ = ["Aim", "LampAim", "LevelAim", "PanAim", "PositionAim", "level_of"]

_STEP = 16
"""What the last of a fader's ten significant bits is worth."""
_TICKS = 20
"""A V-Pot moves panning by a unit a tick up to so many at once (measured)."""
_LEFT, _RIGHT = -64, 63


class Aim(ABC):
    """One control of one strip, and what it is to read."""

    clouds = False
    """Whether the lower row shows something else than panning for a while afterwards."""

    @abstractmethod
    def reached(self, shown: Column) -> bool:
        """Whether the strip reads what is wanted."""

    @abstractmethod
    def messages(self, slot: int, shown: Column) -> Sequence[Message]:
        """What to send for the strip in that slot, as it is shown now."""

    @abstractmethod
    def did(self, before: Column, after: Column) -> bool:
        """Whether these messages could have turned a strip from one into the other."""

    @abstractmethod
    def back(self, before: Column) -> Aim:
        """The aim that puts a strip back to what it was."""

    @abstractmethod
    def observed(self, shown: Column) -> dict[str, Any]:
        """What the strip reads, in the terms of the action."""


_LAMPS = {StripButton.MUTE: "mute", StripButton.SOLO: "solo", StripButton.REC: "arm"}


@dataclass(frozen=True)
class LampAim(Aim):
    """MUTE, SOLO or REC: a button that toggles."""

    button: StripButton
    on: bool

    def lit(self, shown: Column) -> bool:
        """What the lamp says."""
        return bool(getattr(shown, _LAMPS[self.button]))

    def reached(self, shown: Column) -> bool:
        """Whether the lamp says what is wanted."""
        return self.lit(shown) is self.on

    def messages(self, slot: int, shown: Column) -> Sequence[Message]:
        """A press, where the lamp says the opposite."""
        return () if self.reached(shown) else pressed(self.button + slot)

    def did(self, before: Column, after: Column) -> bool:
        """Whether the lamp changed."""
        return self.lit(before) is not self.lit(after)

    def back(self, before: Column) -> Aim:
        """The lamp as it was."""
        return LampAim(self.button, self.lit(before))

    def observed(self, shown: Column) -> dict[str, Any]:
        """``on``."""
        return {"on": self.lit(shown)}


def level_of(shown: Column) -> float:
    """A strip's level in dB: as the display writes it, else by the fader's law, to a tenth."""
    if shown.level is not None:
        return shown.level
    db = LOGIC_STRIP.db(shown.fader or 0)
    return db if math.isinf(db) else round(db, 1) + 0.0


@dataclass(frozen=True)
class LevelAim(Aim):
    """A fader at a level in dB; ``nudge`` is how far off the law's position it is sent."""

    db: float
    nudge: int = 0
    clouds = True

    @property
    def position(self) -> int:
        """Where the fader goes, 0 … 16383."""
        exact = LOGIC_STRIP.position(self.db)
        return max(1, min(exact + self.nudge, LOGIC_STRIP.top)) if exact else 0

    def reached(self, shown: Column) -> bool:
        """Whether the strip reads the level, as far as the display resolves it."""
        read = level_of(shown)
        return read == self.db or abs(read - self.db) <= resolution(Unit.DB, self.db)

    def messages(self, slot: int, shown: Column) -> Sequence[Message]:
        """A hand on the fader, the move, the hand off: Logic writes the exact level on the display."""
        del shown
        return Touch(slot, on=True), Fader(slot, self.position), Touch(slot, on=False)

    def did(self, before: Column, after: Column) -> bool:
        """Whether a strip's fader is now where this one was to go."""
        return before.fader != after.fader and abs((after.fader or 0) - self.position) <= _STEP

    def back(self, before: Column) -> Aim:
        """The fader where it was."""
        return PositionAim(before.fader or 0)

    def observed(self, shown: Column) -> dict[str, Any]:
        """``db``, null for −∞."""
        db = level_of(shown)
        return {"db": None if math.isinf(db) else db}


class PositionAim(LevelAim):
    """A fader exactly where it was: what is put back is put back to the bit."""

    def __init__(self, position: int) -> None:
        super().__init__(LOGIC_STRIP.db(position))
        object.__setattr__(self, "_place", position)

    @property
    def position(self) -> int:
        """Where the fader goes."""
        return int(vars(self)["_place"])

    def reached(self, shown: Column) -> bool:
        """Whether it is there."""
        return shown.fader == self.position


@dataclass(frozen=True)
class PanAim(Aim):
    """Panning −64 (left) … 63, by turning a V-Pot."""

    pan: int

    def reached(self, shown: Column) -> bool:
        """Whether the display reads it."""
        return shown.pan == self.pan

    def messages(self, slot: int, shown: Column) -> Sequence[Message]:
        """Turns of a tick a unit; the display writes the value over name and value for about a second."""
        rest = self._ticks(shown)
        turns: list[Message] = []
        while rest:
            ticks = max(-_TICKS, min(rest, _TICKS))
            turns.append(Turn(slot, ticks))
            rest -= ticks
        return turns

    def _ticks(self, shown: Column) -> int:
        return self.pan - (shown.pan or 0)

    def did(self, before: Column, after: Column) -> bool:
        """Whether the panning changed."""
        return before.pan != after.pan

    def back(self, before: Column) -> Aim:
        """The panning as it was."""
        return PanAim(before.pan or 0)

    def observed(self, shown: Column) -> dict[str, Any]:
        """``pan``, −1 … 1."""
        return {"pan": from_units(shown.pan or 0)}


def to_units(pan: float) -> int:
    """The vocabulary's −1 … 1 in Logic's −64 … 63.

    >>> to_units(-1.0), to_units(0.0), to_units(0.5), to_units(1.0)
    (-64, 0, 32, 63)
    """
    return max(_LEFT, min(round(pan * (-_LEFT if pan < 0 else _RIGHT)), _RIGHT))


def from_units(units: int) -> float:
    """Logic's −64 … 63 in the vocabulary's −1 … 1."""
    return units / (-_LEFT if units < 0 else _RIGHT)
