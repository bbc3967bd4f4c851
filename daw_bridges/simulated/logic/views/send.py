"""SEND, Channel view (two sends of the selected strip) and Mixer view (one value over eight strips)."""

from __future__ import annotations

from abc import abstractmethod

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.fader_law import LOGIC_STRIP
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic import sends
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.sends import SendField
from daw_bridges.simulated.logic.strips import SEND_SLOTS, Strip
from daw_bridges.simulated.logic.views.base import NO_RING, Cell, Row, Shown, cells
from daw_bridges.simulated.logic.views.choosing import ChoosingView
from daw_bridges.simulated.logic.views.edit import headed
from daw_bridges.simulated.logic.views.spilling import spill

__all__ = ["SendChannelView", "SendMixerView"]

_FIELDS = len(SendField)
_PAGES = SEND_SLOTS * _FIELDS // STRIPS


class _SendView(ChoosingView):
    """Eight V-Pots over sends."""

    button = Button.SEND

    @abstractmethod
    def place(self, cell: int) -> tuple[Strip, int, SendField] | None:
        """The strip, its send (from 0) and what of it is under a V-Pot."""

    def values(self) -> list[Cell]:
        """What all eight read; a destination that is not confirmed flashes."""
        return [self._value(cell) for cell in range(STRIPS)]

    def _value(self, cell: int) -> Cell:
        if not (found := self.place(cell)):
            return Cell()
        strip, slot, field = found
        chosen = self.waiting.at((strip, slot)) if field is SendField.DESTINATION else None
        if chosen is not None:
            return Cell(self.desk.short(chosen), flashing=True)
        return Cell(sends.text_of(self.desk, strip.sends[slot], field))

    def ring(self, slot: int) -> Shown:
        """How far the value has gone."""
        found = self.place(slot)
        if not found or found[0].sends[found[1]].destination is None:
            return NO_RING
        strip, send, field = found
        return Shown(RingMode.WRAP, 1 + round(10 * sends.fraction(strip.sends[send], field)))

    def slid(self, slot: int) -> int:
        """The same as a fader."""
        found = self.place(slot)
        return round(sends.fraction(found[0].sends[found[1]], found[2]) * LOGIC_STRIP.top) if found else 0

    # -- hands ----------------------------------------------------------------------------------------------

    def turn(self, slot: int, ticks: int) -> None:
        """Sets the value; goes through the destinations."""
        if not (found := self.place(slot)):
            return
        strip, send, field = found
        if field is SendField.LEVEL and Button.OPTION in self.desk.held:
            sends.stop(self.desk, strip, send, ticks)
        else:
            fine = Button.ALT in self.desk.held
            sends.turn(self.desk, self.waiting, strip, send, field, ticks, fine=fine)
        self._tell(slot, field)

    def push(self, slot: int) -> None:
        """Confirms a destination; sets the default of the others. With SEND held it chooses a view."""
        if Button.SEND in self.desk.down:
            self._choose(slot)
        elif found := self.place(slot):
            sends.push(self.desk, self.waiting, *found)
            self._tell(slot, found[2])

    def slide(self, slot: int, position: int) -> None:
        """A level by its fader (FLIP)."""
        if (found := self.place(slot)) and found[2] is SendField.LEVEL:
            sends.slide(self.desk, found[0], found[1], position)

    def _tell(self, slot: int, field: SendField) -> None:
        if self.desk.names and field is not SendField.DESTINATION:
            self.desk.brief(slot, None, self._value(slot).text)

    def _choose(self, slot: int) -> None:
        """V-Pots 1 to 4: Mixer view of one value; 5: Channel view."""
        if slot < _FIELDS:
            self.desk.show(SendMixerView(self.desk, 0, SendField(slot)))
        elif slot == _FIELDS:
            self.desk.show(SendChannelView(self.desk))


class SendMixerView(_SendView):
    """One value of one send over eight strips."""

    def __init__(self, desk: Desk, send: int = 0, field: SendField = SendField.DESTINATION) -> None:
        super().__init__(desk)
        self.send, self.field = send, field

    def mode(self) -> str:
        """S1 … S8."""
        return f"S{self.send + 1}"

    def place(self, cell: int) -> tuple[Strip, int, SendField] | None:
        """The strip there, in this view's send."""
        strip = self.desk.slots[cell]
        return (strip, self.send, self.field) if strip and sends.sendable(strip) else None

    def upper(self) -> Row:
        """The strips' names."""
        return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """The values; in Name state what they are of, but a destination."""
        if self.desk.names and self.field is not SendField.DESTINATION:
            label = self.field.label
            return [Cell(label if self.place(cell) else "") for cell in range(STRIPS)]
        return self.values()

    def cursor(self, key: Button) -> None:
        """UP and DOWN: another send; LEFT and RIGHT: another value of it."""
        self.send = max(0, min(self.send + {Button.UP: -1, Button.DOWN: 1}.get(key, 0), SEND_SLOTS - 1))
        field = self.field + {Button.LEFT: -1, Button.RIGHT: 1}.get(key, 0)
        self.field = SendField(max(0, min(field, _FIELDS - 1)))
        self.waiting.clear()

    def again(self) -> None:
        """To Channel view."""
        self.desk.show(SendChannelView(self.desk))


class SendChannelView(_SendView):
    """Two sends of the selected strip: odd ones under V-Pots 1 to 4, even ones under 5 to 8."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.page = 0

    def mode(self) -> str:
        """SE."""
        return "SE."

    def place(self, cell: int) -> tuple[Strip, int, SendField] | None:
        """The selected strip's send there."""
        strip = self.desk.selected
        if strip is None or not sends.sendable(strip):
            return None
        return strip, self.page * (STRIPS // _FIELDS) + cell // _FIELDS, SendField(cell % _FIELDS)

    def labels(self) -> list[Cell]:
        """``Sen1In Send 1 Sen1Po Sen1Mu``, and the same of the next send."""
        places = ((self.page * 2 + cell // _FIELDS, SendField(cell % _FIELDS)) for cell in range(STRIPS))
        return cells(*(field.label_of(send) for send, field in places))

    def _over(self, row: list[Cell], *, banner: bool) -> list[Cell]:
        """Where a destination is being chosen, its whole name, or above it which send it is for."""
        for cell in range(0, STRIPS, _FIELDS):
            found = self.place(cell)
            chosen = self.waiting.at(found[:2]) if found else None
            if found and chosen is not None:
                text = f"Send {found[1] + 1}  Destination" if banner else chosen
                spill(row, cell, text, flashing=not banner)
        return row

    def upper(self) -> Row:
        """Whose sends these are, or names over values."""
        strip = self.desk.selected
        if self.desk.names:
            return headed(f"{strip.name if strip else ''}  Sends", self.page + 1, _PAGES)
        return self._over(self.labels(), banner=True)

    def lower(self) -> Row:
        """Names, or values; a destination that is not confirmed shows in both."""
        return self._over(self.labels() if self.desk.names else self.values(), banner=False)

    def cursor(self, key: Button) -> None:
        """LEFT and RIGHT: the next two sends."""
        self.page = max(0, min(self.page + {Button.LEFT: -1, Button.RIGHT: 1}.get(key, 0), _PAGES - 1))
        self.waiting.clear()

    def again(self) -> None:
        """To Mixer view."""
        self.desk.show(SendMixerView(self.desk))

    def reselected(self) -> None:
        """The other strip's first sends."""
        super().reselected()
        self.page = 0
