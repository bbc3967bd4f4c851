"""The learner: what one finished trajectory adds to what is known, found without looking at all the others.

What is a sighting of a known routine counts for it. The rest is put beside the pieces of work most like it;
what recurs there goes the way of all that is induced, and is offered.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from orbit.learning.demonstration import Demonstration
from orbit.learning.loops import fold
from orbit.learning.mining import find_patterns
from orbit.learning.online.making import Draft, Wording, drafted, repeats
from orbit.learning.online.neighbourhood import Kept, Neighbourhood
from orbit.learning.online.offering import Found, Offering
from orbit.learning.online.pieces import LEAST_EDITS, Piece
from orbit.learning.online.routines import aligned, may_have_changed, named, pattern_of
from orbit.learning.online.work import Work, without
from orbit.learning.pattern import LEAST, Pattern
from orbit.learning.routine import Routine
from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer
from orbit.workflows.workflow import Workflow

__all__ = ["Learner"]

_SHARE = 0.015
"""What is done less often than this, as a share of the sittings lately, is no habit."""

_TOGETHER = 4
"""So many pieces of a trajectory are looked at in one go."""

_MOST_GOES = 4
"""A trajectory that is longer than so many goes is learned from as far as that."""

_MOST_FOUND = 3
"""So many patterns of a go are followed, those that save most first."""

_AROUND_NEW, _AROUND_KNOWN = 48, 48
"""How many pieces are looked at for something new, and for what a known routine comes to."""

_LATELY = 5
"""A habit is what was done so often in a row."""

_LOOKED_AT = 12
"""So many of the latest pieces say how a routine is done by now."""

_STILL = 0.5
"""With so much in common, as a share of both, it is the same routine done in another way."""

_LOOK_EACH, _OFTEN = 5, 20
"""At so many sightings of a known routine, each time, it is looked at for what it comes to by now; half as
often when it was seen very often."""


class Learner:
    """Learns from trajectories that the library's store has, one after the other.

    ``wording`` finds the words of a workflow (`orbit.learning.words.worded` by default).
    """

    def __init__(self, library: Library, *, wording: Wording | None = None, least: int = LEAST) -> None:
        self._wording, self._least = wording or _worded, least
        self._store = library.store
        self._neighbourhood = Neighbourhood(library.store)
        self._offering = Offering(library)

    def learn(self, trajectory_id: str) -> list[StoredOffer]:
        """Learn from a trajectory; give the offers that are new with it.

        Raises NotFoundError when the store has none of that id, MemoryStoreError when it cannot be used.
        """
        with self._store.transaction():
            self._offering.begin()
            work = Work(trajectory_id, self._neighbourhood.add(trajectory_id))
            offers = [*self._seen_again(work)]
            for loop in (True, False):
                for go in _goes(work.left(loop=loop)):
                    offers += self._something_new(go, work)
            self._offering.end()
        return offers

    def carry_out(self) -> None:
        """Carry out on a simulated host what was put on offer since; until then, nobody is told of it."""
        from orbit.learning.admission import admit_on_host

        untried = self._offering.untried()
        if not untried:
            return
        verdicts = admit_on_host(list(untried.values()))
        with self._store.transaction():
            for offer_id, verdict in zip(untried, verdicts, strict=True):
                offer = self._store.offers.find(offer_id)
                if offer is not None and offer.status == "offered":
                    note = offer.note if verdict.ok else verdict.reason
                    self._store.offers.put(replace(offer, proven=verdict.proven, note=note))

    def catch_up(self, most: int) -> int:
        """Look at trajectories that were kept without being learned from; give how many those were.

        Nothing is offered for them alone: they count from now on, when the like is done again.
        """
        return self._neighbourhood.catch_up(most)

    # -- what is known ---------------------------------------------------------------------------------

    def _seen_again(self, work: Work) -> Iterator[StoredOffer]:
        """Count the sightings of known routines, and look now and then at what they come to by now."""
        counted = [
            (self._offering.count(sighted.offer, work.trajectory), piece)
            for piece, sighted in list(work.explained(self._offering.routines()))
        ]
        due = ((known, piece) for known, piece in counted if known and _is_due(known.support))
        for known, piece in itertools.islice(due, 1):
            offer = self._looked_at(known, piece, work.trajectory)
            yield from [offer] if offer is not None else []

    def _looked_at(self, known: StoredOffer, piece: Kept, trajectory: str) -> StoredOffer | None:
        pieces = [each.piece for each in self._neighbourhood.around([piece], _AROUND_KNOWN)]
        folded = _folded(pieces, loop=piece.piece.loop)
        around = [each.demonstration for each in folded]
        now = self._as_it_is_done_now(known, folded[-_LOOKED_AT:], trajectory)
        if now is not None and named(now.does, loop=piece.piece.loop) != known.does:
            found = self._found(now, around[-_LOOKED_AT:], trajectory)
            return self._offering.change(known, found) if found is not None and found.only else None
        pattern = pattern_of(known.does, folded, self._least)
        found = self._found(pattern, around, trajectory) if pattern else None
        return self._offering.look_at(known, found) if found is not None else None

    def _as_it_is_done_now(
        self, known: StoredOffer, latest: Sequence[Piece], trajectory: str
    ) -> Pattern | None:
        """Give what the latest sightings have in common, where that is much like the routine and not it."""
        if not may_have_changed(known.does, latest[-_LATELY:]):
            return None
        lately = [piece.demonstration for piece in latest]
        patterns = [each for each in find_patterns(lately, least=_LATELY) if _is_in(trajectory, each, lately)]
        alike = [(_in_common(known.does, named(each.does)), -place) for place, each in enumerate(patterns)]
        best = max(alike, default=(0.0, 0))
        return patterns[-best[1]] if best[0] >= _STILL else None

    # -- what is new -----------------------------------------------------------------------------------

    def _something_new(self, go: Sequence[Kept], work: Work) -> Iterator[StoredOffer]:
        loop = go[0].piece.loop
        after, sittings = self._neighbourhood.lately()
        least = max(self._least, math.ceil(_SHARE * sittings))
        routines = self._offering.routines()
        near = (
            without(each.piece, routines) for each in self._neighbourhood.around(go, _AROUND_NEW, after=after)
        )
        pieces = [piece for piece in near if _says_anything(piece.demonstration)]
        around = [each.demonstration for each in _folded(pieces, loop=loop)]
        for pattern in self._recurring(around, work.trajectory, least, loop=loop):
            found = self._found(pattern, around, work.trajectory)
            if found is not None:
                offer = self._offering.consider(found)
                if offer is not None:
                    work.follow(pattern, around, loop=loop)
                    yield offer

    @staticmethod
    def _recurring(
        around: Sequence[Demonstration], trajectory: str, least: int, *, loop: bool
    ) -> list[Pattern]:
        """Give the patterns that were seen in a trajectory too, those that save most first."""
        its = [place for place, one in enumerate(around) if one.trajectory == trajectory]
        if not its or sum(len(each.events) for each in around) < LEAST_EDITS * least:
            return []
        found = find_patterns(around, least=least, within=its)
        return [pattern for pattern in found if not loop or repeats(pattern, around)][:_MOST_FOUND]

    def _found(self, pattern: Pattern, around: Sequence[Demonstration], trajectory: str) -> Found | None:
        taken = self._offering.taken()
        draft = drafted(pattern, around, self._wording, taken)
        if draft is None:
            return None
        lately = _latest(pattern)

        def habit() -> Draft | None:
            often = len(lately.occurrences) == _LATELY
            return drafted(lately, around, self._wording, taken) if often else None

        return Found(draft, trajectory, habit, only=_nothing_else(lately, around))


def _worded(routine: Routine, taken: Collection[str]) -> Workflow:
    from orbit.learning.words import worded

    return worded(routine, taken=taken)


def _is_due(support: int) -> bool:
    return support % (_LOOK_EACH if support <= _OFTEN else 2 * _LOOK_EACH) == 0


def _goes(pieces: Sequence[Kept]) -> list[Sequence[Kept]]:
    return [pieces[start : start + _TOGETHER] for start in range(0, len(pieces), _TOGETHER)][:_MOST_GOES]


def _says_anything(piece: Demonstration) -> bool:
    return len(piece.events) >= LEAST_EDITS or bool(piece.rejected)


def _folded(pieces: Sequence[Piece], *, loop: bool) -> list[Piece]:
    if not loop:
        return list(pieces)
    folded = fold([piece.demonstration for piece in pieces])
    return [replace(piece, demonstration=one) for piece, one in zip(pieces, folded, strict=True)]


def _is_in(trajectory: str, pattern: Pattern, around: Sequence[Demonstration]) -> bool:
    return any(around[each.demonstration].trajectory == trajectory for each in pattern.occurrences)


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


def _in_common(one: Sequence[str], other: Sequence[str]) -> float:
    both = sum(place is not None for place in aligned(one, other))
    return 2 * both / (len(one) + len(other))


def _like(pattern: Pattern, other: Demonstration) -> bool:
    done = {event.does for event in other.events}
    return 2 * sum(does in done for does in pattern.does) >= len(pattern.does)
