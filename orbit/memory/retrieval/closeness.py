"""How close a request is to each of some documents, as a whole and phrase by phrase: cosines of tf-idf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from orbit.memory.retrieval.packing import ends_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orbit.memory.retrieval.segment import Segment

    Places = NDArray[np.int64]
    Floats = NDArray[np.float64]

__all__ = ["Query", "closely"]


class Query:
    """A request as the weights of its terms' hashes."""

    def __init__(self, weights: Mapping[int, float]) -> None:
        terms = sorted(weights)
        self._terms = np.array(terms, dtype=np.uint32)
        self._weights = np.array([weights[term] for term in terms])
        # A term that no document has is still asked for, and keeps the cosine from being 1.
        self.length = float(np.sqrt(np.sum(self._weights**2))) or 1.0

    def weights_of(self, terms: NDArray[np.uint32]) -> Floats:
        """Give each term its weight in the request; 0 for those that are not in it."""
        if not len(self._terms):
            return np.zeros(len(terms))
        at = np.minimum(np.searchsorted(self._terms, terms), len(self._terms) - 1)
        return np.where(self._terms[at] == terms, self._weights[at], 0.0)


def closely(segment: Segment, held: Places, size: int, chosen: Places, query: Query) -> dict[str, Floats]:
    """Give the evidence ``words`` and ``phrases`` for some of a segment's documents.

    ``held`` says how many of all ``size`` documents hold each term of the segment's vocabulary.
    """
    owners, terms, counts = segment.said_by(chosen)
    weights = (1 + np.log(counts)) * _idf(segment, held, size, terms)
    words = _cosines(owners, weights, query.weights_of(terms), len(chosen), query.length)
    phrases = segment.phrases_of(chosen)
    weights = _idf(segment, held, size, phrases.terms)
    each = _cosines(phrases.owners, weights, query.weights_of(phrases.terms), phrases.size, query.length)
    return {"words": words, "phrases": _most_of(each, phrases.counts)}


def _idf(segment: Segment, held: Places, size: int, terms: NDArray[np.uint32]) -> Floats:
    return np.log((1 + size) / (1 + segment.of_terms(terms, held))) + 1


def _cosines(owners: Places, weights: Floats, asked: Floats, size: int, length: float) -> Floats:
    products = np.bincount(owners, weights * asked, size)
    norms = np.sqrt(np.bincount(owners, weights**2, size))
    return products / np.where(norms > 0, norms, 1.0) / length


def _most_of(values: Floats, counts: Places) -> Floats:
    """Give the largest of each run of values; 0 for an empty run."""
    most = np.zeros(len(counts))
    full = counts > 0
    if full.any():
        most[full] = np.maximum.reduceat(values, ends_of(counts)[:-1][full])
    return most
