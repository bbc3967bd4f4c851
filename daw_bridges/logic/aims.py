"""What a write on a mixer strip is to reach, how it is sent, and how it is told whether it was reached.

Each aim also says what it would have done to a strip that it was not meant for, and how that is put back.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.logic.columns import Column, level_in, pan_in
from daw_bridges.logic.guard import Watch
from daw_bridges.logic.pulse import pressed
from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.fader_law import LOGIC_STRIP
from daw_bridges.mackie.messages import Fader, Message, Touch, Turn
from daw_bridges.quantities import Unit, resolution

__all__ = ["Aim", "LampAim", "LevelAim", "PanAim", "PositionAim", "from_units", "level_of", "to_units"]

_TICKS = 20
"""A V-Pot moves panning by a unit a tick up to so many at once (measured)."""
_LEFT, _RIGHT = -64, 63
_NUDGES = (1, 2, 4, 8, 16, 32)
"""How much further a fader goes each time that Logic reads another level: a fader has 10 bits, or 14."""


class Aim(ABC):
    """One control of one strip, and what it is to read."""

    blinks = False
    """Whether the lamp that tells may blink."""

    @abstractmethod
    def reached(self, shown: Column) -> bool:
        """Whether the strip reads what is wanted."""

    def prepared(self, shown: Column) -> Aim:
        """The aim with what it needs to know of the strip as it is shown now."""
        del shown
        return self

    @abstractmethod
    def messages(self, slot: int) -> Sequence[Message]:
        """What to send for the strip in that slot."""

    def heard(self, watch: Watch, slot: int, shown: Column) -> Column:
        """The strip with what the display said of it in passing, after a write that went where it should."""
        del watch, slot
        return shown

    def closer(self, shown: Column) -> Aim | None:
        """The aim to go on with after a write that did not do; None where there is no more to try."""
        del shown
        return None

    @abstractmethod
    def did(self, before: Column, after: Column) -> bool:
        """Whether these messages could have turned a strip from one into the other."""

    @abstractmethod
    def back(self, before: Column, after: Column) -> Aim:
        """What puts a strip back that was hit: ``before`` is what was read last, ``after`` what is now."""

    @abstractmethod
    def observed(self, shown: Column) -> dict[str, Any]:
        """What the strip reads, in the terms of the action."""


_LAMPS = {StripButton.MUTE: "mute", StripButton.SOLO: "solo", StripButton.REC: "arm"}


@dataclass(frozen=True)
class LampAim(Aim):
    """MUTE, SOLO or REC: a button that toggles."""

    button: StripButton
    on: bool

    @property
    def blinks(self) -> bool:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Mute lamps blink while others are soloed."""
        return self.button is StripButton.MUTE

    def lit(self, shown: Column) -> bool:
        """What the lamp says."""
        return bool(getattr(shown, _LAMPS[self.button]))

    def reached(self, shown: Column) -> bool:
        """Whether the lamp says what is wanted."""
        return self.lit(shown) is self.on

    def messages(self, slot: int) -> Sequence[Message]:
        """A press: it is only sent where the lamp says the opposite."""
        return pressed(self.button + slot)

    def did(self, before: Column, after: Column) -> bool:
        """Whether the lamp changed."""
        return self.lit(before) is not self.lit(after)

    def back(self, before: Column, after: Column) -> Aim:
        """The lamp as it was."""
        del before
        return LampAim(self.button, not self.lit(after))

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
    tries: int = 0

    @property
    def position(self) -> int:
        """Where the fader goes, 0 … 16383."""
        exact = LOGIC_STRIP.position(self.db)
        return max(1, min(exact + self.nudge, LOGIC_STRIP.top)) if exact else 0

    def reached(self, shown: Column) -> bool:
        """Whether the strip reads the level, as far as the display resolves it."""
        read = level_of(shown)
        return read == self.db or abs(read - self.db) <= resolution(Unit.DB, self.db)

    def messages(self, slot: int) -> Sequence[Message]:
        """A hand on the fader, the move, the hand off: Logic writes the exact level on the display."""
        return Touch(slot, on=True), Fader(slot, self.position), Touch(slot, on=False)

    def heard(self, watch: Watch, slot: int, shown: Column) -> Column:
        """The level that the display wrote last."""
        said = [level for row in watch.texts if (level := level_in(row, slot)) is not None]
        return replace(shown, level=said[-1]) if said else shown

    def closer(self, shown: Column) -> Aim | None:
        """A little further in the direction that is missing."""
        if self.tries >= len(_NUDGES) or math.isinf(self.db):
            return None
        way = 1 if level_of(shown) < self.db else -1
        return replace(self, nudge=self.nudge + way * _NUDGES[self.tries], tries=self.tries + 1)

    def did(self, before: Column, after: Column) -> bool:
        """Whether a strip's fader moved to where this one was to go."""
        near = abs(level_of(after) - self.db) <= 0.5 or level_of(after) == self.db
        return before.fader != after.fader and near

    def back(self, before: Column, after: Column) -> Aim:
        """The fader where it was."""
        del after
        return PositionAim(before.fader or 0)

    def observed(self, shown: Column) -> dict[str, Any]:
        """``db``, null for −∞."""
        db = level_of(shown)
        return {"db": None if math.isinf(db) else db}


