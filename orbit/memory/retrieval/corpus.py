"""Every document of a library by the words it holds, changed piece by piece.

Most documents are in one large segment. What changes goes into a small one beside it, made anew with each
change; when that has grown to a part of the large one, the two are made one. So adding a document to a
hundred thousand costs what a few documents cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from orbit.memory.retrieval.closeness import Query, closely
from orbit.memory.retrieval.packing import hashed
from orbit.memory.retrieval.segment import Segment

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Places = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Asked", "Candidates", "Corpus", "Look"]

_FEWEST_APART = 64
_PART_APART = 16  # the small segment is merged when it is a 16th of all


@dataclass(frozen=True)
class Asked:
    """One thing a request asks for: the terms that answer it, and how much it counts."""

    terms: frozenset[str]
    weight: float


@dataclass(frozen=True)
class Candidates:
    """The documents worth looking at closely, and the evidence for each by kind, 0 to 1.

    ``worth`` is what all that is asked for is worth, in things of which no document speaks.
    """

    ids: list[str]
    titles: list[str]
    evidence: dict[str, Floats]
    worth: float


class Corpus:
    """The documents of a library, packed (`orbit.memory.retrieval.packing`)."""

    def __init__(self, rows: Mapping[str, bytes]) -> None:
        self._rows = dict(rows)
        self._make_one()

    def __len__(self) -> int:
        return len(self._rows)

    def change(self, changed: Mapping[str, bytes], gone: Iterable[str] = ()) -> None:
        """Take documents in, in the place of those of the same ids, and let others go."""
        for name in (*changed, *gone):
            self._rows.pop(name, None)
            self._apart.pop(name, None)
            if name in self._places:
                self._large.alive[self._places[name]] = False
        self._rows.update(changed)
        self._apart.update(changed)
        if len(self._apart) > max(_FEWEST_APART, len(self._rows) // _PART_APART):
            self._make_one()
        else:
            self._set_apart(self._apart)
            self._frequencies = _together(self._large, self._small)

    def _make_one(self) -> None:
        self._large = Segment(self._rows)
        self._set_apart({})
        self._places = {name: at for at, name in enumerate(self._large.ids)}
        self._frequencies = _together(self._large, self._small)

    def _set_apart(self, rows: dict[str, bytes]) -> None:
        self._apart, self._small = rows, Segment(rows)
        self._small_places = {name: at for at, name in enumerate(rows)}

    @property
    def segments(self) -> tuple[Segment, Segment]:
        """The large segment and the small one."""
        return self._large, self._small

    # -- words -----------------------------------------------------------------------------------------

    def holding(self, term: str) -> int:
        """Give how many documents hold a term."""
        return sum(segment.living(hashed(term)) for segment in self.segments)

    def idf(self, term: str) -> float:
        """Give how much a term tells documents apart; a term in none of them tells the most."""
        return float(np.log((1 + len(self)) / (1 + self.holding(term))) + 1)

    def words(self) -> set[str]:
        """Give every word of the documents."""
        return {
            word
            for segment in self.segments
            for at in np.flatnonzero(segment.alive).tolist()
            for word in segment.texts.words(at).split()
        }

    def title(self, name: str) -> str:
        """Give a document's title. Raises KeyError."""
        segment, at = self._where(name)
        return segment.texts.title(at)

    def titles(self) -> dict[str, str]:
        """Give ``{id: title}`` of every document, by id."""
        return {name: self.title(name) for name in sorted(self._rows)}

    def speaks_of(self, name: str, units: Iterable[Collection[str]]) -> list[bool]:
        """Say of each unit whether a document holds any of its terms. Raises KeyError."""
        segment, at = self._where(name)
        held = frozenset(segment.said_by(np.array([at]))[1].tolist())
        return [any(hashed(term) in held for term in unit) for unit in units]

    def _where(self, name: str) -> tuple[Segment, int]:
        if name in self._apart:
            return self._small, self._small_places[name]
        return self._large, self._places[name]

    # -- looking ---------------------------------------------------------------------------------------

    def look(self, asked: Sequence[Asked], said: Mapping[str, float]) -> Look:
        """Look for what is asked for; ``said`` weighs each of the request's terms."""
        return Look(self, asked, said)

    def parts(self, names: Iterable[str]) -> list[tuple[Segment, Places, Places]]:
        """Give each segment with how often its terms are held by all, and the places of these documents."""
        places: tuple[list[int], list[int]] = ([], [])
        for name in names:
            if name in self._rows:
                segment, at = self._where(name)
                places[segment is self._small].append(at)
        found = zip(self.segments, self._frequencies, places, strict=True)
        return [(segment, held, np.array(sorted(at), dtype=np.int64)) for segment, held, at in found]


class Look:
    """One look into a corpus."""

    def __init__(self, corpus: Corpus, asked: Sequence[Asked], said: Mapping[str, float]) -> None:
        self._corpus = corpus
        self._query = Query({hashed(term): weight * corpus.idf(term) for term, weight in said.items()})
        worth = [each.weight * min(corpus.idf(term) for term in each.terms) for each in asked]
        self._coverage = [_coverage(segment, asked, worth) for segment in corpus.segments]
        most = corpus.idf("")  # what a thing is worth that no document speaks of
        self.worth = sum(worth) / most
        """What all that is asked for is worth, in things of which no document speaks."""

    def best(self, most: int) -> list[str]:
        """Give the documents that speak of most that is asked for, in no order."""
        pairs = zip(self._corpus.segments, self._coverage, strict=True)
        return [segment.ids[at] for segment, covered in pairs for at in segment.best(covered, most)]

    def closely(self, names: Iterable[str]) -> Candidates:
        """Give the evidence for some documents; those that are not there are left out."""
        ids: list[str] = []
        titles: list[str] = []
        evidence: list[dict[str, Floats]] = []
        parts = self._corpus.parts(names)
        for (segment, held, chosen), covered in zip(parts, self._coverage, strict=True):
            ids += [segment.ids[at] for at in chosen.tolist()]
            titles += [segment.texts.title(at) for at in chosen.tolist()]
            close = closely(segment, held, len(self._corpus), chosen, self._query)
            evidence.append({"coverage": covered[chosen], **close})
        together = {kind: np.concatenate([part[kind] for part in evidence]) for kind in evidence[0]}
        return Candidates(ids, titles, together, self.worth)


def _coverage(segment: Segment, asked: Sequence[Asked], worth: Sequence[float]) -> Floats:
    """Give for each document how much of what is asked for, by worth, it speaks of: 0 to 1."""
    covered = np.zeros(len(segment.ids))
    for each, value in zip(asked, worth, strict=True):
        speaks = np.zeros(len(segment.ids), dtype=bool)
        for term in each.terms:
            speaks[segment.holders(hashed(term))] = True
        covered[speaks] += value
    return covered / (sum(worth) or 1.0)


def _together(one: Segment, other: Segment) -> tuple[Places, Places]:
    """Give for each of two segments how many documents of both hold each term of its vocabulary."""
    own, others = one.frequencies(), other.frequencies()
    return own + other.of_terms(one.vocabulary, others), others + one.of_terms(other.vocabulary, own)
