"""Setting the weights of retrieval and the factors of its confidence on the tuning part of its requests.

The weights maximise the likelihood that the workflow meant comes first (a softmax over the library). The
factors of the confidence are a logistic regression on whether the first one is the one meant: in the whole
library, and in halves of it, where what is meant is often missing and the nearest must not be taken for it.
Nothing here reads ``held_out.yaml``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import sized
from benchmarks.retrieval_requests import SEEDS, Request, library, requests
from orbit.memory.document import document_of
from orbit.memory.retrieval import WITH_MEANING, WORDS_ONLY, Document, Retriever, Weighed
from orbit.memory.retrieval.weighing import Weights
from orbit.memory.words.language import spelled_out
from orbit.memory.words.spelling import Speller
from orbit.workflows.load import dump_workflow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orbit.memory.embedding import Embedder

    Floats = NDArray[np.float64]

__all__ = ["documents", "fit"]

_KINDS = ("meaning", "words", "phrases", "coverage")
_HALVES = sized(6, 1)
_STEPS = sized(4000, 20)


def documents() -> list[Document]:
    """Give the search documents of the benchmark's library."""
    return [document_of(dump_workflow(workflow)) for workflow in library()]


@dataclass
class _Shelf:
    """Some documents, and the requests as they are weighed against them."""

    documents: Sequence[Document]
    vectors: Floats | None

    def weighed(self, asked: Sequence[Request], queries: Floats | None) -> Iterator[tuple[Request, Weighed]]:
        retriever = Retriever(self.documents)
        speller = Speller([document.text for document in self.documents])
        for at, request in enumerate(asked):
            meaning = None
            if self.vectors is not None and queries is not None:
                ids = [document.id for document in self.documents]
                meaning = dict(zip(ids, (self.vectors @ queries[at]).tolist(), strict=True))
            weighed = retriever.weigh(speller.corrected(request.text), meaning=meaning)
            if weighed is not None:
                yield request, weighed


def fit(embedder: Embedder | None) -> Weights:
    """Give the weights for searching with an embedder, or without one."""
    every, asked = documents(), requests("tuning")
    vectors = queries = None
    if embedder is not None:
        speller = Speller([document.text for document in every])
        vectors = embedder.embed([document.text for document in every]).astype(np.float64)
        texts = [spelled_out(speller.corrected(request.text)) for request in asked]
        queries = embedder.embed(texts).astype(np.float64)
    weights = _weights(list(_Shelf(every, vectors).weighed(asked, queries)), embedder is not None)
    return replace(weights, chance=_chance(every, vectors, asked, queries, weights))


def _weights(weighed: Sequence[tuple[Request, Weighed]], with_meaning: bool) -> Weights:
    kinds = [kind for kind in _KINDS if kind != "meaning" or with_meaning]
    meant = [(request, each) for request, each in weighed if request.wanted in each.ids]
    evidence = np.array([[each.found.evidence[kind] for kind in kinds] for _, each in meant])
    right = np.array([each.ids.index(str(request.wanted)) for request, each in meant])
    found = _softmax(evidence.transpose(0, 2, 1), right)
    shares = dict(zip(kinds, (found / found.sum()).round(3).tolist(), strict=True))
    base = WITH_MEANING if with_meaning else WORDS_ONLY
    return replace(base, **{kind: shares.get(kind, 0.0) for kind in _KINDS})


def _softmax(evidence: Floats, right: NDArray[np.int64]) -> Floats:
    """Give the non-negative factors under which the right one is likeliest, by gradient descent."""
    factors, rows = np.full(evidence.shape[2], 3.0), np.arange(len(right))
    for step in range(_STEPS):
        scores = evidence @ factors
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        slope = (chances[:, :, None] * evidence).sum(axis=1).mean(axis=0) - evidence[rows, right].mean(axis=0)
        factors = np.maximum(factors - 20 / (1 + step / 500) * (slope + 1e-4 * factors), 0)
    return factors


def _chance(
    every: Sequence[Document],
    vectors: Floats | None,
    asked: Sequence[Request],
    queries: Floats | None,
    weights: Weights,
) -> tuple[float, ...]:
    signs: list[tuple[float, ...]] = []
    right: list[bool] = []
    for part in _parts(every):
        shelf = _Shelf([every[at] for at in part], None if vectors is None else vectors[part])
        for request, weighed in shelf.weighed(asked, queries):
            again = replace(weighed, weights=weights)
            signs.append(again.signs(again.order[0]).values)
            right.append(again.ids[again.order[0]] == request.wanted)
    return _logistic(np.array(signs), np.array(right, dtype=np.float64))


def _parts(every: Sequence[Document]) -> Iterator[list[int]]:
    """Give the whole library, what of it is shipped, and halves of it."""
    whole = list(range(len(every)))
    yield whole
    yield [at for at in whole if (SEEDS / f"{every[at].id}.yaml").exists()]
    chance = random.Random(5)  # noqa: S311 - the same halves each time
    for _ in range(_HALVES):
        yield sorted(chance.sample(whole, len(whole) // 2))


def _logistic(signs: Floats, right: Floats) -> tuple[float, ...]:
    """Give the factors of a logistic regression; right and wrong count the same in all."""
    deviation: Floats = np.append(signs[:, :-1].std(axis=0), 1.0)
    scaled = signs / deviation
    share = float(np.mean(right))
    counts: Floats = np.where(right > 0, 0.5 / share, 0.5 / (1 - share))
    factors: Floats = np.zeros(len(deviation))
    for _ in range(_STEPS * 2):
        chances = 1 / (1 + np.exp(-(scaled @ factors)))
        factors = factors - 0.3 * np.mean(scaled * (counts * (chances - right))[:, None], axis=0)
    return tuple(round(float(factor), 2) for factor in factors / deviation)


def told(weights: Weights) -> str:
    """Give weights as they stand in the code."""
    return ", ".join(f"{field.name}={getattr(weights, field.name)}" for field in fields(weights))
