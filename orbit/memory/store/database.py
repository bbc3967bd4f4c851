"""The connection under the store: WAL, transactions that nest, and database errors in a person's words."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, exc, inspect, select

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["Database", "utc_now"]

_BUSY_SECONDS = 5.0


def utc_now() -> str:
    """Give this moment as ISO 8601 text in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Database:
    """One database of memory; every change goes through `write`, every look through `read`.

    ``target`` is a path to a SQLite file (its folder is made) or any SQLAlchemy URL.
    Raises MemoryStoreError when it cannot be opened, is damaged, or was written by a newer Orbit.
    """

    def __init__(self, target: str | Path, *, busy_seconds: float = _BUSY_SECONDS) -> None:
        self.url, self.place = _url_and_place(target)
        self._active = threading.local()
        with self._errors():
            self._engine = _engine(self.url, busy_seconds)
            self._prepare()

    @contextmanager
    def write(self) -> Generator[Connection]:
        """Open a transaction that commits as a whole or not at all; inside another one it joins that one."""
        outer: Connection | None = getattr(self._active, "connection", None)
        if outer is not None:
            yield outer
            return
        with self._errors(), self._engine.connect() as connection:
            writing = connection.execution_options(orbit_write=True)
            with writing.begin():
                self._active.connection = writing
                try:
                    yield writing
                finally:
                    self._active.connection = None

    @contextmanager
    def read(self) -> Generator[Connection]:
        """Open a consistent look at the database; inside a `write` it sees what that one wrote."""
        outer: Connection | None = getattr(self._active, "connection", None)
        if outer is not None:
            yield outer
            return
        with self._errors(), self._engine.connect() as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()

    @contextmanager
    def _errors(self) -> Generator[None]:
        try:
            yield
        except exc.SQLAlchemyError as error:
            raise MemoryStoreError(_explain(error, self.place)) from error

    def _prepare(self) -> None:
        with self._engine.connect() as connection:
            if inspect(connection).has_table("schema_version"):
                self._check_version(connection)
                return
        with self.write() as connection:
            schema.metadata.create_all(connection)
            if connection.scalar(select(schema.schema_version.c.version)) is None:
                row = {"version": schema.SCHEMA_VERSION, "created": utc_now()}
                connection.execute(schema.schema_version.insert(), row)

    def _check_version(self, connection: Connection) -> None:
        found = connection.scalar(select(schema.schema_version.c.version))
        if found != schema.SCHEMA_VERSION:
            raise MemoryStoreError(
                f"The memory at {self.place} has layout version {found}; this Orbit reads version "
                f"{schema.SCHEMA_VERSION}. A newer Orbit wrote it: update Orbit, or give another --data-dir."
            )


def _url_and_place(target: str | Path) -> tuple[str, str]:
    if isinstance(target, str) and "://" in target:
        return target, target.split("@")[-1]  # a URL may hold a password before the @
    path = Path(target)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MemoryStoreError(f"Orbit cannot make the folder {path.parent}: {error.strerror}.") from error
    return f"sqlite:///{path}", str(path)


def _engine(url: str, busy_seconds: float) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": busy_seconds})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # Python's sqlite3 opens transactions late and on its own; Orbit says BEGIN itself, so that a
    # whole block is one transaction and a writer takes its turn at the start, not in the middle.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("orbit_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _explain(error: exc.SQLAlchemyError, place: str) -> str:
    text = str(getattr(error, "orig", None) or error)
    for symptom, advice in _ADVICE:
        if symptom in text:
            return f"{advice.format(place=place)} (The database says: {text}.)"
    return f"Orbit's memory at {place} cannot be used: {text}. Nothing was changed."


_ADVICE = (
    (
        "locked",
        "Another program is writing Orbit's memory at {place}. Nothing was changed: try again shortly.",
    ),
    ("full", "The disk with Orbit's memory at {place} is full. Nothing was changed: free some space."),
    ("malformed", "Orbit's memory at {place} is damaged. Move it away to start afresh, or restore a copy."),
    ("not a database", "{place} is not Orbit's memory. Move it away to start afresh, or restore a copy."),
    ("readonly", "Orbit may not write its memory at {place}. Check the rights on that file and its folder."),
    ("unable to open", "Orbit cannot open its memory at {place}. Check that it is a file Orbit may write."),
    (
        "disk I/O",
        "The disk with Orbit's memory at {place} answers with an error. Check its space and health.",
    ),
)
