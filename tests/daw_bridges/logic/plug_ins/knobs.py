"""V-Pots without a wire, for the search: the simulated Logic's own knobs, and worse ones."""

from __future__ import annotations

from daw_bridges.logic.displays import Reading, read
from daw_bridges.quantities import Unit
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.short_names import by_letters

__all__ = ["Bench", "Round"]


class Bench:
    """A simulated knob as the search turns it; counts what it is asked."""

    def __init__(self, knob: Knob, unit: Unit | None = None) -> None:
        self.knob, self.unit = knob, unit
        self.turns = 0

    async def read(self) -> Reading:
        return read(self.knob.cell(by_letters), self.unit)

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        assert ticks != 0
        self.turns += 1
        self.knob.value = self.knob.turned(ticks, fine=fine)
        return await self.read()


class Round:
    """A list of texts that goes round, ``stride`` ticks for each."""

    def __init__(self, texts: list[str], *, at: int = 0, stride: int = 1) -> None:
        self.texts, self.stride, self.ticks = texts, stride, at * stride
        self.turns = 0

    async def read(self) -> Reading:
        return Reading(self.texts[self.ticks // self.stride % len(self.texts)])

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        del fine
        self.turns += 1
        self.ticks += ticks
        return await self.read()
