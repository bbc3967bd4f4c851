"""What the meaning's tests share: an embedder of letters, quick and exact, and a store of workflows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from daw_bridges.errors import ModelError
from orbit.memory import Store
from orbit.memory.index import Index, place_for
from orbit.memory.meaning import Meaning
from orbit.workflows.load import dump_workflow
from tests.orbit.memory.conftest import make_workflow


class Letters:
    """A real embedder, if a simple one: how often each run of three letters is there, thrown into 64 numbers.

    ``salt`` makes another model of it, of the same dimension. It counts what it is given, and fails when it
    is told to, after so many texts.
    """

    dimension = 64

    def __init__(self, salt: str = "") -> None:
        self.salt, self.fingerprint = salt, f"letters-{salt}"
        self.texts: list[str] = []
        self.fails_after: int | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            if self.fails_after is not None and len(self.texts) >= self.fails_after:
                raise ModelError("out of order")
            self.texts.append(text)
            for at in range(len(text) + 1):
                run = f"  {text.casefold()} "[at : at + 3]
                row[crc32(f"{self.salt}{run}".encode()) % self.dimension] += 1
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def save(store: Store, name: str, title: str) -> None:
    store.workflows.put(dump_workflow(make_workflow(name, title, title)))


def meaning_of(store: Store, embedder: Letters, folder: Path | None = None) -> Meaning:
    index = Index(place_for(folder), Meaning.index_name(store, embedder)) if folder else None
    return Meaning(store, embedder, index)


def held(store: Store, embedder: Letters, folder: Path) -> Meaning:
    """Give a meaning that answers from its index."""
    meaning = meaning_of(store, embedder, folder)
    meaning.hold()
    assert meaning._opening is not None
    meaning._opening.join()
    assert meaning.answers_from_index()
    return meaning


def best(meaning: Meaning, text: str) -> str:
    cosines = meaning.cosines(text)
    assert cosines
    return next(iter(cosines))
