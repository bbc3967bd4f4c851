"""Which files a scope was learned from, by what was in them, so that none is read twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import and_, delete, insert, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["LearnedFile", "LearnedFileTable"]

_FILES = schema.learned_files
_CHUNK = 500  # values a statement: databases bound how many one may carry


@dataclass(frozen=True)
class LearnedFile:
    """A file that was read: the SHA-256 of its content, by which way of reading, how many trajectories.

    ``learned_at`` (ISO 8601, UTC) is set when it is saved.
    """

    sha256: str
    reader: str
    path: str
    trajectories: int
    learned_at: str = ""


class LearnedFileTable:
    """Reads and writes the learned files of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(self, files: Iterable[LearnedFile]) -> None:
        """Note files as read, each in the place of one with the same content and reader."""
        given = {(file.sha256, file.reader): file for file in files}
        if not given:
            return
        now = utc_now()
        rows = [
            self._scope.columns()
            | {name: getattr(file, name) for name in LearnedFile.__dataclass_fields__}
            | {"learned_at": file.learned_at or now}
            for file in given.values()
        ]
        with self._database.write() as connection:
            for sha256, reader in given:
                this = and_(_FILES.c.sha256 == sha256, _FILES.c.reader == reader)
                connection.execute(delete(_FILES).where(in_scope(_FILES, self._scope), this))
            connection.execute(insert(_FILES), rows)

    def known(self, sha256s: Collection[str], reader: str) -> frozenset[str]:
        """Give those of these contents that this reader has read."""
        wanted, found = list(sha256s), set[str]()
        with self._database.read() as connection:
            for start in range(0, len(wanted), _CHUNK):
                some = _FILES.c.sha256.in_(wanted[start : start + _CHUNK])
                query = select(_FILES.c.sha256).where(
                    in_scope(_FILES, self._scope), _FILES.c.reader == reader, some
                )
                found.update(connection.scalars(query))
        return frozenset(found)

    def all(self) -> list[LearnedFile]:
        """Give every file that was read, by path."""
        columns = [_FILES.c[name] for name in LearnedFile.__dataclass_fields__]
        query = select(*columns).where(in_scope(_FILES, self._scope)).order_by(_FILES.c.path, _FILES.c.sha256)
        with self._database.read() as connection:
            return [LearnedFile(*row) for row in connection.execute(query)]

    def forget(self, sha256: str) -> bool:
        """Drop the note of a content, so that it is read again; False when there is none."""
        with self._database.write() as connection:
            this = and_(in_scope(_FILES, self._scope), _FILES.c.sha256 == sha256)
            return connection.execute(delete(_FILES).where(this)).rowcount > 0
