"""Places on the timeline as the surface shows them: bars and beats, read and gone to.

The time display has the bar in three places, the beat in two, then the division (2) and the tick (3); the
Cycle view has bar, beat and division. How far one tick of the wheel goes is nowhere said, so it is measured.

Source: Apple's Control Surfaces Support Guide, transport buttons, jog wheel and Cycle view.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from daw_bridges.errors import NotPossibleError

__all__ = ["Place", "parse_cell", "parse_time", "place_of"]

_CELL = re.compile(r"^\s*(\d+)\s+(\d+)(?:\s+(\d+))?")
_NEAR = 1e-6

Signature = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A bar and a beat, both from 1; ``exact`` where it lies on that beat."""

    bar: int
    beat: int = 1
    exact: bool = True

    def bars(self, signature: Signature) -> float:
        """The place in bars from 1."""
        return round(self.bar + (self.beat - 1) / signature[0], 9)

    def beats(self, signature: Signature) -> int:
        """How many beats of the signature lie before it."""
        return (self.bar - 1) * signature[0] + self.beat - 1


def place_of(bar: float, signature: Signature) -> Place:
    """The bar and beat of a position in bars. Raises NotPossibleError between two beats.

    >>> place_of(17.5, (4, 4)), place_of(3.0, (3, 4))
    (Place(bar=17, beat=3, exact=True), Place(bar=3, beat=1, exact=True))
    """
    beats = (bar - 1) * signature[0]
    if abs(beats - round(beats)) > _NEAR:
        raise NotPossibleError(
            f"Orbit places things in Logic on beats, and bar {bar:g} lies between two. Choose bar "
            f"{1 + round(beats) / signature[0]:g}."
        )
    bars, beat = divmod(round(beats), signature[0])
    return Place(bars + 1, beat + 1)


def parse_time(characters: str) -> Place | None:
    """The place that the time display reads in beats; None where it reads something else.

    >>> parse_time(" 17 3 1  1"), parse_time("  1 2 3226").exact, parse_time("ALERT     ")
    (Place(bar=17, beat=3, exact=True), False, None)
    """
    parts = characters[:3], characters[3:5], characters[5:7], characters[7:10]
    if not all(part.strip().isdigit() for part in parts):
        return None
    bar, beat, division, tick = map(int, parts)
    return Place(bar, beat, exact=(division, tick) == (1, 1))


def parse_cell(text: str) -> Place | None:
    """The place that a cell of the Cycle view reads.

    >>> parse_cell("17 1 1"), parse_cell("5 1 3").exact, parse_cell("Off")
    (Place(bar=17, beat=1, exact=True), False, None)
    """
    match = _CELL.match(text)
    if match is None:
        return None
    return Place(int(match[1]), int(match[2]), exact=match[3] in (None, "1"))
