"""V-Pots turned and pushed in one view, aimed at the selected strip, and seen to have hit it or not.

A Channel view does not name the strip it is about. So before every move the mode display and the lamp of the
strip's SELECT button are looked at, and what comes back is watched: where anything else moved meanwhile,
``stirred`` is set, and the caller asks the display for the strip's name before it believes what it reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.logic.guard import OutOfSightError, Watch
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.logic.views import LOWER, MovedError, Place, shown
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Colours, Fader, Lamp, Message, Press, Turn
from daw_bridges.mackie.surface import Surface

__all__ = ["Hands", "Held", "Stir", "held", "turns"]

_TICKS = 63
_STRIP_LAMPS = StripButton.VPOT
_BLINKING = range(StripButton.MUTE, StripButton.MUTE + STRIPS)
"""Mute lamps blink by themselves while another strip is soloed."""


def turns(cell: int, ticks: int, *, fine: bool = False) -> list[Message]:
    """The messages that turn a V-Pot by any number of ticks, in fine mode (CMD/ALT held) or not."""
    sign, left = (1 if ticks > 0 else -1), abs(ticks)
    sizes = [_TICKS] * (left // _TICKS) + ([left % _TICKS] if left % _TICKS else [])
    turned: list[Message] = [Turn(cell, sign * size) for size in sizes]
    return held(Button.ALT, turned) if fine else turned


def held(modifier: Button, messages: Sequence[Message]) -> list[Message]:
    """Messages sent while a modifier is held."""
    return [Press(modifier, down=True), *messages, Press(modifier, down=False)]


class Stir:
    """Watches from a moment on whether strips change under the surface as no move of ours explains.

    The bank goes after the selection, and the lamp that says which strip is selected may be the same one
    before and after. Faders, colours and the other lamps of strips are not.
    """

    def __init__(self, link: Link) -> None:
        self._surface = link.surface
        self.seen = False
        """Whether anything was; who has found out what it was puts it back to False."""
        self.close = link.subscribe(self._hear)

    def _hear(self, message: Message) -> None:
        self.seen = self.seen or self._tells(message)

    def _tells(self, message: Message) -> bool:
        if isinstance(message, Lamp):
            return message.button < _STRIP_LAMPS and message.button not in _BLINKING
        if isinstance(message, Fader):
            # While Logic plays, faders move by automation.
            return message.strip < STRIPS and not self._surface.lit(Button.PLAY)
        return isinstance(message, Colours)


@dataclass
class Held(Seen):
    """A strip that is selected and was checked, with what watches over it since."""

    stir: Stir


class Hands:
    """The V-Pots in one view, on one strip."""

    def __init__(self, desk: Desk, seen: Held, place: Place) -> None:
        self.desk, self.seen, self.place = desk, seen, place
        self.read: list[str] = []
        """What the watched cell read, in order, since something else moved during the last write."""
        self.landed = False
        """Whether the watched cell changed during the last write before anything else moved."""
        self.writes = 0
        """How many times something was sent that can change a value."""

    @property
    def surface(self) -> Surface:
        """What the surface shows now."""
        return self.desk.surface

    @property
    def stirred(self) -> bool:
        """Whether something moved on the surface that no move of ours explains."""
        return self.seen.stir.seen or not self.in_sight(self.surface)

    def calm(self) -> None:
        """What stirred was looked into, and was nothing."""
        self.seen.stir.seen = False

    @property
    def view(self) -> Place:
        """The view that is shown now."""
        return shown(self.surface.mode)

    def in_sight(self, surface: Surface) -> bool:
        """Whether the view is the one that was entered, on the strip that was selected."""
        return shown(surface.mode) == self.place and self.seen.selected(surface)

    def check(self) -> None:
        """Raise MovedError where the view or the selection is another one."""
        if not self.in_sight(self.surface):
            raise MovedError(
                f"Somebody changed the view or selected another track in Logic while “{self.seen.name}” was "
                "worked on, so nothing more was sent. Try again."
            )

    async def write(self, *messages: Message, cell: int, row: int = LOWER) -> Watch:
        """Send what changes the value in a cell. Raises MovedError, with nothing sent, when out of sight."""
        self.read, self.landed = [], False
        before = self.surface.cell(row, cell)
        unsubscribe = self.desk.link.subscribe(lambda message: self._saw(message, row, cell, before))
        self.writes += 1
        try:
            watch = await self.desk.guard.write(*messages, sight=self.in_sight)
        except OutOfSightError:
            self.check()
            raise
        finally:
            unsubscribe()
        return watch

    def _saw(self, message: Message, row: int, cell: int, before: str) -> None:
        """Notes what tells that strips changed under the surface, and from then on what the cell reads."""
        del message
        text = self.surface.cell(row, cell)
        if not self.stirred:
            self.landed = self.landed or text != before
        elif not self.read or self.read[-1] != text:
            self.read.append(text)

    async def turn(self, cell: int, ticks: int, *, fine: bool = False) -> Watch:
        """Turn the V-Pot of a cell."""
        return await self.write(*turns(cell, ticks, fine=fine), cell=cell)

    async def push(self, cell: int, *modifiers: Button) -> Watch:
        """Push the V-Pot of a cell."""
        button = StripButton.VPOT + cell
        messages: list[Message] = [Press(button, down=True), Press(button, down=False)]
        for modifier in modifiers:
            messages = held(modifier, messages)
        return await self.write(*messages, cell=cell)
