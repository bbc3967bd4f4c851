"""The workflows of a scope: every version ever saved, where each came from, and which one is current."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import and_, delete, func, insert, select, update

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["StoredWorkflow", "WorkflowTable", "content_sha256"]

_WORKFLOWS, _VERSIONS, _FORGOTTEN = schema.workflows, schema.workflow_versions, schema.forgotten


def content_sha256(body: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a workflow's JSON, whatever order its keys are in."""
    return sha256(_json(body).encode()).hexdigest()


@dataclass(frozen=True)
class StoredWorkflow:
    """One saved version of a workflow. ``source`` is seed, induced, taught or imported."""

    id: str
    version: int
    body: dict[str, Any]
    content_sha256: str
    source: str
    source_file: str | None
    source_sha256: str | None
    trajectories: tuple[str, ...]
    created: str


class WorkflowTable:
    """Reads and writes the workflows of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(
        self,
        body: Mapping[str, Any],
        *,
        source: str = "taught",
        source_file: str | None = None,
        source_sha256: str | None = None,
        trajectories: Sequence[str] = (),
        expected_version: int | None = None,
    ) -> StoredWorkflow:
        """Save a workflow as its next version; saving what is already current changes nothing.

        ``expected_version`` (0 for new): raises MemoryStoreError if someone else saved first.
        """
        name, digest = str(body["workflow_name"]), content_sha256(body)
        with self._database.write() as connection:
            current = self.get(name)
            number = current.version if current else 0
            if expected_version not in {None, number}:
                raise MemoryStoreError(
                    f"The workflow “{name}” was changed meanwhile (it is at version {number}, not "
                    f"{expected_version}). Read it again and repeat the change."
                )
            connection.execute(
                delete(_FORGOTTEN).where(in_scope(_FORGOTTEN, self._scope), _FORGOTTEN.c.id == name)
            )
            if current and current.content_sha256 == digest:
                return current
            key = self._scope.columns() | {"id": name}
            if current:
                where = and_(in_scope(_WORKFLOWS, self._scope), _WORKFLOWS.c.id == name)
                connection.execute(update(_WORKFLOWS).where(where).values(version=number + 1))
            else:
                connection.execute(insert(_WORKFLOWS), key | {"version": 1})
            row = key | {
                "version": number + 1,
                "body": _json(body),
                "content_sha256": digest,
                "source": source,
                "source_file": source_file,
                "source_sha256": source_sha256,
                "trajectories": json.dumps(list(trajectories)),
                "created": utc_now(),
            }
            connection.execute(insert(_VERSIONS), row)
        return _stored(row)

    def get(self, workflow_id: str) -> StoredWorkflow | None:
        """Give the current version, or None."""
        found = self._current(_VERSIONS.c.id == workflow_id)
        return found[0] if found else None

    def all(self) -> list[StoredWorkflow]:
        """Give the current version of every workflow, by id."""
        return self._current()

    def versions(self, workflow_id: str) -> list[StoredWorkflow]:
        """Give every saved version of a workflow, oldest first."""
        where = and_(in_scope(_VERSIONS, self._scope), _VERSIONS.c.id == workflow_id)
        with self._database.read() as connection:
            rows = (
                connection.execute(select(_VERSIONS).where(where).order_by(_VERSIONS.c.version))
                .mappings()
                .all()
            )
        return [_stored(row) for row in rows]

    def digests(self) -> dict[str, tuple[str, str]]:
        """Give ``{id: (content SHA-256, source)}`` of the current versions, without reading their bodies."""
        query = select(_VERSIONS.c.id, _VERSIONS.c.content_sha256, _VERSIONS.c.source)
        with self._database.read() as connection:
            rows = connection.execute(self._join(query)).all()
        return {row.id: (row.content_sha256, row.source) for row in rows}

    def count(self) -> int:
        """Say how many workflows the scope has."""
        query = select(func.count()).select_from(_WORKFLOWS).where(in_scope(_WORKFLOWS, self._scope))
        with self._database.read() as connection:
            return connection.scalar(query) or 0

    def forget(self, workflow_id: str) -> bool:
        """Delete a workflow with its versions and vectors; False when there is none.

        Its runs stay as history of the session, without the link. A seed does not come back by itself.
        """
        runs = schema.runs
        with self._database.write() as connection:
            current = self.get(workflow_id)
            if current is None:
                return False
            self.retire(workflow_id)
            linked = and_(in_scope(runs, self._scope), runs.c.workflow_id == workflow_id)
            connection.execute(update(runs).where(linked).values(workflow_id=None))
            if current.source == "seed":
                connection.execute(insert(_FORGOTTEN), self._scope.columns() | {"id": workflow_id})
        return True

    def retire(self, workflow_id: str) -> None:
        """Delete a workflow no longer shipped, with its versions and vectors; its runs keep the name."""
        vectors = schema.vectors
        mine = and_(in_scope(_WORKFLOWS, self._scope), _WORKFLOWS.c.id == workflow_id)
        embedded = and_(in_scope(vectors, self._scope), vectors.c.item_id == workflow_id)
        with self._database.write() as connection:
            connection.execute(delete(_WORKFLOWS).where(mine))
            connection.execute(delete(vectors).where(embedded))

    def forgotten(self) -> frozenset[str]:
        """Give the ids of seeds that were thrown out."""
        query = select(_FORGOTTEN.c.id).where(in_scope(_FORGOTTEN, self._scope))
        with self._database.read() as connection:
            return frozenset(connection.scalars(query))

    def _current(self, *conditions: Any) -> list[StoredWorkflow]:
        query = self._join(select(_VERSIONS)).where(*conditions).order_by(_VERSIONS.c.id)
        with self._database.read() as connection:
            return [_stored(row) for row in connection.execute(query).mappings()]

    def _join(self, query: Any) -> Any:
        current = and_(_VERSIONS.c.id == _WORKFLOWS.c.id, _VERSIONS.c.version == _WORKFLOWS.c.version)
        return query.where(in_scope(_VERSIONS, self._scope), in_scope(_WORKFLOWS, self._scope), current)


def _json(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _stored(row: Mapping[Any, Any]) -> StoredWorkflow:
    return StoredWorkflow(
        id=row["id"],
        version=row["version"],
        body=json.loads(row["body"]),
        content_sha256=row["content_sha256"],
        source=row["source"],
        source_file=row["source_file"],
        source_sha256=row["source_sha256"],
        trajectories=tuple(json.loads(row["trajectories"])),
        created=row["created"],
    )
