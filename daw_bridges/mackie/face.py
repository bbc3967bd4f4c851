"""How a surface is read: by row and cell, lamp and display. A surface and its frozen copy are read alike."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.mackie import segments
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import LampState, Ring

__all__ = ["CELL", "VIEWS", "WIDTH", "Face"]

WIDTH = 56
"""Characters in a row of the display."""
CELL = WIDTH // STRIPS
"""Characters of a row above one strip."""
VIEWS = (Button.TRACK, Button.SEND, Button.PAN, Button.PLUG_IN, Button.EQ, Button.INSTRUMENT)
"""The assignment buttons: the lit one says what the V-Pots are for."""
_DIALOG = "ALERT"


class Face:
    """What is to be seen on a surface. What no message said is blank, dark or ``None``."""

    online: bool
    """Whether the host has shown anything since it last let go."""
    text: str
    """The 112 characters of the display, the upper row first."""
    time_places: tuple[tuple[str, bool], ...]
    """The time display by place (0 is the rightmost of ten): a character, and whether its point is lit."""
    mode_places: tuple[tuple[str, bool], ...]
    """The mode display by place (0 is the right one of two)."""
    lamps: tuple[LampState, ...]
    """All lamps by note number, 0 … 127."""
    faders: tuple[int | None, ...]
    """Nine faders' positions, 0 … 16383, the master's last."""
    rings: tuple[Ring | None, ...]
    """What is shown around the eight V-Pots."""
    meters: tuple[int | None, ...]
    """The level last sent to each of eight meters, 0 … 12."""
    overloads: tuple[bool, ...]
    """The eight meters' overload lamps."""
    colours: bytes | None
    """Eight displays' colours, one byte each."""

    def row(self, row: int) -> str:
        """The 56 characters of the upper (0) or lower (1) row."""
        return self.text[row * WIDTH : (row + 1) * WIDTH]

    def cell(self, row: int, strip: int) -> str:
        """What the row says at a strip (0 … 7): seven characters, without the blanks at both ends."""
        at = row * WIDTH + strip * CELL
        return self.text[at : at + CELL].strip()

    def cells(self, row: int) -> tuple[str, ...]:
        """All eight cells of a row."""
        return tuple(self.cell(row, strip) for strip in range(STRIPS))

    @property
    def mode(self) -> str:
        """The mode display, with its points: ``"P1."``, ``"TR"``. Capitals, as the display has no others."""
        return _shown(self.mode_places).strip()

    @property
    def time(self) -> str:
        """The time display, with its points and without the blanks at its ends: ``"1. 1. 1.  1"``."""
        return _shown(self.time_places).strip()

    @property
    def time_characters(self) -> str:
        """The ten characters of the time display from left to right, without points."""
        return "".join(character for character, _ in reversed(self.time_places))

    @property
    def alert(self) -> bool:
        """Whether the time display says that a dialog is open, so that nothing works until it is answered."""
        return _DIALOG in self.time_characters

    def lamp(self, button: int) -> LampState:
        """A button's lamp: a ``Button``, or a ``StripButton`` plus the strip."""
        return self.lamps[button]

    def lit(self, button: int) -> bool:
        """Whether a button's lamp is steadily on."""
        return self.lamps[button] is LampState.ON

    def fader(self, strip: int) -> int | None:
        """Where a fader was last put: 0 … 16383; strip 8 is the master."""
        return self.faders[strip]

    def ring(self, strip: int) -> Ring | None:
        """What is shown around a V-Pot."""
        return self.rings[strip]

    @property
    def view(self) -> Button | None:
        """The assignment button whose lamp is on; ``None`` when none is, or more than one."""
        on = [button for button in VIEWS if self.lit(button)]
        return on[0] if len(on) == 1 else None

    @property
    def selected_strips(self) -> tuple[int, ...]:
        """The strips whose SELECT lamp is on."""
        return tuple(strip for strip in range(STRIPS) if self.lit(StripButton.SELECT + strip))

    @property
    def selected(self) -> int | None:
        """The strip whose SELECT lamp is on; ``None`` when none is, or more than one."""
        strips = self.selected_strips
        return strips[0] if len(strips) == 1 else None


def _shown(places: Sequence[tuple[str, bool]]) -> str:
    ordered = list(reversed(places))
    return segments.joined((character for character, _ in ordered), (dot for _, dot in ordered))
