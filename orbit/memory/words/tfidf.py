"""TF-IDF over words and over character n-grams, on numpy alone.

scikit-learn has both, and costs most of a second to import; a request that is answered in tens of
milliseconds cannot pay that. The weights are its usual ones: 1 + log tf, log((1 + n) / (1 + df)) + 1, rows of
length one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

__all__ = ["TermIndex", "character_grams", "counted"]

Floats = NDArray[np.float64]

_SIZES = (3, 4, 5)


def character_grams(word: str) -> list[str]:
    """Give the 3 to 5 character n-grams of a word with a space at both ends.

    >>> character_grams("eq")
    [' eq', 'eq ', ' eq ']
    """
    word = f" {word} "
    return [word[at : at + size] for size in _SIZES for at in range(len(word) - size + 1)]


def counted(terms: Iterable[str]) -> dict[str, float]:
    """Give each term of a query its weight: 1 + the logarithm of how often it is there."""
    return {term: 1 + log(count) for term, count in Counter(terms).items()}


@dataclass
class TermIndex:
    """Documents by the terms they hold; `scores` gives the cosine of a query with every document.

    ``expand`` gives the terms that each word of a document stands for; without it a word is its own term.
    """

    documents: Sequence[Sequence[str]]
    expand: Callable[[str], Sequence[str]] | None = None
    _terms: dict[str, int] = field(init=False, default_factory=dict[str, int])
    _starts: NDArray[np.int64] = field(init=False)
    _postings: NDArray[np.int64] = field(init=False)
    _weights: Floats = field(init=False)
    _idf: Floats = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.documents)
        of_words = self._numbered({word for document in self.documents for word in document})
        words = [of_words[word] for document in self.documents for word in document]
        lengths = [sum(len(of_words[word]) for word in document) for document in self.documents]
        flat = np.concatenate([np.empty(0, dtype=np.int64), *words])
        # One sort finds for every term the documents that hold it, in order, and how often each does.
        owners = np.repeat(np.arange(size), lengths)
        pairs, counts = _runs(np.sort(flat * max(1, size) + owners))
        terms, self._postings = np.divmod(pairs, max(1, size))
        seen_in = np.bincount(terms, minlength=len(self._terms))
        self._starts = np.concatenate([[0], np.cumsum(seen_in)])
        self._idf = np.log((1 + size) / (1 + seen_in)) + 1
        weights = (1 + np.log(counts)) * self._idf[terms]
        norms = np.sqrt(np.bincount(self._postings, weights**2, size))
        self._weights = weights / norms[self._postings]

    def _numbered(self, words: Iterable[str]) -> dict[str, NDArray[np.int64]]:
        """Give, for each word, the numbers of the terms it stands for."""
        found: dict[str, NDArray[np.int64]] = {}
        for word in words:
            terms = self.expand(word) if self.expand else (word,)
            numbers = [self._terms.setdefault(term, len(self._terms)) for term in terms]
            found[word] = np.array(numbers, dtype=np.int64)
        return found

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

    def knows(self, term: str) -> bool:
        """Say whether any document holds a term."""
        return term in self._terms

    def idf(self, term: str) -> float:
        """Give how much a term tells documents apart; a term in none of them tells the most."""
        number = self._terms.get(term)
        return float(self._idf[number]) if number is not None else float(np.log(1 + len(self.documents)) + 1)


def _runs(ordered: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the different values of a sorted array and how often each is there.

    numpy's own `unique` does that too, and loads its masked arrays for it: 40 ms of a first search.
    """
    starts = np.flatnonzero(np.diff(ordered, prepend=-1))
    return ordered[starts], np.diff(starts, append=len(ordered))
