"""Reading all strips: bank by bank from the first to the last, as many as there are.

What lies where is not told by Logic, only what eight strips read. Where two banks could overlap (the last
one does, unless the strips are a multiple of eight) a strip is selected to see how far the bank went; the
user's selection is put back afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.errors import RefusedError
from daw_bridges.logic.banking import ChangedError, MovingError
from daw_bridges.logic.columns import Column, columns, names, names_of
from daw_bridges.logic.eight import read_eight
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton

__all__ = ["scan"]

_ATTEMPTS = 6
_TWO_SURFACES = (
    "Another control surface shares Orbit's port, and Logic mixes the two up. In Logic Pro > Control "
    "Surfaces > Setup give each ports of its own, or remove the other one."
)


async def scan(desk: Desk) -> tuple[Column, ...]:
    """All strips as they are shown now, panning among it. Ends in the base view.

    A list of strips is trusted once it was read twice alike: the bank may have been moved in between.

    Raises MovingError where the mixer does not keep still; and as ``Pulse.send`` does.
    """
    chosen: int | None = None
    shared = False
    for _ in range(_ATTEMPTS):
        known = desk.bank.shorts
        walk = _Scan(desk, chosen)
        try:
            found = await walk.read()
        except ChangedError as error:
            chosen, shared = walk.chosen, isinstance(error, _SharedError)
            continue
        if known and names_of(found) == known:
            return found
    if shared or desk.link.strangers:
        raise RefusedError(" ".join((_TWO_SURFACES, *desk.link.strangers)))
    raise MovingError("The strips of Logic's mixer keep moving, so they cannot be read.")


class _SharedError(ChangedError):
    """A bank is not eight strips, which may be another surface's doing."""


class _Scan:
    """One walk over the mixer."""

    def __init__(self, desk: Desk, chosen: int | None) -> None:
        """``chosen`` is the place that the user had selected, where a walk before this one changed that."""
        self.chosen = chosen
        self._desk, self._pulse, self._bank = desk, desk.pulse, desk.bank
        self._found: list[Column] = []
        self._marked = chosen is not None

    async def read(self) -> tuple[Column, ...]:
        await self._pulse.send()
        await self._desk.base()
        await self._bank.home()
        known = self._bank.shorts
        self._found = [column for column in await read_eight(self._pulse) if column.short]
        if len(self._found) == STRIPS:
            await self._go_on(known)
        self._bank.shorts = tuple(column.short for column in self._found)
        if self._marked:
            await self._reselect()
        return tuple(self._found)

    async def _go_on(self, known: Sequence[str]) -> None:
        """To the right until there is nothing more."""
        ninth = None if known else await self._ninth()
        while True:
            before = columns(self._desk.surface)
            await self._pulse.click(Button.BANK_RIGHT)
            steps = self._steps_as_known(known)
            if not steps and names(self._desk.surface) == names_of(before):
                await self._pulse.still()
                steps = self._steps_as_known(known)
            if steps is None:
                steps = await self._steps(before)
            if not steps:
                return
            if ninth is not None and names(self._desk.surface)[STRIPS - steps] != ninth:
                raise _SharedError(_TWO_SURFACES)
            ninth = None
            self._found += (await read_eight(self._pulse))[STRIPS - steps :]
            if steps < STRIPS or (len(self._found) == len(known) and len(known) % STRIPS):
                return

    async def _ninth(self) -> str:
        """The name of the strip behind the first eight: with two surfaces on the port a bank is sixteen."""
        await self._pulse.click(Button.CHANNEL_RIGHT)
        ninth = names(self._desk.surface)[STRIPS - 1]
        await self._pulse.click(Button.CHANNEL_LEFT)
        return ninth

    def _steps_as_known(self, known: Sequence[str]) -> int | None:
        """How far the bank went if the strips still are what was read before; None where that is not sure."""
        here = len(self._found)
        steps = min(STRIPS, len(known) - here)
        row = names(self._desk.surface)
        alike = list(known[:here]) == [column.short for column in self._found]
        if not alike or steps < 0 or tuple(known[here + steps - STRIPS : here + steps]) != row:
            return None
        return steps if self._bank.unique(here + steps - STRIPS) else None

    async def _steps(self, before: Sequence[Column]) -> int:
        """How far one BANK RIGHT went: 8, less at the end, 0 when it was there already."""
        after = columns(self._desk.surface)
        alike = [steps for steps in range(STRIPS) if _same(before[steps:], after[: STRIPS - steps])]
        if not alike:
            return STRIPS
        return await self._measured(names_of(before))

    async def _measured(self, before: tuple[str, ...]) -> int:
        """Go that step again with the last of the eight selected, and see where it lies afterwards."""
        banks = len(self._found) // STRIPS - 1
        last = StripButton.SELECT + STRIPS - 1
        lefts = [press for _ in range(banks + 2) for press in pressed(Button.BANK_LEFT)]
        rights = [press for _ in range(banks) for press in pressed(Button.BANK_RIGHT)]
        if not self._marked:
            self._marked = True
            self.chosen = next((at for at, column in enumerate(self._found) if column.selected), None)
        await self._pulse.send(*lefts, *rights, *pressed(last))
        surface = self._desk.surface
        if names(surface) != before or surface.selected != STRIPS - 1:
            raise ChangedError("The mixer moved while its strips were counted.")
        await self._pulse.click(Button.BANK_RIGHT)
        await self._pulse.still()
        lit = surface.selected_strips
        return STRIPS if not lit else STRIPS - 1 - lit[0]

    async def _reselect(self) -> None:
        """Give the user back the selection that was there before the strips were counted."""
        if self.chosen is not None and self.chosen < len(self._found):
            slot = await self._bank.show(self.chosen)
            await self._pulse.click(StripButton.SELECT + slot)


def _same(one: Sequence[Column], other: Sequence[Column]) -> bool:
    return [(c.short, c.fader) for c in one] == [(c.short, c.fader) for c in other]
