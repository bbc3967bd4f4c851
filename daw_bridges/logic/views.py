"""Which view of Logic's assignment section the surface shows, and the way from one to another.

A view is known by the mode display and by what the rows read, never by counting presses: an assignment
button goes round between Mixer view and Channel view, from wherever the user left it.

================  ==============  ===========================================================
view              mode display    rows
================  ==============  ===========================================================
Pan Mixer view    ``Pn``          strip names over pan values: where every procedure ends
Plug-in Channel   ``PL.``         ``Ins1Pl`` … over the names of the plug-ins
Plug-in Edit      ``P1.``, ``10.`` parameter names over values, or a heading over names
Instrument Edit   ``In.``         the same
Send Channel      ``SE.``         two sends, four cells each
Track Mixer       ``tr``, ``CS``  strip names over one parameter
Track Channel     ``tr.``         the strip's name, or parameter names over values
================  ==============  ===========================================================

Source: Apple's Control Surfaces Support Guide, Mackie Control, Assignment buttons; the mode displays and
labels as logic-mcp and logician-mcp measured them on Logic 12.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from daw_bridges.errors import RefusedError
from daw_bridges.logic.pulse import Pulse
from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.surface import Surface

__all__ = ["LOWER", "UPPER", "MovedError", "Place", "Slip", "View", "Views", "row_cells", "shown"]

UPPER, LOWER = 0, 1
_PRESSES = 5
_EDIT = re.compile(r"^p?(\d{1,2})$")


class View(Enum):
    """The views that are told apart."""

    PAN = "Pan Mixer view"
    TRACK_MIXER = "Track Mixer view"
    TRACK = "Track Channel view"
    SEND_MIXER = "Send Mixer view"
    SEND = "Send Channel view"
    PLUG_IN_MIXER = "Plug-in Mixer view"
    INSERTS = "Plug-in Channel view"
    EDIT = "Plug-in Edit view"
    INSTRUMENT_MIXER = "Instrument Mixer view"
    INSTRUMENT = "Instrument Edit view"
    EQ_MIXER = "EQ Mixer view"
    EQ = "EQ Channel view"
    OTHER = "another view"


Place = tuple[View, int | None]
"""A view, and for ``EDIT`` the insert slot (from 1) that it is about."""


@dataclass(frozen=True)
class Slip:
    """A move that may have landed on another strip than it was meant for."""

    place: Place
    """The view in which it was made."""
    hit: Place
    """The view that is shown of the other strip."""
    own_row: tuple[str, ...]
    row: tuple[str, ...]
    """The labels on the page it was made on, and on the other strip's."""
    cell: int
    before: str
    """What the value read before it."""
    beside: str
    """What the first of the four cells it is among reads on the other strip: of a send, where it goes."""
    ticks: int
    """How far the V-Pot was turned; 0 where it was pushed."""
    fine: bool = False
    strip: int | None = None
    """The other strip's place in the mixer."""


class MovedError(RefusedError):
    """The surface is not in the view, or not on the strip, that was being worked on: somebody changed it."""

    slip: Slip | None = None


_MODES = {
    "pn": (View.PAN, View.OTHER),
    "tr": (View.TRACK_MIXER, View.TRACK),
    "cs": (View.TRACK_MIXER, View.TRACK),
    "se": (View.SEND_MIXER, View.SEND),
    "pl": (View.INSERTS, View.INSERTS),
    "in": (View.INSTRUMENT_MIXER, View.INSTRUMENT),
    "eq": (View.EQ_MIXER, View.EQ),
}


def shown(mode: str) -> Place:
    """The view that a mode display stands for; a dot behind it means Channel view.

    >>> shown("PL."), shown("P3."), shown("Pn"), shown("P3")
    ((<View.INSERTS: 'Plug-in Channel view'>, None), (<View.EDIT: 'Plug-in Edit view'>, 3), \
(<View.PAN: 'Pan Mixer view'>, None), (<View.PLUG_IN_MIXER: 'Plug-in Mixer view'>, None))
    """
    plain, channel = mode.strip().rstrip(".").casefold(), mode.strip().endswith(".")
    if found := _EDIT.match(plain):
        return (View.EDIT, int(found[1])) if channel else (View.PLUG_IN_MIXER, None)
    mixer, single = _MODES.get(plain, (View.OTHER, View.OTHER))
    return (single if channel else mixer), None


def row_cells(surface: Surface, row: int) -> tuple[str, ...]:
    """The eight cells of a row."""
    return tuple(surface.cell(row, strip) for strip in range(STRIPS))


_BUTTONS = {
    View.PAN: Button.PAN,
    View.TRACK_MIXER: Button.TRACK,
    View.TRACK: Button.TRACK,
    View.SEND_MIXER: Button.SEND,
    View.SEND: Button.SEND,
    View.INSERTS: Button.PLUG_IN,
    View.INSTRUMENT_MIXER: Button.INSTRUMENT,
    View.INSTRUMENT: Button.INSTRUMENT,
    View.EQ: Button.EQ,
}


class Views:
    """Going from view to view on one surface."""

    def __init__(self, pulse: Pulse) -> None:
        self.pulse = pulse

    @property
    def surface(self) -> Surface:
        """What the surface shows now."""
        return self.pulse.surface

    @property
    def place(self) -> Place:
        """The view that is shown."""
        return shown(self.surface.mode)

    async def enter(self, view: View) -> None:
        """Go to a view with its button, pressed as often as it takes; MovedError where it never comes."""
        for _ in range(_PRESSES):
            if self.place[0] is view:
                return
            await self.pulse.click(_BUTTONS[view])
        if self.place[0] is not view:
            raise MovedError(
                f"Logic does not show its {view.value} (the mode display reads “{self.surface.mode}”). "
                "Look whether Logic waits for something on its screen, then try again."
            )

    async def leave(self) -> None:
        """Go back to Pan Mixer view, which closes what was opened."""
        await self.enter(View.PAN)

    def check(self, place: Place) -> None:
        """Raise MovedError where another view is shown than the one that was being worked in."""
        if self.place != place:
            raise MovedError(
                f"The surface left {place[0].value} while it was worked in: somebody changed the view in "
                "Logic or closed the window. Nothing more was changed; try again."
            )
