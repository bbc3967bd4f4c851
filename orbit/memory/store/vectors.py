"""The vectors of a scope, as float32 blobs by embedding fingerprint: the truth the index is rebuilt from.

Beside the vectors of a kind and a fingerprint stands what they come to (`VectorState`): whoever holds
something made of them sees by it, without reading them, whether that is still right, and reads only what
changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, select

from orbit.memory.store import schema
from orbit.memory.store.connecting import Place
from orbit.memory.store.database import Database
from orbit.memory.store.moments import Recalled
from orbit.memory.store.revisions import put_row
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.signature import EMPTY, shifted, signature_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sqlalchemy import Connection

__all__ = ["VectorState", "VectorTable", "Vectors"]

_VECTORS, _SETS = schema.vectors, schema.vector_sets
_ROW = (_VECTORS.c.item_id, _VECTORS.c.text_sha256, _VECTORS.c.vector)
_CHUNK = 500  # ids a statement: databases bound how many values one may carry

Vectors = Mapping[str, "tuple[str, NDArray[np.float32]]"]
"""``{item id: (SHA-256 of the text it was made from, vector)}``."""


@dataclass(frozen=True)
class VectorState:
    """What the vectors of a kind and a fingerprint come to.

    ``revision`` counts their changes, ``signature`` is of the ids and the texts' digests (see
    `orbit.memory.store.signature`). ``reached`` is the revision of the things themselves (workflows) that
    they are in step with; −1 where nobody said.
    """

    revision: int = 0
    count: int = 0
    signature: str = EMPTY
    reached: int = -1


class VectorTable:
    """Reads and writes the vectors of one scope's things of one kind (workflow, note, trajectory …)."""

    def __init__(self, database: Database, scope: Scope, kind: str = "workflow") -> None:
        self._database, self.scope, self.kind = database, scope, kind
        self._recalled = Recalled[VectorState](database)

    # -- looking ---------------------------------------------------------------------------------------

    def state(self, fingerprint: str) -> VectorState:
        """Give what the vectors of one embedding come to, without reading them."""
        return self._recalled.get(fingerprint, lambda: self._state(fingerprint))

    def _state(self, fingerprint: str) -> VectorState:
        query = select(_SETS).where(self._under(fingerprint, _SETS))
        with self._database.read() as connection:
            row = connection.execute(query).mappings().first()
            if row is not None:
                return VectorState(row["revision"], row["count"], row["signature"], row["reached"])
            # Vectors of an older layout have no such row yet; without vectors this costs nothing.
            digests = self.digests(fingerprint)
        return VectorState(0, len(digests), signature_of(digests))

    def digests(self, fingerprint: str) -> dict[str, str]:
        """Give ``{item id: SHA-256 of the text it was made from}`` for one embedding."""
        return self._digests(self._under(fingerprint))

    def whole(self, fingerprint: str) -> tuple[VectorState, dict[str, str]]:
        """Give the state and all digests, of one moment; a state that does not fit them is put right."""
        with self._database.read():
            state, digests = self.state(fingerprint), self.digests(fingerprint)
        if state.signature == signature_of(digests):
            return state, digests
        with self._database.write() as connection:
            state, digests = self.state(fingerprint), self.digests(fingerprint)
            right = VectorState(state.revision + 1, len(digests), signature_of(digests))
            self._note(connection, fingerprint, right)
        return right, digests

    def sample(self, fingerprint: str, count: int) -> list[str]:
        """Give up to ``count`` ids from all over, always the same ones of the same content."""
        query = select(_VECTORS.c.item_id).where(self._under(fingerprint)).order_by(_VECTORS.c.item_id)
        with self._database.read() as connection:
            size = self.state(fingerprint).count
            places = range(0, size, max(1, -(-size // count)))
            found = [connection.scalar(query.limit(1).offset(place)) for place in places]
        return [item for item in found if item is not None]

    def home(self) -> str:
        """Give what tells this memory from every other: the moment it was made."""
        with self._database.read() as connection:
            return str(connection.scalar(select(schema.schema_version.c.created)))

    @property
    def place(self) -> Place:
        """Where the database is."""
        return self._database.place

    def digests_of(self, fingerprint: str, items: Iterable[str]) -> dict[str, str]:
        """Give the digests of some items; those without a vector are left out."""
        with self._database.read():
            found = [self._digests(self._with_ids(fingerprint, part)) for part in _chunks(items)]
        return {item: digest for part in found for item, digest in part.items()}

    def since(self, fingerprint: str, revision: int) -> tuple[VectorState, dict[str, str]]:
        """Give the state now, and the digests of the vectors that changed after a revision."""
        later = and_(self._under(fingerprint), _VECTORS.c.revision > revision)
        with self._database.read():
            return self.state(fingerprint), self._digests(later)

    def load(self, fingerprint: str) -> tuple[list[str], NDArray[np.float32]]:
        """Give the item ids, sorted, and their vectors as the rows of one matrix."""
        _, ids, _, vectors = self.everything(fingerprint)
        return ids, vectors

    def everything(self, fingerprint: str) -> tuple[VectorState, list[str], list[str], NDArray[np.float32]]:
        """Give the state, and all ids, digests and vectors, sorted by id; all of one moment."""
        import numpy as np

        query = select(*_ROW).where(self._under(fingerprint)).order_by(_VECTORS.c.item_id)
        size = select(func.count(), func.max(func.length(_VECTORS.c.vector))).where(self._under(fingerprint))
        ids: list[str] = []
        digests: list[str] = []
        with self._database.read() as connection:
            state = self.state(fingerprint)
            count, length = connection.execute(size).one()
            vectors = np.empty((count, (length or 0) // 4), dtype=np.float32)
            # Row by row into its place: a hundred thousand vectors are not held twice.
            for item, digest, blob in connection.execute(query.execution_options(yield_per=1000)):
                vectors[len(ids)] = np.frombuffer(blob, dtype="<f4")
                ids.append(item)
                digests.append(digest)
        return state, ids, digests, vectors

    def rows(
        self, fingerprint: str, items: Iterable[str]
    ) -> tuple[list[str], list[str], NDArray[np.float32]]:
        """Give the ids, digests and vectors of some items; those without a vector are left out."""
        found: list[tuple[str, str, bytes]] = []
        with self._database.read() as connection:
            for part in _chunks(items):
                query = select(*_ROW).where(self._with_ids(fingerprint, part))
                found += [(item, digest, vector) for item, digest, vector in connection.execute(query)]
        return (
            [item for item, _, _ in found],
            [digest for _, digest, _ in found],
            _matrix([vector for *_, vector in found]),
        )

    # -- changing --------------------------------------------------------------------------------------

    def put(self, fingerprint: str, vectors: Vectors) -> None:
        """Save ``{item id: (text SHA-256, vector)}``, in the place of what was there."""
        self.bring(fingerprint, vectors)

    def delete(self, fingerprint: str, items: Iterable[str]) -> None:
        """Drop the vectors of these items under one embedding."""
        self.bring(fingerprint, {}, items)

    def bring(
        self,
        fingerprint: str,
        vectors: Vectors,
        gone: Iterable[str] = (),
        *,
        base: int | None = None,
        reached: int | None = None,
    ) -> bool:
        """Save some vectors and drop others, as one change, and note what they have ``reached``.

        With a ``base``, only if that is what they had reached still: False, and nothing done, when another
        process brought them further meanwhile and would now be overwritten by what is older.
        """
        with self._database.write() as connection:
            state = self.state(fingerprint)
            if base is not None and state.reached != base:
                return False
            old = self.digests_of(fingerprint, {*vectors, *gone})
            if vectors or old:
                state = replace(state, revision=state.revision + 1)
            for part in _chunks(old):
                connection.execute(delete(_VECTORS).where(self._with_ids(fingerprint, part)))
            self._insert(connection, fingerprint, vectors, state.revision)
            digests = {item: digest for item, (digest, _) in vectors.items()}
            state = replace(
                state,
                count=state.count - len(old) + len(digests),
                signature=shifted(state.signature, taken=old, put=digests),
                reached=state.reached if reached is None else reached,
            )
            self._note(connection, fingerprint, state)
        return True

    def forget(self, items: Sequence[str]) -> None:
        """Drop all there is of these items, under every embedding."""
        with self._database.write():
            for fingerprint in self._fingerprints():
                if self.digests_of(fingerprint, items):
                    self.delete(fingerprint, items)

    def clear(self) -> None:
        """Drop every vector of these things, of every embedding."""
        with self._database.write() as connection:
            for fingerprint in self._fingerprints():
                emptied = VectorState(self.state(fingerprint).revision + 1)
                self._note(connection, fingerprint, emptied)
            connection.execute(delete(_VECTORS).where(self._mine(_VECTORS)))

    # -- inside ----------------------------------------------------------------------------------------

    def _fingerprints(self) -> list[str]:
        with self._database.read() as connection:
            found = [
                connection.scalars(select(table.c.fingerprint).where(self._mine(table)).distinct()).all()
                for table in (_SETS, _VECTORS)
            ]
        return sorted({fingerprint for part in found for fingerprint in part})

    def _digests(self, condition: ColumnElement[bool]) -> dict[str, str]:
        query = select(_VECTORS.c.item_id, _VECTORS.c.text_sha256).where(condition)
        with self._database.read() as connection:
            return {item: digest for item, digest in connection.execute(query)}  # noqa: C416 - rows are no pairs to pyright

    def _insert(self, connection: Connection, fingerprint: str, vectors: Vectors, revision: int) -> None:
        key = self.scope.columns() | {"kind": self.kind, "fingerprint": fingerprint, "revision": revision}
        rows: list[dict[str, Any]] = [
            key | {"item_id": item, "text_sha256": digest, "vector": vector.astype("<f4").tobytes()}
            for item, (digest, vector) in vectors.items()
        ]
        if rows:
            connection.execute(insert(_VECTORS), rows)

    def _note(self, connection: Connection, fingerprint: str, state: VectorState) -> None:
        key = self.scope.columns() | {"kind": self.kind, "fingerprint": fingerprint}
        put_row(connection, _SETS, key, vars(state))

    def _under(self, fingerprint: str, table: Any = _VECTORS) -> ColumnElement[bool]:
        return and_(self._mine(table), table.c.fingerprint == fingerprint)

    def _with_ids(self, fingerprint: str, items: Sequence[str]) -> ColumnElement[bool]:
        return and_(self._under(fingerprint), _VECTORS.c.item_id.in_(items))

    def _mine(self, table: Any) -> ColumnElement[bool]:
        return and_(in_scope(table, self.scope), table.c.kind == self.kind)


def _chunks(items: Iterable[str]) -> Iterator[list[str]]:
    listed = list(items)
    return (listed[at : at + _CHUNK] for at in range(0, len(listed), _CHUNK))


def _matrix(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    import numpy as np

    flat = np.frombuffer(b"".join(blobs), dtype="<f4").astype(np.float32)
    return flat.reshape(len(blobs), -1) if blobs else flat.reshape(0, 0)
