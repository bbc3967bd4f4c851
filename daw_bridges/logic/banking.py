"""Where in Logic's mixer the eight strips of the surface are, found by what the display reads.

The bank moves on its own when the user selects a track, so its place is never taken for granted: it is read
from the eight names, and where two places read alike it is counted from the first strip on, which pressing
BANK LEFT often enough always reaches.
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.errors import RefusedError
from daw_bridges.logic.columns import columns, names, origins
from daw_bridges.logic.pulse import Pulse, pressed
from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.messages import Press

__all__ = ["Bank", "ChangedError", "MovingError"]

_ATTEMPTS = 12
_FIRST_PRESSES = 4


class ChangedError(RefusedError):
    """The strips are not those that were read: tracks came, went, moved or have other names now."""


class MovingError(RefusedError):
    """The mixer does not keep still under the surface."""

    def __init__(self, message: str = "Logic's mixer keeps moving under the surface.") -> None:
        super().__init__(f"{message} Try again while nobody moves or selects tracks in Logic.")


class Bank:
    """The window of eight strips; ``shorts`` is what the display reads of all of them, in order."""

    def __init__(self, pulse: Pulse) -> None:
        self._pulse = pulse
        self.shorts: tuple[str, ...] = ()
        self._counted: int | None = None

    @property
    def last(self) -> int:
        """The place that the first of the eight can at most be at: Logic stops there."""
        return max(0, len(self.shorts) - STRIPS)

    def doubt(self) -> None:
        """Forget where the bank was counted to: something moved it."""
        self._counted = None

    def alike(self, origin: int) -> list[int]:
        """The places from which on the same eight names are read as from this one, itself among them."""
        row = (*self.shorts[origin : origin + STRIPS], *[""] * (STRIPS - len(self.shorts)))
        return origins(row, self.shorts)

    def unique(self, origin: int) -> bool:
        """Whether the eight names from a place on are read at no other place."""
        return len(self.alike(origin)) == 1

    def where(self) -> int | None:
        """The place of the first of the eight; None where the display does not tell, or tells of others."""
        found = origins(names(self._pulse.surface), self.shorts)
        if len(found) == 1:
            return found[0]
        return self._counted if self._counted in found else None

    def slot(self, place: int) -> int | None:
        """Under which of the eight a strip is; None where it is under none, or that is not certain."""
        origin = self.where()
        if origin is None or not origin <= place < origin + STRIPS:
            return None
        return place - origin

    async def home(self) -> None:
        """Go to the first strip. It is there when one more BANK LEFT changes nothing."""
        self._counted = None
        # Eight strips may look like the eight before them: pressed often enough it is home all the same.
        presses = -(-len(self.shorts) // STRIPS) or _FIRST_PRESSES
        for _ in range(_ATTEMPTS):
            await self._pulse.click(*[Button.BANK_LEFT] * presses)
            before = columns(self._pulse.surface)
            # Where the mixer became shorter, a bank step may lead to where it is; a step by one does not.
            await self._pulse.click(Button.BANK_LEFT, Button.CHANNEL_LEFT)
            await self._pulse.still()
            if columns(self._pulse.surface) == before:
                self._counted = 0
                return
        raise MovingError

    async def show(self, place: int) -> int:
        """Bring a strip under the surface; the slot it is under.

        Raises ChangedError when the display reads strips that were not there.
        """
        for _ in range(_ATTEMPTS):
            slot = self.slot(place)
            if slot is not None:
                return slot
            origin = self.where()
            if origin is None:
                await self._recount()
                continue
            await self._pulse.send(*self._steps(origin, place))
            if self.where() == origin:
                await self._pulse.still()
            self._counted = self._aimed(origin, place) if place > origin else None
        raise MovingError

    async def _recount(self) -> None:
        await self.home()
        if 0 not in origins(names(self._pulse.surface), self.shorts):
            raise ChangedError("The tracks in Logic are not those that were read before.")

    def _steps(self, origin: int, place: int) -> Sequence[Press]:
        banks = self._banks(origin, place)
        button = Button.BANK_RIGHT if banks > 0 else Button.BANK_LEFT
        return [press for _ in range(abs(banks)) for press in pressed(button)]

    def _banks(self, origin: int, place: int) -> int:
        if place >= origin + STRIPS:
            return -(-(place - origin - STRIPS + 1) // STRIPS)
        return -(-(origin - place) // STRIPS) * -1

    # To the right the bank stops at the last eight strips; back to the left Logic goes by the eights as if it
    # had not stopped (of 19 strips: 1, 9, 12, and back 9, 1), so only the names tell where that leads.
    def _aimed(self, origin: int, place: int) -> int:
        return min(origin + STRIPS * self._banks(origin, place), self.last)
