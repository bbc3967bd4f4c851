"""The work of one trajectory while it is learned from: its pieces, and which edits are accounted for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from orbit.learning.demonstration import Demonstration
from orbit.learning.online.neighbourhood import Kept
from orbit.learning.online.pieces import LEAST_EDITS, Piece, part_of
from orbit.learning.online.routines import Routines, Sighted, named
from orbit.learning.pattern import Pattern

__all__ = ["Work", "without"]

_Edit = tuple[float, str]
"""When an edit was done, and what it does: by these it is known in every piece that it is in."""


@dataclass
class Work:
    """The pieces of a trajectory, loops first; an edit that is accounted for is not looked at again.

    What is part of a loop is accounted for by the loop; what was done to one track says nothing of a loop.
    """

    trajectory: str
    pieces: Sequence[Kept]
    _loops: set[_Edit] = field(default_factory=set[_Edit])
    _single: set[_Edit] = field(default_factory=set[_Edit])

    def explained(self, routines: Routines) -> Iterator[tuple[Kept, Sighted]]:
        """Give each sighting of a known routine, with the piece it is in; its edits are accounted for."""
        for kept in self.pieces:
            rest = self._rest(kept)
            demonstration = rest.piece.demonstration
            for sighted in routines.explain(_names(rest.piece))[0]:
                whole = kept.piece.loop
                places = range(len(demonstration.events)) if whole else sighted.places
                self._account(demonstration, places, loop=whole)
                yield kept, sighted
                if whole:
                    break

    def follow(self, pattern: Pattern, around: Sequence[Demonstration], *, loop: bool) -> None:
        """Account for the edits of this trajectory that are sightings of a pattern."""
        for occurrence in pattern.occurrences:
            demonstration = around[occurrence.demonstration]
            if demonstration.trajectory == self.trajectory:
                self._account(demonstration, occurrence.places, loop=loop)

    def left(self, *, loop: bool) -> list[Kept]:
        """Give what is not accounted for of the pieces; of several that are alike the last."""
        rest = [self._rest(kept) for kept in self.pieces if kept.piece.loop == loop]
        enough = [each for each in rest if len(each.piece.demonstration.events) >= LEAST_EDITS]
        return list({each.piece.marks: each for each in enough}.values())

    def _rest(self, kept: Kept) -> Kept:
        events = kept.piece.demonstration.events
        done = self._loops if kept.piece.loop else self._loops | self._single
        left = [place for place, event in enumerate(events) if (event.t, event.does) not in done]
        return kept if len(left) == len(events) else Kept(kept.number, _some(kept.piece, left))

    def _account(self, of: Demonstration, places: Sequence[int | None], *, loop: bool) -> None:
        done = self._loops if loop else self._single
        for place in places:
            if place is not None:
                event = of.events[place]
                done.update((each.t, each.does) for each in (event, *event.also))


def without(piece: Piece, routines: Routines) -> Piece:
    """Give what of a piece no known routine explains."""
    sighted, left = routines.explain(_names(piece))
    if not sighted:
        return piece
    return _some(piece, () if piece.loop else left)


def _names(piece: Piece) -> tuple[str, ...]:
    return named([event.does for event in piece.demonstration.events], loop=piece.loop)


def _some(piece: Piece, places: Sequence[int]) -> Piece:
    rejected = piece.demonstration.rejected
    return replace(piece, demonstration=part_of(piece.demonstration, places, rejected))
