"""A scope's workflows as they are searched, in step with the store: only what changed is ever read again."""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Mapping
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from daw_bridges.errors import MemoryStoreError
from orbit.memory.document import TEMPLATE, document_of
from orbit.memory.retrieval.retriever import Retriever
from orbit.memory.store import Store, StoredWorkflow
from orbit.memory.words.language import language_sha256
from orbit.memory.words.spelling import Speller

if TYPE_CHECKING:
    from orbit.memory.retrieval.corpus import Corpus

__all__ = ["Shelf", "reader"]

_log = logging.getLogger("orbit.memory")

_PACKING = "1"
"""The version of `orbit.memory.retrieval.packing`."""
_FEW = 64  # workflows that are read one by one rather than all together


@cache
def reader() -> str:
    """Give the SHA-256 of all that decides how a document is read; read by another, it is read again."""
    return sha256(f"{_PACKING}\0{TEMPLATE}\0{language_sha256()}".encode()).hexdigest()


class Shelf:
    """The documents of a store's workflows, by revision. Safe to use in several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = threading.Lock()
        self._corpus: Corpus | None = None
        self._speller: Speller | None = None
        self.revision = -1
        """The revision of the scope that the documents are in step with."""

    def retriever(self) -> Retriever:
        """Give what searches the documents as they are now, whoever changed them."""
        return Retriever.of(self.corpus())

    def corpus(self) -> Corpus:
        """Give the documents as they are now, whoever changed them."""
        with self._turn:
            if self._corpus is None:
                self._corpus = self._opened()
            elif self._store.workflows.revision() != self.revision:
                self._follow(self._corpus)
            return self._corpus

    def corrected(self, text: str, names: Collection[str]) -> str:
        """Give a request with its slips put right; words of ``names`` are left alone."""
        corpus = self.corpus()
        self._speller = self._speller or Speller(corpus.words)
        return self._speller.corrected(text, names)

    def clear(self) -> None:
        """Drop what was read; it is read again when it is next asked for."""
        with self._turn:
            self._store.documents.clear()
            self._corpus, self._speller = None, None

    def _opened(self) -> Corpus:
        from orbit.memory.retrieval.corpus import Corpus

        revision, documents, unread = self._store.documents.load(reader())
        fresh = _read(self._bodies(unread))
        self._keep(revision, fresh)
        self.revision = revision
        return Corpus(dict(sorted((documents | fresh).items())))

    def _bodies(self, names: Collection[str]) -> list[StoredWorkflow]:
        table, wanted = self._store.workflows, set(names)
        if len(wanted) <= _FEW:
            return [found for name in sorted(wanted) if (found := table.get(name)) is not None]
        return [stored for stored in table.all() if stored.id in wanted]

    def _follow(self, corpus: Corpus) -> None:
        changes = self._store.workflows.changes(self.revision)
        fresh = _read(changes.changed)
        # Where everything was forgotten at once, nothing says so of each: what is not given again has gone.
        gone = set(corpus.titles()) if changes.whole else set(changes.removed)
        corpus.change(fresh, gone - set(fresh))
        self._speller = None
        self._keep(changes.revision, fresh)
        self.revision = changes.revision

    def _keep(self, revision: int, fresh: Mapping[str, bytes]) -> None:
        """Keep what was read for whoever comes next, where the store can be written just now."""
        if not fresh:
            return
        try:
            self._store.documents.put(reader(), revision, fresh)
        except MemoryStoreError as error:
            _log.info("what was read of the workflows is not kept: %s", error)


def _read(stored: Collection[StoredWorkflow]) -> dict[str, bytes]:
    from orbit.memory.retrieval.packing import pack

    return {each.id: pack(document_of(each.body)) for each in stored}
