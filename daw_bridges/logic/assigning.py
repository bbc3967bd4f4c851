"""Track Mixer view: a strip's input or output turned to, and confirmed with a push.

The view shows one of six things over eight strips, and the cursor goes from one to the next: volume, pan,
format, input, output, automation. What an input or output is turned to flashes until it is pushed.

Source: Apple's Control Surfaces Support Guide, Track Mixer view.
"""

from __future__ import annotations

import re

from daw_bridges.errors import TimedOutError, UsageError
from daw_bridges.logic.displays import Reading, shortens
from daw_bridges.logic.hands import Hands, Held
from daw_bridges.logic.sends import same_bus
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.logic.turning import seek_text
from daw_bridges.logic.views import LOWER, UPPER, MovedError, View, Views, row_cells
from daw_bridges.mackie.buttons import STRIPS, Button

__all__ = ["INPUT", "OUTPUT", "assign"]

INPUT, OUTPUT = "Input", "Output"
_ORDER = ("Volume", "Pan", "Format", INPUT, OUTPUT, "Automation")
_BANNER = re.compile(r"parameter:\s*(\S.*?)\s*$", re.IGNORECASE)
_COVERED = 2
_FLASH_SECONDS = 2.0


async def assign(desk: Desk, seen: Seen, what: str, name: str) -> tuple[bool, str]:
    """Turn a strip's input or output to a name and confirm; whether it reads so then, and what it reads.

    ``seen`` is what ``PlugIns.on`` gives. Raises MovedError where the mixer moves meanwhile.
    """
    if not isinstance(seen, Held):
        raise UsageError("An input or output is only chosen on a strip that is watched over: use PlugIns.on.")
    await _show(desk, what)
    hands = Hands(desk, seen, (View.TRACK_MIXER, None))
    knob = _Assignment(hands, seen.slot)
    before = (await knob.read()).text
    if same_bus(before, name):
        return True, before
    found, _ = await seek_text(knob, lambda text: same_bus(text, name))
    if not found.exact:
        return False, before
    if hands.stirred:
        raise MovedError(f"Logic's mixer moved while “{seen.name}” was routed. Try again.")
    await hands.push(seen.slot)
    hands.check()
    after = (await knob.read()).text
    return same_bus(after, name), after


async def _show(desk: Desk, what: str) -> None:
    """Show one of the six, its values below; MovedError where the display does not say that it does."""
    await Views(desk.pulse).enter(View.TRACK_MIXER)
    if _shown(desk) is None:
        await desk.pulse.click(Button.NAME_VALUE)
    at = _shown(desk)
    if at is None:
        raise MovedError("Logic's display does not say what its Track view shows. Try again.")
    away = _ORDER.index(what) - _ORDER.index(at)
    for _ in range(abs(away)):
        await desk.pulse.click(Button.RIGHT if away > 0 else Button.LEFT)
    if _shown(desk) != what:
        raise MovedError(f"Logic's Track view does not reach {what}. Try again.")


def _shown(desk: Desk) -> str | None:
    """Which of the six is shown with its values; None where the names of strips are read instead."""
    if banner := _BANNER.search(desk.surface.row(UPPER)):
        return next((each for each in _ORDER if banner[1].casefold().startswith(each.casefold())), None)
    labels = {text for text in row_cells(desk.surface, UPPER)[: STRIPS - _COVERED] if text}
    if len(labels) != 1:
        return None
    label = labels.pop()
    return next((each for each in _ORDER if shortens(label, each)), None)


class _Assignment:
    """The V-Pot of a strip's input or output."""

    def __init__(self, hands: Hands, cell: int) -> None:
        self._hands, self._cell = hands, cell

    async def read(self) -> Reading:
        link = self._hands.desk.link
        try:
            await link.until(lambda face: bool(face.cell(LOWER, self._cell)), "an assignment", _FLASH_SECONDS)
        except TimedOutError:
            return Reading("")
        self._hands.check()
        return Reading(self._hands.surface.cell(LOWER, self._cell))

    async def turn(self, ticks: int, *, fine: bool = False) -> Reading:
        await self._hands.turn(self._cell, ticks, fine=fine)
        return await self.read()
