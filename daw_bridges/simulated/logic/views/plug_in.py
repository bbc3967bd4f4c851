"""PLUG-IN, Mixer view (one insert slot over eight strips) and Channel view (the selected strip's slots)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.inserts import bypass, choose, insert, shown_name
from daw_bridges.simulated.logic.strips import INSERT_SLOTS, PlugIn, Strip
from daw_bridges.simulated.logic.views.base import Cell, Row, cells
from daw_bridges.simulated.logic.views.choosing import ChoosingView
from daw_bridges.simulated.logic.views.plug_in_edit import PlugInEditView, slot_mode
from daw_bridges.simulated.logic.views.spilling import spill

__all__ = ["PlugInChannelView", "PlugInMixerView"]


class _Choosing(ChoosingView):
    """Eight V-Pots that choose what goes into insert slots."""

    button = Button.PLUG_IN

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)

    @abstractmethod
    def place(self, cell: int) -> tuple[Strip, int] | None:
        """The strip and the insert slot (from 0) under a V-Pot."""

    def turn(self, slot: int, ticks: int) -> None:
        """Goes through the menu."""
        if found := self.place(slot):
            choose(self.desk, self.waiting, *found, ticks)

    def push(self, slot: int) -> None:
        """With SHIFT bypasses; else takes what was chosen, and edits what is there."""
        if not (found := self.place(slot)):
            return
        if Button.SHIFT in self.desk.held:
            bypass(self.desk, *found)
            return
        plug_in = insert(self.desk, self.waiting, *found)
        if plug_in is not None:
            self._edit(*found, plug_in)

    def _edit(self, strip: Strip, slot: int, plug_in: PlugIn) -> None:
        del plug_in
        if strip is not self.desk.selected:
            self.desk.project.select(strip)
        self.desk.show(PlugInEditView(self.desk, slot))


class PlugInMixerView(_Choosing):
    """One insert slot of eight strips."""

    def __init__(self, desk: Desk, slot: int = 0) -> None:
        super().__init__(desk)
        self.slot = slot

    def mode(self) -> str:
        """P1 … P9, 10 … 15."""
        return slot_mode(self.slot)

    def place(self, cell: int) -> tuple[Strip, int] | None:
        """The strip there, in this view's slot."""
        strip = self.desk.slots[cell]
        return (strip, self.slot) if strip else None

    def upper(self) -> Row:
        """The strips' names."""
        return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """Their plug-ins; what was chosen flashes."""
        return [self._cell(strip) for strip in self.desk.slots]

    def _cell(self, strip: Strip | None) -> Cell:
        if strip is None:
            return Cell()
        chosen = self.waiting.at((strip, self.slot))
        if chosen is not None:
            return Cell(self.desk.short(chosen), flashing=True)
        return Cell(shown_name(self.desk, strip.inserts[self.slot]))

    def cursor(self, key: Button) -> None:
        """UP and DOWN go to another slot."""
        by = {Button.UP: -1, Button.DOWN: 1}.get(key, 0)
        self.slot = max(0, min(self.slot + by, INSERT_SLOTS - 1))
        if by:
            self.waiting.clear()

    def again(self) -> None:
        """To Channel view."""
        self.desk.show(PlugInChannelView(self.desk))


class PlugInChannelView(_Choosing):
    """Eight insert slots of the selected strip; the last page overlaps the one before."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.first = 0

    def mode(self) -> str:
        """PL. as the guide has it."""
        return "PL."

    def place(self, cell: int) -> tuple[Strip, int] | None:
        """The selected strip's slot there."""
        strip = self.desk.selected
        return (strip, self.first + cell) if strip else None

    def upper(self) -> Row:
        """Ins1Pl and on; over what is chosen, which slot it is for."""
        row = cells(*(f"Ins{self.first + cell + 1}Pl" for cell in range(STRIPS)))
        return self._over(row, lambda cell, _: f"Insert {self.first + cell + 1} Plug-in", flashing=False)

    def lower(self) -> Row:
        """The plug-ins; what was chosen flashes, its name whole and running on to the right."""
        strip = self.desk.selected
        if strip is None:
            return cells()
        row = cells(*(shown_name(self.desk, strip.inserts[self.first + cell]) for cell in range(STRIPS)))
        return self._over(row, lambda _, chosen: chosen, flashing=True)

    def _over(self, row: list[Cell], text: Callable[[int, str], str], *, flashing: bool) -> list[Cell]:
        for cell in range(STRIPS):
            place = self.place(cell)
            chosen = self.waiting.at(place) if place else None
            if chosen is not None:
                spill(row, cell, text(cell, chosen), flashing=flashing)
        return row

    def cursor(self, key: Button) -> None:
        """LEFT and RIGHT go to the other slots."""
        if key in (Button.LEFT, Button.RIGHT):
            self.first = 0 if key is Button.LEFT else INSERT_SLOTS - STRIPS
            self.waiting.clear()

    def again(self) -> None:
        """To Mixer view."""
        self.desk.show(PlugInMixerView(self.desk))
