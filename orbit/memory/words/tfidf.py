"""TF-IDF over words and over character n-grams, on numpy alone.

scikit-learn has both, and costs most of a second to import; a request that is answered in tens of
milliseconds cannot pay that. The weights are its usual ones: 1 + log tf, log((1 + n) / (1 + df)) + 1, rows of
length one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

__all__ = ["TermIndex", "character_grams", "counted"]

Floats = NDArray[np.float64]

_SIZES = (3, 4, 5)


def character_grams(text: str) -> list[str]:
    """Give the 3 to 5 character n-grams within the words of a text, each word with a space at both ends.

    >>> character_grams("eq")
    [' eq', 'eq ', ' eq ']
    """
    return [gram for word in text.split() for gram in _grams_of(f" {word} ")]


def counted(terms: Iterable[str]) -> dict[str, float]:
    """Give each term of a query its weight: 1 + the logarithm of how often it is there."""
    return {term: 1 + log(count) for term, count in Counter(terms).items()}


def _grams_of(word: str) -> list[str]:
    return [word[at : at + size] for size in _SIZES for at in range(len(word) - size + 1)]


@dataclass
class TermIndex:
    """Documents by the terms they hold; `scores` gives the cosine of a query with every document."""

    documents: Sequence[Iterable[str]]
    _terms: dict[str, int] = field(init=False, default_factory=dict[str, int])
    _starts: NDArray[np.int64] = field(init=False)
    _postings: NDArray[np.int64] = field(init=False)
    _weights: Floats = field(init=False)
    _idf: Floats = field(init=False)

    def __post_init__(self) -> None:
        rows = [self._count(document) for document in self.documents]
        row_of = np.repeat(np.arange(len(rows)), [len(terms) for terms, _ in rows])
        terms = np.concatenate([terms for terms, _ in rows] or [np.empty(0, dtype=np.int64)])
        counts = np.concatenate([counts for _, counts in rows] or [np.empty(0, dtype=np.int64)])
        seen_in = np.bincount(terms, minlength=len(self._terms))
        self._idf = np.log((1 + len(rows)) / (1 + seen_in)) + 1
        weights = (1 + np.log(counts)) * self._idf[terms]
        lengths = np.sqrt(np.bincount(row_of, weights=weights**2, minlength=len(rows)))
        order = np.argsort(terms, kind="stable")
        self._postings = row_of[order]
        self._weights = (weights / np.maximum(lengths[row_of], 1e-12))[order]
        self._starts = np.concatenate([[0], np.cumsum(seen_in)])

    def scores(self, query: Mapping[str, float]) -> Floats:
        """Give the cosine of a query, given as weights of its terms, with each document: 0 to 1."""
        known = [term for term in query if term in self._terms]
        if not known:
            return np.zeros(len(self.documents))
        # A term that no document has still is something asked for, and keeps the cosine from being 1.
        length = np.sqrt(sum((weight * self.idf(term)) ** 2 for term, weight in query.items()))
        numbers = np.fromiter((self._terms[term] for term in known), dtype=np.int64)
        weights = np.fromiter((query[term] for term in known), dtype=np.float64) * self._idf[numbers] / length
        found = [slice(self._starts[number], self._starts[number + 1]) for number in numbers]
        documents = np.concatenate([self._postings[part] for part in found])
        products = np.concatenate([self._weights[part] * w for part, w in zip(found, weights, strict=True)])
        return np.bincount(documents, products, len(self.documents)).astype(np.float64, copy=False)

    def holders(self, term: str) -> NDArray[np.int64]:
        """Give the numbers of the documents that hold a term."""
        number = self._terms.get(term)
        if number is None:
            return np.empty(0, dtype=np.int64)
        return self._postings[self._starts[number] : self._starts[number + 1]]

    def idf(self, term: str) -> float:
        """Give how much a term tells documents apart; a term in none of them tells the most."""
        number = self._terms.get(term)
        return float(self._idf[number]) if number is not None else float(np.log(1 + len(self.documents)) + 1)

    def _count(self, document: Iterable[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        numbers = np.fromiter(
            (self._terms.setdefault(term, len(self._terms)) for term in document), dtype=np.int64
        )
        return np.unique(numbers, return_counts=True)
