"""One V-Pot over one cell: every move is checked, and one that may have hit another strip is a slip."""

from __future__ import annotations

from daw_bridges.logic.displays import Reading, read
from daw_bridges.logic.headings import names_of, page_banner
from daw_bridges.logic.titled import TitledView
from daw_bridges.logic.views import LOWER, UPPER, MovedError, Slip
from daw_bridges.quantities import Unit

__all__ = ["CellKnob"]

_SETTLE_SECONDS = 1.0
_QUIET = 0.002
_GROUP = 4


class CellKnob:
    """The V-Pot of a cell, in a view that reads a label over each value."""

    def __init__(self, view: TitledView, cell: int, label: str, unit: Unit | None = None) -> None:
        self._view, self._hands = view, view.hands
        self._cell, self._label, self._unit = cell, label, unit
        self._row = names_of(self._hands.surface.row(UPPER))

    async def read(self) -> Reading:
        """What the display reads of it, once it has settled."""
        hands = self._hands
        await hands.desk.link.quiet(_QUIET, _SETTLE_SECONDS)
        hands.check()
        upper = hands.surface.row(UPPER)
        label = names_of(upper)[self._cell]
        if label != self._label and page_banner(upper) is None:
            raise MovedError(f"The display shows {label or 'nothing'} where {self._label} was. Try again.")
        return read(hands.surface.cell(LOWER, self._cell), self._unit)

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        """Turn by ticks, clockwise above 0, and read."""
        before = self._hands.surface.cell(LOWER, self._cell)
        await self._hands.turn(self._cell, ticks, fine=fine)
        await self._settle(before, ticks, fine=fine)
        return await self.read()

    async def push(self) -> Reading:
        """Push, and read: a switch goes over, anything else goes to its default."""
        before = self._hands.surface.cell(LOWER, self._cell)
        await self._hands.push(self._cell)
        await self._settle(before, 0, fine=False)
        return await self.read()

    async def _settle(self, before: str, ticks: int, *, fine: bool) -> None:
        """Where something moved while a move was on its way, ask the display which strip it is about."""
        if not self._hands.stirred:
            return
        try:
            await self._view.look()
        except MovedError as error:
            error.slip = await self._slip(before, ticks, fine=fine)
            raise

    async def _slip(self, before: str, ticks: int, *, fine: bool) -> Slip | None:
        """What the move may have hit instead; None where the view is another one: it did nothing there."""
        hands = self._hands
        if hands.view[0] is not hands.place[0]:
            return None
        try:
            await self._view.values()
        except MovedError:
            return None
        row = names_of(hands.surface.row(UPPER))
        beside = hands.surface.cell(LOWER, self._cell // _GROUP * _GROUP)
        return Slip(hands.place, hands.view, self._row, row, self._cell, before, beside, ticks, fine=fine)
