"""The scope's revision number: handed out one after another, in the order in which changes are committed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, select, update

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["CLEARED", "Revisions", "insert_into", "put_row"]

_REVISIONS, _REMOVALS = schema.revisions, schema.removals

CLEARED = ""
"""The id, which no workflow has, under which ``removals`` notes that the whole scope was forgotten."""


class Revisions:
    """Counts the changes of one scope's workflows."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._recalled = Recalled[int](database)

    def number(self) -> int:
        """Give the number of the last change; 0 before the first."""
        return self._recalled.get("", self._number)

    def _number(self) -> int:
        query = select(_REVISIONS.c.number).where(in_scope(_REVISIONS, self._scope))
        with self._database.read() as connection:
            return connection.scalar(query) or 0

    def take_turn(self, connection: Connection) -> None:
        """Wait until nobody else changes this scope's workflows, and keep others out until the commit.

        SQLite has one writer anyway; on PostgreSQL the scope's row is what writers queue at, so that versions
        and revisions are handed out one after another and nobody saves over what was just saved.
        """
        first = insert_into(connection, _REVISIONS, self._scope.columns() | {"number": 0})
        connection.execute(first.on_conflict_do_nothing())
        mine = select(_REVISIONS.c.number).where(in_scope(_REVISIONS, self._scope))
        connection.execute(mine.with_for_update())

    def next(self, connection: Connection) -> int:
        """Count one change and give its number."""
        self.take_turn(connection)
        mine = in_scope(_REVISIONS, self._scope)
        connection.execute(update(_REVISIONS).where(mine).values(number=_REVISIONS.c.number + 1))
        return self.number()

    def mark_cleared(self, connection: Connection) -> None:
        """Note that everything went at once: whoever read before that has to start from nothing."""
        key = self._scope.columns() | {"id": CLEARED}
        put_row(connection, _REMOVALS, key, {"revision": self.next(connection)})


def put_row(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Insert the row of that key, or change it where there is one."""
    statement = insert_into(connection, table, {**key, **values})
    connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def insert_into(
    connection: Connection, table: Table, row: Mapping[str, Any]
) -> sqlite.Insert | postgresql.Insert:
    """Give the insert of a row, for what is to be done where there is one to be added."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table).values(**row)
    from sqlalchemy.dialects import sqlite

    return sqlite.insert(table).values(**row)
