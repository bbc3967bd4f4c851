"""The store: versions, scopes, runs and what undo may take back."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import Origin, Scope, Store
from tests.orbit.memory.store.conftest import DUCK, run, there


def test_a_workflow_is_kept_with_every_version(store: Store) -> None:
    first = store.workflows.put(DUCK, Origin("seed", "duck.yaml", "ab"))
    second = store.workflows.put(DUCK | {"task": "make it pump"}, Origin("taught", trajectories=("t1",)))
    assert (first.version, second.version) == (1, 2)
    assert store.workflows.get("duck") == second
    assert store.workflows.versions("duck") == [first, second]
    assert (second.origin.source, second.origin.trajectories, first.origin.file) == (
        "taught",
        ("t1",),
        "duck.yaml",
    )


def test_saving_what_is_current_makes_no_version(store: Store) -> None:
    store.workflows.put(DUCK)
    reordered = dict(reversed(DUCK.items()))
    assert store.workflows.put(reordered).version == 1


def test_a_save_over_someone_elses_save_is_refused(store: Store) -> None:
    store.workflows.put(DUCK, expected_version=0)
    with pytest.raises(MemoryStoreError, match="version 1, not 0"):
        store.workflows.put(DUCK | {"task": "other"}, expected_version=0)
    assert there(store.workflows.get("duck")).body == DUCK


def test_a_forgotten_seed_is_remembered_as_unwanted_until_it_is_saved_again(store: Store) -> None:
    store.workflows.put(DUCK, Origin("seed"))
    store.workflows.forget("duck")
    assert store.workflows.forgotten() == {"duck"}
    store.workflows.put(DUCK)
    assert store.workflows.forgotten() == frozenset()


def test_one_scope_never_sees_or_touches_another(tmp_path: Path) -> None:
    alice = Store(tmp_path / "memory.db", scope=Scope(user="alice"))
    bob = Store(tmp_path / "memory.db", scope=Scope(user="bob"))
    alice.workflows.put(DUCK)
    alice.record(mine := run(workflow_id="duck"))
    alice.vectors.put("model", {"duck": ("text", np.ones(4, dtype=np.float32))})
    assert bob.workflows.all() == [] == bob.workflows.versions("duck")
    assert bob.runs.recent() == []
    assert bob.runs.outcomes() == {}
    assert bob.runs.get(mine.id) is None
    assert bob.runs.last_undoable("practice") is None
    assert bob.vectors.load("model")[0] == []
    assert not bob.workflows.forget("duck")
    bob.vectors.clear()
    with pytest.raises(MemoryStoreError):
        bob.runs.mark_undone(mine.id)
    bob.workflows.put(DUCK | {"task": "bob's"})
    assert there(alice.workflows.get("duck")).body == DUCK
    assert alice.vectors.load("model")[0] == ["duck"]
    alice.close()
    bob.close()


def test_a_run_comes_back_as_it_was(store: Store) -> None:
    kept = run(
        workflow_id="duck", goal="duck it", seconds=1.5, results=[{"status": "verified"}], after={"tempo": 90}
    )
    store.record(kept)
    found = there(store.runs.get(kept.id))
    assert found == kept.model_copy(update={"after_sha256": found.after_sha256})
    assert found.after_sha256 is not None


def test_undo_takes_back_the_last_run_that_changed_this_daw(store: Store) -> None:
    store.record(older := run())
    store.record(newer := run())
    store.record(run(ok=False, reason="no such track", failed_step=2, inverse=[]))
    store.record(run(inverse=[]))
    store.record(run(daw="ableton"))
    assert there(store.runs.last_undoable("practice")).id == newer.id
    store.runs.mark_undone(newer.id)
    assert there(store.runs.last_undoable("practice")).id == older.id
    with pytest.raises(MemoryStoreError, match="left to take back"):
        store.runs.mark_undone(newer.id)


def test_undo_takes_back_what_a_failed_run_left_behind(store: Store) -> None:
    store.record(run())
    store.record(lost := run(ok=False, reason="the DAW was lost", failed_step=2))
    assert there(store.runs.last_undoable("practice")).id == lost.id


def test_undo_never_reaches_under_a_run_that_cannot_be_taken_back(store: Store) -> None:
    store.record(run())
    store.record(run(inverse=None))
    assert store.runs.last_undoable("practice") is None


def test_outcomes_count_failed_and_undone_runs_apart(store: Store) -> None:
    store.record(run(workflow_id="duck"))
    store.record(run(workflow_id="duck"))
    store.record(undone := run(workflow_id="duck"))
    store.runs.mark_undone(undone.id)
    store.record(run(workflow_id="duck", ok=False, failed_step=2, reason="the host went away"))
    duck = store.runs.outcomes()["duck"]
    assert (duck.verified, duck.undone, duck.failed, duck.runs) == (2, 1, 1, 4)
    assert (duck.last_failed_step, duck.last_reason) == (2, "the host went away")


def test_only_the_latest_runs_keep_the_session_they_left(store: Store) -> None:
    for number in range(25):
        store.record(run(after={"tempo": number}))
    kept = [record for record in store.runs.recent(100) if record.after is not None]
    assert [there(record.after)["tempo"] for record in kept] == list(range(24, 4, -1))
    assert all(record.after_sha256 for record in store.runs.recent(100))


def test_a_transaction_keeps_all_or_nothing(store: Store) -> None:
    def half() -> None:
        with store.transaction():
            store.workflows.put(DUCK)
            store.record(run(workflow_id="duck"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert store.workflows.all() == []
    assert store.runs.recent() == []


def test_threads_write_side_by_side(store: Store) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: store.record(run(workflow_id="duck")), range(40)))
    assert store.runs.outcomes()["duck"].verified == 40


def test_threads_that_change_one_workflow_take_turns(store: Store) -> None:
    def save(number: int) -> None:
        store.workflows.put(DUCK | {"task": f"task {number}"})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, range(80)))
    assert [stored.version for stored in store.workflows.versions("duck")] == list(range(1, 81))


def test_vectors_are_kept_apart_by_fingerprint(store: Store) -> None:
    rows = np.random.default_rng(1).normal(size=(3, 8)).astype(np.float32)
    store.vectors.put("a", {f"w{at}": ("text", row) for at, row in enumerate(rows)})
    store.vectors.put("b", {"w0": ("other", rows[0] * 2)})
    ids, matrix = store.vectors.load("a")
    assert ids == ["w0", "w1", "w2"]
    np.testing.assert_array_equal(matrix, rows)
    assert store.vectors.digests("b") == {"w0": "other"}
    store.vectors.delete("a", ["w1"])
    assert store.vectors.load("a")[0] == ["w0", "w2"]
    assert store.vectors.load("c")[1].shape == (0, 0)
