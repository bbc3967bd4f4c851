"""How much of what is done known workflows account for: in sessions that they were not learned from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.found import Found, FoundStep, kind_of, slot_in

__all__ = ["Cover", "cover"]

_ENOUGH = 0.8
_BETWEEN = 2
"""How many other edits may lie, on average, between two steps."""


@dataclass(frozen=True)
class Cover:
    """What workflows account for.

    ``edits`` were done in all, ``covered`` of them within one of ``uses`` of the workflows; ``used`` are the
    places of those workflows that were used at all.
    """

    edits: int
    covered: int
    uses: int
    used: frozenset[int]

    @property
    def coverage(self) -> float:
        """The share of the edits that are steps of a workflow, from 0 to 1."""
        return self.covered / self.edits if self.edits else 0.0

    def compression(self, found: Sequence[Found]) -> float:
        """How many times shorter the edits are when a workflow is one sign, its own length counted once."""
        signs = self.edits - self.covered + self.uses + sum(len(each.steps) + 1 for each in found)
        return self.edits / signs if signs else 1.0


def cover(demonstrations: Sequence[Demonstration], found: Sequence[Found]) -> Cover:
    """Account for what was done by hand: the longest workflow first, no edit twice.

    A workflow is used where four fifths of its steps were done in order, on the same tracks for the same
    part, not too far apart. Values are not looked at: they are what slots are for.
    """
    order = sorted(range(len(found)), key=lambda place: (-len(found[place].steps), place))
    edits, covered, uses, used = 0, 0, 0, set[int]()
    for demonstration in demonstrations:
        session = _Session(demonstration)
        edits += len(session.does)
        for place in order:
            while (steps := session.take(found[place].steps)) > 0:
                covered, uses = covered + steps, uses + 1
                used.add(place)
    return Cover(edits, covered, uses, frozenset(used))


class _Session:
    """The edits of one session, and which of them are not accounted for yet."""

    def __init__(self, demonstration: Demonstration) -> None:
        events = [event for event in demonstration.events if event.by_hand]
        self.does = [kind_of(event, demonstration) for event in events]
        self._tracks = [event.tracks for event in events]
        self._names = [track.name.casefold() for track in demonstration.tracks]
        self._places: dict[str, list[int]] = {}
        for place, does in enumerate(self.does):
            self._places.setdefault(does, []).append(place)
        self._free = [True] * len(events)

    def take(self, steps: Sequence[FoundStep]) -> int:
        """Account for one use of a workflow; how many edits it was, 0 if there is none."""
        least = max(2, math.ceil(_ENOUGH * len(steps)))
        if sum(step.does in self._places for step in steps) < least:
            return 0
        for first in range(len(steps) - least + 1):
            for start in self._places.get(steps[first].does, ()):
                taken = self._from(start, steps[first:]) if self._free[start] else []
                if len(taken) >= least:
                    for place in taken:
                        self._free[place] = False
                    return len(taken)
        return 0

    def _from(self, start: int, steps: Sequence[FoundStep]) -> list[int]:
        """The edits that are its steps, from the one it begins with on."""
        bound: dict[str, int] = {}
        taken: list[int] = []
        here, end = start, start + len(steps) * (_BETWEEN + 1)
        for step in steps:
            place = next(
                (
                    place
                    for place in self._places.get(step.does, ())
                    if here <= place < end and self._free[place] and self._fits(place, step, bound)
                ),
                None,
            )
            if place is not None:
                taken.append(place)
                self._bind(place, step, bound)
                here = place + 1
            elif not taken:
                return []
        return taken

    def _fits(self, place: int, step: FoundStep, bound: dict[str, int]) -> bool:
        for said, track in self._said(place, step):
            if bound.get(said, track) != track:
                return False
            if said not in bound and track in bound.values():
                return False
            if slot_in(said) is None and said.casefold() != self._names[track]:
                return False
        return True

    def _bind(self, place: int, step: FoundStep, bound: dict[str, int]) -> None:
        bound.update(self._said(place, step))

    def _said(self, place: int, step: FoundStep) -> list[tuple[str, int]]:
        """What the step calls each track that the edit touches."""
        said = [text for text in (step.track, step.other) if text]
        return list(zip(said, self._tracks[place], strict=False))
