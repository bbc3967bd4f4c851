"""The user's own things of a scope: tracks, plug-ins and habits, and what each is called."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.moments import Recalled
from orbit.memory.store.revisions import insert_into
from orbit.memory.store.scope import Scope, in_scope

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


class EntityTable:
    """Reads and writes the entities of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._recalled = Recalled[list[StoredName]](database)

    def put(self, entity_id: str, kind: str, name: str, facts: Mapping[str, Any], *, source: str) -> None:
        """Save an entity; of one that is there the name shown and the facts change, and it is seen once more.

        Whoever makes the new facts out of the old ones reads those in the same transaction of the store.
        """
        key, now = self._scope.columns() | {"id": entity_id}, utc_now()
        row = {"name": name, "facts": _json(facts), "updated": now}
        new = {"kind": kind, "source": source, "seen": 1, "created": now}
        with self._database.write() as connection:
            counted = {**row, "seen": _ENTITIES.c.seen + 1}
            statement = insert_into(connection, _ENTITIES, key | new | row)
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=counted))

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
            statement = insert_into(connection, _NAMES, key | row | {"seen": 1})
            connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=counted))

    def names(self, *, folded: str | None = None, entity_id: str | None = None) -> list[StoredName]:
        """Give the names there are, last used first; of one spelling or of one entity, where that is said."""
        looked_up = self._recalled.get((folded, entity_id), lambda: self._names(folded, entity_id))
        return [*looked_up]

    def _names(self, folded: str | None, entity_id: str | None) -> list[StoredName]:
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

    def _with_id(self, entity_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_ENTITIES, self._scope), _ENTITIES.c.id == entity_id)

    def _named(self, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return and_(in_scope(_NAMES, self._scope), *conditions)


def _json(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _entity(row: Mapping[Any, Any]) -> StoredEntity:
    fields = {name: row[name] for name in StoredEntity.__dataclass_fields__ if name != "facts"}
    return StoredEntity(**fields, facts=json.loads(row["facts"]))


def _name(row: Mapping[Any, Any]) -> StoredName:
    return StoredName(**{name: row[name] for name in StoredName.__dataclass_fields__})
