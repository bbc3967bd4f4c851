"""What Plug-in Edit view, Instrument Edit view and the EQ views have in common: pages of eight parameters.

The pages overlap at the end: of 19 parameters 1 to 8, 9 to 16 and 12 to 19 are shown, and going back from
there 9 to 16 again. CMD/ALT with the cursor goes by one. In Name state the upper row says whose parameters
these are; in Value state it has their names, and for a moment after a step the page.
"""

from __future__ import annotations

from abc import abstractmethod

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.lcd import ROW
from daw_bridges.simulated.logic.plugins import knobs, library_of
from daw_bridges.simulated.logic.strips import PlugIn, Strip
from daw_bridges.simulated.logic.views.base import Row, Shown, View, cells
from daw_bridges.simulated.logic.views.knob_cells import (
    push_knob,
    ring_of,
    short_names,
    slid_knob,
    slide_knob,
    turn_knob,
)

__all__ = ["ParameterView", "headed", "paged"]

_BANNER = 14


def headed(title: str, page: int, pages: int) -> str:
    """A heading over the whole row: the title, and the page at the right end.

    >>> headed("Bass  Insert 1  Compressor", 1, 3)
    'Bass  Insert 1  Compressor                      Page 1/3'
    """
    tail = f"Page {page}/{pages}"
    return f"{title[: ROW - len(tail) - 1].ljust(ROW - len(tail))}{tail}"


def paged(first: int, count: int, by: int) -> int:
    """The first parameter shown after a step of a page.

    >>> paged(8, 19, 1), paged(11, 19, -1), paged(0, 19, -1)
    (11, 8, 0)
    """
    last = max(0, count - STRIPS)
    if by > 0:
        return min(first + STRIPS, last)
    return (first - 1) // STRIPS * STRIPS if first > 0 else 0


class ParameterView(View):
    """Eight of a plug-in's parameters; which plug-in is the subclass's to say."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.first = 0
        self._open()

    # -- what is shown --------------------------------------------------------------------------------------

    @abstractmethod
    def subject(self) -> tuple[Strip, PlugIn] | None:
        """Whose parameters are shown, now."""

    @abstractmethod
    def title(self) -> str:
        """What the heading says before the page."""

    @property
    def plug_in(self) -> PlugIn | None:
        """The plug-in that is shown."""
        found = self.subject()
        return found[1] if found else None

    def all_knobs(self) -> list[Knob]:
        """All parameters in order."""
        return knobs(self.plug_in)

    def shown(self) -> list[Knob]:
        """Those on the page."""
        known = self.all_knobs()
        first = max(0, min(self.first, len(known) - STRIPS))
        return known[first : first + STRIPS]

    def _page(self) -> tuple[int, int]:
        count = max(1, len(self.all_knobs()))
        return -(-min(self.first, max(0, count - STRIPS)) // STRIPS) + 1, -(-count // STRIPS)

    def names(self) -> list[str]:
        """The shown parameters' names."""
        known = self.all_knobs()
        first = max(0, min(self.first, len(known) - STRIPS))
        return short_names(self.desk, known)[first : first + STRIPS]

    def upper(self) -> Row:
        """The heading, or names over values."""
        return headed(self.title(), *self._page()) if self.desk.names else cells(*self.names())

    def lower(self) -> Row:
        """Names, or values."""
        if self.desk.names:
            return cells(*self.names())
        return cells(*(knob.cell(self.desk.project.shorten) for knob in self.shown()))

    def ring(self, slot: int) -> Shown:
        """How far the parameter has gone."""
        return ring_of(self._knob(slot))

    def slid(self, slot: int) -> int:
        """The same as a fader."""
        return slid_knob(self._knob(slot))

    def _knob(self, slot: int) -> Knob | None:
        known = self.shown()
        return known[slot] if slot < len(known) else None

    # -- hands ----------------------------------------------------------------------------------------------

    def turn(self, slot: int, ticks: int) -> None:
        """Sets the parameter; in Name state its value is shown for a moment."""
        if (found := self.subject()) and (knob := self._knob(slot)):
            turn_knob(self.desk, *found, knob, ticks)
            self._tell(slot, knob)

    def push(self, slot: int) -> None:
        """The default, or the other of two values."""
        if (found := self.subject()) and (knob := self._knob(slot)):
            push_knob(self.desk, *found, knob)
            self._tell(slot, knob)

    def slide(self, slot: int, position: int) -> None:
        """Sets the parameter by its fader (FLIP)."""
        if (found := self.subject()) and (knob := self._knob(slot)):
            slide_knob(self.desk, *found, knob, position)

    def _tell(self, slot: int, knob: Knob) -> None:
        if self.desk.names:
            self.desk.brief(slot, None, knob.cell(self.desk.project.shorten))

    def cursor(self, key: Button) -> None:
        """LEFT and RIGHT go by pages, with CMD/ALT by one parameter."""
        by = {Button.LEFT: -1, Button.RIGHT: 1}.get(key)
        if by is None:
            return
        count = len(self.all_knobs())
        self.first = max(0, min(self.first, count - STRIPS))
        before = self.first
        if Button.ALT in self.desk.held:
            self.first = max(0, min(self.first + by, count - STRIPS))
        else:
            self.first = paged(self.first, count, by)
        if not self.desk.names and self.first != before:
            self._banner()

    def _banner(self) -> None:
        text = "Page {}/{}".format(*self._page()).ljust(_BANNER)
        desk = self.desk
        desk.passing.put("page", 0, ROW - _BANNER, text, desk.now + desk.brief_seconds)

    # -- its window -----------------------------------------------------------------------------------------

    def _open(self) -> None:
        library_of(self.desk.project).window = self.plug_in

    def leave(self) -> None:
        """The plug-in's window closes."""
        library = library_of(self.desk.project)
        if library.window is self.plug_in:
            library.window = None

    def reselected(self) -> None:
        """Another strip's parameters: from the first, in its window."""
        self.first = 0
        self._open()
