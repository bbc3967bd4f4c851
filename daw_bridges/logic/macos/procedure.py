"""A procedure: the gestures that do one action, how it shows that it took, and how a person does the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from daw_bridges.logic.macos.gestures import Gesture

__all__ = ["Manual", "Procedure", "Proof"]


class Proof(StrEnum):
    """How it can be seen whether a procedure took."""

    SURFACE = "surface"
    """The control surface shows it: a strip appears, goes, or has another name on the display."""
    READING = "reading"
    """The procedure reads it back: what it returns is what Logic shows now, to compare with ``expected``."""
    NONE = "unverifiable"
    """Nothing shows it: the result is ``unverified``."""


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """One action done at Logic's screen."""

    name: str
    """The action's name, for scripts, logs and the timeout's words."""
    gestures: tuple[Gesture, ...]
    proof: Proof
    by_hand: str
    """The exact words for a person who does the same, for a ``manual_step`` where it cannot be done."""
    expected: str | None = None
    """What the reading has to be, where ``proof`` is READING; the new name on the display for SURFACE."""
    selects: str | None = None
    """The track that the surface selects before the procedure starts, by the session's name; it is checked
    once more on the screen. None where the selection does not matter."""
    seconds: float = 30.0
    """How long it may take at most."""

    @property
    def data(self) -> list[dict[str, Any]]:
        """The gestures as JSON types."""
        return [each.data for each in self.gestures]

    def confirmed_by(self, reading: str | None) -> bool:
        """Whether a reading is what was expected; numbers may have a comma, and zeros behind it."""
        if reading is None or self.expected is None:
            return False
        return reading == self.expected or _same_number(reading, self.expected)


def _same_number(one: str, other: str) -> bool:
    try:
        return float(one.replace(",", ".")) == float(other)
    except ValueError:
        return False


@dataclass(frozen=True, kw_only=True)
class Manual:
    """An action that is left to the user: what exactly to do, and how it shows."""

    name: str
    words: str
    proof: Proof = Proof.NONE
    """SURFACE where the next scan of the surface shows whether it was done."""
