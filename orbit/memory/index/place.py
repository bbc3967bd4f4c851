"""Where an index's collections live: a folder of this machine's, or a Chroma server."""

from __future__ import annotations

from pathlib import Path
from threading import RLock
from typing import Any, Protocol

from orbit.memory.index.notes import Note

__all__ = ["SPACE", "Place", "chroma_settings", "place_for"]

SPACE = {"hnsw": {"space": "cosine"}}
"""How Chroma measures nearness. The rest is its own choice: told to write out less often, it opens slower."""


class Place(Protocol):
    """A Chroma database that collections are kept in, shared by the indexes of one process.

    Everything but `known` and `note` raises what Chroma, SQLite or the network raise; `Index` puts that into
    words.
    """

    busy: RLock
    """Held while a collection is written or read."""
    shared: bool
    """Whether other processes write it at the same time, so that they must take turns."""
    epoch: int
    """Counts how often the connection was made anew: what was taken from an earlier one is no good now."""

    def take(self, user: object) -> bool:
        """Get hold of it for ``user``; False when another process has it."""
        ...

    def release(self, user: object) -> None:
        """Let go of it for ``user``; with the last one it is closed."""
        ...

    def collection(self, name: str) -> Any:
        """Give a collection, made where there is none."""
        ...

    def names(self) -> list[str]:
        """Name the collections there are."""
        ...

    def drop(self, name: str) -> None:
        """Delete a collection."""
        ...

    def renew(self, name: str) -> None:
        """Start over, so that the collection is empty and sound; others may have to be filled again too."""
        ...

    def disconnect(self) -> None:
        """Close the connection, to open it anew with the next call."""
        ...

    def known(self, name: str) -> Note | None:
        """Give what a collection was left holding as far as this machine knows, without connecting."""
        ...

    def note(self, name: str) -> Note | None:
        """Give what a collection was left holding; None when it is in doubt."""
        ...

    def enter(self, name: str) -> None:
        """Note that a collection is about to be opened, in case that is the last this process does."""
        ...

    def leave(self, name: str) -> None:
        """Note that opening it has come to an end, well or not."""
        ...

    def begin(self, *names: str) -> None:
        """Note, before a write, that collections are in doubt."""
        ...

    def finish(self, name: str, note: Note) -> None:
        """Note that a collection is whole, and clear away what an earlier generation left."""
        ...

    def explained(self, error: object) -> str:
        """Say what failed, where, and what to do."""
        ...


def place_for(folder: Path, url: str | None = None) -> Place:
    """Give the place that the settings name: a Chroma server's URL, or left open, ``folder``.

    Raises UsageError for what is no URL of a server.
    """
    from orbit.memory.index.embedded import Embedded
    from orbit.memory.index.server import Server

    return Server(url, folder) if url else Embedded(folder)


def chroma_settings(*, is_persistent: bool) -> Any:
    """Chroma's settings as Orbit wants them, whatever the environment says."""
    from chromadb.config import Settings

    # Constructed, not loaded: Chroma would read the working folder's .env, which may be another program's,
    # and send vectors or traces where that says.
    return Settings.model_construct(anonymized_telemetry=False, is_persistent=is_persistent)