class PositionAim(LevelAim):
    """A fader exactly where it was: what is put back is put back to the bit."""

    def __init__(self, position: int, nudge: int = 0, tries: int = 0) -> None:
        super().__init__(LOGIC_STRIP.db(position), nudge, tries)
        object.__setattr__(self, "_place", position)

    @property
    def position(self) -> int:
        """Where the fader goes."""
        return max(0, min(self._wanted + self.nudge, LOGIC_STRIP.top))

    @property
    def _wanted(self) -> int:
        return int(vars(self)["_place"])

    def reached(self, shown: Column) -> bool:
        """Whether it is there."""
        return shown.fader == self._wanted

    def closer(self, shown: Column) -> Aim | None:
        """A little further."""
        if self.tries >= len(_NUDGES):
            return None
        way = 1 if (shown.fader or 0) < self._wanted else -1
        return PositionAim(self._wanted, self.nudge + way * _NUDGES[self.tries], self.tries + 1)


@dataclass(frozen=True)
class PanAim(Aim):
    """Panning −64 (left) … 63, by turning a V-Pot."""

    pan: int
    ticks: int = 0
    """How far it was turned last: what a strip that was hit instead has to be turned back by."""
    tries: int = 0

    def reached(self, shown: Column) -> bool:
        """Whether the display reads it."""
        return shown.pan == self.pan

    def prepared(self, shown: Column) -> Aim:
        """The way from where the strip is panned now."""
        return replace(self, ticks=self.pan - (shown.pan or 0))

    def messages(self, slot: int) -> Sequence[Message]:
        """Turns of a tick a unit; then the display is freed of the value that covers the name."""
        rest = self.ticks
        turns: list[Message] = []
        while rest:
            ticks = max(-_TICKS, min(rest, _TICKS))
            turns.append(Turn(slot, ticks))
            rest -= ticks
        return *turns, *pressed(Button.NAME_VALUE), *pressed(Button.NAME_VALUE)

    def heard(self, watch: Watch, slot: int, shown: Column) -> Column:
        """The value that the display wrote last."""
        said = [pan for row in watch.texts if (pan := pan_in(row, slot)) is not None]
        return replace(shown, pan=said[-1] if said else None)

    def closer(self, shown: Column) -> Aim | None:
        """The rest of the way."""
        del shown
        return replace(self, tries=self.tries + 1) if self.tries < len(_NUDGES) else None

    def did(self, before: Column, after: Column) -> bool:
        """Whether the panning changed."""
        return before.pan != after.pan

    def back(self, before: Column, after: Column) -> Aim:
        """The panning as it was; where that cannot have led here, as far back as it was turned."""
        was, now = before.pan or 0, after.pan or 0
        # A part of the turns may have gone elsewhere.
        low, high = sorted((was, was + self.ticks))
        return PanAim(was if low <= now <= high else max(_LEFT, min(now - self.ticks, _RIGHT)))

    def observed(self, shown: Column) -> dict[str, Any]:
        """``pan``, −1 … 1."""
        return {"pan": round(from_units(shown.pan or 0), 4)}


def to_units(pan: float) -> int:
    """The vocabulary's −1 … 1 in Logic's −64 … 63.

    >>> to_units(-1.0), to_units(0.0), to_units(0.5), to_units(1.0)
    (-64, 0, 32, 63)
    """
    return max(_LEFT, min(round(pan * (-_LEFT if pan < 0 else _RIGHT)), _RIGHT))


def from_units(units: int) -> float:
    """Logic's −64 … 63 in the vocabulary's −1 … 1."""
    return units / (-_LEFT if units < 0 else _RIGHT)
