"""How Orbit's memory is, without opening it: the store and the index are only read, and nothing is locked.

Whoever asks may not be the process that owns them. SQLite reads beside a writer; Chroma is not started.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store.schema import SCHEMA_VERSION
from orbit.memory.store.scope import Scope

__all__ = ["INDEX", "STORE", "StoreHealth", "index_damage", "index_generation", "store_health"]

STORE, INDEX = "memory.db", "index"
"""Where they are in the data directory."""

_BUSY_SECONDS = 2.0


@dataclass(frozen=True)
class StoreHealth:
    """What a look into the store shows."""

    workflows: int
    runs: int
    seed_files: frozenset[str]
    """The shipped workflow files that were taken in."""
    forgotten: frozenset[str]
    """The ids of shipped workflows that the user threw out."""


def store_health(data_dir: Path, scope: Scope | None = None) -> StoreHealth | None:
    """Look into the store; None when there is none yet. Raises MemoryStoreError saying what is wrong."""
    path = data_dir / STORE
    if not path.exists():
        return None
    try:
        with closing(_open(path)) as database:
            _check(database)
            return _counted(database, scope or Scope())
    except sqlite3.Error as error:
        raise MemoryStoreError(f"Orbit's memory in {path} cannot be read: {error}.") from None


def _open(path: Path) -> sqlite3.Connection:
    # With a write-ahead log beside it somebody may be writing: SQLite then reads around the writer. Without
    # one nobody is, and SQLite is told so, or it would make files of its own there.
    how = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_SECONDS)


def _check(database: sqlite3.Connection) -> None:
    [verdict] = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)
    [version] = database.execute("SELECT version FROM schema_version").fetchone() or [None]
    if version != SCHEMA_VERSION:
        raise MemoryStoreError(
            f"Orbit's memory has layout version {version}; this Orbit reads version {SCHEMA_VERSION}."
        )


def _counted(database: sqlite3.Connection, scope: Scope) -> StoreHealth:
    where = "WHERE scope_user = ? AND scope_project = ?"
    mine = (scope.user, scope.project)
    count = {
        table: int(database.execute(f"SELECT count(*) FROM {table} {where}", mine).fetchone()[0])  # noqa: S608
        for table in ("workflows", "runs")
    }
    files = database.execute(
        f"SELECT DISTINCT source_file FROM workflow_versions {where} AND source = 'seed'",  # noqa: S608
        mine,
    )
    forgotten = database.execute(f"SELECT id FROM forgotten {where}", mine)  # noqa: S608
    return StoreHealth(
        count["workflows"],
        count["runs"],
        frozenset(str(name) for (name,) in files if name),
        frozenset(str(name) for (name,) in forgotten),
    )


def index_generation(data_dir: Path) -> str | None:
    """The folder of the index that is current; None when there is no index, or no note of one."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((data_dir / INDEX / "current.json").read_text(encoding="utf-8"))["generation"])
    return None


def index_damage(data_dir: Path) -> str:
    """Say what is wrong with the search index, as far as its files show; empty for a sound one, or none."""
    folder = data_dir / INDEX
    if not any(folder.glob("chroma-*")) and not (folder / "current.json").exists():
        return ""
    generation = index_generation(data_dir)
    if generation is None:
        return f"{folder / 'current.json'} cannot be read"
    database = folder / generation / "chroma.sqlite3"
    if not database.is_file():
        return f"{database} is gone"
    try:
        with closing(_open(database)) as chroma:
            [verdict] = chroma.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return f"{database}: {error}"
    return "" if verdict == "ok" else f"{database}: {verdict}"
