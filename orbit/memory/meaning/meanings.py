"""The meanings of every kind of thing in one memory: one embedder, one place for their collections."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from threading import RLock

from orbit.memory.document import TEMPLATE
from orbit.memory.embedding import Embedder
from orbit.memory.index import Index, Place, StoredVectors
from orbit.memory.meaning.feed import Feed
from orbit.memory.meaning.meaning import Meaning
from orbit.memory.store import Store

__all__ = ["Meanings"]


class Meanings:
    """Makes and keeps a `Meaning` a kind, each with a collection of its own at ``place`` (None: no index)."""

    def __init__(self, store: Store, embedder: Embedder, place: Place | None = None) -> None:
        self._store, self._embedder, self._place = store, embedder, place
        self._made: dict[str, Meaning] = {}
        self._turn = RLock()
        self._held = False

    def of(self, kind: str, feed: Feed | None = None) -> Meaning:
        """Give the meaning of one kind of thing; the ``feed`` counts the first time it is asked for."""
        with self._turn:
            if kind not in self._made:
                self._made[kind] = Meaning(
                    self._store, self._embedder, self._index(kind), kind=kind, feed=feed
                )
                if self._held:
                    self._made[kind].hold()
            return self._made[kind]

    def hold(self) -> None:
        """Open the indexes beside other work, also of kinds asked for later, and answer from them."""
        with self._turn:
            self._held = True
            for meaning in self._made.values():
                meaning.hold()

    def settle(self) -> bool:
        """Bring the used indexes into step with the store; False when that is for another process to do."""
        with self._turn:
            settled = [meaning.settle() for meaning in self._made.values() if meaning.used]
        return all(settled)

    def unindexed(self, gone: Mapping[str, Collection[str]]) -> set[str] | None:
        """Take things that were forgotten out of the indexes, ``{kind: ids}``; give those still there: none.

        None when another process has the index; it lets go of them by itself.
        """
        left: set[str] = set()
        with self._turn:
            for kind, items in gone.items():
                index = self._index(kind)
                if index is None or not items:
                    continue
                try:
                    if not index.open(self._source(kind), items):
                        return None
                    left |= index.ids() & set(items)
                finally:
                    index.close()
        return left

    def close(self) -> None:
        """Let go of the indexes."""
        with self._turn:
            for meaning in self._made.values():
                meaning.close()

    def _source(self, kind: str) -> StoredVectors:
        return StoredVectors(self._store.vectors_of(kind), f"{self._embedder.fingerprint}:{TEMPLATE}")

    def _index(self, kind: str) -> Index | None:
        if self._place is None:
            return None
        return Index(self._place, Meaning.index_name(self._store, self._embedder, kind))
