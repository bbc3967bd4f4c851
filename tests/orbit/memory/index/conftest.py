"""What the index's tests share: contents made of chance, the places they are kept at, and a Chroma server."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from orbit.memory import Store
from orbit.memory.index import CollectionName, Index, Place, Source, StoredVectors, Truth, place_for
from tests.servers.chroma import Chroma, running_chroma

NAME = CollectionName("local default workflow", "model:1")
WIDTH = 16


def unit_rows(count: int, seed: int, width: int = WIDTH) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).normal(size=(count, width)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def truth_of(count: int, *, seed: int = 1, text: str = "one") -> Truth:
    ids = [f"w{at:05d}" for at in range(count)]
    return Truth(ids, dict.fromkeys(ids, text), unit_rows(count, seed))


TRUTH = truth_of(50)


def assert_holds(index: Index, source: Source) -> None:
    """Hold an index to a source, item by item: it has these ids, and finds each by its own vector."""
    _, digests = source.whole()
    ids, _, vectors = source.rows(digests)
    assert index.ids() == set(ids)
    for item, vector in zip(ids, vectors, strict=True):
        assert next(iter(index.query(vector, 1))) == item
    assert index.verify(source) == []


class Stored:
    """Vectors in a real store, and what has become of them."""

    def __init__(self, store: Store) -> None:
        self.table = store.vectors
        self.source = StoredVectors(self.table, "model:1")

    def put(self, items: Mapping[str, str], seed: int = 1) -> None:
        rows = unit_rows(len(items), seed)
        vectors = {item: (text, row) for (item, text), row in zip(items.items(), rows, strict=True)}
        self.table.put("model:1", vectors)

    def delete(self, *items: str) -> None:
        self.table.delete("model:1", items)


@pytest.fixture
def stored(store: Store) -> Stored:
    """Five hundred vectors."""
    stored = Stored(store)
    stored.put({f"w{at:05d}": "one" for at in range(500)})
    return stored


@pytest.fixture(scope="session")
def chroma() -> Generator[Chroma]:
    with running_chroma() as server:
        yield server


@pytest.fixture(params=["folder", pytest.param("server", marks=pytest.mark.xdist_group("a Chroma server"))])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Place]:
    """Make what another process would have: a place of its own where the same collections are."""
    if request.param == "folder":
        return lambda: place_for(tmp_path / "index")
    server: Chroma = request.getfixturevalue("chroma")
    url = f"{server.url}/?database={tmp_path.name.replace('_', '-')}-{abs(hash(tmp_path)) % 10**6}"
    return lambda: place_for(tmp_path / "index", url)


@pytest.fixture
def index(new_place: Callable[[], Place]) -> Iterator[Index]:
    index = Index(new_place(), NAME)
    yield index
    index.close()
