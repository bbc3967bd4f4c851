"""Revisions: whoever holds something made of workflows reads only what changed, and misses nothing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from orbit.memory.store import Origin, Scope, Store

DUCK: dict[str, Any] = {"workflow_name": "duck", "title": "Duck", "task": "make it duck"}
SPACE: dict[str, Any] = {"workflow_name": "space", "title": "Space", "task": "give it space"}


def test_only_what_came_after_a_revision_is_read_again(store: Store) -> None:
    store.workflows.put(DUCK)
    first = store.workflows.changes()
    assert [each.id for each in first.changed] == ["duck"]
    store.workflows.put(SPACE)
    store.workflows.put(DUCK)  # what is current already is no change
    second = store.workflows.changes(first.revision)
    assert [each.id for each in second.changed] == ["space"]
    assert second.removed == ()
    assert store.workflows.changes(second.revision).changed == ()


def test_what_went_is_told_until_it_is_back(store: Store) -> None:
    store.workflows.put(DUCK)
    before = store.workflows.revision()
    store.workflows.forget("duck")
    gone = store.workflows.changes(before)
    assert (gone.changed, gone.removed) == ((), ("duck",))
    store.workflows.put(DUCK)
    back = store.workflows.changes(before)
    assert ([each.id for each in back.changed], back.removed) == (["duck"], ())


def test_a_seed_no_longer_shipped_is_told_as_gone(store: Store) -> None:
    store.workflows.put(DUCK, Origin("seed"))
    before = store.workflows.revision()
    store.workflows.retire("duck")
    assert store.workflows.changes(before).removed == ("duck",)


def test_the_revisions_of_one_scope_are_none_of_anothers(tmp_path: Path) -> None:
    alice = Store(tmp_path / "memory.db", scope=Scope(user="alice"))
    bob = Store(tmp_path / "memory.db", scope=Scope(user="bob"))
    alice.workflows.put(DUCK)
    alice.workflows.forget("duck")
    assert bob.workflows.revision() == 0
    assert bob.workflows.changes().removed == ()
    alice.close()
    bob.close()


def test_a_reader_beside_many_writers_misses_nothing(store: Store) -> None:
    def write(number: int) -> None:
        store.workflows.put(DUCK | {"workflow_name": f"duck-{number}"})
        if number % 3 == 0:
            store.workflows.forget(f"duck-{number}")

    seen: set[str] = set()
    revision = -1
    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(write, number) for number in range(40)]
        while True:
            over = all(done.done() for done in writing)
            changes = store.workflows.changes(revision)
            revision = changes.revision
            seen = (seen - set(changes.removed)) | {each.id for each in changes.changed}
            if over:
                break
    assert [done.result() for done in writing] == [None] * 40
    assert seen == {f"duck-{number}" for number in range(40) if number % 3}
