"""The workflows of a scope: every version ever saved, where each came from, and which one is current."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Table, and_, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["Changes", "Origin", "StoredWorkflow", "WorkflowTable", "content_sha256"]

_WORKFLOWS, _VERSIONS = schema.workflows, schema.workflow_versions
_FORGOTTEN, _REVISIONS, _REMOVALS = schema.forgotten, schema.revisions, schema.removals


def content_sha256(body: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a workflow's JSON, whatever order its keys are in, and wherever it comes from."""
    content = {name: value for name, value in body.items() if name != "provenance"}
    return sha256(_json(content).encode()).hexdigest()


@dataclass(frozen=True)
class Origin:
    """Where a version comes from: seed, induced, taught or imported; its file; the trajectories behind it."""

    source: str = "taught"
    file: str | None = None
    file_sha256: str | None = None
    trajectories: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredWorkflow:
    """One saved version of a workflow, numbered from 1."""

    id: str
    version: int
    body: dict[str, Any]
    content_sha256: str
    origin: Origin
    created: str


@dataclass(frozen=True)
class Changes:
    """What became of a scope's workflows since a revision: those that changed, as they are now; those gone.

    ``revision`` is what to ask from the next time. One that changes meanwhile may be given twice, never not
    at all.
    """

    revision: int
    changed: tuple[StoredWorkflow, ...]
    removed: tuple[str, ...]


