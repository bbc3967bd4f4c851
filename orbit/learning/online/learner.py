"""The learner: what one finished trajectory adds to what is known, found without looking at all the others.

The new pieces of work are put beside the pieces most like them; what recurs there goes the way of all that is
induced, and is compared with the library and with what was offered before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from orbit.learning.demonstration import Demonstration
from orbit.learning.loops import fold
from orbit.learning.mining import find_patterns
from orbit.learning.online.neighbourhood import Kept, Neighbourhood
from orbit.learning.online.offering import Found, Offering
from orbit.learning.pattern import Pattern
from orbit.learning.routine import Learned
from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer

__all__ = ["Finish", "Learner"]

_MOST_FOUND = 3
"""So many patterns of a trajectory are followed, those that save most first."""

Finish = Callable[..., object]
"""Makes a workflow of a pattern: `orbit.learning.induction.finished`, or what stands for it."""

_LEAST = 3

_Edit = tuple[float, str]
"""When an edit was done, and what it does: by these an edit is known in every piece that it is in."""


class Learner:
    """Learns from trajectories that the library's store has, one after the other.

    ``least`` is how often something has to be done by hand before it is offered.
    """

    def __init__(self, library: Library, *, finish: Finish | None = None, least: int = _LEAST) -> None:
        self._given, self._least = finish, least
        self._neighbourhood = Neighbourhood(library.store)
        self._offering = Offering(library)

    def learn(self, trajectory_id: str) -> list[StoredOffer]:
        """Learn from a trajectory; give the offers that are new with it.

        Raises NotFoundError when the store has none of that id, MemoryStoreError when it cannot be used.
        """
        offers: list[StoredOffer] = []
        for pattern, around in self._recurring(self._neighbourhood.add(trajectory_id)):
            offer = self._considered(pattern, around, trajectory_id)
            offers += [offer] if offer is not None else []
        return offers

    def catch_up(self, most: int) -> int:
        """Look at trajectories that were kept without being learned from; give how many those were.

        Nothing is offered for them alone: they count from now on, when the like is done again.
        """
        return self._neighbourhood.catch_up(most)

    def _considered(
        self, pattern: Pattern, around: Sequence[Demonstration], trajectory_id: str
    ) -> StoredOffer | None:
        made = self._made(pattern, around)
        if made is None:
            return None
        lately = _latest(pattern)
        found = Found(
            learned=replace(made, support=len(pattern.occurrences)),
            trajectory=trajectory_id,
            habit=self._made(lately, around) if len(lately.occurrences) == _LATELY else None,
            only=_nothing_else(lately, around),
        )
        return self._offering.consider(found)

    def _made(self, pattern: Pattern, around: Sequence[Demonstration]) -> Learned | None:
        made = self._finish(pattern, around, taken=self._offering.taken())
        return made if isinstance(made, Learned) else None

    @cached_property
    def _finish(self) -> Finish:
        from orbit.learning.induction import finished

        return self._given or finished

    # -- what recurs -----------------------------------------------------------------------------------

    def _recurring(self, new: Sequence[Kept]) -> Iterator[tuple[Pattern, Sequence[Demonstration]]]:
        """Give the patterns that the new pieces are part of, each with the demonstrations it is of."""
        followed: set[_Edit] = set()
        count = 0
        for kept in new:
            if count >= _MOST_FOUND or followed.issuperset(_edits(kept.piece.demonstration)):
                continue
            for pattern, demonstrations in self._patterns(kept):
                count += 1
                followed |= _edits_in(pattern, demonstrations, kept.piece.demonstration.trajectory)
                yield pattern, demonstrations

    def _patterns(self, kept: Kept) -> Iterator[tuple[Pattern, Sequence[Demonstration]]]:
        around = self._neighbourhood.around(kept)
        demonstrations = [each.piece.demonstration for each in around]
        if kept.piece.loop:
            demonstrations = fold(demonstrations)
        mine = next(place for place, each in enumerate(around) if each.number == kept.number)
        for pattern in find_patterns(demonstrations, least=self._least)[:_MOST_FOUND]:
            if any(occurrence.demonstration == mine for occurrence in pattern.occurrences):
                yield pattern, demonstrations


_LATELY = 5
"""A habit is what was done so often in a row."""


def _latest(pattern: Pattern) -> Pattern:
    """Give a pattern with its last few sightings only; the demonstrations are in the order of their times."""
    ordered = sorted(pattern.occurrences, key=lambda each: (each.demonstration, _first(each.places)))
    return replace(pattern, occurrences=tuple(ordered[-_LATELY:]))


def _nothing_else(lately: Pattern, around: Sequence[Demonstration]) -> bool:
    """Say whether since the first of the last sightings nothing like it was done in another way."""
    seen = {each.demonstration for each in lately.occurrences}
    since = range(min(seen), len(around))
    return all(place in seen for place in since if around[place].events)


def _first(places: Sequence[int | None]) -> int:
    return min(place for place in places if place is not None)


def _edits(demonstration: Demonstration) -> set[_Edit]:
    return {(event.t, event.does) for event in demonstration.events}


def _edits_in(pattern: Pattern, demonstrations: Sequence[Demonstration], trajectory: str) -> set[_Edit]:
    events = [
        demonstrations[occurrence.demonstration].events[place]
        for occurrence in pattern.occurrences
        if demonstrations[occurrence.demonstration].trajectory == trajectory
        for place in occurrence.places
        if place is not None
    ]
    return {(event.t, event.does) for each in events for event in (each, *each.also)}
