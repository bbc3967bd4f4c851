"""What a view of the assignment section provides.

The host asks the current view what the surface shows and hands it V-Pots, cursor keys and its own button
pressed again; faders, lamps of strips, banks, NAME/VALUE and transport are not its business. A view reads and
changes the project through its desk (``desk.project.set`` writes every change down) and never sends anything:
after each event the host compares what is shown with what the surface has, and sends the differences.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.messages import RingMode

if TYPE_CHECKING:
    from daw_bridges.simulated.logic.desk import Desk

__all__ = ["NO_RING", "Cell", "Hands", "Row", "Shown", "View", "cells", "flashes", "pan_ring"]


@dataclass(frozen=True, slots=True)
class Cell:
    """Seven characters of a row (a name has six); longer text is cut. ``flashing`` text comes and goes."""

    text: str = ""
    flashing: bool = False


Row = Sequence[Cell] | str
"""Eight cells, or a text over the whole width of 56."""


def cells(*texts: str) -> list[Cell]:
    """Eight cells of these texts, empty ones behind them."""
    return [Cell(text) for text in texts] + [Cell()] * (STRIPS - len(texts))


@dataclass(frozen=True, slots=True)
class Shown:
    """The lamps around one V-Pot: ``value`` 0 (none) … 11; ``centre`` is the small lamp below."""

    mode: RingMode = RingMode.DOT
    value: int = 0
    centre: bool = False


NO_RING = Shown()


def pan_ring(pan: int) -> Shown:
    """A dot for −64 … 63, the centre (6) with the small lamp.

    >>> [pan_ring(pan).value for pan in (-64, 0, 63)]
    [1, 6, 11]
    """
    side = pan / 64 if pan < 0 else pan / 63
    return Shown(RingMode.DOT, 6 + round(5 * side), centre=pan == 0)


class Hands:
    """What a hand can do to a view; each does nothing until a view says otherwise."""

    def turn(self, slot: int, ticks: int) -> None:
        """V-Pot ``slot`` turned by ``ticks``, clockwise above 0; modifiers are ``desk.held``."""

    def push(self, slot: int) -> None:
        """V-Pot ``slot`` pushed."""

    def slide(self, slot: int, position: int) -> None:
        """Fader ``slot`` moved to ``position`` (0 … 16383) while FLIP gives it the V-Pot's parameter."""

    def cursor(self, key: Button) -> None:
        """UP, DOWN, LEFT or RIGHT pressed (not while ZOOM is on)."""

    def again(self) -> None:
        """The view's own assignment button pressed while it is shown (see ``desk.show``)."""

    def released(self) -> None:
        """The view's own assignment button let go."""

    def cancel(self) -> None:
        """CANCEL: a preselection is forgotten."""

    def leave(self) -> None:
        """Another view takes its place: windows close, preselections are forgotten."""

    def reselected(self) -> None:
        """Another strip is selected, or the bank moved: preselections are forgotten."""


class View(Hands, ABC):
    """One view; ``desk`` gives it the project, the bank, the selected strip and the modifiers."""

    button: ClassVar[Button]
    """Whose lamp is on while the view is shown."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @abstractmethod
    def mode(self) -> str:
        """Two characters for the mode display, a dot behind them for a Channel view: ``"Pn"``, ``"P1."``."""

    @abstractmethod
    def upper(self) -> Row:
        """The upper row."""

    @abstractmethod
    def lower(self) -> Row:
        """The lower row (a touched fader's dB covers its cell, that is the host's doing)."""

    def slid(self, slot: int) -> int:
        """Where fader ``slot`` stands while FLIP gives it the V-Pot's parameter (0 … 16383); down."""
        del slot
        return 0

    def ring(self, slot: int) -> Shown:
        """The lamps around V-Pot ``slot`` (0 … 7); none."""
        del slot
        return NO_RING


def flashes(view: View) -> bool:
    """Whether any text of the view comes and goes."""
    rows = (row for row in (view.upper(), view.lower()) if not isinstance(row, str))
    return any(cell.flashing for row in rows for cell in row)
