"""The plug-ins of all strips, slot by slot, read from the Plug-in Mixer view."""

from __future__ import annotations

from daw_bridges.logic.inserts import Slot
from daw_bridges.logic.pages import Pages
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.buttons import Button

__all__ = ["read_inserts"]

_SLOTS = 15
_EMPTY = ("", "--")
_GAP = 2
"""So many slots in a row that nobody uses are taken for the end."""


async def read_inserts(desk: Desk) -> dict[int, dict[int, Slot]]:
    """What is in the insert slots (from 1), by the strip's place. Raises as ``Pages.banks`` does."""
    pages = Pages(desk, Button.PLUG_IN)
    found: dict[int, dict[int, Slot]] = {}
    async for origin in pages.banks():
        free = 0
        row = await pages.values(*[Button.UP] * (pages.number(_SLOTS) - 1))
        for number in range(1, _SLOTS + 1):
            for cell, text in enumerate(row):
                if text not in _EMPTY:
                    slot = Slot(number, text.lstrip("*"), text.startswith("*"))
                    found.setdefault(origin + cell, {})[number] = slot
            free = free + 1 if all(text in _EMPTY for text in row) else 0
            if free >= _GAP or number == _SLOTS:
                break
            row = await pages.values(Button.DOWN)
    return found
