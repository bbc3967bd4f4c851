"""One collection of the index: opened, brought into step, asked, checked, made again.

A collection is named after whose and what its vectors are (scope and kind: the family) and how they were made
(the embedding's fingerprint, the text template): vectors of two models, or of two users, are never in one
collection. What is forgotten goes from all collections of the family, so that no older model remembers it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from daw_bridges.errors import MemoryStoreError
from orbit.memory.index import syncing
from orbit.memory.index.notes import Note
from orbit.memory.index.place import Place, place_for
from orbit.memory.index.source import Source
from orbit.memory.index.verifying import faults
from orbit.memory.store.vectors import VectorState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CollectionName", "Index"]

_log = logging.getLogger("orbit.memory.index")

T = TypeVar("T")


class CollectionName(NamedTuple):
    """Whose and what the vectors are, and how they were made."""

    family: str
    made: str

    def __str__(self) -> str:
        """Give Chroma's name for it: letters and digits, whatever a user or a model is called."""
        return f"{self.start}{sha256(self.made.encode()).hexdigest()[:24]}"

    @property
    def start(self) -> str:
        """Give what the names of the whole family start with."""
        return f"orbit-{sha256(self.family.encode()).hexdigest()[:24]}-"


class Index:
    """One collection at a place. Close it to let another process write.

    ``place`` may be a folder; indexes of one process that share a folder share its `Place`. Everything raises
    MemoryStoreError when the index cannot even be made anew (no space, no rights, no server).
    """

    def __init__(self, place: Place | Path, name: CollectionName | str) -> None:
        self.place = place_for(place) if isinstance(place, Path) else place
        self._name = name if isinstance(name, CollectionName) else CollectionName("", name)
        self.name = str(self._name)
        self._collection: Any = None
        self._epoch = -1
        self._state: VectorState | None = None

    @property
    def state(self) -> VectorState | None:
        """What the index holds, while this process has it open; else None."""
        return self._state if self._epoch == self.place.epoch else None

    @property
    def is_open(self) -> bool:
        """Say whether this process holds the index, whole."""
        return self.state is not None

    def in_step(self, source: Source) -> bool:
        """Say whether the index was left holding just this; costs reading one small file, and no Chroma."""
        note = self.place.known(self.name)
        return note is not None and note.signature == source.state().signature

    def open(self, source: Source, gone: Collection[str] = ()) -> bool:
        """Take the index, check it and bring it into step; False when another process has it.

        ``gone`` are ids that went since, if the caller knows any: without them the index compares all ids.
        """
        return self._taken(source, lambda: self._sync_or_start_over(source, gone))

    def look(self, source: Source) -> bool:
        """Take the index as it is, to `verify` it; False when another process has it."""
        return self._taken(source, self._connect)

    def rebuild(self, source: Source) -> bool:
        """Throw the whole index away and write it from the store; False when another process has it."""
        return self._taken(source, lambda: self._start_over(source))

    def drop(self, source: Source) -> bool:
        """Delete the collection; False when another process has the index."""
        dropped = self._taken(source, lambda: self.place.drop(self.name))
        if dropped:
            self.close()
        return dropped

    def query(self, vector: NDArray[np.float32], k: int) -> dict[str, float]:
        """Give the ``k`` nearest items and their cosines. The index must be open."""
        with self.place.busy:
            return self._worded(lambda: syncing.nearest(self._open_collection(), vector, k))

    def ids(self) -> set[str]:
        """Give the ids the index holds. The index must be open."""
        with self.place.busy:
            return set(self._worded(lambda: syncing.held(self._open_collection())))

    def verify(self, source: Source) -> list[str]:
        """Compare every id, text digest and vector with the source; say what is wrong, in sentences.

        Nothing is put right: `open` and `rebuild` do that. The index must be open. Reading 100,000 vectors
        back takes some seconds.
        """
        with self.place.busy:
            return self._worded(lambda: faults(self._open_collection(), source))

    def close(self) -> None:
        """Let go of the database and of the lock."""
        with self.place.busy:
            self._forget_connection()
            self.place.release(self)

    # -- one writer, and a second chance ---------------------------------------------------------------

    def _taken(self, source: Source, work: Callable[[], None]) -> bool:
        with self.place.busy:
            if not self._worded(lambda: self.place.take(self)):
                return False
            try:
                if not self.place.shared:
                    self._worded(work)
                    return True
                with source.turn(f"index:{self.name}") as mine:
                    if mine:
                        self._worded(work)
                    return mine
            except BaseException:
                self.close()
                raise

    def _sync_or_start_over(self, source: Source, gone: Collection[str]) -> None:
        # A damaged index often fails on the first call and works after it is opened again; so it gets one
        # more try.
        for attempt in (1, 2):
            try:
                self._sync(source, gone)
                return
            except BaseException as error:  # noqa: BLE001 - `_explained` lets through what is not Chroma's
                _log.warning("the search index failed (attempt %d): %s", attempt, self._explained(error))
                self._forget_connection()
                self.place.disconnect()
        self._start_over(source)

    def _start_over(self, source: Source) -> None:
        self._forget_connection()
        self.place.renew(self.name)
        self._sync(source, ())

    def _sync(self, source: Source, gone: Collection[str]) -> None:
        # What this process already holds was checked when it was opened.
        if self._collection is not None and self._epoch == self.place.epoch:
            self._hold(self._collection, self._bring(self._collection, source, gone))
            return
        self.place.enter(self.name)
        try:
            collection = self.place.collection(self.name)
            state = self._bring(collection, source, gone)
            syncing.check(collection, source, state)
        finally:
            self.place.leave(self.name)
        self._hold(collection, state)

    def _bring(self, collection: Any, source: Source, gone: Collection[str]) -> VectorState:
        self._state, note = None, self.place.note(self.name)
        if gone:
            self._forget_in_family(gone)
        return syncing.bring_into_step(
            collection, source, note, gone, before_writing=lambda: self.place.begin(self.name)
        )

    def _hold(self, collection: Any, state: VectorState) -> None:
        note = Note(state.revision, state.signature)
        if self.place.note(self.name) != note or self.place.known(self.name) != note:
            self.place.finish(self.name, note)
        self._collection, self._epoch, self._state = collection, self.place.epoch, state

    def _forget_in_family(self, gone: Collection[str]) -> None:
        for name in self.place.names():
            if name.startswith(self._name.start) and name != self.name:
                self.place.begin(name)
                syncing.delete(self.place.collection(name), gone)

    def _connect(self) -> None:
        if self._collection is None or self._epoch != self.place.epoch:
            self.place.enter(self.name)
            try:
                self._collection, self._state = self.place.collection(self.name), None
                self._epoch = self.place.epoch
            finally:
                self.place.leave(self.name)

    # -- the connection --------------------------------------------------------------------------------

    def _open_collection(self) -> Any:
        if self._collection is None or self._epoch != self.place.epoch:
            raise RuntimeError("it is not open")
        return self._collection

    def _forget_connection(self) -> None:
        self._collection, self._epoch, self._state = None, -1, None

    def _worded(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except BaseException as error:
            raise self._explained(error) from error

    def _explained(self, error: BaseException) -> MemoryStoreError:
        """Give Chroma's or the disk's failure in words; whatever is neither goes on as it is."""
        if isinstance(error, MemoryStoreError):
            return error
        # Chroma raises its own errors, SQLite's, and whatever its parts trip over; and its Rust core panics.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise error
        return MemoryStoreError(self.place.explained(error))
