"""A memory of an older layout comes up to date whole, or stays as it was; a copy of it is kept."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import Scope, Store, schema
from orbit.memory.store.copying import copies_of
from orbit.memory.store.layout import OLDEST
from orbit.memory.store.migrations import STEPS
from orbit.memory.trajectory import Trajectory
from tests.orbit.memory.store.conftest import VERSION_1, VERSION_2, processes

pytestmark = pytest.mark.local_files


@pytest.fixture
def held_to_a_scope() -> None:
    """Whoever brings a memory up to date does it for all who are in it."""


def written(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(script)
    return path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return written(tmp_path / "memory.db", VERSION_1)


@pytest.fixture
def migrated(old: Path) -> Iterator[Store]:
    store = Store(old)
    yield store
    store.close()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(query).fetchall()


def shape(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table's columns: name, type, whether it may be empty, its place in the key."""
    with closing(sqlite3.connect(path)) as raw:
        return {
            table: sorted(raw.execute("SELECT name, type, [notnull], pk FROM pragma_table_info(?)", (table,)))
            for (table,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }


def test_there_is_a_step_to_every_version() -> None:
    assert sorted(STEPS) == list(range(OLDEST + 1, schema.SCHEMA_VERSION + 1))


@pytest.mark.parametrize("script", [VERSION_1, VERSION_2], ids=["1", "2"])
def test_a_migrated_layout_is_the_one_that_is_made_new(script: str, tmp_path: Path) -> None:
    old = written(tmp_path / "old.db", script)
    Store(old).close()
    Store(tmp_path / "new.db").close()
    assert shape(old) == shape(tmp_path / "new.db")
    engine = create_engine(f"sqlite:///{old}")
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        differences = compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata)
    engine.dispose()
    assert differences == []


def test_nothing_that_was_remembered_is_lost(migrated: Store, old: Path) -> None:
    assert [stored.id for stored in migrated.workflows.all()] == ["found", "parallel", "sidechain", "tried"]
    assert [stored.version for stored in migrated.workflows.versions("parallel")] == [1, 2]
    assert migrated.workflows.forgotten() == {"old-seed"}
    assert [run.id for run in migrated.runs.recent()] == [f"local-r{number}" for number in (5, 4, 3, 2, 1)]
    assert [trajectory.id for trajectory in migrated.trajectories.all()] == ["t-1"]
    ids, vectors = migrated.vectors.load("minilm:1")
    assert ids == ["parallel", "sidechain"]
    np.testing.assert_array_equal(vectors, [[1, 2, 3, 4], [0, 1, 2, 3]])
    studio = Store(old, scope=Scope(user="studio"))
    assert studio.workflows.versions("parallel")[1].body["title"] == "Parallel compression on drums"
    assert len(studio.runs.recent()) == 5
    studio.close()


def test_what_is_new_is_worked_out_from_what_was_known(migrated: Store, old: Path) -> None:
    migrated.close()
    trust = rows(old, "SELECT DISTINCT id, trusted, revision FROM workflows ORDER BY id")
    assert trust == [("found", 0, 7), ("parallel", 1, 7), ("sidechain", 1, 7), ("tried", 1, 7)]
    assert rows(old, "SELECT DISTINCT seconds FROM trajectories") == [(4.75,)]
    failures = "SELECT id, step, reason, failed_at, resolved_at FROM failures WHERE scope_user = 'local' "
    mended = "2026-09-01T12:00:00+00:00"  # by the next run that was not taken back
    assert rows(old, failures + "ORDER BY sequence") == [
        ("local-r1", 2, "There is no track “Kick”.", "2026-09-01T08:00:00+00:00", mended),
        ("local-r4", 1, "The host went away.", "2026-09-01T11:00:00+00:00", None),
    ]


def test_what_learning_keeps_begins_empty_and_what_was_done_is_there_to_be_learned(tmp_path: Path) -> None:
    store = Store(written(tmp_path / "memory.db", VERSION_2))
    assert store.slices.unsliced("1", 9) == ["t-1"]
    assert (store.offers.all(), store.learned_files.all(), store.slices.count()) == ([], [], 0)
    assert not store.recording.state().allowed
    store.trajectories.put(Trajectory(id="t-1", daw="ableton"))
    store.close()


