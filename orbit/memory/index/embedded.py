"""Chroma within this process, in a folder that one process at a time opens.

Chroma's embedded mode loses vectors without a word when two processes open its folder, so it is opened only
under an operating-system lock; whoever does not get that searches the store's own vectors instead.

Starting over writes a new generation beside the old one, which goes when the new one is whole: open files
cannot be deleted on every system, nor a failed database be opened twice.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from threading import RLock
from typing import Any
from uuid import uuid4

from orbit.memory.index.notes import Note, Notes
from orbit.memory.index.place import SPACE

__all__ = ["Embedded"]


class Embedded:
    """The Chroma database under ``folder``."""

    shared = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.busy = RLock()
        self.epoch = 0
        self._notes = Notes(folder / "current.json")
        self._users: set[int] = set()
        self._lock: Any = None
        self._client: Any = None

    def take(self, user: object) -> bool:
        """Lock the folder; False when another process has."""
        from filelock import FileLock, Timeout

        with self.busy:
            if self._lock is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                lock = FileLock(self.folder / "writer.lock", timeout=0, thread_local=False)
                try:
                    lock.acquire()
                except Timeout:
                    return False
                self._lock = lock
            self._users.add(id(user))
            return True

    def release(self, user: object) -> None:
        """Let another process have the folder, once nobody here needs it."""
        with self.busy:
            self._users.discard(id(user))
            if not self._users:
                self.disconnect()
                lock, self._lock = self._lock, None
                if lock is not None:
                    lock.release()

    def collection(self, name: str) -> Any:
        """Give a collection, made where there is none."""
        self._connect()
        return self._client.get_or_create_collection(name, embedding_function=None, configuration=SPACE)

    def names(self) -> list[str]:
        """Name the collections there are."""
        self._connect()
        return [collection.name for collection in self._client.list_collections()]

    def drop(self, name: str) -> None:
        """Delete a collection."""
        if name in self.names():
            self.begin(name)
            self._client.delete_collection(name)

    def renew(self, name: str) -> None:  # noqa: ARG002 - the contract's
        """Begin a new generation: what is wrong with one collection may be wrong with all of them."""
        self.disconnect()
        self._connect(_new_generation())

    def disconnect(self) -> None:
        """Close the database."""
        client, self._client = self._client, None
        self.epoch += 1
        if client is not None:
            client.close()

    def known(self, name: str) -> Note | None:
        """Give what the notes say; nobody writes without writing them."""
        return self._notes.get(name)

    def note(self, name: str) -> Note | None:
        """Give what the notes say."""
        return self._notes.get(name)

    def begin(self, *names: str) -> None:
        """Note, before a write, that collections are in doubt."""
        self._notes.begin(self._notes.generation, *names)

    def finish(self, name: str, note: Note) -> None:
        """Note that a collection is whole, and drop what an earlier generation left."""
        self._notes.finish(name, note)
        for folder in self.folder.glob("chroma-*"):
            if folder.name != self._notes.generation:
                shutil.rmtree(folder, ignore_errors=True)

    def explained(self, error: object) -> str:
        """Say what failed, where, and what to do."""
        return (
            f"Orbit's search index in {self.folder} cannot be used: {error}. Nothing is lost, the library is "
            "in the store. Check the space and the rights there, then run “orbit memory rebuild”."
        )

    def _connect(self, generation: str = "") -> None:
        if self._client is not None:
            return
        import chromadb
        from chromadb.config import Settings

        generation = generation or self._notes.generation or _new_generation()
        settings = Settings(anonymized_telemetry=False, is_persistent=True)
        # Noted first: where the folder of that name is gone, nothing that was noted of it holds.
        if not (self.folder / generation / "chroma.sqlite3").is_file():
            self._notes.begin("")
        self._notes.begin(generation)
        self._client = chromadb.PersistentClient(path=str(self.folder / generation), settings=settings)


def _new_generation() -> str:
    return f"chroma-{uuid4().hex[:12]}"
