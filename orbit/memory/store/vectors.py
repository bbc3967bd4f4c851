"""The vectors of a scope, as float32 blobs by embedding fingerprint: the truth the index is rebuilt from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, and_, delete, insert, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["VectorTable"]

_VECTORS = schema.vectors


class VectorTable:
    """Reads and writes the vectors of one scope's things of one kind (workflow, note, trajectory …)."""

    def __init__(self, database: Database, scope: Scope, kind: str = "workflow") -> None:
        self._database, self._scope, self._kind = database, scope, kind

    def digests(self, fingerprint: str) -> dict[str, str]:
        """Give ``{item id: SHA-256 of the text it was made from}`` for one embedding."""
        query = select(_VECTORS.c.item_id, _VECTORS.c.text_sha256).where(self._under(fingerprint))
        with self._database.read() as connection:
            return {row.item_id: row.text_sha256 for row in connection.execute(query)}

    def load(self, fingerprint: str) -> tuple[list[str], NDArray[np.float32]]:
        """Give the item ids, sorted, and their vectors as the rows of one matrix."""
        import numpy as np

        query = select(_VECTORS.c.item_id, _VECTORS.c.vector).where(self._under(fingerprint))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_VECTORS.c.item_id)).all()
        flat = np.frombuffer(b"".join(row.vector for row in rows), dtype="<f4").astype(np.float32, copy=False)
        return [row.item_id for row in rows], flat.reshape(len(rows), -1) if rows else flat.reshape(0, 0)

    def put(self, fingerprint: str, vectors: Mapping[str, tuple[str, NDArray[np.float32]]]) -> None:
        """Save ``{item id: (text SHA-256, vector)}``, in the place of what was there."""
        if not vectors:
            return
        key = self._scope.columns() | {"kind": self._kind, "fingerprint": fingerprint}
        rows = [
            key | {"item_id": item, "text_sha256": digest, "vector": vector.astype("<f4").tobytes()}
            for item, (digest, vector) in vectors.items()
        ]
        with self._database.write() as connection:
            self.delete(fingerprint, vectors)
            connection.execute(insert(_VECTORS), rows)

    def delete(self, fingerprint: str, items: Iterable[str]) -> None:
        """Drop the vectors of these items."""
        with self._database.write() as connection:
            for item in items:
                connection.execute(
                    delete(_VECTORS).where(self._under(fingerprint), _VECTORS.c.item_id == item)
                )

    def clear(self) -> None:
        """Drop every vector of these things, of every embedding."""
        with self._database.write() as connection:
            connection.execute(delete(_VECTORS).where(self._mine()))

    def _under(self, fingerprint: str) -> ColumnElement[bool]:
        return and_(self._mine(), _VECTORS.c.fingerprint == fingerprint)

    def _mine(self) -> ColumnElement[bool]:
        return and_(in_scope(_VECTORS, self._scope), _VECTORS.c.kind == self._kind)
