"""A memory in a SQLite file: what happens when the file or the disk says no, and what is left in it."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import Store
from tests.orbit.memory.store.conftest import DUCK, processes, run, there

pytestmark = pytest.mark.local_files


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


def test_what_was_forgotten_cannot_be_read_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    store = Store(path)
    for number in range(50):
        store.workflows.put(DUCK | {"workflow_name": f"w{number}", "task": f"the secret chorus {number}"})
    store.close()
    assert b"the secret chorus" in path.read_bytes()
    store = Store(path)
    for number in range(50):
        store.workflows.forget(f"w{number}")
    store.close()
    assert b"the secret chorus" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_what_is_acknowledged_is_on_the_disk(store: Store) -> None:
    with store._database.write() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


@pytest.mark.parametrize("damage", ["half", "hole", "empty tail"])
def test_a_file_damaged_in_the_middle_is_named_and_nothing_is_invented(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "memory.db"
    store = Store(path)
    for number in range(200):
        store.workflows.put(DUCK | {"workflow_name": f"w{number}", "task": "t" * 400})
    store.close()
    content = path.read_bytes()
    middle = len(content) // 2 // 4096 * 4096
    broken = {
        "half": content[:middle],
        "hole": content[:middle] + b"\xff" * 40960 + content[middle + 40960 :],
        "empty tail": content[:middle] + bytes(len(content) - middle),
    }[damage]
    path.write_bytes(broken)
    with pytest.raises(MemoryStoreError, match=r"damaged\. Move it away to start afresh, or restore a copy"):
        _read_all(path)
    assert path.stat().st_size == len(broken)


def _read_all(path: Path) -> None:
    store = Store(path)
    try:
        store.workflows.all()
        for number in range(200):
            store.workflows.put(DUCK | {"workflow_name": f"w{number}", "task": "new"})
    finally:
        store.close()


def test_a_file_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.mkdir()
    with pytest.raises(MemoryStoreError, match=r"cannot open its memory at .*memory\.db"):
        Store(path)


def test_a_layout_that_changed_under_an_open_store_is_not_written_to(store: Store, tmp_path: Path) -> None:
    store.workflows.put(DUCK)
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as newer:
        newer.execute("UPDATE schema_version SET version = 99")
    with pytest.raises(MemoryStoreError, match=r"layout version 99.*update Orbit"):
        store.workflows.put(DUCK | {"task": "new"})
    assert there(store.workflows.get("duck")).version == 1


def _fill_the_disk(path: str, told: Connection) -> None:
    """Record until there is no room, say what became of each, then go on with room again."""
    store, number = Store(path), 0
    size = Path(path).stat().st_size + 400_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        while True:
            with store.transaction():
                store.record(run(id=f"a{number}", results=[{"text": "x" * 20_000}]))
                store.record(run(id=f"b{number}", results=[{"text": "x" * 20_000}]))
            number += 1
    except MemoryStoreError as error:
        told.send((number, str(error)))
    told.send(sorted(kept.id for kept in store.runs.recent(1000)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.record(run(id="with room again"))
    store.close()


def test_a_disk_that_fills_up_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    path, (told, telling) = tmp_path / "memory.db", processes().Pipe(duplex=False)
    Store(path).close()
    writer = processes().Process(target=_fill_the_disk, args=(str(path), telling))
    writer.start()
    telling.close()
    acknowledged, error = told.recv()
    kept = told.recv()
    writer.join()
    assert writer.exitcode == 0
    assert acknowledged > 0
    assert "Nothing was changed" in error
    pairs = sorted(f"{half}{number}" for half in "ab" for number in range(acknowledged))
    assert kept == pairs
    store = Store(path)
    assert sorted(record.id for record in store.runs.recent(1000)) == [*pairs, "with room again"]
    store.close()
