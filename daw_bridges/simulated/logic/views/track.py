"""TRACK, Mixer view: one value over eight strips."""

from __future__ import annotations

from enum import IntEnum

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.fader_law import TOP
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic import sends
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.sends import BUSSES
from daw_bridges.simulated.logic.strip_section import kept_level, law_of
from daw_bridges.simulated.logic.strips import Automation, Strip, StripKind
from daw_bridges.simulated.logic.views.base import NO_RING, Cell, Row, Shown, pan_ring
from daw_bridges.simulated.logic.views.choosing import ChoosingView
from daw_bridges.simulated.logic.views.pan import LEFT, RIGHT, pan_text, turned

__all__ = ["INPUTS", "OUTPUTS", "TrackMixerView", "Value", "turned_level"]

NO_SOURCE = "No In"
INPUTS = (NO_SOURCE, *(f"Input {number}" for number in range(1, 17)), *BUSSES)
"""Where an audio or aux strip can listen."""
OUTPUTS = ("No Out", "Stereo Out", *BUSSES)
"""Where a strip can go."""
_AUTOMATION = tuple(Automation)


class Value(IntEnum):
    """What Mixer view sets, in the order of the cursor."""

    VOLUME = 0
    PAN = 1
    FORMAT = 2
    INPUT = 3
    OUTPUT = 4
    AUTOMATION = 5

    @property
    def label(self) -> str:
        """Its name on the display."""
        return ("Volume", "Pan", "Format", "Input", "Output", "Auto")[self]


def _options(strip: Strip, value: Value) -> tuple[str, ...]:
    """What an assignment can be; nothing where the strip has none."""
    if value is Value.OUTPUT:
        return OUTPUTS if strip.kind not in (StripKind.OUTPUT, StripKind.MASTER) else ()
    return INPUTS if strip.kind in (StripKind.AUDIO, StripKind.AUX) else ()


def turned_level(desk: Desk, strip: Strip, ticks: int) -> float:
    """A strip's level after a turn, with the modifiers that are held."""
    law = law_of(strip)
    if Button.OPTION in desk.held:
        return sends.to_stop(strip.volume_db, ticks)
    fine = Button.ALT in desk.held
    place = law.position(strip.volume_db) + round(ticks * law.top * (0.001 if fine else 0.01))
    level = kept_level(law.db(max(0, min(place, TOP))))
    if level == strip.volume_db:
        # Lower tenths of a level that went up by less than one are the level it was.
        level = min(law.highest, round(level + (0.1 if ticks > 0 else -0.1), 1))
    return level


