"""The store: versions, scopes, runs and what undo may take back, and what happens when the disk says no."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import RunRecord
from orbit.memory.store import Origin, Scope, Store

T = TypeVar("T")
DUCK: dict[str, Any] = {"workflow_name": "duck", "title": "Duck", "task": "make it duck"}
SET_TEMPO = {"action": "set_tempo", "bpm": 120.0}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db")
    yield store
    store.close()


def run(**fields: Any) -> RunRecord:
    return RunRecord.model_validate({"daw": "practice", "ok": True, "inverse": [SET_TEMPO]} | fields)


def there(found: T | None) -> T:
    assert found is not None
    return found


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


def test_forgotten_means_no_row_and_no_vector_is_left(store: Store, tmp_path: Path) -> None:
    store.workflows.put(DUCK)
    store.vectors.put("model", {"duck": ("text", np.ones(4, dtype=np.float32))})
    store.record(run(workflow_id="duck"))
    assert store.workflows.forget("duck")
    assert not store.workflows.forget("duck")
    raw = sqlite3.connect(tmp_path / "memory.db")
    for table in ("workflows", "workflow_versions", "vectors", "forgotten"):
        assert raw.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table
    assert raw.execute("SELECT workflow_id FROM runs").fetchall() == [(None,)]
    raw.close()


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


def test_a_newer_layout_is_refused_with_what_to_do(tmp_path: Path) -> None:
    Store(tmp_path / "memory.db").close()
    raw = sqlite3.connect(tmp_path / "memory.db")
    raw.execute("UPDATE schema_version SET version = 99")
    raw.commit()
    raw.close()
    with pytest.raises(MemoryStoreError, match=r"layout version 99.*update Orbit"):
        Store(tmp_path / "memory.db")


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "memory.db").write_bytes(b"this is not a database " * 200)
    with pytest.raises(MemoryStoreError, match=r"memory\.db is not Orbit's memory. Move it away"):
        Store(tmp_path / "memory.db")
    assert (tmp_path / "memory.db").read_bytes().startswith(b"this is not")


def test_a_locked_database_says_who_to_wait_for(tmp_path: Path) -> None:
    store = Store(tmp_path / "memory.db", busy_seconds=0.05)
    raw = sqlite3.connect(tmp_path / "memory.db", isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    with pytest.raises(MemoryStoreError, match="Another program is writing"):
        store.workflows.put(DUCK)
    raw.execute("ROLLBACK")
    raw.close()
    assert store.workflows.put(DUCK).version == 1
    store.close()


def test_a_full_disk_leaves_nothing_half_done(store: Store) -> None:
    store.workflows.put(DUCK)
    # SQLite's own limit on the size of its file answers exactly as a full disk does.
    with store._database.write() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def record_two() -> None:
        with store.transaction():
            store.record(run(results=[{"text": "x" * 100}]))
            store.record(run(results=[{"text": "x" * 100_000}]))

    with pytest.raises(MemoryStoreError, match=r"is full\. Nothing was changed"):
        record_two()
    assert store.runs.recent() == []
    assert there(store.workflows.get("duck")).version == 1


def test_a_place_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MemoryStoreError, match="cannot make the folder"):
        Store(tmp_path / "file" / "memory.db")


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


def _write_twenty(path: str) -> None:
    store = Store(path, busy_seconds=30)
    for _ in range(20):
        store.record(run(workflow_id="duck"))
    store.close()


def test_processes_that_start_together_lose_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "memory.db")
    writers = [
        multiprocessing.get_context("spawn").Process(target=_write_twenty, args=(path,)) for _ in range(3)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    store = Store(path)
    assert store.runs.outcomes()["duck"].verified == 60
    store.close()


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


_KILLED = """
import sys
from orbit.memory import RunRecord, Store
store = Store(sys.argv[1])
print("ready", flush=True)
while True:
    with store.transaction():
        store.record(RunRecord(workflow_id="one", daw="practice", ok=True))
        store.record(RunRecord(workflow_id="two", daw="practice", ok=True))
"""


def test_a_process_killed_while_writing_leaves_whole_transactions(tmp_path: Path) -> None:
    path = str(tmp_path / "memory.db")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for _ in range(3):
        command = [sys.executable, "-c", _KILLED, path]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            while there_are_none(path):
                pass
            writer.kill()
            writer.wait()
        store = Store(path)
        outcomes = store.runs.outcomes()
        assert outcomes["one"].verified == outcomes["two"].verified > 0
        store.close()


def there_are_none(path: str) -> bool:
    store = Store(path)
    try:
        return store.runs.outcomes() == {}
    finally:
        store.close()