class WorkflowTable:
    """Reads and writes the workflows of one scope.

    Every change of a workflow takes the scope's next revision number and leaves it on the row, or in
    ``removals`` when the row goes: whoever holds something made of workflows reads what came after its
    number.
    """

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(
        self, body: Mapping[str, Any], origin: Origin | None = None, *, expected_version: int | None = None
    ) -> StoredWorkflow:
        """Save a workflow as its next version; saving what is already current changes at most its origin.

        ``expected_version`` (0 for new): raises MemoryStoreError if someone else saved first.
        """
        name, origin = str(body["workflow_name"]), origin or Origin()
        with self._database.write() as connection:
            self._take_turn(connection)
            current = self.get(name)
            number = current.version if current else 0
            if expected_version not in {None, number}:
                raise MemoryStoreError(
                    f"The workflow “{name}” was changed meanwhile (it is at version {number}, not "
                    f"{expected_version}). Read it again and repeat the change."
                )
            connection.execute(delete(_FORGOTTEN).where(self._with_id(_FORGOTTEN, name)))
            if current and current.content_sha256 == content_sha256(body):
                self._change_origin(connection, current, origin)
                return current
            return self._add_version(connection, body, origin, number + 1)

    def get(self, workflow_id: str) -> StoredWorkflow | None:
        """Give the current version, or None."""
        found = self._current(_VERSIONS.c.id == workflow_id)
        return found[0] if found else None

    def all(self) -> list[StoredWorkflow]:
        """Give the current version of every workflow, by id."""
        return self._current()

    def versions(self, workflow_id: str) -> list[StoredWorkflow]:
        """Give every saved version of a workflow, oldest first."""
        query = select(_VERSIONS).where(self._with_id(_VERSIONS, workflow_id)).order_by(_VERSIONS.c.version)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def origins(self) -> dict[str, Origin]:
        """Give, by id, where the current versions come from, without reading their bodies."""
        columns = ("id", "source", "source_file", "source_sha256", "trajectories")
        query = self._join(select(*(_VERSIONS.c[name] for name in columns)))
        with self._database.read() as connection:
            return {row["id"]: _origin(row) for row in connection.execute(query).mappings()}

    def revision(self) -> int:
        """Give a number that grows with every change of the scope's workflows, whichever process makes it."""
        query = select(_REVISIONS.c.number).where(in_scope(_REVISIONS, self._scope))
        with self._database.read() as connection:
            return connection.scalar(query) or 0

    def changes(self, since: int = -1) -> Changes:
        """Give what changed and what went after a revision; everything there is, from -1 on."""
        with self._database.read() as connection:
            # The number is read first: what is committed between the reads is then given again, not missed.
            revision = self.revision()
            changed = self._current(_WORKFLOWS.c.revision > since)
            gone = select(_REMOVALS.c.id).where(
                in_scope(_REMOVALS, self._scope), _REMOVALS.c.revision > since
            )
            removed = tuple(connection.scalars(gone.order_by(_REMOVALS.c.id)))
        return Changes(revision, tuple(changed), removed)

    def forget(self, workflow_id: str) -> bool:
        """Delete a workflow with its versions and vectors; False when there is none.

        Its runs stay as history of the session, without the link. A seed does not come back by itself.
        """
        runs = schema.runs
        with self._database.write() as connection:
            self._take_turn(connection)
            current = self.get(workflow_id)
            if current is None:
                return False
            self.retire(workflow_id)
            linked = and_(in_scope(runs, self._scope), runs.c.workflow_id == workflow_id)
            connection.execute(update(runs).where(linked).values(workflow_id=None))
            if current.origin.source == "seed":
                connection.execute(insert(_FORGOTTEN), self._scope.columns() | {"id": workflow_id})
        return True

    def retire(self, workflow_id: str) -> None:
        """Delete a workflow no longer shipped, with its versions and vectors; its runs keep the name."""
        with self._database.write() as connection:
            self._take_turn(connection)
            connection.execute(delete(_WORKFLOWS).where(self._with_id(_WORKFLOWS, workflow_id)))
            for derived, named in ((schema.vectors, "item_id"), (schema.documents, "id")):
                of_it = and_(derived.c.kind == "workflow", derived.c[named] == workflow_id)
                connection.execute(delete(derived).where(in_scope(derived, self._scope), of_it))
            key = self._scope.columns() | {"id": workflow_id}
            _put_row(connection, _REMOVALS, key, {"revision": self._next_revision(connection)})

    def forgotten(self) -> frozenset[str]:
        """Give the ids of seeds that were thrown out."""
        query = select(_FORGOTTEN.c.id).where(in_scope(_FORGOTTEN, self._scope))
        with self._database.read() as connection:
            return frozenset(connection.scalars(query))

    def _add_version(
        self, connection: Connection, body: Mapping[str, Any], origin: Origin, version: int
    ) -> StoredWorkflow:
        name = str(body["workflow_name"])
        key = self._scope.columns() | {"id": name}
        row = {"version": version, "revision": self._next_revision(connection)}
        if version == 1:
            connection.execute(insert(_WORKFLOWS), key | row)
            connection.execute(delete(_REMOVALS).where(self._with_id(_REMOVALS, name)))
        else:
            connection.execute(update(_WORKFLOWS).where(self._with_id(_WORKFLOWS, name)).values(row))
        content = {"body": _json(body), "content_sha256": content_sha256(body), "created": utc_now()}
        stored = key | {"version": version} | content | _origin_columns(origin)
        connection.execute(insert(_VERSIONS), stored)
        return _stored(stored)

    def _change_origin(self, connection: Connection, current: StoredWorkflow, origin: Origin) -> None:
        # A seed's file may change without its meaning (a comment); it is then known by its new hash.
        if origin.source == current.origin.source and origin != current.origin:
            this = and_(self._with_id(_VERSIONS, current.id), _VERSIONS.c.version == current.version)
            connection.execute(update(_VERSIONS).where(this).values(**_origin_columns(origin)))

    def _take_turn(self, connection: Connection) -> None:
        # SQLite has one writer anyway; on PostgreSQL the scope's row is what writers queue at, so that
        # versions and revisions are handed out one after another, and committed in that order.
        key = self._scope.columns()
        connection.execute(_upsert(connection, _REVISIONS, key | {"number": 0}).on_conflict_do_nothing())
        mine = select(_REVISIONS.c.number).where(in_scope(_REVISIONS, self._scope))
        connection.execute(mine.with_for_update())

    def _next_revision(self, connection: Connection) -> int:
        mine = in_scope(_REVISIONS, self._scope)
        connection.execute(update(_REVISIONS).where(mine).values(number=_REVISIONS.c.number + 1))
        return self.revision()

    def _current(self, *conditions: ColumnElement[bool]) -> list[StoredWorkflow]:
        query = self._join(select(_VERSIONS)).where(*conditions).order_by(_VERSIONS.c.id)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def _join(self, query: Any) -> Any:
        current = and_(_VERSIONS.c.id == _WORKFLOWS.c.id, _VERSIONS.c.version == _WORKFLOWS.c.version)
        return query.where(in_scope(_VERSIONS, self._scope), in_scope(_WORKFLOWS, self._scope), current)

    def _with_id(self, table: Table, workflow_id: str) -> ColumnElement[bool]:
        return and_(in_scope(table, self._scope), table.c.id == workflow_id)


def _upsert(
    connection: Connection, table: Table, row: Mapping[str, Any]
) -> sqlite.Insert | postgresql.Insert:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).values(**row)


def _put_row(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    statement = _upsert(connection, table, {**key, **values})
    connection.execute(statement.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _stored(row: Mapping[Any, Any]) -> StoredWorkflow:
    return StoredWorkflow(
        id=row["id"],
        version=row["version"],
        body=json.loads(row["body"]),
        content_sha256=row["content_sha256"],
        origin=_origin(row),
        created=row["created"],
    )


def _origin(row: Mapping[Any, Any]) -> Origin:
    behind = tuple(json.loads(row["trajectories"]))
    return Origin(row["source"], row["source_file"], row["source_sha256"], behind)


def _origin_columns(origin: Origin) -> dict[str, Any]:
    return {
        "source": origin.source,
        "source_file": origin.file,
        "source_sha256": origin.file_sha256,
        "trajectories": json.dumps(origin.trajectories),
    }
