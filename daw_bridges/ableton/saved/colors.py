"""Colours as a set stores them: a place in Live's palette."""

from __future__ import annotations

from daw_bridges.ableton.saved.numbers import whole
from daw_bridges.catalog.palette import PALETTE

__all__ = ["color_of"]

_UNKNOWN = "#808080"

# Live 9.5 brought the palette of today, and until Live 10 it was counted on from those before it.
_COUNTED_FROM = 140


def color_of(*, color: str | None, color_index: str | None) -> str:
    """The colour, ``#rrggbb``, of a ``Color`` or, until Live 9, a ``ColorIndex``.

    Grey for one of the palettes before Live 9.5, whose colours no Live shows now.
    """
    place = whole(color_index if color is None else color)
    if place is None or (color is None and place < _COUNTED_FROM):
        return _UNKNOWN
    place -= _COUNTED_FROM if place >= _COUNTED_FROM else 0
    return f"#{PALETTE[place]:06x}" if 0 <= place < len(PALETTE) else _UNKNOWN
