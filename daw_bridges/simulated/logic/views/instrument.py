"""INSTRUMENT, Mixer view (the instruments of eight strips) and Edit view (one instrument's parameters)."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.simulated.logic.inserts import choose_instrument, insert_instrument, shown_name
from daw_bridges.simulated.logic.preselecting import NONE
from daw_bridges.simulated.logic.strips import PlugIn, Strip, StripKind
from daw_bridges.simulated.logic.views.base import Cell, Row
from daw_bridges.simulated.logic.views.choosing import ChoosingView
from daw_bridges.simulated.logic.views.edit import ParameterView

__all__ = ["InstrumentEditView", "InstrumentMixerView"]


class InstrumentMixerView(ChoosingView):
    """The instruments of eight strips: a turn chooses, a push inserts and edits."""

    button = Button.INSTRUMENT

    def mode(self) -> str:
        """In."""
        return "In"

    def _strip(self, slot: int) -> Strip | None:
        strip = self.desk.slots[slot]
        return strip if strip and strip.kind is StripKind.INSTRUMENT else None

    def upper(self) -> Row:
        """The strips' names."""
        return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """Their instruments; what was chosen flashes."""
        return [self._cell(self._strip(slot)) for slot in range(len(self.desk.slots))]

    def _cell(self, strip: Strip | None) -> Cell:
        if strip is None:
            return Cell()
        chosen = self.waiting.at((strip, "instrument"))
        if chosen is not None:
            return Cell(self.desk.short(chosen), flashing=True)
        return Cell(shown_name(self.desk, strip.instrument))

    def turn(self, slot: int, ticks: int) -> None:
        """Goes through the instrument menu."""
        if strip := self._strip(slot):
            choose_instrument(self.desk, self.waiting, strip, ticks)

    def push(self, slot: int) -> None:
        """With SHIFT bypasses; else takes what was chosen, and edits what is there."""
        if not (strip := self._strip(slot)):
            return
        if Button.SHIFT in self.desk.held:
            if there := strip.instrument:
                self.desk.project.set(
                    there, "bypassed", not there.bypassed, strip=strip, what="instrument bypassed"
                )
        elif insert_instrument(self.desk, self.waiting, strip):
            if strip is not self.desk.selected:
                self.desk.project.select(strip)
            self.desk.show(InstrumentEditView(self.desk))

    def again(self) -> None:
        """To the selected strip's instrument."""
        self.desk.show(InstrumentEditView(self.desk))


class InstrumentEditView(ParameterView):
    """The selected strip's instrument."""

    button = Button.INSTRUMENT

    def mode(self) -> str:
        """In. with its dot."""
        return "In."

    def subject(self) -> tuple[Strip, PlugIn] | None:
        """The selected strip's instrument."""
        strip = self.desk.selected
        return (strip, strip.instrument) if strip and strip.instrument else None

    def title(self) -> str:
        """Strip, instrument."""
        strip, plug_in = self.desk.selected, self.plug_in
        return f"{strip.name if strip else ''}  {plug_in.name if plug_in else NONE}"

    def again(self) -> None:
        """Back to Mixer view."""
        self.desk.show(InstrumentMixerView(self.desk))
