"""What retrieval is measured against: BM25, MiniLM's vectors alone, and a memory that embeds by hashing.

None of them decides anything: they rank, and whoever takes the first one takes it for every request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.retrieval_requests import Request
from benchmarks.retrieval_scores import Answer, Report

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from orbit.memory.document import Document
    from orbit.memory.embedding import Embedder

    Floats = NDArray[np.float64]

__all__ = ["bm25", "hashed", "minilm", "rank"]

Scorer = Callable[[str], "Floats"]
_WORD = re.compile(r"[a-z0-9]+")
_DEPTH = 10


def rank(documents: Sequence[Document], scorer: Scorer, asked: Sequence[Request]) -> Report:
    """Rank the documents for every request."""
    answers: list[Answer] = []
    for request in asked:
        best: list[int] = np.argsort(-scorer(request.text), kind="stable")[:_DEPTH].tolist()
        answers.append(Answer(request, tuple(documents[at].id for at in best)))
    return Report(answers)


def bm25(documents: Sequence[Document]) -> Scorer:
    """Okapi BM25 over stemmed words, with its usual parameters."""
    from rank_bm25 import BM25Okapi

    index: Any = BM25Okapi([_stems(document.text) for document in documents])
    return lambda text: index.get_scores(_stems(text))


def _stems(text: str) -> list[str]:
    from orbit.memory.words.language import stem

    return [stem(word) for word in _WORD.findall(text.lower())]


def minilm(documents: Sequence[Document], embedder: Embedder) -> Scorer:
    """The cosine of MiniLM's vectors of request and document, and nothing else."""
    rows = embedder.embed([document.text for document in documents])
    return lambda text: (rows @ embedder.embed([text])[0]).astype(np.float64)


def hashed(documents: Sequence[Document]) -> Scorer:
    """The embedding that memharness 1.0.4 has where it is given none: the SHA-256 of the text, repeated."""
    rows = np.array([_hash_vector(document.text) for document in documents])
    return lambda text: rows @ _hash_vector(text)


def _hash_vector(text: str) -> Floats:
    digest = np.frombuffer(sha256(text.encode()).digest(), dtype=np.uint8).astype(np.float64)
    vector = np.tile((digest - 128) / 128, 12)
    return vector / np.linalg.norm(vector)
