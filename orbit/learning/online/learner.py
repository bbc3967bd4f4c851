"""The learner: what one finished trajectory adds to what is known, found without looking at all the others.

The new pieces of work are put beside the pieces most like them; what recurs there goes the way of all that is
induced, and is compared with the library and with what was offered before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from orbit.learning.demonstration import Demonstration
from orbit.learning.loops import fold
from orbit.learning.mining import find_patterns
from orbit.learning.online.making import Draft, Wording, drafted
from orbit.learning.online.neighbourhood import Kept, Neighbourhood
from orbit.learning.online.offering import Found, Offering
from orbit.learning.pattern import Pattern
from orbit.learning.routine import Routine
from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer
from orbit.workflows.workflow import Workflow

__all__ = ["LEAST", "Learner"]

LEAST = 3
"""How often something has to be done by hand before it is offered."""

_TOGETHER = 8
"""So many pieces of a trajectory are looked at in one go."""

_MOST_GOES = 4
"""A trajectory that is longer than so many goes is learned from as far as that."""

_MOST_FOUND = 4
"""So many patterns of a go are followed, those that save most first."""

_LATELY = 5
"""A habit is what was done so often in a row."""


class Learner:
    """Learns from trajectories that the library's store has, one after the other.

    ``wording`` finds the words of a workflow (`orbit.learning.words.worded` by default).
    """

    def __init__(self, library: Library, *, wording: Wording | None = None, least: int = LEAST) -> None:
        self._wording, self._least = wording or _worded, least
        self._neighbourhood = Neighbourhood(library.store)
        self._offering = Offering(library)

    def learn(self, trajectory_id: str) -> list[StoredOffer]:
        """Learn from a trajectory; give the offers that are new with it.

        Raises NotFoundError when the store has none of that id, MemoryStoreError when it cannot be used.
        """
        offers: list[StoredOffer] = []
        for new in _goes(self._neighbourhood.add(trajectory_id)):
            around = _demonstrations(self._neighbourhood.around(new), loop=new[0].piece.loop)
            for pattern in self._recurring(around, trajectory_id):
                found = self._found(pattern, around, trajectory_id)
                offer = self._offering.consider(found) if found is not None else None
                offers += [offer] if offer is not None else []
        return offers

    def catch_up(self, most: int) -> int:
        """Look at trajectories that were kept without being learned from; give how many those were.

        Nothing is offered for them alone: they count from now on, when the like is done again.
        """
        return self._neighbourhood.catch_up(most)

    def _recurring(self, around: Sequence[Demonstration], trajectory_id: str) -> Iterator[Pattern]:
        """Give the patterns that were seen in a trajectory too."""
        patterns = (
            pattern
            for pattern in find_patterns(around, least=self._least)
            if any(around[each.demonstration].trajectory == trajectory_id for each in pattern.occurrences)
        )
        return (pattern for pattern, _ in zip(patterns, range(_MOST_FOUND), strict=False))

    def _found(self, pattern: Pattern, around: Sequence[Demonstration], trajectory_id: str) -> Found | None:
        taken = self._offering.taken()
        draft = drafted(pattern, around, self._wording, taken)
        if draft is None:
            return None
        lately = _latest(pattern)

        def habit() -> Draft | None:
            often = len(lately.occurrences) == _LATELY
            return drafted(lately, around, self._wording, taken) if often else None

        return Found(draft, trajectory_id, habit, only=_nothing_else(lately, around))


def _worded(routine: Routine, taken: Collection[str]) -> Workflow:
    from orbit.learning.words import worded

    return worded(routine, taken=taken)


def _goes(new: Sequence[Kept]) -> list[list[Kept]]:
    """Give the pieces of a trajectory in goes: of several that are alike the last, loops by themselves."""
    distinct = {(each.piece.loop, each.piece.marks): each for each in new if each.piece.demonstration.events}
    loops = [each for each in distinct.values() if each.piece.loop]
    others = [each for each in distinct.values() if not each.piece.loop]
    goes = [
        some[start : start + _TOGETHER]
        for some in (loops, others)
        for start in range(0, len(some), _TOGETHER)
    ]
    return goes[:_MOST_GOES]


def _demonstrations(around: Sequence[Kept], *, loop: bool) -> list[Demonstration]:
    found = [each.piece.demonstration for each in around]
    return fold(found) if loop else found


def _latest(pattern: Pattern) -> Pattern:
    """Give a pattern with its last few sightings only; the demonstrations are in the order of their times."""
    ordered = sorted(pattern.occurrences, key=lambda each: (each.demonstration, _first(each.places)))
    return replace(pattern, occurrences=tuple(ordered[-_LATELY:]))


def _first(places: Sequence[int | None]) -> int:
    return min(place for place in places if place is not None)


def _nothing_else(lately: Pattern, around: Sequence[Demonstration]) -> bool:
    """Say whether since the first of the last sightings nothing like it was done in another way."""
    seen = {each.demonstration for each in lately.occurrences}
    since = range(min(seen), len(around))
    return not any(place not in seen and _like(lately, around[place]) for place in since)


def _like(pattern: Pattern, other: Demonstration) -> bool:
    done = {event.does for event in other.events}
    return 2 * sum(does in done for does in pattern.does) >= len(pattern.does)
