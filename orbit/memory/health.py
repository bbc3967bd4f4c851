"""How Orbit's memory is, without opening it: the store and the index are only read, and nothing is locked.

Whoever asks may not be the process that owns them. SQLite reads beside a writer; Chroma is not started.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, exc, func, select
from sqlalchemy.pool import NullPool

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import STORE, schema
from orbit.memory.store.connecting import Place, open_engine, place_of
from orbit.memory.store.copying import copies_of, open_for_reading
from orbit.memory.store.explaining import explained
from orbit.memory.store.layout import version_in
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine, Table

__all__ = [
    "INDEX",
    "STORE",
    "StoreHealth",
    "index_damage",
    "index_generation",
    "server_trouble",
    "store_health",
]

INDEX = "index"
"""The name of the index's folder in the data directory."""

_BUSY_SECONDS = 2.0


@dataclass(frozen=True)
class StoreHealth:
    """What a look into the store shows."""

    on_server: bool
    """Whether it is on a database server, and not in a file here."""
    version: int
    """The version of its layout; an older one than today's is brought up to date when it is next opened."""
    copies: tuple[Path, ...]
    """The copies kept from when that happened before."""
    workflows: int
    runs: int
    seed_files: frozenset[str]
    """The shipped workflow files that were taken in."""
    forgotten: frozenset[str]
    """The ids of shipped workflows that the user threw out."""


def store_health(data_dir: Path, scope: Scope | None = None, url: str | None = None) -> StoreHealth | None:
    """Look into the store of these settings; None when there is none yet.

    Raises MemoryStoreError saying what is wrong.
    """
    place = place_of(url or data_dir / STORE)
    if place.file is not None and not place.file.exists():
        return None
    engine = _looking(place)
    try:
        with engine.connect() as connection:
            return _seen(connection, place, scope or Scope())
    except exc.SQLAlchemyError as error:
        raise MemoryStoreError(explained(error, str(place))) from None
    finally:
        engine.dispose()


def _looking(place: Place) -> Engine:
    file = place.file
    if file is None:
        return open_engine(place, busy_seconds=_BUSY_SECONDS, turn="")
    return create_engine("sqlite://", creator=lambda: open_for_reading(file), poolclass=NullPool)


def _seen(connection: Connection, place: Place, scope: Scope) -> StoreHealth | None:
    if place.file is not None:
        verdict = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if verdict != "ok":
            raise MemoryStoreError(f"Orbit's memory at {place} is damaged: {verdict}.")
    version = version_in(connection, place)
    if version is None:
        return None
    versions, forgotten = schema.workflow_versions, schema.forgotten
    files = select(versions.c.source_file).where(in_scope(versions, scope), versions.c.source == "seed")
    thrown_out = select(forgotten.c.id).where(in_scope(forgotten, scope))
    return StoreHealth(
        on_server=place.file is None,
        version=version,
        copies=tuple(copies_of(place.file)) if place.file else (),
        workflows=_count(connection, schema.workflows, scope),
        runs=_count(connection, schema.runs, scope),
        seed_files=frozenset(name for name in connection.scalars(files) if name),
        forgotten=frozenset(connection.scalars(thrown_out)),
    )


def _count(connection: Connection, table: Table, scope: Scope) -> int:
    return connection.scalar(select(func.count()).select_from(table).where(in_scope(table, scope))) or 0


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
        with closing(open_for_reading(database)) as chroma:
            [verdict] = chroma.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        return f"{database}: {error}"
    return "" if verdict == "ok" else f"{database}: {verdict}"


def server_trouble(url: str) -> str:
    """Say what keeps the Chroma server of ``index_url`` from answering; empty when it answers."""
    import httpx

    from orbit.memory.index.server import Address

    at = Address.read(url)
    scheme = "https" if at.secure else "http"
    try:
        answer = httpx.get(
            f"{scheme}://{at.host}:{at.port}/api/v2/heartbeat", headers=at.headers, timeout=_BUSY_SECONDS
        )
    except httpx.HTTPError as error:
        return f"{at} does not answer: {error}"
    return "" if answer.is_success else f"{at} answers {answer.status_code} {answer.reason_phrase}"
