"""The routines that learning has met, by the edits they are made of: what they explain is not mined again.

Whatever the user said to them (kept, dismissed, nothing yet), a piece of work that is one of them is known at
a glance. Only what none of them explains is looked at for something new.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from orbit.learning.online.pieces import Piece
from orbit.learning.pattern import Occurrence, Pattern
from orbit.memory.store.offers import StoredOffer

__all__ = ["Routines", "Sighted", "aligned", "may_have_changed", "named", "pattern_of", "within"]

_PART = 0.8
"""So much of a routine has to be there for a piece to be a sighting of it."""

_OFTEN = 0.7
"""A step that is there less often may be left out."""


@lru_cache(maxsize=1 << 14)
def _name(does: str) -> str:
    return blake2b(does.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def named(does: Sequence[str], *, loop: bool = False) -> tuple[str, ...]:
    """Give kinds of edit in digests, as they are kept; done to several tracks in one go they are others."""
    return tuple(_name(f"{each}\nloop" if loop else each) for each in does)


@dataclass(frozen=True)
class Sighted:
    """A routine seen again: its offer, and where in the piece each step is; None for one left out."""

    offer: StoredOffer
    places: tuple[int | None, ...]


class Routines:
    """Explains pieces of work by the routines among some offers."""

    def __init__(self, offers: Sequence[StoredOffer]) -> None:
        self._offers = [offer for offer in offers if len(offer.does) > 1]
        self._with: dict[str, set[int]] = {}
        for number, offer in enumerate(self._offers):
            for does in offer.does:
                self._with.setdefault(does, set()).add(number)

    def explain(self, done: Sequence[str]) -> tuple[list[Sighted], list[int]]:
        """Give the routines seen in a piece, whose edits are given in digests, and the places left."""
        left = list(range(len(done)))
        seen: list[Sighted] = []
        while (best := self._best(done, left)) is not None:
            seen.append(best)
            left = [place for place in left if place not in best.places]
        return seen, left

    def _best(self, done: Sequence[str], left: Sequence[int]) -> Sighted | None:
        found = [(sum(place is not None for place in each.places), each) for each in self._seen(done, left)]
        return max(found, key=lambda pair: (pair[0], pair[1].offer.id), default=(0, None))[1]

    def _seen(self, done: Sequence[str], left: Sequence[int]) -> Iterator[Sighted]:
        free = [done[place] for place in left]
        have = frozenset(free)
        near = sorted({number for does in free for number in self._with.get(does, ())})
        for number in near:
            offer = self._offers[number]
            if len(have.intersection(offer.does)) < _PART * len(set(offer.does)):
                continue
            places = aligned(offer.does, free)
            if within(places):
                yield Sighted(offer, tuple(None if place is None else left[place] for place in places))


def within(places: Sequence[int | None]) -> bool:
    """Say whether enough of a routine is there."""
    return sum(place is not None for place in places) >= max(2, _PART * len(places))


def aligned(steps: Sequence[str], done: Sequence[str]) -> tuple[int | None, ...]:
    """Give for each step its place in what was done, in order: their longest common subsequence."""
    best = [[0] * (len(done) + 1) for _ in range(len(steps) + 1)]
    for here in range(len(steps) - 1, -1, -1):
        for there in range(len(done) - 1, -1, -1):
            best[here][there] = (
                best[here + 1][there + 1] + 1
                if steps[here] == done[there]
                else max(best[here + 1][there], best[here][there + 1])
            )
    return tuple(_walked(steps, done, best))


def _walked(steps: Sequence[str], done: Sequence[str], best: Sequence[Sequence[int]]) -> Iterator[int | None]:
    there = 0
    for here, step in enumerate(steps):
        while there < len(done) and step != done[there] and best[here][there + 1] == best[here][there]:
            there += 1
        if there < len(done) and step == done[there]:
            yield there
            there += 1
        else:
            yield None


def pattern_of(does: Sequence[str], around: Sequence[Piece], least: int) -> Pattern | None:
    """Give a routine (in digests) as a pattern, with where it is in some pieces; None where too few."""
    seen: list[Occurrence] = []
    words: dict[str, str] = {}
    for number, piece in enumerate(around):
        done = [event.does for event in piece.demonstration.events]
        names = named(done, loop=piece.loop)
        words |= dict(zip(names, done, strict=True))
        places = aligned(does, names)
        if within(places):
            seen.append(Occurrence(number, places))
    if len(seen) < least or not words.keys() >= set(does):
        return None
    return Pattern(tuple(words[each] for each in does), tuple(seen), float(len(seen)), _optional(seen))


def may_have_changed(does: Sequence[str], lately: Sequence[Piece]) -> bool:
    """Say whether in the latest pieces a step of a routine is mostly missing, or another mostly there too."""
    done = [
        frozenset(named([event.does for event in piece.demonstration.events], loop=piece.loop))
        for piece in lately
    ]
    most = len(done) - 1
    there = Counter(each for names in done for each in names)
    return any(there[each] <= 1 for each in does) or any(
        count >= most for each, count in there.items() if each not in does
    )


def _optional(seen: Collection[Occurrence]) -> frozenset[int]:
    columns = zip(*(each.places for each in seen), strict=True)
    return frozenset(
        place
        for place, column in enumerate(columns)
        if sum(each is not None for each in column) < _OFTEN * len(seen)
    )
