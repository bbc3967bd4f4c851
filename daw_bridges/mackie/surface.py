"""What a control surface shows, kept from the messages that its host sends: differences only.

A surface starts blank, and is blank again when the host resets it or lets go of it: what it showed then says
nothing about the host any more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from daw_bridges.mackie.blinking import Blinking
from daw_bridges.mackie.buttons import STRIPS, StripButton
from daw_bridges.mackie.changes import BLANK, changes
from daw_bridges.mackie.face import CELL, Face
from daw_bridges.mackie.messages import LampState, Message, Ring

__all__ = ["Snapshot", "Surface"]

_STRIP_LAMPS = StripButton.VPOT + STRIPS
_COUNTERS = {
    "text": "lcd_version",
    "faders": "strip_version",
    "rings": "strip_version",
    "colours": "strip_version",
    "online": "panel_version",
    "mode_places": "panel_version",
    "time_places": "time_version",
    "meters": "meter_version",
    "overloads": "meter_version",
}


@dataclass(frozen=True)
class Snapshot(Face):
    """A surface at one moment: equal to another that shows the same, and hashable."""

    online: bool
    text: str
    time_places: tuple[tuple[str, bool], ...]
    mode_places: tuple[tuple[str, bool], ...]
    lamps: tuple[LampState, ...]
    faders: tuple[int | None, ...]
    rings: tuple[Ring | None, ...]
    meters: tuple[int | None, ...]
    overloads: tuple[bool, ...]
    colours: bytes | None


_NAMES = tuple(field.name for field in fields(Snapshot))


class Surface(Face):
    """What is shown now. ``model``, if given, is which device this is: what is said to others passes by.

    The counters grow with every change of what they stand for, and never fall: ``lcd_version`` for the text,
    ``strip_version`` for faders, rings, colours and the strips' own lamps, ``panel_version`` for the other
    lamps, the mode display and being online, ``time_version`` for the time display and ``meter_version`` for
    the meters. Every value is replaced as a whole, so that another thread never reads half of one.
    """

    def __init__(self, model: int | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` gives seconds; only ``blinking`` reads it."""
        self.model = model
        self.lcd_version = self.strip_version = self.panel_version = 0
        self.time_version = self.meter_version = 0
        self._blinking = Blinking(clock)
        vars(self).update(BLANK)

    @property
    def version(self) -> int:
        """Grows with every change but those of the time display and the meters, which never rest."""
        return self.lcd_version + self.strip_version + self.panel_version

    def snapshot(self) -> Snapshot:
        """What is shown now, for keeping and comparing."""
        return Snapshot(*(getattr(self, name) for name in _NAMES))

    def blinking(self, row: int, strip: int, within: float = 1.5) -> bool:
        """Whether a cell's text gave way to blank and came back in the last ``within`` seconds.

        A host blinks a cell by sending its text and blanks in turn; the surface has no word for it. So this
        looks at the past: it takes one period to be seen, a cell that stopped blinking still counts for
        ``within`` seconds, and a change of view to and fro over a blank cell looks the same.
        """
        return self._blinking.seen(row * STRIPS + strip, within)

    def apply(self, message: Message) -> bool:
        """Takes a message in; gives whether anything to be seen changed."""
        if self.model is not None and getattr(message, "model", self.model) != self.model:
            return False
        found = [self._show(name, value) for name, value in changes(self, message).items()]
        if not self.online:
            self._blinking.forget()
        return any(found)

    def _show(self, name: str, value: Any) -> bool:
        before = getattr(self, name)
        if before == value:
            return False
        setattr(self, name, value)
        if name == "lamps":
            self.strip_version += before[:_STRIP_LAMPS] != value[:_STRIP_LAMPS]
            self.panel_version += before[_STRIP_LAMPS:] != value[_STRIP_LAMPS:]
        else:
            setattr(self, _COUNTERS[name], getattr(self, _COUNTERS[name]) + 1)
        if name == "text":
            self._note_cells(before, value)
        return True

    def _note_cells(self, before: str, after: str) -> None:
        for cell in range(2 * STRIPS):
            part = slice(cell * CELL, (cell + 1) * CELL)
            if before[part].strip() != after[part].strip():
                self._blinking.note(cell, before[part].strip(), after[part].strip())
