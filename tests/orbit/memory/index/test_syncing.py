"""In step with the store at the cost of what changed; whatever was not told is found all the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from daw_bridges.errors import MemoryStoreError
from orbit.memory import Store
from orbit.memory.index import CollectionName, Index, Place, StoredVectors, place_for, syncing
from orbit.memory.store.vectors import VectorTable
from tests.laws import tries
from tests.orbit.memory.index.conftest import NAME, Stored, assert_holds, truth_of, unit_rows


@pytest.fixture
def reading_all(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note whoever reads everything, on either side."""
    seen: list[str] = []
    for thing, name in ((syncing, "held"), (VectorTable, "digests"), (VectorTable, "everything")):
        original = getattr(thing, name)

        def noted(*args: object, _name: str = name, _original: object = original, **kw: object) -> object:
            seen.append(_name)
            return _original(*args, **kw)  # pyright: ignore[reportCallIssue, reportUnknownVariableType]

        monkeypatch.setattr(thing, name, noted)
    return seen


def reopened(index: Index, new_place: Callable[[], Place], stored: Stored, *gone: str) -> Index:
    index.close()
    again = Index(new_place(), NAME)
    assert again.open(stored.source, gone)
    return again


def test_what_is_written_is_found_and_nothing_else(index: Index, stored: Stored) -> None:
    assert index.open(stored.source)
    assert_holds(index, stored.source)


def test_what_is_in_step_is_not_read_again(
    index: Index, stored: Stored, new_place: Callable[[], Place], reading_all: list[str]
) -> None:
    index.open(stored.source)
    reading_all.clear()
    again = reopened(index, new_place, stored)
    assert again.in_step(stored.source)
    assert reading_all == []
    assert_holds(again, stored.source)
    again.close()


def test_one_more_one_changed_and_one_less_read_only_those(
    index: Index, stored: Stored, new_place: Callable[[], Place], reading_all: list[str]
) -> None:
    index.open(stored.source)
    stored.put({"new": "one"}, seed=2)
    reading_all.clear()
    assert index.open(stored.source)
    stored.put({"w00007": "two"}, seed=3)
    again = reopened(index, new_place, stored)
    stored.delete("w00009")
    assert again.open(stored.source, ["w00009"])
    assert reading_all == []
    assert_holds(again, stored.source)
    again.close()


def test_what_went_without_a_word_is_found_by_comparing(
    index: Index, stored: Stored, reading_all: list[str]
) -> None:
    index.open(stored.source)
    stored.delete("w00003", "w00004")
    reading_all.clear()
    assert index.open(stored.source)
    assert "held" in reading_all
    assert_holds(index, stored.source)


def test_told_that_something_went_that_did_not_it_stays(index: Index, stored: Stored) -> None:
    index.open(stored.source)
    stored.put({"new": "one"}, seed=2)
    assert index.open(stored.source, ["w00003", "never"])
    assert_holds(index, stored.source)


@pytest.mark.local_files
def test_a_store_from_an_older_copy_is_followed_back(tmp_path: Path) -> None:
    """Its revisions are counted up to where they were, with other things in them."""
    store = Store(tmp_path / "memory.db")
    Stored(store).put({f"w{at}": "one" for at in range(20)})
    store.close()
    shutil.copy(tmp_path / "memory.db", tmp_path / "copy.db")
    index = Index(tmp_path / "index", NAME)
    for name, item in (("memory.db", "mine"), ("copy.db", "other")):
        store = Store(tmp_path / name)
        stored = Stored(store)
        stored.put({item: "one"}, seed=2)
        assert index.open(stored.source)
        assert_holds(index, stored.source)
        store.close()
    index.close()


def test_a_wrong_account_of_the_vectors_is_put_right(index: Index, store: Store, stored: Stored) -> None:
    index.open(stored.source)
    with store._database.write() as connection:
        connection.execute(text("DELETE FROM vectors WHERE item_id = 'w00011'"))
        connection.execute(text("UPDATE vector_sets SET count = 7, revision = revision + 1, signature = 'f'"))
    assert index.open(stored.source)
    assert stored.source.state().count == 499
    assert_holds(index, stored.source)


