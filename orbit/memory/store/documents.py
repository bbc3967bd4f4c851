"""What is made of a scope's workflows, read once and kept: derived, and made again at any doubt.

A row counts only while the workflow it was made of stands at the revision it was made at, and only for the
reader (the code and the language data) that made it. So no process can be misled by what another one left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import ColumnElement, and_, delete, insert, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.revisions import Revisions
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["DocumentTable"]

_DOCUMENTS, _WORKFLOWS = schema.documents, schema.workflows
_CHUNK = 500  # ids a statement: databases bound how many values one may carry


class DocumentTable:
    """Reads and writes what is kept of one scope's workflows for one purpose, its ``kind``."""

    def __init__(self, database: Database, scope: Scope, kind: str = "workflow") -> None:
        self._database, self._scope, self._kind = database, scope, kind
        self._revisions = Revisions(database, scope)

    def load(self, reader: str) -> tuple[int, dict[str, bytes], list[str]]:
        """Give the revision, the documents that are right, by id, and the ids of workflows without one."""
        fits = and_(
            in_scope(_DOCUMENTS, self._scope),
            _DOCUMENTS.c.kind == self._kind,
            _DOCUMENTS.c.id == _WORKFLOWS.c.id,
            _DOCUMENTS.c.revision == _WORKFLOWS.c.revision,
            _DOCUMENTS.c.reader == reader,
        )
        query = (
            select(_WORKFLOWS.c.id, _DOCUMENTS.c.content)
            .select_from(_WORKFLOWS.outerjoin(_DOCUMENTS, fits))
            .where(in_scope(_WORKFLOWS, self._scope))
            .order_by(_WORKFLOWS.c.id)
        )
        with self._database.read() as connection:
            # The number is read first: what is committed between the reads is then read again, not missed.
            revision = self._revisions.number()
            rows = [tuple(row) for row in connection.execute(query)]
        documents = {name: content for name, content in rows if content is not None}
        return revision, documents, [name for name, content in rows if content is None]

    def put(self, reader: str, revision: int, documents: Mapping[str, bytes]) -> None:
        """Keep what was read of workflows at a revision of the scope; what changed since is left out."""
        with self._database.write() as connection:
            # Nobody may forget one of them between the look at it and the writing.
            self._revisions.take_turn(connection)
            for names in _chunks(list(documents)):
                current = {
                    row.id: row.revision
                    for row in connection.execute(
                        select(_WORKFLOWS.c.id, _WORKFLOWS.c.revision).where(self._those(names))
                    )
                    if row.revision <= revision
                }
                connection.execute(delete(_DOCUMENTS).where(self._of(names)))
                key = self._scope.columns() | {"kind": self._kind, "reader": reader}
                rows = [
                    key | {"id": name, "revision": at, "content": documents[name]}
                    for name, at in current.items()
                ]
                if rows:
                    connection.execute(insert(_DOCUMENTS), rows)

    def clear(self) -> None:
        """Drop all of them; they are made again when they are next asked for."""
        mine = and_(in_scope(_DOCUMENTS, self._scope), _DOCUMENTS.c.kind == self._kind)
        with self._database.write() as connection:
            connection.execute(delete(_DOCUMENTS).where(mine))

    def _those(self, names: Sequence[str]) -> ColumnElement[bool]:
        return and_(in_scope(_WORKFLOWS, self._scope), _WORKFLOWS.c.id.in_(names))

    def _of(self, names: Sequence[str]) -> ColumnElement[bool]:
        return and_(
            in_scope(_DOCUMENTS, self._scope), _DOCUMENTS.c.kind == self._kind, _DOCUMENTS.c.id.in_(names)
        )


def _chunks(names: Sequence[str]) -> Iterator[Sequence[str]]:
    return (names[start : start + _CHUNK] for start in range(0, len(names), _CHUNK))
