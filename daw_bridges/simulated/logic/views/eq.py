"""EQ, Mixer view (one value of a band over eight strips) and Channel view (two bands of the selected strip).

Channel EQ's bands count from the low cut (1) over low shelf, four peaks and high shelf to the high cut (8); a
cut has a slope where the others have a gain. Entering Channel view inserts a Channel EQ where there is none.
"""

from __future__ import annotations

from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.plugins import knobs, library_of
from daw_bridges.simulated.logic.strips import PlugIn, Strip, StripKind
from daw_bridges.simulated.logic.views.base import Cell, Row, Shown, View
from daw_bridges.simulated.logic.views.edit import ParameterView
from daw_bridges.simulated.logic.views.knob_cells import push_knob, ring_of, slid_knob, slide_knob, turn_knob

__all__ = ["BANDS", "EqChannelView", "EqMixerView", "equaliser"]

EQUALISERS = ("Channel EQ", "Linear Phase EQ")
_BANDS = ("Low Cut", "Low Shelf", "Peak 1", "Peak 2", "Peak 3", "Peak 4", "High Shelf", "High Cut")
_VALUES = ("Frequency", "Gain", "Q", "On/Off")


def _names(band: str) -> tuple[str, ...]:
    return tuple(
        f"{band} {'Slope' if value == 'Gain' and band.endswith('Cut') else value}" for value in _VALUES
    )


BANDS = tuple(_names(band) for band in _BANDS)
"""The names of each band's four parameters: frequency, gain or slope, Q, on."""


def equaliser(strip: Strip | None) -> PlugIn | None:
    """A strip's first Channel EQ or Linear Phase EQ."""
    inserts = strip.inserts if strip else []
    return next((plug_in for plug_in in inserts if plug_in and plug_in.name in EQUALISERS), None)


def _knob(plug_in: PlugIn | None, name: str) -> Knob | None:
    return next((knob for knob in knobs(plug_in) if knob.name == name), None)


class EqMixerView(View):
    """One value of one band over eight strips; those without an equaliser show nothing."""

    button = Button.EQ

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.band = self.value = 0

    def mode(self) -> str:
        """EQ."""
        return "EQ"

    def _found(self, slot: int) -> tuple[Strip, PlugIn, Knob] | None:
        strip = self.desk.slots[slot]
        plug_in = equaliser(strip)
        knob = _knob(plug_in, BANDS[self.band][self.value])
        return (strip, plug_in, knob) if strip and plug_in and knob else None

    def upper(self) -> Row:
        """The strips' names."""
        return [Cell(self.desk.short(strip.name) if strip else "") for strip in self.desk.slots]

    def lower(self) -> Row:
        """The values, in Name state what they are of."""
        return [self._cell(slot) for slot in range(STRIPS)]

    def _cell(self, slot: int) -> Cell:
        if not (found := self._found(slot)):
            return Cell()
        shorten = self.desk.project.shorten
        return Cell((found[2].shown or shorten(found[2].name)) if self.desk.names else found[2].cell(shorten))

    def ring(self, slot: int) -> Shown:
        """How far the value has gone."""
        found = self._found(slot)
        return ring_of(found[2] if found else None)

    def slid(self, slot: int) -> int:
        """The same as a fader."""
        found = self._found(slot)
        return slid_knob(found[2] if found else None)

    def turn(self, slot: int, ticks: int) -> None:
        """Sets the value."""
        if found := self._found(slot):
            turn_knob(self.desk, *found, ticks)
            self._tell(slot, found[2])

    def push(self, slot: int) -> None:
        """The default, or on and off."""
        if found := self._found(slot):
            push_knob(self.desk, *found)
            self._tell(slot, found[2])

    def slide(self, slot: int, position: int) -> None:
        """Sets the value by its fader (FLIP)."""
        if found := self._found(slot):
            slide_knob(self.desk, *found, position)

    def _tell(self, slot: int, knob: Knob) -> None:
        if self.desk.names:
            self.desk.brief(slot, None, knob.cell(self.desk.project.shorten))

    def cursor(self, key: Button) -> None:
        """UP and DOWN: another band; LEFT and RIGHT: another value of it."""
        self.band = max(0, min(self.band + {Button.UP: -1, Button.DOWN: 1}.get(key, 0), len(BANDS) - 1))
        self.value = max(
            0, min(self.value + {Button.LEFT: -1, Button.RIGHT: 1}.get(key, 0), len(_VALUES) - 1)
        )

    def again(self) -> None:
        """To Channel view."""
        self.desk.show(EqChannelView(self.desk))


class EqChannelView(ParameterView):
    """Two bands of the selected strip's equaliser: one under V-Pots 1 to 4, the next under 5 to 8."""

    button = Button.EQ

    def mode(self) -> str:
        """EQ. with its dot."""
        return "EQ."

    def subject(self) -> tuple[Strip, PlugIn] | None:
        """The selected strip's equaliser."""
        strip = self.desk.selected
        plug_in = equaliser(strip)
        return (strip, plug_in) if strip and plug_in else None

    def title(self) -> str:
        """Strip, equaliser."""
        strip, plug_in = self.desk.selected, self.plug_in
        return f"{strip.name if strip else ''}  {plug_in.name if plug_in else 'EQ'}"

    def all_knobs(self) -> list[Knob]:
        """The bands' parameters, band by band."""
        return [knob for band in BANDS for name in band if (knob := _knob(self.plug_in, name))]

    def _open(self) -> None:
        """A Channel EQ goes into the first free slot where there is none."""
        strip = self.desk.selected
        if (
            strip
            and strip.kind is not StripKind.MASTER
            and equaliser(strip) is None
            and None in strip.inserts
        ):
            made = library_of(self.desk.project).make(EQUALISERS[0])
            self.desk.project.fill(strip, strip.inserts.index(None), made)

    def leave(self) -> None:
        """No window was opened."""

    def reselected(self) -> None:
        """The other strip's bands; only entering the view inserts an equaliser."""
        self.first = 0

    def again(self) -> None:
        """Back to Mixer view."""
        self.desk.show(EqMixerView(self.desk))
