"""Whole names of strips: the Track Channel view writes the selected strip's over the whole row.

That takes selecting each strip whose name may have been shortened. The user's selection is put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.logic.naming import WHOLE, fits
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton

__all__ = ["read_whole_names"]

_UPPER = 0
_PRESSES = 4


async def read_whole_names(desk: Desk, places: Sequence[int]) -> dict[int, str]:
    """The whole names of the strips at these places; what Logic does not show is left out."""
    wanted = [place for place in places if len(desk.bank.shorts[place]) > WHOLE]
    found: dict[int, str] = {}
    chosen = [strip.place for strip in desk.strips if strip.shown.selected]
    while wanted:
        await desk.base()
        await desk.bank.show(wanted[0])
        origin = desk.bank.where()
        here = [place for place in wanted if origin is not None and origin <= place < origin + STRIPS]
        if origin is None or not await _channel_view(desk):
            break
        for place in here:
            name = await _name_at(desk, place - origin)
            if fits(desk.bank.shorts[place], name):
                found[place] = name
        wanted = [place for place in wanted if place not in here]
    await desk.base()
    if found and len(chosen) == 1:
        slot = await desk.bank.show(chosen[0])
        await desk.pulse.click(StripButton.SELECT + slot)
    return found


async def _channel_view(desk: Desk) -> bool:
    for _ in range(_PRESSES):
        if desk.surface.view is Button.TRACK and "." in desk.surface.mode:
            return True
        await desk.pulse.click(Button.TRACK)
    return False


async def _name_at(desk: Desk, slot: int) -> str:
    if not desk.surface.lit(StripButton.SELECT + slot):
        await desk.pulse.click(StripButton.SELECT + slot)
    return desk.surface.row(_UPPER).strip() if desk.surface.lit(StripButton.SELECT + slot) else ""
