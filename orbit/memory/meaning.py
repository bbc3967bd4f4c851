"""How near each workflow's meaning is to a request: vectors in step with the library, asked in two ways.

A process that lives long (the chat, the panel, a server) calls `Meaning.hold`: it opens the Chroma index
beside its other work, and from then on its questions are answered by Chroma. A command that asks once and
ends searches the store's own vectors exactly instead. `benchmarks/retrieval.py` prints why: opening Chroma
costs such a command most of a second, reading a thousand vectors and multiplying them some milliseconds, with
the same answers. Either way it is Chroma that is written: a command that finds the index behind the store
brings it into step as it ends, after the answer was given. When another process holds the index, that one
writes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from daw_bridges.errors import MemoryStoreError, ModelError
from orbit.memory.document import TEMPLATE, text_sha256
from orbit.memory.embedding import Embedder
from orbit.memory.index import Index, Truth
from orbit.memory.retrieval import Document
from orbit.memory.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Meaning"]

_log = logging.getLogger("orbit.memory")

# The index is asked for more than is shown: words, gates and outcomes still reorder what it gives.
_CANDIDATES = 100


class Meaning:
    """The vectors of a library's documents under one embedder, and the index over them (None: none)."""

    def __init__(self, store: Store, embedder: Embedder, index: Index | None = None) -> None:
        self._store, self._embedder, self._index = store, embedder, index
        self._truth: Truth | None = None
        self._last: tuple[str, NDArray[np.float32]] | None = None
        self._opening: threading.Thread | None = None
        self._warming: threading.Thread | None = None

    @staticmethod
    def index_name(store: Store, embedder: Embedder) -> str:
        """Name the collection these vectors belong in: by embedding, text template and scope."""
        return f"{embedder.fingerprint}:{TEMPLATE}:{store.scope.user}:{store.scope.project}"

    def cosines(self, text: str, documents: Sequence[Document]) -> Mapping[str, float] | None:
        """Give the cosines of the nearest workflows with a text; None when the embedder does not answer."""
        try:
            truth = self._current(documents)
            vector = self._asked(text)
        except ModelError as error:
            _log.warning("searching by words alone: %s", error)
            return None
        if self._index is not None and self._index.is_open:
            try:
                if self._index.signature != truth.signature:
                    self._index.open(truth)
                return self._index.query(vector, min(_CANDIDATES, len(truth.ids)))
            except MemoryStoreError as error:
                _log.warning("searching without the index: %s", error)
                self._index.close()
        return dict(zip(truth.ids, (truth.vectors @ vector).tolist(), strict=True))

    def _asked(self, text: str) -> NDArray[np.float32]:
        """Give the vector of a request; one request is often asked about twice, to rank and to decide."""
        if self._last is None or self._last[0] != text:
            self._last = (text, self._embedder.embed([text])[0])
        return self._last[1]

    def changed(self) -> None:
        """Take note that the library changed."""
        self._truth = None

    def settle(self, documents: Sequence[Document]) -> bool:
        """Bring the index into step with the store; False when that is for another process to do."""
        if self._index is None:
            return True
        try:
            truth = self._current(documents)
        except ModelError as error:
            # What cannot be embedded now is left out; what was forgotten must be gone all the same.
            _log.warning("the index is left without new workflows: %s", error)
            truth = self._stored(documents)
        return self._index.in_step(truth) or self._index.open(truth)

    def warm(self) -> None:
        """Load the embedder beside other work."""
        if self._warming is None:
            self._warming = threading.Thread(target=self._load, name="orbit-embedder", daemon=True)
            self._warming.start()

    def hold(self, documents: Sequence[Document]) -> None:
        """Open the index beside other work, to answer from it until `close`."""
        if self._index is None or self._opening is not None:
            return
        self._opening = threading.Thread(
            target=self._open, args=(documents,), name="orbit-index", daemon=True
        )
        self._opening.start()

    def rebuild(self, documents: Sequence[Document]) -> bool:
        """Embed every document again and write the index anew; False when another process has the index."""
        fresh = self._embedded(documents)
        with self._store.transaction():
            self._store.vectors.clear()
            self._store.vectors.put(self._fingerprint, fresh)
        self._truth = self._stored(documents)
        return self._index is None or self._index.rebuild(self._truth)

    def close(self) -> None:
        """Let go of the index."""
        # A program must not end while one of them is in foreign code: that ends in an abort.
        for thread in (self._warming, self._opening):
            if thread is not None:
                thread.join()
        if self._index is not None:
            self._index.close()

    def _load(self) -> None:
        # Whoever searches next meets the same error and says so.
        with suppress(ModelError):
            self._embedder.embed(["tempo"])

    def _open(self, documents: Sequence[Document]) -> None:
        try:
            if self._index is not None:
                self._index.open(self._made(documents))
        except (MemoryStoreError, ModelError) as error:
            _log.warning("searching without the index: %s", error)

    @property
    def _fingerprint(self) -> str:
        return f"{self._embedder.fingerprint}:{TEMPLATE}"

    def _current(self, documents: Sequence[Document]) -> Truth:
        if self._truth is None:
            self._truth = self._made(documents)
        return self._truth

    def _made(self, documents: Sequence[Document]) -> Truth:
        """Give the vectors of all documents; only what is new or reads differently is embedded."""
        have = self._store.vectors.digests(self._fingerprint)
        stale = [item for item in documents if have.get(item.id) != text_sha256(item.text)]
        if stale:
            self._store.vectors.put(self._fingerprint, self._embedded(stale))
        return self._stored(documents)

    def _embedded(self, documents: Sequence[Document]) -> dict[str, tuple[str, NDArray[np.float32]]]:
        rows = self._embedder.embed([document.text for document in documents])
        return {item.id: (text_sha256(item.text), row) for item, row in zip(documents, rows, strict=True)}

    def _stored(self, documents: Sequence[Document]) -> Truth:
        """Give those vectors of the store that are of the documents as they read now."""
        have = self._store.vectors.digests(self._fingerprint)
        digests = {item.id: text_sha256(item.text) for item in documents}
        current = {item: digest for item, digest in digests.items() if have.get(item) == digest}
        ids, vectors = self._store.vectors.load(self._fingerprint)
        keep = [at for at, item in enumerate(ids) if item in current]
        return Truth([ids[at] for at in keep], current, vectors[keep])