def test_vectors_of_an_older_layout_have_no_account_and_are_taken_in(
    index: Index, store: Store, stored: Stored
) -> None:
    with store._database.write() as connection:
        connection.execute(text("DELETE FROM vector_sets"))
    assert stored.source.state().count == 500
    assert index.open(stored.source)
    stored.put({"new": "one"}, seed=2)
    assert index.open(stored.source)
    assert_holds(index, stored.source)


def test_an_empty_store_has_an_empty_index(index: Index, store: Store) -> None:
    empty = StoredVectors(store.vectors, "model:1")
    assert index.open(empty)
    assert index.ids() == set()
    assert index.verify(empty) == []
    assert index.query(unit_rows(1, 1)[0], 1) == {}


def test_rebuilt_it_holds_the_same_and_answers_alike(index: Index, stored: Stored) -> None:
    index.open(stored.source)
    asked = unit_rows(1, 5)[0]
    before = index.query(asked, 10)  # far behind the nearest, a graph that several threads make is not exact
    assert index.rebuild(stored.source)
    assert_holds(index, stored.source)
    assert list(index.query(asked, 10)) == list(before)


def test_dropped_it_is_gone_and_made_again_when_it_is_opened(
    index: Index, stored: Stored, new_place: Callable[[], Place]
) -> None:
    index.open(stored.source)
    assert index.drop(stored.source)
    assert not index.in_step(stored.source)
    other = Index(new_place(), NAME)
    assert other.look(stored.source)
    assert other.ids() == set()
    other.close()
    assert index.open(stored.source)
    assert_holds(index, stored.source)


def test_another_users_collection_is_another(index: Index, stored: Stored) -> None:
    index.open(stored.source)
    other = Index(index.place, CollectionName("alice default workflow", "model:1"))
    assert other.open(truth_of(3, seed=9))
    assert other.ids() == {"w00000", "w00001", "w00002"}
    assert_holds(index, stored.source)
    other.close()


def test_a_forgotten_thing_is_forgotten_by_an_older_models_collection_too(
    index: Index, stored: Stored
) -> None:
    older = Index(index.place, CollectionName(NAME.family, "model:0"))
    other_kind = Index(index.place, CollectionName("local default note", "model:0"))
    for each in (older, other_kind):
        assert each.open(truth_of(30))
    index.open(stored.source)
    stored.delete("w00003")
    assert index.open(stored.source, ["w00003"])
    assert "w00003" not in older.ids()
    assert "w00003" in other_kind.ids()
    assert older.open(truth_of(30))
    assert_holds(older, truth_of(30))
    for each in (older, other_kind):
        each.close()


def test_a_store_that_never_rests_is_said_to(index: Index, stored: Stored) -> None:
    class Restless(StoredVectors):
        def rows(self, items: Iterable[str]) -> Any:
            stored.put({"w00000": f"{self.table.state('model:1').revision}"}, seed=7)
            return super().rows(items)

    with pytest.raises(MemoryStoreError, match="faster than the index is written"):
        syncing.bring_into_step(
            index.place.collection(index.name) if index.place.take(index) else None,
            Restless(stored.table, "model:1"),
            None,
            (),
            before_writing=lambda: None,
        )


# What is done to the store between two openings: each draw names items, what becomes of them, whether the
# index is told, and whether it is opened at all.
_changes = st.lists(
    st.tuples(
        st.sampled_from(["put", "delete"]),
        st.sets(st.sampled_from([f"w{at}" for at in range(12)]), min_size=1, max_size=5),
        st.booleans(),
        st.booleans(),
    ),
    max_size=8,
)


@settings(
    max_examples=tries(8, 30),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(changes=_changes)
def test_whatever_becomes_of_the_store_the_index_follows(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[str, set[str], bool, bool]]
) -> None:
    folder = tmp_path_factory.mktemp("follow")
    store, index = Store(folder / "memory.db"), Index(place_for(folder / "index"), NAME)
    stored = Stored(store)
    for number, (what, items, told, opened) in enumerate(changes):
        if what == "put":
            stored.put(dict.fromkeys(sorted(items), str(number)), seed=number)
        else:
            stored.delete(*items)
        if opened:
            assert index.open(stored.source, items if told and what == "delete" else ())
            assert_holds(index, stored.source)
    assert index.open(stored.source)
    assert_holds(index, stored.source)
    index.close()
    store.close()
