"""Names that are longer than their cell: what is being chosen runs on to the right, over its neighbours."""

from __future__ import annotations

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.simulated.logic.lcd import CELL
from daw_bridges.simulated.logic.views.base import Cell

__all__ = ["spill"]


def spill(row: list[Cell], cell: int, text: str, *, flashing: bool) -> None:
    """Writes a text over a row from a cell on, with at least a space behind it; what runs over is cut."""
    padded = text + " "
    pieces = [padded[at : at + CELL] for at in range(0, len(padded), CELL)][: STRIPS - cell]
    row[cell : cell + len(pieces)] = [Cell(piece, flashing=flashing) for piece in pieces]
