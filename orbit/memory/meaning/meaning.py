"""The nearest things to a text: vectors brought into step with the store, asked in two ways.

A process that lives long (the chat, the panel, a server) calls `Meaning.hold`: it opens the Chroma index
beside its other work, and from then on its questions are answered by Chroma. A command that asks once and
ends searches the store's own vectors exactly instead: opening Chroma costs such a command most of a second,
reading a thousand vectors and multiplying them some milliseconds, with the same answers. Either way it is
Chroma that is written: a command that asks and finds the index behind the store brings it into step as it
ends, after the answer was given. When another process holds the index, that one writes.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

from daw_bridges.errors import MemoryStoreError, ModelError
from orbit.memory.document import TEMPLATE, text_sha256
from orbit.memory.embedding import Embedder
from orbit.memory.embedding.remembering import Remembering
from orbit.memory.index import CollectionName, Index, StoredVectors
from orbit.memory.meaning.feed import Feed, News, WorkflowFeed
from orbit.memory.meaning.matrix import Matrix
from orbit.memory.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Fresh = dict[str, tuple[str, NDArray[np.float32]]]

__all__ = ["Meaning"]

_log = logging.getLogger("orbit.memory")

_NEAREST = 100
"""More than is shown: words, gates and outcomes still reorder what meaning gives."""
_BATCH = 256  # texts embedded between two commits: what is cut short goes on there
_AT_ONCE = 8  # changes that a question waits for; more are written to the index beside it
_AGAIN_SECONDS = 30.0  # after an index failed, before it is tried again
_OVERTAKEN = 20
_WORKFLOW = "workflow"


class Meaning:
    """The vectors of one kind of thing under one embedder, and the index over them (None: none).

    Workflows are followed by themselves: each question looks for what changed since the last one. Of other
    kinds, without a ``feed``, say `put` and `forget` what changes. Safe to use in several threads.
    """

    def __init__(
        self,
        store: Store,
        embedder: Embedder,
        index: Index | None = None,
        *,
        kind: str = _WORKFLOW,
        feed: Feed | None = None,
    ) -> None:
        self._embedder, self._index = Remembering(embedder), index
        self._feed = feed or (WorkflowFeed(store) if kind == _WORKFLOW else None)
        self._store, self._vectors = store, store.vectors_of(kind)
        self._fingerprint = f"{embedder.fingerprint}:{TEMPLATE}"
        self._source = StoredVectors(self._vectors, self._fingerprint)
        self._matrix = Matrix(self._source)
        self._turn = threading.RLock()
        self._seen: int | None = None
        self._gone: set[str] = set()
        self._again_at = 0.0
        self._opening: threading.Thread | None = None
        self._warming: threading.Thread | None = None
        self._expecting: threading.Thread | None = None
        self.used = False
        """Whether anything was asked of it or put in it: only then is there an index to bring into step."""

    @staticmethod
    def index_name(store: Store, embedder: Embedder, kind: str = _WORKFLOW) -> CollectionName:
        """Name the collection these vectors belong in: by memory, scope and kind; embedding and template."""
        whose = (store.vectors.home(), store.scope.user, store.scope.project, kind)
        return CollectionName("\0".join(whose), f"{embedder.fingerprint}:{TEMPLATE}")

    @property
    def fingerprint(self) -> str:
        """The name of the embedding, and of the way things are put into text, that the vectors are of."""
        return self._fingerprint

    # -- asking ----------------------------------------------------------------------------------------

    def cosines(
        self, text: str, *, nearest: int = _NEAREST, also: Iterable[str] = ()
    ) -> dict[str, float] | None:
        """Give the cosines of the things nearest to a text, nearest first, and then of those asked for too.

        None when the embedder does not answer; what has no vector is left out.
        """
        self.used = True
        try:
            self.follow()
            vector = self._embedder.embed([text])[0]
        except ModelError as error:
            _log.warning("searching by words alone: %s", error)
            return None
        found = self._by_index(vector, nearest)
        with self._turn:
            if found is None:
                found = self._matrix.nearest(vector, nearest)
            more = [item for item in also if item not in found]
            return found | self._exactly(vector, more) if more else found

    def _exactly(self, vector: NDArray[np.float32], items: list[str]) -> dict[str, float]:
        if self._matrix.is_loaded:
            return self._matrix.cosines(vector, items)
        ids, _, rows = self._source.rows(items)
        return dict(zip(ids, (rows @ vector).tolist(), strict=True)) if ids else {}

    def _by_index(self, vector: NDArray[np.float32], nearest: int) -> dict[str, float] | None:
        index = self._index
        if index is None or self._opening is None:
            return None
        if not index.is_open:
            self._open_again()
            return None
        try:
            state, held = self._source.state(), index.state
            if held is None or state.revision - held.revision > _AT_ONCE:
                self._open_again()
                return None
            if state.signature != held.signature and not self._settle_index(index):
                return None
            return index.query(vector, min(nearest, state.count)) if state.count else {}
        except MemoryStoreError as error:
            _log.warning("searching without the index: %s", error)
            self._again_at = monotonic() + _AGAIN_SECONDS
            index.close()
            return None

    # -- in step with the things themselves ------------------------------------------------------------

    def follow(self) -> None:
        """Bring the vectors into step with the things they are of. Raises ModelError."""
        if self._feed is None:
            return
        with self._turn:
            if self._feed.revision() == self._seen:
                return
            for _ in range(_OVERTAKEN):
                reached = self._source.state().reached
                news = self._feed.since(reached if self._seen is None else min(reached, self._seen))
                self._gone |= news.gone
                if reached == news.revision or self._bring(news, reached):
                    self._seen = news.revision
                    return
        raise MemoryStoreError("Other programs change Orbit's memory faster than it can be read. Try again.")

    def put(self, texts: Mapping[str, str]) -> None:
        """Make things findable by these texts, ``{id: text}``; what reads as before costs nothing."""
        self.used = True
        with self._turn:
            for fresh in self._embedded(self._stale(texts)):
                self._vectors.put(self._fingerprint, fresh)

    def forget(self, items: Collection[str]) -> None:
        """Drop all there is of these things, under every embedding, from store and index."""
        with self._turn:
            self._vectors.forget(list(items))
            self._gone |= set(items)
            self.settle()

    def _bring(self, news: News, reached: int) -> bool:
        """Save the vectors of what changed; False when another process was quicker."""
        bring = self._vectors.bring
        stale = self._stale(news.texts)
        outdated = set(self._vectors.digests_of(self._fingerprint, stale))
        try:
            for fresh in self._embedded(stale):
                if not bring(self._fingerprint, fresh, base=reached):
                    return False
                outdated -= fresh.keys()
        except ModelError:
            # What it says now cannot be embedded; what it said before must not be found any more.
            bring(self._fingerprint, {}, {*news.gone, *outdated}, base=reached)
            raise
        return bring(self._fingerprint, {}, news.gone, base=reached, reached=news.revision)

    def _stale(self, texts: Mapping[str, str]) -> dict[str, str]:
        have = self._vectors.digests_of(self._fingerprint, texts)
        return {item: text for item, text in texts.items() if have.get(item) != text_sha256(text)}

    def _embedded(self, texts: Mapping[str, str]) -> Iterator[Fresh]:
        items = list(texts)
        for start in range(0, len(items), _BATCH):
            batch = items[start : start + _BATCH]
            rows = self._embedder.inner.embed([texts[item] for item in batch])
            yield {item: (text_sha256(texts[item]), row) for item, row in zip(batch, rows, strict=True)}

    # -- in step with the index ------------------------------------------------------------------------

    def settle(self) -> bool:
        """Bring the index into step with the store; False when that is for another process to do."""
        if self._index is None:
            return True
        try:
            self.follow()
        except ModelError as error:
            # What cannot be embedded now is left out; what was forgotten must be gone all the same.
            _log.warning("the index is left without what is new: %s", error)
        return self._index.in_step(self._source) or self._settle_index(self._index)

    def _settle_index(self, index: Index) -> bool:
        with self._turn:
            gone = frozenset(self._gone)
        settled = index.open(self._source, gone)
        if settled:
            with self._turn:
                self._gone -= gone
                self._matrix.unload()
        return settled

    def verify(self) -> list[str]:
        """Compare the index with the store, in all; say what is wrong, in sentences.

        Raises MemoryStoreError when another process has the index, so that it cannot be looked at.
        """
        index = self._index
        if index is None:
            return []
        if not (index.is_open or index.look(self._source)):
            raise MemoryStoreError(
                "Another Orbit is running and holds the search index. Close it, then ask again."
            )
        return index.verify(self._source)

    def rebuild(self) -> bool:
        """Make the index anew, and the vectors of what has a feed; False when another process has the index.

        Raises ModelError, before anything is thrown away, when the embedder does not answer.
        """
        with self._turn:
            if self._feed is not None:
                self._embed_again(self._feed)
        return self._index is None or self._index.rebuild(self._source)

    def _embed_again(self, feed: Feed) -> None:
        parts = list(self._embedded(feed.since(-1).texts))
        with self._store.transaction():
            self._vectors.clear()
            for fresh in parts:
                self._vectors.put(self._fingerprint, fresh)
        self._seen = None
        self.follow()

    # -- beside other work -----------------------------------------------------------------------------

    def warm(self) -> None:
        """Load the embedder beside other work."""
        if self._warming is None:
            self._warming = _beside("orbit-embedder", lambda: self._embed("tempo"))

    def expect(self, text: str) -> None:
        """Embed a text beside other work: `cosines` will be asked about it in a moment."""
        busy = self._expecting is not None and self._expecting.is_alive()
        if not busy and not self._embedder.knows(text):
            self._expecting = _beside("orbit-expected", lambda: self._embed(text))

    def hold(self) -> None:
        """Open the index beside other work, to answer from it until `close`."""
        self.used = True
        if self._index is not None and self._opening is None:
            self._start_opening()

    def answers_from_index(self) -> bool:
        """Say whether `hold` has come to its end well: questions are answered by the index."""
        return self._index is not None and self._opening is not None and self._index.is_open

    def close(self) -> None:
        """Let go of the index."""
        # A program must not end while one of them is in foreign code: that ends in an abort.
        for thread in (self._warming, self._expecting, self._opening):
            if thread is not None:
                thread.join()
        if self._index is not None:
            self._index.close()

    def _embed(self, text: str) -> None:
        # Whoever searches next meets the same error and says so.
        with suppress(ModelError):
            self._embedder.embed([text])

    def _open_again(self) -> None:
        """Try again to get the index, if it was not tried just now."""
        if monotonic() >= self._again_at and not (self._opening and self._opening.is_alive()):
            self._start_opening()

    def _start_opening(self) -> None:
        self._opening = _beside("orbit-index", self._open)

    def _open(self) -> None:
        self._again_at = monotonic() + _AGAIN_SECONDS
        try:
            if self._index is not None:
                self.follow()
                if self._settle_index(self._index):
                    self._again_at = 0.0
        except (MemoryStoreError, ModelError) as error:
            _log.warning("searching without the index: %s", error)


def _beside(name: str, work: Callable[[], None]) -> threading.Thread:
    """Start some work in a thread of its own."""
    # The work imports it, and so does what goes on meanwhile: two threads that do so at once get half of it.
    import_module("numpy")

    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    return thread
