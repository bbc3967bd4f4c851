"""What is forgotten is gone from every table and from the index, and from nobody else's memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.errors import MemoryStoreError, NotFoundError
from orbit.memory import Library, Store
from orbit.memory.index import Index
from orbit.memory.meaning import Meaning
from orbit.memory.records import RunRecord
from orbit.memory.store import Origin, Scope
from orbit.memory.store.links import Link
from orbit.memory.trajectory import Trajectory
from orbit.memory.trust.forgetting import forget, forget_everything
from orbit.memory.trust.merging import merge
from orbit.workflows.load import parse_workflow
from tests.orbit.memory.conftest import Counting, make_workflow
from tests.orbit.memory.trust.conftest import body

Open = Callable[..., Library]


@pytest.fixture
def opened(tmp_path: Path, embedder: Counting, request: pytest.FixtureRequest) -> Open:
    """Open a library of a scope over one file and one index folder, with MiniLM."""

    def open_library(user: str = "local") -> Library:
        store = Store(tmp_path / "memory.db", scope=Scope(user=user))
        library = Library(
            store, embedder=embedder, index=Index(tmp_path / "index", Meaning.index_name(store, embedder))
        )
        request.addfinalizer(library.close)
        return library

    return open_library


def filled(library: Library) -> Library:
    library.add(make_workflow("duck", "Ducking", "Make the bass duck", "pump it"))
    library.add(make_workflow("space", "Reverb send", "Give it space"))
    run = RunRecord(workflow_id="duck", workflow_version=1, daw="practice", ok=False, reason="no", inverse=[])
    library.record(run, Trajectory(daw="practice", goal="duck it"))
    library.store.links.add(Link("workflow", "duck", "goes_with", "workflow", "space"))
    assert {hit.id for hit in library.search("duck")} == {"duck", "space"}
    return library


def test_a_forgotten_workflow_is_in_no_table_and_not_in_the_index(opened: Open) -> None:
    library = filled(opened())
    gone = forget(library, "duck")
    assert gone.rows == {
        "workflows": 1, "workflow_versions": 1, "vectors": 1, "runs": 1, "failures": 1, "links": 1,
    } | {name: count for name, count in gone.rows.items() if name == "documents"}  # fmt: skip
    assert gone.index
    assert library.store.workflows.traces("duck") == {}
    assert library.unindexed({"workflow": ["duck", "space"]}) == {"space"}
    assert [hit.id for hit in library.search("duck")] == ["space"]
    assert library.store.runs.recent()[0].workflow_id is None  # what the user did stays theirs
    with pytest.raises(NotFoundError, match=r"duck.*Available: space"):
        forget(library, "duck")


def test_words_that_live_on_by_a_merge_are_told(opened: Open) -> None:
    library = opened()
    for name in ("hush", "silence"):
        library.add(parse_workflow(body(name)))
    merge(library.store, "hush", "silence")
    assert forget(library, "silence").lives_on_in == ("hush",)


def test_forgetting_everything_touches_nobody_elses_memory(opened: Open) -> None:
    alice, bob = filled(opened("alice")), filled(opened("bob"))
    before = bob.store.holds()
    gone = forget_everything(alice)
    assert gone.index
    assert {"workflows", "workflow_versions", "runs", "failures", "links", "trajectories", "vectors"} <= set(
        gone.rows
    )
    assert alice.store.holds() == {}
    assert alice.search("duck") == []
    assert bob.store.holds() == before
    assert [hit.id for hit in bob.search("make the bass duck", k=1)] == ["duck"]
    assert bob.unindexed({"workflow": []}) == set()


def test_whoever_still_holds_the_old_lets_go_of_it(opened: Open) -> None:
    long_lived, other = filled(opened()), opened()
    since = long_lived.store.workflows.revision()
    other.store.forget_everything()
    changes = other.store.workflows.changes(since)
    assert changes.whole
    assert (changes.changed, changes.removed) == ((), ())
    assert long_lived.search("duck") == []
    long_lived.add(make_workflow("new", "Newer", "Make it new"))
    assert other.store.workflows.changes(changes.revision).changed[0].id == "new"
    assert [hit.id for hit in long_lived.search("new")] == ["new"]


def test_a_seed_comes_back_after_everything_was_forgotten_but_not_after_it_was(store: Store) -> None:
    store.workflows.put(body("seed"), Origin("seed"))
    store.workflows.forget("seed")
    assert store.workflows.forgotten() == {"seed"}
    store.forget_everything()
    assert store.workflows.forgotten() == frozenset()


class Clinging(Library):
    """A library whose index does not let go."""

    def unindexed(self, gone: Any) -> set[str] | None:
        return set(gone["workflow"])


def test_what_an_index_will_not_let_go_of_is_not_called_forgotten(store: Store) -> None:
    store.workflows.put(body("duck"))
    with pytest.raises(MemoryStoreError, match="still holds duck"):
        forget(Clinging(store), "duck")


def test_with_words_alone_there_is_no_index_to_have_been_looked_at(library: Library, store: Store) -> None:
    store.workflows.put(body("duck"))
    assert not forget(library, "duck").index


def test_what_was_forgotten_cannot_be_read_from_the_file(tmp_path: Path) -> None:
    store = Store(tmp_path / "memory.db")
    library = Library(store)
    library.add(parse_workflow(body("duck", task="the quick brown fox of nobody's business")))
    library.search("duck")
    forget(library, "duck")
    store.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert b"quick brown fox" not in kept
