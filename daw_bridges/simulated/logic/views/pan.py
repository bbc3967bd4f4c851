"""PAN: the panning of the eight strips of the bank, one tick of a V-Pot a step (measured on Logic 12.3.1)."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.fader_law import TOP
from daw_bridges.simulated.logic.strips import Strip
from daw_bridges.simulated.logic.views.base import NO_RING, Cell, Row, Shown, View, pan_ring

__all__ = ["PAN_NAME", "PanView", "pan_text", "turned"]

LEFT, RIGHT = -64, 63
PAN_NAME = "Pan"


def pan_text(pan: int) -> str:
    """A panning as the display says it.

    >>> pan_text(-20), pan_text(0), pan_text(6)
    ('-20', '0', '+6')
    """
    return f"{pan:+d}" if pan else "0"


def turned(pan: int, ticks: int, *, to_ends: bool = False) -> int:
    """A panning after a turn; with OPTION (``to_ends``) it goes to the next of left, centre, right."""
    if to_ends and ticks:
        stops = [stop for stop in (LEFT, 0, RIGHT) if (stop - pan) * ticks > 0]
        return min(stops, key=lambda stop: abs(stop - pan), default=pan)
    return max(LEFT, min(pan + ticks, RIGHT))


class PanView(View):
    """Mixer view of panning: names above; below what it is of, the value (NAME/VALUE, or while it turns)."""

    button = Button.PAN

    def mode(self) -> str:
        """Pn."""
        return "Pn"

    def upper(self) -> Row:
        """The strips' names; with values below, what they are of."""
        if self.desk.names:
            return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]
        return [Cell(PAN_NAME if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """What the V-Pots set, or its values."""
        if self.desk.names:
            return [Cell(PAN_NAME if strip else "") for strip in self.desk.slots]
        return [Cell(pan_text(strip.pan) if strip else "") for strip in self.desk.slots]

    def ring(self, slot: int) -> Shown:
        """A dot where the strip is panned."""
        strip = self.desk.slots[slot]
        return pan_ring(strip.pan) if strip else NO_RING

    def turn(self, slot: int, ticks: int) -> None:
        """A step a tick."""
        if strip := self.desk.slots[slot]:
            self._set(slot, strip, turned(strip.pan, ticks, to_ends=Button.OPTION in self.desk.held))

    def push(self, slot: int) -> None:
        """Back to the centre."""
        if strip := self.desk.slots[slot]:
            self._set(slot, strip, 0)

    def slide(self, slot: int, position: int) -> None:
        """The whole way of the fader is from left to right."""
        if strip := self.desk.slots[slot]:
            self._set(slot, strip, LEFT + round(position * (RIGHT - LEFT) / TOP))

    def slid(self, slot: int) -> int:
        """Where the fader stands for this panning."""
        strip = self.desk.slots[slot]
        return round((strip.pan - LEFT) * TOP / (RIGHT - LEFT)) if strip else 0

    def _set(self, slot: int, strip: Strip, pan: int) -> None:
        self.desk.project.set(strip, "pan", pan)
        self.desk.brief(slot, PAN_NAME, pan_text(pan))
