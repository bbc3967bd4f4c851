"""The backups of a scope's keyed memory: what was cleared or replaced, whole, with a hash to tell damage."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any
from uuid import uuid4

from sqlalchemy import and_, delete, insert, select

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.keyed_rows import Backup, Entry, SavedKey
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["OF_RUNS", "KeyedBackupTable"]

_BACKUPS = schema.keyed_backups

OF_RUNS = "__runs__"
"""What the backups belong to that are kept to take runs back; no memory can be called so."""


class KeyedBackupTable:
    """Reads and writes the backups of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def keep(self, ref: str, key: str, saved: Sequence[SavedKey], backup_id: str | None = None) -> str:
        """Save keys with their entries; give the backup's id."""
        content = json.dumps([asdict(each) for each in saved], sort_keys=True, separators=(",", ":"))
        row = {"id": backup_id or uuid4().hex, "ref": ref, "key": key, "content": content}
        digest = {"content_sha256": sha256(content.encode()).hexdigest(), "created": utc_now()}
        with self._database.write() as connection:
            connection.execute(insert(_BACKUPS), self._scope.columns() | row | digest)
        return row["id"]

    def ids(self, ref: str) -> list[str]:
        """Give the ids of a memory's backups, newest first."""
        query = select(_BACKUPS.c.id).where(in_scope(_BACKUPS, self._scope), _BACKUPS.c.ref == ref)
        with self._database.read() as connection:
            return list(connection.scalars(query.order_by(_BACKUPS.c.created.desc(), _BACKUPS.c.id)))

    def all(self) -> list[Backup]:
        """Give every backup that was asked for, newest first."""
        query = select(_BACKUPS).where(in_scope(_BACKUPS, self._scope), _BACKUPS.c.ref != OF_RUNS)
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_BACKUPS.c.created.desc(), _BACKUPS.c.id)).mappings()
            return [
                Backup(row["id"], row["ref"], row["key"], row["created"], len(row["content"])) for row in rows
            ]

    def load(self, backup_id: str) -> tuple[Backup, list[SavedKey]] | None:
        """Give a backup with its keys, or None. Raises MemoryStoreError when it is damaged."""
        with self._database.read() as connection:
            row = connection.execute(select(_BACKUPS).where(self._with_id(backup_id))).mappings().first()
        if row is None:
            return None
        content = row["content"]
        if sha256(content.encode()).hexdigest() != row["content_sha256"]:
            raise MemoryStoreError(
                f"The backup {backup_id} is damaged: what it holds has another hash. Nothing was changed."
            )
        backup = Backup(row["id"], row["ref"], row["key"], row["created"], len(content))
        return backup, [_saved(each) for each in json.loads(content)]

    def damaged(self) -> list[str]:
        """Give the ids of the backups whose hash is not that of their content."""
        query = select(_BACKUPS).where(in_scope(_BACKUPS, self._scope)).order_by(_BACKUPS.c.created)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return [row.id for row in rows if sha256(row.content.encode()).hexdigest() != row.content_sha256]

    def forget(self, backup_id: str) -> bool:
        """Delete a backup; False when there is none of that id."""
        with self._database.write() as connection:
            return connection.execute(delete(_BACKUPS).where(self._with_id(backup_id))).rowcount > 0

    def _with_id(self, backup_id: str) -> Any:
        return and_(in_scope(_BACKUPS, self._scope), _BACKUPS.c.id == backup_id)


def _saved(document: dict[str, Any]) -> SavedKey:
    entries: Any = tuple(Entry(**entry) for entry in document["entries"])
    return SavedKey(**document | {"entries": entries})
