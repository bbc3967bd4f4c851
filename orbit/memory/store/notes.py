"""The notes and skills of a scope: what the user wants kept in words, for a person to read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, insert, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.vectors import VectorTable

__all__ = ["NoteTable", "StoredNote"]

_NOTES = schema.notes


@dataclass(frozen=True)
class StoredNote:
    """A note (``kind`` note) or how something is done (``kind`` skill), in words."""

    id: str
    kind: str
    title: str
    text: str
    tags: tuple[str, ...]
    source: str
    created: str
    updated: str


class NoteTable:
    """Reads and writes the notes of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(
        self, note_id: str, kind: str, title: str, text: str, *, tags: tuple[str, ...] = (), source: str
    ) -> StoredNote:
        """Save a note in the place of the one with its id; the time it was first written is kept."""
        with self._database.write() as connection:
            before, now = self.get(note_id), utc_now()
            created = before.created if before else now
            stored = StoredNote(note_id, kind, title, text, tags, source, created, now)
            connection.execute(delete(_NOTES).where(self._with_id(note_id)))
            fields = {name: getattr(stored, name) for name in StoredNote.__dataclass_fields__}
            row = self._scope.columns() | fields | {"tags": json.dumps(tags, ensure_ascii=False)}
            connection.execute(insert(_NOTES), row)
        return stored

    def get(self, note_id: str) -> StoredNote | None:
        """Give a note by its id, or None."""
        with self._database.read() as connection:
            row = connection.execute(select(_NOTES).where(self._with_id(note_id))).mappings().first()
        return _note(row) if row else None

    def all(self, kind: str | None = None) -> list[StoredNote]:
        """Give every note, or every one of a kind, last changed first."""
        query = select(_NOTES).where(in_scope(_NOTES, self._scope))
        if kind is not None:
            query = query.where(_NOTES.c.kind == kind)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_NOTES.c.updated.desc(), _NOTES.c.id)).mappings()
            return [_note(row) for row in rows]

    def forget(self, note_id: str) -> bool:
        """Delete a note and its vectors; False when there is none."""
        with self._database.write() as connection:
            VectorTable(self._database, self._scope, "note").forget([note_id])
            return connection.execute(delete(_NOTES).where(self._with_id(note_id))).rowcount > 0

    def _with_id(self, note_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_NOTES, self._scope), _NOTES.c.id == note_id)


def _note(row: Mapping[Any, Any]) -> StoredNote:
    fields = {name: row[name] for name in StoredNote.__dataclass_fields__ if name != "tags"}
    return StoredNote(**fields, tags=tuple(json.loads(row["tags"])))
