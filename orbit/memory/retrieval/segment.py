"""Some documents, unpacked once: who holds a term, and what each document says.

Only ``alive`` ever changes: a document that was changed or forgotten is dead in its segment, and what became
of it stands in another one (see `orbit.memory.retrieval.corpus`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from orbit.memory.retrieval.packing import ends_of, spans, unpack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint32]
    Places = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Phrases", "Segment"]

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


class Phrases(NamedTuple):
    """The phrases of some documents: how many each has, all their terms, and the phrase each term is in."""

    counts: Places
    terms: Numbers
    owners: Places
    size: int


class Segment:
    """Documents by number; ``alive`` says which of them still stand."""

    def __init__(self, rows: Mapping[str, bytes]) -> None:
        self.ids = list(rows)
        self.texts = unpack(list(rows.values()))
        self.alive = np.ones(len(rows), dtype=bool)
        self._first_term = ends_of(np.bincount(self.texts.owners, minlength=len(rows)))
        # One sort brings the holders of each term together, in the order of the documents.
        places = np.arange(len(self.texts.terms), dtype=np.uint64)
        keys = np.sort(self.texts.terms.astype(np.uint64) << _HALF | places)
        terms = (keys >> _HALF).astype(np.uint32)
        firsts = np.flatnonzero(np.diff(terms.astype(np.int64), prepend=-1))
        self.vocabulary = terms[firsts]
        self._starts = np.append(firsts, len(terms))
        self._holders = self.texts.owners[(keys & _LOW).astype(np.int64)]

    def holders(self, term: int) -> Places:
        """Give the documents that hold a term, dead ones too."""
        at = int(np.searchsorted(self.vocabulary, np.uint32(term)))
        if at == len(self.vocabulary) or self.vocabulary[at] != term:
            return self._holders[:0]
        return self._holders[self._starts[at] : self._starts[at + 1]]

    def living(self, term: int) -> int:
        """Give how many documents that still stand hold a term."""
        return int(np.count_nonzero(self.alive[self.holders(term)]))

    def frequencies(self) -> Places:
        """Give for each term of the vocabulary how many standing documents hold it."""
        sums = np.append(0, np.cumsum(self.alive[self._holders], dtype=np.int64))
        return sums[self._starts[1:]] - sums[self._starts[:-1]]

    def of_terms(self, terms: Numbers, values: Places) -> Places:
        """Give the values, one a term of the vocabulary, of some terms; 0 for those not in it."""
        if not len(self.vocabulary):
            return np.zeros(len(terms), dtype=np.int64)
        at = np.minimum(np.searchsorted(self.vocabulary, terms), len(self.vocabulary) - 1)
        return np.where(self.vocabulary[at] == terms, values[at], 0)

    def best(self, scores: Floats, most: int) -> list[int]:
        """Give the standing documents of the highest scores, at most so many, in no order."""
        standing = np.flatnonzero(self.alive)
        if len(standing) > most:
            # Of those level at the edge, the first ones: the same request finds the same each time.
            edge = np.partition(scores[standing], -most)[-most]
            above, level = standing[scores[standing] > edge], standing[scores[standing] == edge]
            standing = np.concatenate([above, level[: most - len(above)]])
        return standing.tolist()

    def said_by(self, documents: Places) -> tuple[Places, Numbers, Numbers]:
        """Give all that some documents say: which of them (its place in the list), the term, how often."""
        lengths = np.diff(self._first_term)[documents]
        entries = spans(self._first_term[documents], lengths)
        owners = np.repeat(np.arange(len(documents)), lengths)
        return owners, self.texts.terms[entries], self.texts.counts[entries]

    def phrases_of(self, documents: Places) -> Phrases:
        """Give the phrases of some documents, one after another."""
        counts = np.diff(self.texts.first_phrase)[documents]
        phrases = spans(self.texts.first_phrase[documents], counts)
        lengths = np.diff(self.texts.phrase_starts)[phrases]
        terms = self.texts.phrases[spans(self.texts.phrase_starts[phrases], lengths)]
        return Phrases(counts, terms, np.repeat(np.arange(len(phrases)), lengths), len(phrases))
