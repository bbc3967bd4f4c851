"""TRACK, Channel view: volume, pan, instrument, two inserts and three send levels of the selected strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.fader_law import LOGIC_STRIP, TOP
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic import sends
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.inserts import (
    choose,
    choose_instrument,
    insert,
    insert_instrument,
    shown_name,
)
from daw_bridges.simulated.logic.sends import SendField
from daw_bridges.simulated.logic.strips import Strip, StripKind
from daw_bridges.simulated.logic.views.base import NO_RING, Cell, Row, Shown, cells, pan_ring
from daw_bridges.simulated.logic.views.choosing import ChoosingView
from daw_bridges.simulated.logic.views.instrument import InstrumentEditView
from daw_bridges.simulated.logic.views.pan import pan_text, turned
from daw_bridges.simulated.logic.views.plug_in_edit import PlugInEditView
from daw_bridges.simulated.logic.views.track import TrackMixerView, turned_level

__all__ = ["TrackChannelView"]


@dataclass(frozen=True, slots=True)
class _Pot:
    """One V-Pot of Channel view."""

    label: str
    text: Callable[[Strip], str]
    turn: Callable[[Strip, int], None]
    push: Callable[[Strip], None]


class TrackChannelView(ChoosingView):
    """Volume, pan, instrument, two inserts and three send levels of the selected strip."""

    button = Button.TRACK

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        inserted = [self._insert(slot) for slot in range(2)]
        sent = [self._send(slot) for slot in range(3)]
        self._pots = (self._volume(), self._pan(), self._instrument(), *inserted, *sent)

    def _volume(self) -> _Pot:
        return _Pot(
            "Volume",
            lambda strip: sends.level_text(strip.volume_db),
            lambda strip, ticks: self.desk.project.set(
                strip, "volume_db", turned_level(self.desk, strip, ticks)
            ),
            lambda strip: self.desk.project.set(strip, "volume_db", 0.0),
        )

    def _pan(self) -> _Pot:
        def turn(strip: Strip, ticks: int) -> None:
            ends = Button.OPTION in self.desk.held
            self.desk.project.set(strip, "pan", turned(strip.pan, ticks, to_ends=ends))

        return _Pot(
            "Pan",
            lambda strip: pan_text(strip.pan),
            turn,
            lambda strip: self.desk.project.set(strip, "pan", 0),
        )

    def _instrument(self) -> _Pot:
        def text(strip: Strip) -> str:
            return shown_name(self.desk, strip.instrument) if strip.kind is StripKind.INSTRUMENT else ""

        def push(strip: Strip) -> None:
            if insert_instrument(self.desk, self.waiting, strip):
                self.desk.show(InstrumentEditView(self.desk))

        return _Pot(
            "Instrm",
            text,
            lambda strip, ticks: choose_instrument(self.desk, self.waiting, strip, ticks),
            push,
        )

    def _insert(self, slot: int) -> _Pot:
        def push(strip: Strip) -> None:
            if insert(self.desk, self.waiting, strip, slot):
                self.desk.show(PlugInEditView(self.desk, slot))

        return _Pot(
            f"Ins{slot + 1}Pl",
            lambda strip: shown_name(self.desk, strip.inserts[slot]),
            lambda strip, ticks: choose(self.desk, self.waiting, strip, slot, ticks),
            push,
        )

    def _send(self, slot: int) -> _Pot:
        level, desk = SendField.LEVEL, self.desk

        def turn(strip: Strip, ticks: int) -> None:
            fine = Button.ALT in desk.held
            sends.turn(desk, self.waiting, strip, slot, level, ticks, fine=fine)

        return _Pot(
            f"Send{slot + 1}",
            lambda strip: sends.text_of(desk, strip.sends[slot], level),
            turn,
            lambda strip: sends.push(desk, self.waiting, strip, slot, level),
        )

    # -- what is shown --------------------------------------------------------------------------------------

    def mode(self) -> str:
        """Tr. with its dot."""
        return "tr."

    def upper(self) -> Row:
        """The strip's whole name, or what the V-Pots set."""
        strip = self.desk.selected
        if self.desk.names:
            return strip.name if strip else ""
        return cells(*(pot.label for pot in self._pots))

    def lower(self) -> Row:
        """What the V-Pots set, or the values; what was chosen flashes in both."""
        strip = self.desk.selected
        if strip is None:
            return cells()
        return [self._cell(strip, slot) for slot in range(STRIPS)]

    def _cell(self, strip: Strip, slot: int) -> Cell:
        key = (strip, "instrument") if slot == 2 else (strip, slot - 3)
        chosen = self.waiting.at(key) if 2 <= slot <= 4 else None
        if chosen is not None:
            return Cell(self.desk.short(chosen), flashing=True)
        pot = self._pots[slot]
        return Cell(pot.label if self.desk.names else pot.text(strip))

    def ring(self, slot: int) -> Shown:
        """Level, panning and sends."""
        strip = self.desk.selected
        if strip is None or slot in (2, 3, 4):
            return NO_RING
        if slot == 1:
            return pan_ring(strip.pan)
        db = strip.volume_db if slot == 0 else strip.sends[slot - 5].level_db
        return Shown(RingMode.WRAP, 1 + round(10 * LOGIC_STRIP.position(db) / TOP))

    # -- hands ----------------------------------------------------------------------------------------------

    def turn(self, slot: int, ticks: int) -> None:
        """Sets the value, or goes through a menu."""
        if strip := self.desk.selected:
            self._pots[slot].turn(strip, ticks)
            self._tell(strip, slot)

    def push(self, slot: int) -> None:
        """The default; confirms what was chosen."""
        if strip := self.desk.selected:
            self._pots[slot].push(strip)
            self._tell(strip, slot)

    def _tell(self, strip: Strip, slot: int) -> None:
        if self.desk.names and self.desk.view is self and slot not in (2, 3, 4):
            self.desk.brief(slot, None, self._pots[slot].text(strip))

    def again(self) -> None:
        """Back to Mixer view."""
        self.desk.show(TrackMixerView(self.desk))
