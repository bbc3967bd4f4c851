"""Verify says what is wrong with an index, in words, and nothing when all is well."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbit.memory.index import Index
from tests.orbit.memory.index.conftest import TRUTH, Stored, assert_holds, unit_rows

Damage = Callable[[Index], None]


def _upsert(index: Index, item: str, digest: str, seed: int) -> None:
    index._collection.upsert(ids=[item], embeddings=unit_rows(1, seed), metadatas=[{"text_sha256": digest}])


_DAMAGE: dict[str, tuple[Damage, str]] = {
    "lost": (lambda index: index._collection.delete(ids=["w00004"]), "1 missing from the index: w00004"),
    "left": (
        lambda index: _upsert(index, "ghost", "one", 1),
        "1 in the index and not in the store: ghost",
    ),
    "old": (
        lambda index: index._collection.update(ids=["w00005"], metadatas=[{"text_sha256": "old"}]),
        "1 of another text than in the store: w00005",
    ),
    "another vector": (
        lambda index: _upsert(index, "w00006", "one", 99),
        "1 with a vector that is lost or another: w00006",
    ),
}


@pytest.mark.parametrize("what", list(_DAMAGE))
def test_each_fault_is_named_and_put_right_by_a_rebuild(index: Index, what: str) -> None:
    damage, sentence = _DAMAGE[what]
    index.open(TRUTH)
    assert index.verify(TRUTH) == []
    damage(index)
    assert index.verify(TRUTH) == [sentence]
    index.rebuild(TRUTH)
    assert_holds(index, TRUTH)


def test_many_faults_are_counted_and_few_named(index: Index) -> None:
    index.open(TRUTH)
    index._collection.delete(ids=TRUTH.ids[:30])
    [said] = index.verify(TRUTH)
    assert said.startswith("30 missing from the index: w00000, w00001")
    assert said.endswith("…")


def test_looking_puts_nothing_right(index: Index, stored: Stored) -> None:
    index.open(stored.source)
    index._collection.delete(ids=["w00004"])
    index.close()
    assert index.look(stored.source)
    assert index.verify(stored.source) == ["1 missing from the index: w00004"]
    assert not index.is_open
