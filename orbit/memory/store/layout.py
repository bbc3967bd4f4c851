"""The layout of a database: made where there is none, brought up to date where it is older, else refused.

A database says in ``schema_version`` which version of the layout it has. A command that finds today's version
pays for one small query; Alembic is loaded only where there is something to bring up to date.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import inspect

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema
from orbit.memory.store.connecting import Place, open_engine

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["OLDEST", "prepare", "read_version", "version_in"]

OLDEST = 1
"""The first version there ever was."""

_TURN = "layout"


def prepare(engine: Engine, place: Place, *, busy_seconds: float) -> None:
    """See to it that the database has today's layout. Raises MemoryStoreError when that cannot be."""
    with engine.connect() as connection:
        found = version_in(connection, place)
    if found == schema.SCHEMA_VERSION:
        return
    # Processes that start together get here together: one makes it, the others wait and find it made.
    making = open_engine(place, busy_seconds=busy_seconds, turn=_TURN, foreign_keys=False)
    try:
        with making.connect() as connection:
            writing = connection.execution_options(orbit_write=True)
            with writing.begin():
                _make_or_migrate(writing, place)
    finally:
        making.dispose()


def version_in(connection: Connection, place: Place) -> int | None:
    """Give the version of the layout, None for a database still empty. Raises MemoryStoreError."""
    if not inspect(connection).has_table(schema.schema_version.name):
        return None
    return read_version(connection, place)


def read_version(connection: Connection, place: Place) -> int:
    """Give the version of a database that has a layout. Raises MemoryStoreError for one not known here."""
    # Said to the driver as it is: every change asks this first, and building the statement costs most of it.
    found: int | None = connection.exec_driver_sql("SELECT version FROM schema_version").scalar()
    if found is None or found < OLDEST:
        raise MemoryStoreError(f"{place} does not say which layout it has: it is damaged. Restore a copy.")
    if found > schema.SCHEMA_VERSION:
        raise MemoryStoreError(
            f"The memory at {place} has layout version {found}; this Orbit reads version "
            f"{schema.SCHEMA_VERSION}. A newer Orbit wrote it: update Orbit, or give another --data-dir."
        )
    return found


def _make_or_migrate(connection: Connection, place: Place) -> None:
    found = version_in(connection, place)
    if found is None:
        _make(connection, place)
    elif found < schema.SCHEMA_VERSION:
        from orbit.memory.store.migrations import migrate

        migrate(connection, place, found)


def _make(connection: Connection, place: Place) -> None:
    foreign = sorted(set(inspect(connection).get_table_names()) & set(schema.metadata.tables))
    if foreign:
        raise MemoryStoreError(
            f"The database at {place} already holds another program's tables ({', '.join(foreign)}). "
            "Give Orbit a database of its own."
        )
    schema.metadata.create_all(connection)
    row = {"version": schema.SCHEMA_VERSION, "created": datetime.now(UTC).isoformat(timespec="microseconds")}
    connection.execute(schema.schema_version.insert(), row)