class TrackMixerView(ChoosingView):
    """One of six values over eight strips; inputs and outputs wait for a push."""

    button = Button.TRACK

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.value = Value.VOLUME

    def mode(self) -> str:
        """Tr."""
        return "tr"

    def upper(self) -> Row:
        """The strips' names; with values below, what they are of."""
        if self.desk.names:
            return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]
        return [Cell(self.value.label if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """What the V-Pots set, or its values; an assignment that is not confirmed flashes in both."""
        return [self._cell(strip) for strip in self.desk.slots]

    def _cell(self, strip: Strip | None) -> Cell:
        if strip is None:
            return Cell()
        chosen = self.waiting.at((strip, self.value))
        if chosen is not None:
            return Cell(self.desk.short(chosen), flashing=True)
        return Cell(self.value.label if self.desk.names else self.text(strip))

    def text(self, strip: Strip) -> str:
        """The value in a cell."""
        match self.value:
            case Value.VOLUME:
                return sends.level_text(strip.volume_db)
            case Value.PAN:
                return pan_text(strip.pan)
            case Value.FORMAT:
                return "Stereo" if strip.stereo else "Mono"
            case Value.INPUT:
                return self.desk.short(strip.input)
            case Value.OUTPUT:
                return self.desk.short(strip.output)
            case _:
                return strip.automation.value

    def ring(self, slot: int) -> Shown:
        """Level and panning."""
        strip = self.desk.slots[slot]
        if strip is None or self.value > Value.PAN:
            return NO_RING
        if self.value is Value.PAN:
            return pan_ring(strip.pan)
        return Shown(RingMode.WRAP, 1 + round(10 * law_of(strip).position(strip.volume_db) / TOP))

    def slid(self, slot: int) -> int:
        """Level and panning as faders (FLIP)."""
        strip = self.desk.slots[slot]
        if strip is None or self.value > Value.PAN:
            return 0
        if self.value is Value.PAN:
            return round((strip.pan - LEFT) * TOP / (RIGHT - LEFT))
        return law_of(strip).position(strip.volume_db)

    # -- hands ----------------------------------------------------------------------------------------------

    def turn(self, slot: int, ticks: int) -> None:
        """Sets the value; goes through inputs or outputs."""
        if not (strip := self.desk.slots[slot]):
            return
        if self.value in (Value.INPUT, Value.OUTPUT):
            now = strip.input if self.value is Value.INPUT else strip.output
            if options := _options(strip, self.value):
                self.waiting.turn((strip, self.value), options, now, ticks)
            return
        self._set(slot, strip, *self._turned(strip, ticks))

    def _turned(self, strip: Strip, ticks: int) -> tuple[str, object]:
        match self.value:
            case Value.VOLUME:
                return "volume_db", turned_level(self.desk, strip, ticks)
            case Value.PAN:
                return "pan", turned(strip.pan, ticks, to_ends=Button.OPTION in self.desk.held)
            case Value.FORMAT:
                return "stereo", ticks > 0
            case _:
                place = _AUTOMATION.index(strip.automation) + ticks
                return "automation", _AUTOMATION[max(0, min(place, len(_AUTOMATION) - 1))]

    def push(self, slot: int) -> None:
        """The default; confirms an input or output that was chosen."""
        if not (strip := self.desk.slots[slot]):
            return
        if self.value in (Value.INPUT, Value.OUTPUT):
            if chosen := self.waiting.take((strip, self.value)):
                self.desk.project.set(strip, self.value.name.lower(), chosen)
            return
        attribute, default = _DEFAULTS[self.value]
        self._set(slot, strip, attribute, default)

    def _set(self, slot: int, strip: Strip, attribute: str, value: object) -> None:
        self.desk.project.set(strip, attribute, value)
        self.desk.brief(slot, self.value.label, self.text(strip))

    def slide(self, slot: int, position: int) -> None:
        """Level and panning by faders (FLIP)."""
        if not (strip := self.desk.slots[slot]) or self.value > Value.PAN:
            return
        if self.value is Value.PAN:
            self.desk.project.set(strip, "pan", LEFT + round(position * (RIGHT - LEFT) / TOP))
        else:
            self.desk.project.set(strip, "volume_db", kept_level(law_of(strip).db(position)))

    def cursor(self, key: Button) -> None:
        """LEFT and RIGHT: another value, whose name is shown at the right for a moment."""
        by = {Button.LEFT: -1, Button.RIGHT: 1}.get(key, 0)
        if not by:
            return
        self.value = Value(max(0, min(self.value + by, len(Value) - 1)))
        self.waiting.clear()
        desk = self.desk
        desk.passing.put("label", 0, 42, self.value.label.rjust(14), desk.now + desk.brief_seconds)

    def again(self) -> None:
        """To Channel view."""
        from daw_bridges.simulated.logic.views.track_channel import TrackChannelView

        self.desk.show(TrackChannelView(self.desk))


_DEFAULTS: dict[Value, tuple[str, object]] = {
    Value.VOLUME: ("volume_db", 0.0),
    Value.PAN: ("pan", 0),
    Value.FORMAT: ("stereo", True),
    Value.AUTOMATION: ("automation", Automation.READ),
}
