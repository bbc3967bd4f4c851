"""The search index: vectors in Chroma, written by one process at a time, rebuilt from the store at any doubt.

Chroma's embedded mode loses vectors without a word when two processes open its folder, so it is opened only
under an operating-system lock; whoever does not get that searches the store's own vectors instead. Nothing
here is the truth: an index that is missing, damaged or out of step is made again from the vectors it is
given.

A collection is named after the embedding's fingerprint, the text template and the scope: vectors of two
models, or of two users, are never in one collection. Starting over writes a new generation beside the old
one, which goes when the new one is whole: open files cannot be deleted on every system, nor a failed database
be opened twice.
"""

from __future__ import annotations

import json
import logging
import shutil
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from daw_bridges.errors import MemoryStoreError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Index", "Truth"]

_log = logging.getLogger("orbit.memory.index")
_PROBES = 8
_BATCH = 1000
_SAME = 0.999  # the least cosine between a vector and itself, after the index's rounding


@dataclass(frozen=True)
class Truth:
    """What the index must hold: item ids, the SHA-256 of each one's text, and its vector as a matrix row."""

    ids: list[str]
    digests: dict[str, str]
    vectors: NDArray[np.float32]

    @cached_property
    def signature(self) -> str:
        """Name this content; equal contents have equal signatures."""
        lines = "\n".join(f"{item} {self.digests[item]}" for item in sorted(self.ids))
        return sha256(lines.encode()).hexdigest()