def test_the_memory_as_it_was_is_kept_beside_it(migrated: Store, old: Path) -> None:
    [copy] = copies_of(old)
    assert rows(copy, "SELECT version FROM schema_version") == [(1,)]
    assert rows(copy, "SELECT count(*) FROM runs") == [(10,)]
    migrated.close()
    Store(old).close()
    assert copies_of(old) == [copy]


def test_what_only_the_log_holds_is_in_the_copy_too(old: Path) -> None:
    with closing(sqlite3.connect(old, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("UPDATE runs SET goal = 'said last' WHERE sequence = 1")
        Store(old).close()
        [copy] = copies_of(old)
    assert rows(copy, "SELECT goal FROM runs WHERE sequence = 1") == [("said last",)]


def _open(path: str) -> None:
    Store(path, busy_seconds=60).close()


def test_eight_processes_that_find_it_old_migrate_it_once(old: Path) -> None:
    openers = [processes().Process(target=_open, args=(str(old),)) for _ in range(8)]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join()
    assert [opener.exitcode for opener in openers] == [0] * 8
    assert len(copies_of(old)) == 1
    assert rows(old, "SELECT version FROM schema_version") == [(schema.SCHEMA_VERSION,)]
    assert rows(old, "SELECT count(*) FROM failures") == [(4,)]


def _open_with_room_for(path: str, size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        Store(path)
    except MemoryStoreError as error:
        raise SystemExit(0 if "Nothing was changed" in str(error) else str(error)) from None
    raise SystemExit(4)


@pytest.mark.parametrize("share", [0.5, 1.01])
def test_a_full_disk_leaves_the_old_memory_usable(old: Path, share: float) -> None:
    before = VERSION_1
    size = int(old.stat().st_size * share)  # too little for the copy; enough for it, too little for the rest
    process = processes().Process(target=_open_with_room_for, args=(str(old), size))
    process.start()
    process.join()
    assert process.exitcode == 0
    with closing(sqlite3.connect(old)) as raw:
        raw.executescript("PRAGMA wal_checkpoint(TRUNCATE)")
        assert sorted(raw.iterdump()) == sorted(sqlite_dump(before))
    assert not list(old.parent.glob("*.part"))
    Store(old).close()
    assert rows(old, "SELECT version FROM schema_version") == [(schema.SCHEMA_VERSION,)]


def sqlite_dump(script: str) -> list[str]:
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.executescript(script)
        return list(raw.iterdump())


def test_a_damaged_memory_is_not_migrated(old: Path) -> None:
    content = bytearray(old.read_bytes())
    content[4096 * 3 : 4096 * 5] = os.urandom(4096 * 2)
    old.write_bytes(content)
    with pytest.raises(MemoryStoreError, match=r"damaged"):
        Store(old)
    assert old.read_bytes()[4096:] == bytes(content)[4096:]  # the first page only notes that it has a log
    assert copies_of(old) == []


def test_a_row_that_points_nowhere_stops_the_migration(old: Path) -> None:
    with closing(sqlite3.connect(old, isolation_level=None)) as raw:
        raw.execute("DELETE FROM workflows WHERE id = 'found'")
    with pytest.raises(MemoryStoreError, match=r"was not brought up to date.*workflow_versions"):
        Store(old)
    assert rows(old, "SELECT version FROM schema_version") == [(1,)]


@pytest.mark.parametrize("found", [99, 0])
def test_a_layout_that_is_not_known_is_refused(old: Path, found: int) -> None:
    with closing(sqlite3.connect(old, isolation_level=None)) as raw:
        raw.execute("UPDATE schema_version SET version = ?", (found,))
    words = r"layout version 99.*update Orbit" if found == 99 else r"does not say which layout"
    with pytest.raises(MemoryStoreError, match=words):
        Store(old)
    assert copies_of(old) == []


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT)")
    with pytest.raises(MemoryStoreError, match=r"another program's tables \(notes\)"):
        Store(path)
    assert rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table'") == [("notes",)]


def test_a_memory_of_todays_layout_loads_no_alembic(tmp_path: Path) -> None:
    Store(tmp_path / "memory.db").close()
    script = (
        "import sys; from orbit.memory import Store; Store(sys.argv[1]).close(); "
        "raise SystemExit(any(name.split('.')[0] == 'alembic' for name in sys.modules))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "memory.db")]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run(command, check=False, env=environment).returncode == 0
