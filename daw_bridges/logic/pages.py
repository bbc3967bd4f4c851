"""Mixer views: one value over the eight strips of the bank, read for all strips, bank by bank.

The names above say which strips these are, before and after: where they changed, somebody moved the mixer.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

from daw_bridges.logic.banking import ChangedError, MovingError
from daw_bridges.logic.columns import names, origins
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["Pages"]

_UPPER, _LOWER = 0, 1
_PRESSES = 5


class Pages:
    """The Mixer view of one assignment button."""

    def __init__(self, desk: Desk, button: Button) -> None:
        self._desk, self._pulse, self._button = desk, desk.pulse, button

    async def banks(self) -> AsyncGenerator[int]:
        """Show the view over each bank in turn; the place of each bank's first strip.

        Raises ChangedError when the strips are others than those that were read, MovingError where the view
        never comes.
        """
        await self._desk.base()
        await self._desk.bank.home()
        await self.enter()
        await self.names_shown(state=True)
        origin = 0
        while True:
            await self._check(origin)
            yield origin
            if origin >= self._desk.bank.last:
                return
            origin = min(origin + STRIPS, self._desk.bank.last)
            await self._pulse.click(Button.BANK_RIGHT)

    async def _check(self, origin: int) -> None:
        if not self._at(origin):
            # Logic takes its time over a bank step.
            await self._pulse.still()
        if not self._at(origin):
            raise ChangedError("The mixer moved while it was read.")

    def _at(self, origin: int) -> bool:
        return origin in origins(names(self._desk.surface), self._desk.bank.shorts)

    async def enter(self) -> None:
        """Show the view."""
        for _ in range(_PRESSES):
            if self._desk.surface.view is self._button and "." not in self._desk.surface.mode:
                return
            await self._pulse.click(self._button)
        raise MovingError(f"Logic does not show its {self._button.name} view on the control surface.")

    async def names_shown(self, *, state: bool) -> None:
        """Have NAME/VALUE show names (or values): told by whether the names are there."""
        there = bool(origins(names(self._desk.surface), self._desk.bank.shorts))
        if there is not state:
            await self._pulse.click(Button.NAME_VALUE)

    def number(self, most: int) -> int:
        """The slot that the mode display says the view is about, from 1; ``most`` where it says none."""
        digits = "".join(filter(str.isdigit, self._desk.surface.mode))
        return int(digits) if digits and 1 <= int(digits) <= most else most

    async def values(self, *cursor: Button) -> tuple[str, ...]:
        """The lower row, after some cursor keys; the names above have to be the same as before."""
        row = names(self._desk.surface)
        if cursor:
            await self._pulse.click(*cursor)
        if names(self._desk.surface) != row:
            raise ChangedError("The mixer moved while it was read.")
        return self._desk.surface.cells(_LOWER)

    async def turned_over(self, *keys: Button) -> tuple[str, tuple[str, ...]]:
        """Push keys where the upper row says what the values are of: that word, and the values."""
        await self._pulse.click(*keys)
        surface = self._desk.surface
        label = next((text for text in surface.cells(_UPPER)[:6] if text), "")
        return label, surface.cells(_LOWER)