class Index:
    """One collection of the Chroma database under ``folder``. Close it to let another process write."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = f"orbit-{sha256(name.encode()).hexdigest()[:40]}"
        self._notes = _Notes(folder / "current.json")
        self._turn = RLock()  # it is opened beside other work, and may be asked for meanwhile
        self._lock: Any = None
        self._client: Any = None
        self._collection: Any = None
        self.signature: str | None = None
        """The signature of what the index holds, while this process has it open; else None."""

    @property
    def is_open(self) -> bool:
        """Say whether this process holds the index, whole."""
        return self.signature is not None

    def in_step(self, truth: Truth) -> bool:
        """Say whether the index was left holding just this; costs reading one small file, and no Chroma."""
        return self._notes.signature(self.name) == truth.signature

    def open(self, truth: Truth) -> bool:
        """Take the index, check it and bring it into step; False when another process has it.

        Raises MemoryStoreError when it cannot even be made anew (no space, no rights).
        """
        with self._turn:
            if not self._take():
                return False
            try:
                self._sync_or_start_over(truth)
            except MemoryStoreError:
                self.close()
                raise
            return True

    def query(self, vector: NDArray[np.float32], k: int) -> dict[str, float]:
        """Give the ``k`` nearest items and their cosines. The index must be open. Raises MemoryStoreError."""
        with self._turn:
            try:
                return self._query(vector, k)
            except BaseException as error:
                raise self._explained(error) from error

    def ids(self) -> set[str]:
        """Give the ids the index holds. The index must be open."""
        return set(self._held())

    def rebuild(self, truth: Truth) -> bool:
        """Throw the whole index away and write it from the store; False when another process has it."""
        with self._turn:
            if not self._take():
                return False
            try:
                self._start_over(truth)
            except BaseException as error:
                self.close()
                raise self._explained(error) from error
            return True

    def close(self) -> None:
        """Let go of the database and of the lock."""
        with self._turn:
            self._disconnect()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    # -- one writer, and a second chance ---------------------------------------------------------------

    def _take(self) -> bool:
        from filelock import FileLock, Timeout

        if self._lock is not None:
            return True
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.folder / "writer.lock", timeout=0, thread_local=False)
            lock.acquire()
        except Timeout:
            return False
        except OSError as error:
            raise self._explained(error) from error
        self._lock = lock
        return True

    def _sync_or_start_over(self, truth: Truth) -> None:
        # A damaged index often fails on the first call and works after it is opened again; so it gets one
        # more try.
        for attempt in (1, 2):
            try:
                if self._collection is None:
                    self._connect(self._notes.generation or _new_generation())
                self._sync(truth)
                return
            except BaseException as error:  # noqa: BLE001 - `_explained` lets through what is not Chroma's
                _log.warning("the search index failed (attempt %d): %s", attempt, self._explained(error))
                self._disconnect()
        try:
            self._start_over(truth)
        except BaseException as error:
            raise self._explained(error) from error

    def _start_over(self, truth: Truth) -> None:
        self._disconnect()
        self._connect(_new_generation())
        self._sync(truth)

    def _explained(self, error: BaseException) -> MemoryStoreError:
        """Give Chroma's or the disk's failure in words; whatever is neither goes on as it is."""
        # Chroma raises its own errors, SQLite's, and whatever its parts trip over; and its Rust core panics.
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise error
        return MemoryStoreError(
            f"Orbit's search index in {self.folder} cannot be used: {error}. Nothing is lost, the library is "
            "in the store. Check the space and the rights there, then run “orbit memory rebuild”."
        )

    # -- Chroma ----------------------------------------------------------------------------------------

    def _connect(self, generation: str) -> None:
        import chromadb
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False, is_persistent=True)
        self._client = chromadb.PersistentClient(path=str(self.folder / generation), settings=settings)
        self._collection = self._client.get_or_create_collection(
            self.name, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
        )
        self._notes.begin(generation, self.name)

    def _disconnect(self) -> None:
        client, self._client, self._collection, self.signature = self._client, None, None, None
        if client is not None:
            client.close()

    def _sync(self, truth: Truth) -> None:
        held = self._held()
        extra = [item for item in held if item not in truth.digests]
        stale = [at for at, item in enumerate(truth.ids) if held.get(item) != truth.digests[item]]
        if extra or stale:
            self._notes.begin(self._notes.generation, self.name)
        if extra:
            self._collection.delete(ids=extra)
        for start in range(0, len(stale), _BATCH):
            batch = stale[start : start + _BATCH]
            self._collection.upsert(
                ids=[truth.ids[at] for at in batch],
                embeddings=truth.vectors[batch],
                metadatas=[{"text_sha256": truth.digests[truth.ids[at]]} for at in batch],
            )
        self._check(truth)
        self._notes.finish(self.name, truth.signature)
        self.signature = truth.signature

    def _held(self) -> dict[str, str]:
        found = self._collection.get(include=["metadatas"])
        return {
            item: str(metadata["text_sha256"]) if metadata else ""
            for item, metadata in zip(found["ids"], found["metadatas"], strict=True)
        }

    def _query(self, vector: NDArray[np.float32], k: int) -> dict[str, float]:
        found = self._collection.query(query_embeddings=[vector], n_results=k, include=["distances"])
        cosines = (1.0 - distance for distance in found["distances"][0])
        return dict(zip(found["ids"][0], cosines, strict=True))

    def _check(self, truth: Truth) -> None:
        """Ask for some of what must be there: ids and counts outlive the loss of the vectors themselves."""
        for at in range(0, len(truth.ids), max(1, len(truth.ids) // _PROBES)):
            # Another item may have the same text, and is then as right an answer; so the distance counts.
            if max(self._query(truth.vectors[at], 1).values(), default=0.0) < _SAME:
                raise MemoryStoreError(f"it does not find {truth.ids[at]} by its own vector")


def _new_generation() -> str:
    return f"chroma-{uuid4().hex[:12]}"


class _Notes:
    """The small file that says which generation is current and what each collection was left holding."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def generation(self) -> str:
        return self._read()["generation"]

    def signature(self, collection: str) -> str | None:
        return self._read()["collections"].get(collection)

    def begin(self, generation: str, collection: str) -> None:
        """Note before a write that the collection is in doubt; a new generation puts all of them in doubt."""
        notes = self._read()
        same = notes["generation"] == generation
        collections: dict[str, str] = notes["collections"] if same else {}
        collections.pop(collection, None)
        self._write({"generation": generation, "collections": collections})

    def finish(self, collection: str, signature: str) -> None:
        """Note that a collection is whole, and drop what an earlier generation left."""
        notes = self._read()
        notes["collections"][collection] = signature
        self._write(notes)
        for folder in self._path.parent.glob("chroma-*"):
            if folder.name != notes["generation"]:
                shutil.rmtree(folder, ignore_errors=True)

    def _read(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            notes = json.loads(self._path.read_text("utf-8"))
            return {"generation": str(notes["generation"]), "collections": dict(notes["collections"])}
        return {"generation": "", "collections": {}}

    def _write(self, notes: dict[str, Any]) -> None:
        draft = self._path.with_suffix(".tmp")
        draft.write_text(json.dumps(notes), "utf-8")
        draft.replace(self._path)
