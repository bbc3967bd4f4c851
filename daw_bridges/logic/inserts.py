"""Plug-in Channel view: a strip's insert slots, and what is done to them.

A turned V-Pot goes through the list of all plug-ins, and nothing happens until it is pushed. What it stands
on is read in the slot's own cell, shortened and flashing, or (as Logic 12 shows it) whole, running on to the
right of the cell, with ``Insert 3 Plug-in`` above it. A push opens the plug-in in Edit view.

Sources: Apple's Control Surfaces Support Guide, Plug-in Channel view; logician-mcp's measurements of the
plug-in list on Logic 12.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from daw_bridges.errors import NotPossibleError, TimedOutError
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.hands import Hands, Held
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.views import LOWER, UPPER, MovedError, View, Views, row_cells
from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.face import CELL

__all__ = ["EMPTY", "SLOTS", "InsertList", "Slot"]

SLOTS = 15
EMPTY = "--"
_LABEL = re.compile(r"^Ins(\d+)P", re.IGNORECASE)
_FLASH_SECONDS = 2.0
_FLASHES = 20
_QUIET = 0.002


@dataclass(frozen=True, slots=True)
class Slot:
    """An insert slot (from 1): the plug-in's name as the display reads it, and whether it is bypassed."""

    number: int
    name: str
    bypassed: bool = False

    @property
    def free(self) -> bool:
        """Whether there is no plug-in in it."""
        return self.name in ("", EMPTY)


class InsertList:
    """The insert slots of the selected strip."""

    def __init__(self, desk: Desk, seen: Held) -> None:
        self.desk, self.seen = desk, seen
        self.views = Views(desk.pulse)
        self.hands = Hands(desk, seen, (View.INSERTS, None))
        self._before: tuple[str, ...] = ()
        """What the names' row read before a V-Pot was turned."""

    async def enter(self) -> None:
        """Show the list, first page or not, labels over names."""
        await self.views.enter(View.INSERTS)
        for _ in range(3):
            if self._first(UPPER) is not None:
                return
            if self._first(LOWER) is not None:
                await self.desk.pulse.click(Button.NAME_VALUE)
            else:
                # A preselection that somebody left stands there: leaving the view forgets it.
                await self.views.enter(View.PAN)
                await self.views.enter(View.INSERTS)
        raise MovedError("Logic's display does not show the insert slots. Try again.")

    def _first(self, row: int) -> int | None:
        """The number of the first slot that is shown, by its label in a row."""
        found = _LABEL.match(self.desk.surface.cell(row, 0))
        return int(found[1]) if found else None

    async def slots(self) -> tuple[Slot, ...]:
        """All slots there are, in order. The last page is shown afterwards."""
        await self.enter()
        await self._home()
        found: dict[int, Slot] = {}
        while True:
            shown = await self._page()
            if shown.keys() <= found.keys():
                return tuple(found[number] for number in sorted(found))
            found |= shown
            # Logic fills the slots from above: behind a page with free ones there is rarely anything.
            if len(found) >= SLOTS:
                return tuple(found[number] for number in sorted(found))
            await self.desk.pulse.click(Button.RIGHT)

    async def _page(self) -> dict[int, Slot]:
        await self.desk.link.quiet(0.005)
        self.calm()
        labels, names = (row_cells(self.desk.surface, row) for row in (UPPER, LOWER))
        shown: dict[int, Slot] = {}
        for label, name in zip(labels, names, strict=True):
            if number := _LABEL.match(label):
                shown[int(number[1])] = Slot(int(number[1]), name.lstrip("*"), name.startswith("*"))
        return shown

    async def _home(self) -> None:
        for _ in range(SLOTS):
            if self._first(UPPER) == 1:
                return
            await self.desk.pulse.click(Button.LEFT)

    async def cell(self, number: int) -> int:
        """Bring a slot on the display; its cell."""
        await self.enter()
        for _ in range(SLOTS):
            for cell, label in enumerate(row_cells(self.desk.surface, UPPER)):
                if (found := _LABEL.match(label)) and int(found[1]) == number:
                    self._before = row_cells(self.desk.surface, LOWER)
                    return cell
            first = self._first(UPPER) or 1
            await self.desk.pulse.click(Button.LEFT if number < first else Button.RIGHT)
        raise NotPossibleError(f"“{self.seen.name}” has no insert slot {number}. A strip has {SLOTS}.")

    async def open(self, number: int) -> EditView:
        """Open the plug-in in a slot: its Edit view."""
        await self.push(await self.cell(number))
        return await self.edited(number)

    async def edited(self, number: int) -> EditView:
        """The Edit view of a slot, which is shown now. Raises MovedError where it is not."""
        place = (View.EDIT, number)
        try:
            await self.desk.link.until(lambda _: self.views.place == place, f"the plug-in in insert {number}")
        except TimedOutError:
            raise MovedError(f"Logic does not show the plug-in in insert {number}. Try again.") from None
        await self.desk.link.quiet()
        return EditView(Hands(self.desk, self.seen, place))

    async def preselected(self, cell: int) -> str:
        """What a turned V-Pot stands on, as it is shown; waits while it flashes dark."""
        for _ in range(_FLASHES):
            try:
                await self.desk.link.until(
                    lambda face: bool(face.cell(LOWER, cell)), "the name of a plug-in", _FLASH_SECONDS
                )
            except TimedOutError:
                break
            await self.desk.link.quiet(_QUIET)
            self.hands.check()
            if text := self._text(cell):
                return text
        return ""

    def _text(self, cell: int) -> str:
        """What is read at a cell: six characters, or a whole name that runs on to the right."""
        surface = self.desk.surface
        if _LABEL.match(surface.cell(UPPER, cell)):
            return surface.cell(LOWER, cell)
        now = row_cells(surface, LOWER)
        if not now[cell]:
            return ""
        end = next((at for at in range(cell + 1, STRIPS) if now[at] == self._before[at]), STRIPS)
        return surface.row(LOWER)[cell * CELL : end * CELL].strip()

    @staticmethod
    def room(cell: int) -> int:
        """How many characters there are for a name that runs on to the right of a cell."""
        return (STRIPS - cell) * CELL

    async def turn(self, cell: int, ticks: int) -> str:
        """Turn the V-Pot of a slot; what it stands on then."""
        await self.hands.turn(cell, ticks)
        self.calm()
        return await self.preselected(cell)

    async def push(self, cell: int) -> None:
        """Push the V-Pot of a slot: what it stands on is taken; where there is a plug-in it is opened."""
        self.calm()
        await self.hands.push(cell)

    def calm(self) -> None:
        """Raise MovedError where strips may have changed: this view does not say which strip it is about."""
        if self.hands.stirred:
            raise MovedError(
                f"Logic's mixer moved while the plug-ins of “{self.seen.name}” were chosen, so nothing more "
                "was done. Try again when nobody selects tracks."
            )

    async def forget(self) -> None:
        """Leave the list: what was turned to and not pushed is forgotten."""
        await self.views.leave()

    @staticmethod
    def last(slots: tuple[Slot, ...]) -> int:
        """The number of the last slot that holds a plug-in; 0 where none does."""
        return max((slot.number for slot in slots if not slot.free), default=0)
