"""Chroma within this process, in a folder that one process at a time opens.

Chroma's embedded mode loses vectors without a word when two processes open its folder, so it is opened only
under an operating-system lock; whoever does not get that searches the store's own vectors instead.

Its core does not check the files of its vector graph: damaged ones may end the whole process. So the files
are sealed with checksums when they are closed, and who opens them notes it first: what does not fit its seal,
or ended the process that last opened it, is not opened again but made anew.

Starting over writes a new generation beside the old one, which goes when the new one is whole: open files
cannot be deleted on every system, nor a failed database be opened twice.
"""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any
from uuid import uuid4
from zlib import crc32

from orbit.memory.index.notes import Note, Notes
from orbit.memory.index.place import SPACE, chroma_settings

__all__ = ["Embedded"]

_log = logging.getLogger("orbit.memory.index")


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
            with suppress(OSError):  # without a seal the files are opened as they are
                self._notes.seal(_checksums(self.folder / self._notes.generation))

    def known(self, name: str) -> Note | None:
        """Give what the notes say; nobody writes without writing them."""
        return self._notes.get(name)

    def note(self, name: str) -> Note | None:
        """Give what the notes say."""
        return self._notes.get(name)

    def enter(self, name: str) -> None:
        """Note that a collection is about to be opened."""
        self._connect()
        self._notes.enter(name)

    def leave(self, name: str) -> None:
        """Note that opening it has come to an end."""
        self._notes.leave(name)

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
            "in the store. Check the free space and permissions there, then run “orbit memory rebuild”."
        )

    def _connect(self, generation: str = "") -> None:
        if self._client is not None:
            return
        import chromadb

        generation = generation or self._sound() or _new_generation()
        settings = chroma_settings(is_persistent=True)
        self._notes.begin(generation)
        self._notes.seal({})
        self._client = chromadb.PersistentClient(path=str(self.folder / generation), settings=settings)

    def _sound(self) -> str:
        """Name the generation that may be opened; empty when there is none, or it is better left alone."""
        generation, seals = self._notes.generation, self._notes.seals
        folder = self.folder / generation
        if not generation or not (folder / "chroma.sqlite3").is_file():
            return ""
        if self._notes.entered:
            _log.warning("the search index ended the program that opened it last: it is made anew")
            return ""
        if seals and _checksums(folder) != seals:
            _log.warning("the search index is not as it was left: it is made anew")
            return ""
        return generation


def _checksums(generation: Path) -> dict[str, int]:
    """Give the checksums of the vector graphs' files; Chroma's SQLite looks after itself."""
    return {str(path.relative_to(generation)): _checksum(path) for path in sorted(generation.glob("*/*"))}


def _checksum(path: Path) -> int:
    total = 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            total = crc32(part, total)
    return total


def _new_generation() -> str:
    return f"chroma-{uuid4().hex[:12]}"
