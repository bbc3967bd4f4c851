"""V-Pots turned and pushed in one view, aimed at the selected strip, and seen to have hit it or not.

A Channel view does not name the strip it is about. So before every move the mode display and the lamp of the
strip's SELECT button are looked at, and what comes back is watched: where anything else moved meanwhile,
``stirred`` is set, and the caller asks the display for the strip's name before it believes what it reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.logic.guard import OutOfSightError, Watch
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.logic.views import LOWER, MovedError, Place, shown
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import Colours, Fader, Lamp, Message, Press, Turn
from daw_bridges.mackie.surface import Surface

__all__ = ["Hands", "turns"]

_TICKS = 63
_STRIP_LAMPS = StripButton.VPOT


def turns(cell: int, ticks: int, *, fine: bool = False) -> list[Message]:
    """The messages that turn a V-Pot by any number of ticks, in fine mode (CMD/ALT held) or not."""
    sign, left = (1 if ticks > 0 else -1), abs(ticks)
    sizes = [_TICKS] * (left // _TICKS) + ([left % _TICKS] if left % _TICKS else [])
    turned: list[Message] = [Turn(cell, sign * size) for size in sizes]
    return held(Button.ALT, turned) if fine else turned


def held(modifier: Button, messages: Sequence[Message]) -> list[Message]:
    """Messages sent while a modifier is held."""
    return [Press(modifier, down=True), *messages, Press(modifier, down=False)]


class Hands:
    """The V-Pots in one view, on one strip."""

    def __init__(self, desk: Desk, seen: Seen, place: Place) -> None:
        self.desk, self.seen, self.place = desk, seen, place
        self.stirred = False
        """Whether something moved on the surface that no move of ours explains."""
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
                "worked on, so nothing more was sent. Ask again."
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
        self.stirred = self.stirred or not watch.kept
        return watch

    def _saw(self, message: Message, row: int, cell: int, before: str) -> None:
        """Notes what tells that strips changed under the surface, and from then on what the cell reads."""
        self.stirred = self.stirred or _stirs(message) or not self.in_sight(self.surface)
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


def _stirs(message: Message) -> bool:
    if isinstance(message, Lamp):
        return message.button < _STRIP_LAMPS
    return isinstance(message, Colours) or (isinstance(message, Fader) and message.strip < STRIPS)
