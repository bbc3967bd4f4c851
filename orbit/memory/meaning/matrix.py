"""Exact search: all vectors in one matrix, kept in step row by row. What any index is measured by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbit.memory.index.source import StoredVectors
from orbit.memory.store.signature import shifted
from orbit.memory.store.vectors import VectorState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Matrix"]

_GROWTH = 1.25


class Matrix:
    """The vectors of a source, in memory. Not safe to use in two threads at once."""

    def __init__(self, source: StoredVectors) -> None:
        self._source = source
        self._state: VectorState | None = None
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._digests: dict[str, str] = {}
        self._rows: NDArray[np.float32] | None = None

    def nearest(self, vector: NDArray[np.float32], k: int) -> dict[str, float]:
        """Give the ``k`` nearest items and their cosines, nearest first; ties by id."""
        import numpy as np

        rows = self._fresh()
        if not len(rows):
            return {}
        cosines = rows @ vector
        best = np.argpartition(-cosines, k)[:k] if k < len(cosines) else np.arange(len(cosines))
        scored = sorted((-float(cosines[at]), self._ids[at]) for at in best.tolist())
        return {item: -less for less, item in scored}

    def cosines(self, vector: NDArray[np.float32], items: list[str]) -> dict[str, float]:
        """Give the cosines of these items; those without a vector are left out."""
        rows = self._fresh()
        here = [item for item in items if item in self._places]
        found = rows[[self._places[item] for item in here]] @ vector if here else ()
        return {item: float(cosine) for item, cosine in zip(here, found, strict=True)}

    @property
    def is_loaded(self) -> bool:
        """Say whether the vectors are in memory."""
        return self._state is not None

    def unload(self) -> None:
        """Let go of the memory, while something else answers."""
        self._state, self._rows, self._ids, self._places, self._digests = None, None, [], {}, {}

    # -- in step ---------------------------------------------------------------------------------------

    def _fresh(self) -> NDArray[np.float32]:
        state = self._source.state()
        if self._state is None or (state != self._state and not self._follow(self._state)):
            self._load()
        assert self._rows is not None
        return self._rows[: len(self._ids)]

    def _follow(self, before: VectorState) -> bool:
        """Take in what changed; False when something else went, and all must be read again."""
        state, changed = self._source.since(before.revision)
        if changed is None or len(changed) > max(1000, len(self._ids) // 4):
            return False
        old = {item: self._digests[item] for item in changed if item in self._digests}
        if shifted(before.signature, taken=old, put=changed) != state.signature:
            return False
        ids, digests, vectors = self._source.rows(changed)
        if dict(zip(ids, digests, strict=True)) != dict(changed):
            return False
        for item, digest, vector in zip(ids, digests, vectors, strict=True):
            self._set(item, digest, vector)
        self._state = state
        return True

    def _set(self, item: str, digest: str, vector: NDArray[np.float32]) -> None:
        at = self._places.setdefault(item, len(self._ids))
        if at == len(self._ids):
            self._ids.append(item)
            self._make_room(len(self._ids), len(vector))
        self._digests[item] = digest
        assert self._rows is not None
        self._rows[at] = vector

    def _make_room(self, count: int, width: int) -> None:
        import numpy as np

        rows = self._rows
        if rows is not None and len(rows) >= count and rows.shape[1] == width:
            return
        larger = np.empty((int(count * _GROWTH) + 16, width), dtype=np.float32)
        if rows is not None and rows.shape[1] == width:
            larger[: count - 1] = rows[: count - 1]
        self._rows = larger

    def _load(self) -> None:
        state, ids, digests, rows = self._source.everything()
        self._state, self._ids, self._rows = state, ids, rows
        self._places = {item: at for at, item in enumerate(ids)}
        self._digests = dict(zip(ids, digests, strict=True))
