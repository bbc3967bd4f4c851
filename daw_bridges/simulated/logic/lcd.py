"""The text on the display: two rows of 56, put together from cells and passing texts, sent as differences.

Logic writes one run a row, from the first character that differs to the last (seen on Logic 12.3.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.simulated.logic.short_names import plain
from daw_bridges.simulated.logic.views.base import Row

__all__ = ["CELL", "ROW", "compose", "level_place", "level_text", "overlaid", "runs"]

CELL = 7
ROW = CELL * STRIPS


def compose(row: Row, *, dark: bool = False) -> str:
    """A row as 56 characters; ``dark`` is the half of the period in which flashing text is not there."""
    if isinstance(row, str):
        return plain(row)[:ROW].ljust(ROW)
    texts = ("" if cell.flashing and dark else plain(cell.text) for cell in row[:STRIPS])
    return "".join(text[:CELL].ljust(CELL) for text in texts).ljust(ROW)


def overlaid(row: str, texts: Iterable[tuple[int, str]]) -> str:
    """The row with texts written over it, each from its place on; what would run over the edge is cut."""
    for place, text in texts:
        row = (row[:place] + text + row[place + len(text) :])[:ROW]
    return row


def level_text(db: float) -> str:
    """A level as eight characters, as a touched fader shows it.

    >>> level_text(-3.7), level_text(0.0), level_text(float("-inf"))
    ('-3.7 dB ', '+0.0 dB ', '-oo dB  ')
    """
    number = "-oo" if db == float("-inf") else f"{db:+.1f}".replace("-0.0", "+0.0")
    return f"{number} dB".ljust(8)[:8]


def level_place(slot: int) -> int:
    """Where in the lower row a level stands: at its cell, the last one place before, for it is eight wide."""
    return min(slot * CELL, ROW - 8)


def runs(before: str, after: str) -> Iterator[tuple[int, str]]:
    """What has to be written to turn one display (112 characters) into another: at most one run a row.

    >>> list(runs("Trk06  8".ljust(112), "Trk05  Trk06".ljust(112)))
    [(4, '5  Trk06')]
    """
    for start in (0, ROW):
        changed = [at for at in range(start, start + ROW) if before[at] != after[at]]
        if changed:
            yield changed[0], after[changed[0] : changed[-1] + 1]
