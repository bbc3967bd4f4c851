"""The way from each older layout to today's, one module a step, in Alembic's operations.

The version lives in ``schema_version`` and nowhere else: released Orbits refuse a newer memory by it, and a
second count in Alembic's own table could disagree with it. All steps, and the new version, are one
transaction: a process killed in the middle leaves the old layout as it was. Of a SQLite file a whole copy is
put beside it first; on a server, copies are its keeper's business.

A step is frozen once released: it names its tables and columns itself and never asks today's schema.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import update

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema
from orbit.memory.store.connecting import Place
from orbit.memory.store.copying import copy_before
from orbit.memory.store.migrations import version_2, version_3, version_4

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["STEPS", "migrate"]

STEPS: dict[int, Callable[[Operations], None]] = {
    2: version_2.upgrade,
    3: version_3.upgrade,
    4: version_4.upgrade,
}
"""``{version: what makes it out of the one before}``."""


def migrate(connection: Connection, place: Place, found: int) -> None:
    """Bring a database of an older layout up to date, inside the caller's transaction.

    Raises MemoryStoreError when the file is damaged or there is no room for the copy.
    """
    if place.file is not None:
        _check(connection, place, "PRAGMA quick_check(1)", sound=[("ok",)])
        copy_before(place.file, found)
    operations = Operations(MigrationContext.configure(connection))
    for version in range(found + 1, schema.SCHEMA_VERSION + 1):
        STEPS[version](operations)
    connection.execute(update(schema.schema_version).values(version=schema.SCHEMA_VERSION))
    if place.file is not None:
        _check(connection, place, "PRAGMA foreign_key_check", sound=[])


def _check(connection: Connection, place: Place, pragma: str, *, sound: list[tuple[str]]) -> None:
    found = [tuple(row) for row in connection.exec_driver_sql(pragma)]
    if found != sound:
        raise MemoryStoreError(
            f"Orbit's memory at {place} is damaged and was not brought up to date: {found[0]}. Nothing was "
            "changed: restore a copy, or move it away to start afresh."
        )
