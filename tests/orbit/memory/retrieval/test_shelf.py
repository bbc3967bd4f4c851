"""The documents in step with the store: read once, kept, and only what changed is read again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory import Library, Scope, Store
from orbit.memory.retrieval import shelf as module
from orbit.memory.retrieval.shelf import Shelf, reader
from orbit.workflows.load import dump_workflow
from tests.orbit.memory.conftest import make_workflow


def put(store: Store, name: str, task: str = "A task") -> None:
    store.workflows.put(dump_workflow(make_workflow(name, f"Title of {name}", task)))


@pytest.fixture
def read_anew(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the workflows that were read since."""
    seen: list[str] = []
    document_of = module.document_of

    def noted(body: dict[str, object]) -> object:
        seen.append(str(body["workflow_name"]))
        return document_of(body)

    monkeypatch.setattr(module, "document_of", noted)
    return seen


def test_what_was_read_once_is_not_read_again(store: Store, read_anew: list[str]) -> None:
    for name in ("one", "two", "three"):
        put(store, name)
    assert set(Shelf(store).corpus().titles()) == {"one", "two", "three"}
    assert sorted(read_anew) == ["one", "three", "two"]
    assert set(Shelf(store).corpus().titles()) == {"one", "two", "three"}
    assert len(read_anew) == 3


def test_only_what_changed_is_read(store: Store, read_anew: list[str]) -> None:
    for name in ("one", "two", "three"):
        put(store, name)
    here, elsewhere = Shelf(store), Shelf(store)
    assert len(here.corpus()) == len(elsewhere.corpus()) == 3
    read_anew.clear()
    put(store, "two", "Another task")
    put(store, "four")
    store.workflows.forget("one")
    assert set(here.corpus().titles()) == {"two", "three", "four"}
    assert sorted(read_anew) == ["four", "two"]
    assert here.retriever().search("another")[0].id == "two"
    assert set(elsewhere.corpus().titles()) == {"two", "three", "four"}
    read_anew.clear()
    assert set(Shelf(store).corpus().titles()) == {"two", "three", "four"}
    assert read_anew == []


def test_many_that_were_never_read_are_read_together(store: Store, read_anew: list[str]) -> None:
    for at in range(70):
        put(store, f"w{at}")
    assert len(Shelf(store).corpus()) == len(read_anew) == 70


def test_what_another_reader_read_is_read_again(store: Store, read_anew: list[str]) -> None:
    put(store, "one")
    store.documents.put("another reader", store.workflows.revision(), {"one": b"not to be unpacked"})
    assert list(Shelf(store).corpus().titles()) == ["one"]
    assert read_anew == ["one"]


def test_what_was_forgotten_leaves_nothing_behind(store: Store) -> None:
    put(store, "secret", "Whisper the zorblax")
    shelf = Shelf(store)
    assert shelf.corpus().holding("zorblax") == 1
    assert len(store.documents.load(reader())[1]) == 1
    store.workflows.forget("secret")
    assert store.documents.load(reader()) == (store.workflows.revision(), {}, [])
    assert shelf.corpus().holding("zorblax") == 0
    assert "zorblax" not in shelf.corpus().words()


def test_what_was_read_before_somebody_forgot_it_is_not_kept(store: Store) -> None:
    put(store, "secret")
    revision = store.workflows.revision()
    store.workflows.forget("secret")
    store.documents.put(reader(), revision, {"secret": b"words"})
    assert store.documents.load(reader())[1] == {}


def test_what_was_read_before_it_changed_is_not_kept(store: Store) -> None:
    put(store, "one")
    revision = store.workflows.revision()
    put(store, "one", "Another task")
    store.documents.put(reader(), revision, {"one": b"old words"})
    assert store.documents.load(reader())[1:] == ({}, ["one"])


def test_nobody_elses_documents_are_read(tmp_path: Path, store: Store) -> None:
    put(store, "mine")
    Shelf(store).corpus()
    other = Store(tmp_path / "memory.db", scope=Scope("somebody else"))
    put(other, "theirs")
    assert list(Shelf(other).corpus().titles()) == ["theirs"]
    assert list(Shelf(store).corpus().titles()) == ["mine"]
    other.close()


def test_a_store_that_cannot_be_written_is_searched_all_the_same(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, "one")

    def full(*_: object) -> None:
        raise MemoryStoreError("The disk is full.")

    monkeypatch.setattr(store.documents, "put", full)
    assert Shelf(store).retriever().search("task")[0].id == "one"


_ADD = """
import sys
from orbit.memory import Store
from orbit.workflows.load import dump_workflow
from tests.orbit.memory.conftest import make_workflow
store = Store(sys.argv[1])
store.workflows.put(dump_workflow(make_workflow("theirs", "Gated reverb", "From another process")))
store.workflows.forget("one")
"""


def test_what_another_process_changes_is_found(tmp_path: Path, store: Store) -> None:
    put(store, "one")
    shelf = Shelf(store)
    assert list(shelf.corpus().titles()) == ["one"]
    subprocess.run([sys.executable, "-c", _ADD, str(tmp_path / "memory.db")], check=True)
    assert shelf.corpus().titles() == {"theirs": "Gated reverb"}


def test_a_rebuild_reads_everything_again(tmp_path: Path, read_anew: list[str]) -> None:
    library = Library(Store(tmp_path / "memory.db"))
    library.add(make_workflow("one", "One thing", "A task"))
    assert library.search("task")[0].id == "one"
    assert library.rebuild() == 1
    assert read_anew == ["one", "one"]
    library.close()
