"""One V-Pot over one cell: every move is checked, and one that hit another strip is put back."""

from __future__ import annotations

from typing import Protocol

from daw_bridges.logic.displays import Reading, read, same_text
from daw_bridges.logic.hands import Hands, turns
from daw_bridges.logic.headings import names_of, page_banner
from daw_bridges.logic.turning import seek_number, seek_text
from daw_bridges.logic.views import LOWER, UPPER, MovedError
from daw_bridges.mackie.buttons import StripButton
from daw_bridges.mackie.messages import Press
from daw_bridges.quantities import Unit

__all__ = ["CellKnob", "Confirm"]

_SETTLE_SECONDS = 1.0


class Confirm(Protocol):
    """Asks the display which strip it is about. Raises MovedError where it is another."""

    async def __call__(self) -> object:
        """Ask."""
        ...


class CellKnob:
    """The V-Pot of a cell, in a view that reads a label over each value."""

    def __init__(self, hands: Hands, cell: int, label: str, unit: Unit | None, confirm: Confirm) -> None:
        self._hands, self._cell, self._label, self._unit = hands, cell, label, unit
        self._confirm = confirm

    async def read(self) -> Reading:
        """What the display reads of it, once it has settled."""
        hands = self._hands
        await hands.desk.link.quiet(0.005, _SETTLE_SECONDS)
        hands.check()
        upper = hands.surface.row(UPPER)
        label = names_of(upper)[self._cell]
        if label != self._label and page_banner(upper) is None:
            raise MovedError(f"The display shows {label or 'nothing'} where {self._label} was. Ask again.")
        return read(hands.surface.cell(LOWER, self._cell), self._unit)

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        """Turn by ticks, clockwise above 0, and read."""
        await self._hands.turn(self._cell, ticks, fine=fine)
        await self._settle(ticks, fine=fine)
        return await self.read()

    async def push(self) -> Reading:
        """Push, and read: a switch goes over, anything else goes to its default."""
        await self._hands.push(self._cell)
        await self._settle(0, fine=False)
        return await self.read()

    async def _settle(self, ticks: int, *, fine: bool) -> None:
        """Where something moved while a move was on its way: find out what it hit, and put that back."""
        hands = self._hands
        if not hands.stirred:
            return
        landed, texts, place = hands.landed, list(hands.read), hands.place
        try:
            await self._confirm()
        except MovedError:
            if not landed and hands.view == place:
                await self._put_back(ticks, texts, fine=fine)
            raise

    async def _put_back(self, ticks: int, texts: list[str], *, fine: bool) -> None:
        """Undo a move on the strip that the view is about now."""
        astray = _Astray(self._hands, self._cell, self._unit)
        if len(texts) < 2:
            await (astray.turn(-ticks, fine=fine) if ticks else astray.push())
            return
        before = read(texts[-2], self._unit)
        if before.value is not None:
            await seek_number(astray, before.value, before.unit)
        else:
            await seek_text(astray, lambda text: same_text(text, before.text))


class _Astray:
    """The same V-Pot over another strip's value: nothing is checked, for all of it is to be put back."""

    def __init__(self, hands: Hands, cell: int, unit: Unit | None) -> None:
        self._hands, self._cell, self._unit = hands, cell, unit

    async def read(self) -> Reading:
        return read(self._hands.surface.cell(LOWER, self._cell), self._unit)

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        await self._hands.desk.pulse.send(*turns(self._cell, ticks, fine=fine))
        return await self.read()

    async def push(self) -> Reading:
        button = StripButton.VPOT + self._cell
        await self._hands.desk.pulse.send(Press(button, down=True), Press(button, down=False))
        return await self.read()
