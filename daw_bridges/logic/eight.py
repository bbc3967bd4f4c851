"""The eight strips under the surface read whole: what is pushed, and what has to be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from daw_bridges.logic.banking import ChangedError
from daw_bridges.logic.columns import Column, columns, level_in, names, names_of
from daw_bridges.logic.pulse import Pulse
from daw_bridges.logic.steady import steady_mutes
from daw_bridges.mackie.buttons import STRIPS, Button
from daw_bridges.mackie.fader_law import LOGIC_STRIP, TOP
from daw_bridges.mackie.messages import Touch

__all__ = ["read_eight"]

_COARSE = 16
"""What the last of a fader's significant bits is worth where a host sends only ten of fourteen."""
_RESOLVED = 0.1


async def read_eight(pulse: Pulse) -> list[Column]:
    """The eight strips with panning, the mutes that are mutes, and levels to a tenth of a decibel.

    Raises ChangedError where the names were others before and after.
    """
    shown = columns(pulse.surface)
    mutes = await steady_mutes(pulse)
    pans = await _pans(pulse)
    levels = await _levels(pulse, shown)
    if names(pulse.surface) != names_of(shown):
        raise ChangedError("The mixer moved while it was read.")
    return [
        replace(column, pan=pan, mute=column.mute and mute, level=level)
        for column, pan, mute, level in zip(shown, pans, mutes, levels, strict=True)
    ]


async def _pans(pulse: Pulse) -> list[int | None]:
    """Each strip's panning: the small lamp says centre; for the rest the values are called up."""
    surface = pulse.surface
    rings = [surface.ring(slot) for slot in range(STRIPS)]
    if all(ring is None or ring.centre or not surface.cell(0, slot) for slot, ring in enumerate(rings)):
        return [0] * STRIPS
    await pulse.click(Button.NAME_VALUE)
    pans = [column.pan for column in columns(surface)]
    await pulse.click(Button.NAME_VALUE)
    return pans


async def _levels(pulse: Pulse, shown: Sequence[Column]) -> list[float | None]:
    """The exact levels of faders whose place leaves them open: a hand on one has the display write it."""
    levels: list[float | None] = [None] * STRIPS
    for side in (0, 1):
        # A level runs into the next cell, so neighbours are not touched at a time.
        slots = [slot for slot in _open_ones(shown) if slot % 2 == side]
        if not slots:
            continue
        hands = [Touch(slot, on) for on in (True, False) for slot in slots]
        for row in await pulse.texts(*hands):
            for slot in slots:
                levels[slot] = level_in(row, slot) or levels[slot]
    return levels


def _open_ones(shown: Sequence[Column]) -> list[int]:
    """The slots of faders that could stand for more than one tenth of a decibel."""
    places = [column.fader for column in shown if column.fader and column.short]
    blur = _COARSE / 2 if places and all(place % _COARSE == 0 for place in places) else 0.5
    return [
        slot
        for slot, column in enumerate(shown)
        if column.short and column.fader and _span(column.fader, blur) > _RESOLVED
    ]


def _span(place: int, blur: float) -> float:
    """How many decibels apart the ends of what a place can stand for are."""
    low, high = LOGIC_STRIP.db(max(1, int(place - blur))), LOGIC_STRIP.db(min(TOP, round(place + blur)))
    return high - low
