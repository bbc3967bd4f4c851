"""The user's own things of a scope: tracks, plug-ins and habits, and what each is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Table, and_, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["EntityTable", "StoredEntity", "StoredName"]

_ENTITIES, _NAMES = schema.entities, schema.entity_names


@dataclass(frozen=True)
class StoredName:
    """What an entity is called: ``folded`` is how names are compared, ``seen`` how often it was used."""

    entity_id: str
    folded: str
    name: str
    source: str
    seen: int
    last_seen: str


@dataclass(frozen=True)
class StoredEntity:
    """One of the user's things; ``facts`` is a JSON object, ``seen`` how often its facts grew."""

    id: str
    kind: str
    name: str
    facts: dict[str, Any]
    source: str
    seen: int
    created: str
    updated: str


Alter = Callable[[dict[str, Any] | None], dict[str, Any] | None]
"""Gives the new facts for those there are (None: the entity is new); None leaves everything as it is."""


class EntityTable:
    """Reads and writes the entities of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def change(self, entity_id: str, kind: str, name: str, source: str, alter: Alter) -> StoredEntity | None:
        """Make an entity or change its facts, in one turn: whoever changes it meanwhile waits.

        ``source`` says where a new one comes from; the name is the one shown from now on. Gives the entity
        when it was made or changed.
        """
        with self._database.write() as connection:
            before = self._locked(connection, entity_id)
            facts = alter(before.facts if before else None)
            if facts is None:
                return None
            now = utc_now()
            row = {"name": name, "facts": _json(facts), "updated": now}
            if before is None:
                new = {"id": entity_id, "kind": kind, "source": source, "seen": 1, "created": now}
                connection.execute(insert(_ENTITIES), self._scope.columns() | new | row)
            else:
                counted = row | {"seen": before.seen + 1}
                connection.execute(update(_ENTITIES).where(self._with_id(entity_id)).values(counted))
            return self.get(entity_id)

    def get(self, entity_id: str) -> StoredEntity | None:
        """Give an entity by its id, or None."""
        with self._database.read() as connection:
            row = connection.execute(select(_ENTITIES).where(self._with_id(entity_id))).mappings().first()
        return _entity(row) if row else None

    def all(self, kind: str | None = None) -> list[StoredEntity]:
        """Give every entity, or every one of a kind, by id."""
        query = select(_ENTITIES).where(in_scope(_ENTITIES, self._scope)).order_by(_ENTITIES.c.id)
        if kind is not None:
            query = query.where(_ENTITIES.c.kind == kind)
        with self._database.read() as connection:
            return [_entity(row) for row in connection.execute(query).mappings()]

    def forget(self, entity_id: str) -> bool:
        """Delete an entity and what it is called; False when there is none."""
        with self._database.write() as connection:
            connection.execute(delete(_NAMES).where(self._named(_NAMES.c.entity_id == entity_id)))
            return connection.execute(delete(_ENTITIES).where(self._with_id(entity_id))).rowcount > 0

    def clear(self) -> int:
        """Delete every entity of the scope; give how many there were."""
        with self._database.write() as connection:
            connection.execute(delete(_NAMES).where(in_scope(_NAMES, self._scope)))
            return connection.execute(delete(_ENTITIES).where(in_scope(_ENTITIES, self._scope))).rowcount

    # -- what they are called --------------------------------------------------------------------------

    def call(self, entity_id: str, folded: str, name: str, source: str) -> None:
        """Note that an entity that is there was called so, once more; the latest source is kept."""
        key = self._scope.columns() | {"folded": folded, "entity_id": entity_id}
        row = {"name": name, "source": source, "last_seen": utc_now()}
        with self._database.write() as connection:
            counted = {**row, "seen": _NAMES.c.seen + 1}
            statement = _upsert(connection, _NAMES, key | row | {"seen": 1})
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=counted))

    def names(self, *, folded: str | None = None, entity_id: str | None = None) -> list[StoredName]:
        """Give the names there are, last used first; of one spelling or of one entity, where that is said."""
        query = select(_NAMES).where(in_scope(_NAMES, self._scope))
        if folded is not None:
            query = query.where(_NAMES.c.folded == folded)
        if entity_id is not None:
            query = query.where(_NAMES.c.entity_id == entity_id)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_NAMES.c.last_seen.desc(), _NAMES.c.entity_id))
            return [_name(row) for row in rows.mappings()]

    def uncall(self, folded: str, *, sources: Collection[str], entity_id: str | None = None) -> int:
        """Delete a name, of one entity or of all, where it comes from one of these sources; give how many."""
        condition = self._named(_NAMES.c.folded == folded, _NAMES.c.source.in_(sources))
        if entity_id is not None:
            condition = and_(condition, _NAMES.c.entity_id == entity_id)
        with self._database.write() as connection:
            return connection.execute(delete(_NAMES).where(condition)).rowcount

    def _locked(self, connection: Connection, entity_id: str) -> StoredEntity | None:
        # SQLite has one writer; on PostgreSQL the rows of a scope's entities are changed one after another.
        if connection.dialect.name == "postgresql":
            from sqlalchemy import func

            turn = f"orbit entities {self._scope.user}\n{self._scope.project}"
            connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(turn, 0))))
        return self.get(entity_id)

    def _with_id(self, entity_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_ENTITIES, self._scope), _ENTITIES.c.id == entity_id)

    def _named(self, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return and_(in_scope(_NAMES, self._scope), *conditions)


def _upsert(
    connection: Connection, table: Table, row: Mapping[str, Any]
) -> sqlite.Insert | postgresql.Insert:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).values(**row)


def _json(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _entity(row: Mapping[Any, Any]) -> StoredEntity:
    fields = {name: row[name] for name in StoredEntity.__dataclass_fields__ if name != "facts"}
    return StoredEntity(**fields, facts=json.loads(row["facts"]))


def _name(row: Mapping[Any, Any]) -> StoredName:
    return StoredName(**{name: row[name] for name in StoredName.__dataclass_fields__})
