"""The exact search follows the store row by row, and always gives what reading all of it anew gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orbit.memory import Store
from orbit.memory.index import StoredVectors
from orbit.memory.meaning.matrix import Matrix
from orbit.memory.store.signature import EMPTY, shifted, signature_of
from orbit.memory.store.vectors import VectorTable
from tests.laws import tries
from tests.orbit.memory.index.conftest import WIDTH, unit_rows

ITEMS = [f"w{at}" for at in range(10)]
_digests = st.dictionaries(st.text(min_size=1, max_size=4), st.sampled_from(["one", "two"]), max_size=6)


@settings(max_examples=tries(25, 150))
@given(
    steps=st.lists(
        st.tuples(st.booleans(), st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4)), max_size=10
    ),
    k=st.integers(1, 12),
)
def test_it_gives_what_a_fresh_one_gives(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[bool, set[str]]], k: int
) -> None:
    store = Store(tmp_path_factory.mktemp("matrix") / "memory.db")
    source = StoredVectors(store.vectors, "model")
    matrix, asked = Matrix(source), unit_rows(1, 99)[0]
    for number, (put, items) in enumerate(steps):
        if put:
            rows = unit_rows(len(items), number)
            made = {item: (str(number), row) for item, row in zip(sorted(items), rows, strict=True)}
            store.vectors.put("model", made)
        else:
            store.vectors.delete("model", items)
        found, fresh = matrix.nearest(asked, k), Matrix(source).nearest(asked, k)
        assert list(found) == list(fresh)
        np.testing.assert_allclose(list(found.values()), list(fresh.values()), atol=1e-6)
        assert matrix.cosines(asked, ITEMS).keys() == store.vectors.digests("model").keys()
    store.close()


def test_one_more_is_read_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "memory.db")
    ids = [f"w{at:04d}" for at in range(2000)]
    rows = unit_rows(len(ids), 1)
    store.vectors.put("model", {item: ("one", row) for item, row in zip(ids, rows, strict=True)})
    matrix = Matrix(StoredVectors(store.vectors, "model"))
    matrix.nearest(rows[0], 1)
    monkeypatch.setattr(VectorTable, "everything", None)
    store.vectors.put("model", {"new": ("one", -rows[0]), "w0007": ("two", rows[1])})
    assert next(iter(matrix.nearest(-rows[0], 1))) == "new"
    assert set(matrix.nearest(rows[1], 2)) == {"w0001", "w0007"}
    assert rows.shape[1] == WIDTH
    store.close()


@given(held=_digests, taken=st.sets(st.text(min_size=1, max_size=4)), put=_digests)
def test_a_signature_shifted_is_the_signature_of_what_is_there(
    held: dict[str, str], taken: set[str], put: dict[str, str]
) -> None:
    out = {item: held[item] for item in {*taken, *put} & held.keys()}
    after = {item: digest for item, digest in held.items() if item not in out} | put
    assert shifted(signature_of(held), taken=out, put=put) == signature_of(after)
    assert (signature_of(held) == EMPTY) == (not held)
    assert (signature_of(held) == signature_of(put)) == (held == put)
