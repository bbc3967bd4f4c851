"""Watching a folder of sets: each time Live saves one, what it was before and what it is now.

Live writes a set under another name, puts the old file into the Backup folder and gives the new one the set's
name; other programs write in place. All of that is one save here: a set is looked at once it has been left
alone for a moment, and counts as saved if what Orbit reads of it is not what it was.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Self

from daw_bridges.ableton.saved.file import SavedSet, read_set
from daw_bridges.ableton.saved.folder import FolderEvents, sets_in
from daw_bridges.ableton.saved.history import versions
from daw_bridges.errors import SavedSetError

__all__ = ["QUIET_SECONDS", "Save", "SetWatch", "Unreadable"]

QUIET_SECONDS = 0.5
"""How long a set must have been left alone before it is looked at."""

_LATEST = 16
"""How many sets are kept in mind; any other is compared with the newest version in its Backup folder."""

_LOOK_ROUND_SECONDS = 1.0


@dataclass(frozen=True)
class Save:
    """A set that was saved: as it was before, None where that is not known, and as it is now."""

    path: Path
    before: SavedSet | None
    after: SavedSet
    at: datetime


@dataclass(frozen=True)
class Unreadable:
    """A file that was saved and cannot be read; the watch goes on."""

    path: Path
    error: SavedSetError


@dataclass(frozen=True)
class _Known:
    digest: bytes
    saved: SavedSet


class SetWatch:
    """A watch over a folder and all folders in it, for as long as the ``async with`` block lasts."""

    def __init__(self, folder: Path, *, quiet_seconds: float = QUIET_SECONDS) -> None:
        self.folder, self._quiet = folder.resolve(), quiet_seconds
        self._events = FolderEvents(self.folder)
        self._known: dict[Path, _Known] = {}
        self._doubted: dict[Path, bytes] = {}
        self._told: dict[Path, bytes] = {}

    async def __aenter__(self) -> Self:
        """Begin to watch, and read the sets that changed last.

        Raises SavedSetError where the folder cannot be watched.
        """
        await self._events.start()
        try:
            for path, known in await asyncio.to_thread(_latest, self.folder):
                self._keep(path, known)
        except BaseException:
            await self._events.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._events.stop()

    @property
    def sets(self) -> tuple[Path, ...]:
        """The sets whose last state is known, the one that changed last at the end."""
        return tuple(self._known)

    async def saves(self) -> AsyncIterator[Save | Unreadable]:
        """Each save as it happens, for ever. Raises SavedSetError when the folder is gone."""
        while True:
            seen = await self._look(await self._next())
            if seen is not None:
                yield seen

    async def _next(self) -> Path:
        """The next set that something happened to and that has been left alone since."""
        while True:
            for old, new in self._events.renamed():
                # A set that was given another name is the same set.
                if old in self._known and new not in self._known:
                    self._known[new] = self._known.pop(old)
            wait = self._events.seconds_until_quiet(self._quiet)
            if wait is not None and wait <= 0:
                return self._events.take()
            await self._events.wait(_LOOK_ROUND_SECONDS if wait is None else wait)
            if self._events.folder_is_gone():
                raise SavedSetError(f"The folder {self.folder} is gone. Put it back and watch it again.")

    async def _look(self, path: Path) -> Save | Unreadable | None:
        known = self._known.get(path)
        try:
            now = await asyncio.to_thread(_read, path, known)
        except FileNotFoundError:
            return None  # deleted or moved away; what it was is kept in mind in case it comes back
        except _UnreadError as unread:
            return self._unread(path, unread)
        if now is None:
            return None  # it is written again, so there is more news to come
        self._keep(path, now)
        if now is known:
            return None
        before = known.saved if known is not None else await asyncio.to_thread(_newest_backup, path)
        if before is not None and before.session == now.saved.session:
            return None
        return Save(path, before, now.saved, datetime.now(UTC))

    def _unread(self, path: Path, unread: _UnreadError) -> Unreadable | None:
        """Say once that a file cannot be read, but look a second time first: it may be half written."""
        if self._told.get(path) == unread.digest:
            return None
        if self._doubted.get(path) != unread.digest:
            self._doubted[path] = unread.digest
            self._events.touch(path)
            return None
        self._told[path] = unread.digest
        return Unreadable(path, unread.error)

    def _keep(self, path: Path, now: _Known) -> None:
        self._told.pop(path, None)
        self._doubted.pop(path, None)
        self._known.pop(path, None)
        self._known[path] = now
        while len(self._known) > _LATEST:
            del self._known[next(iter(self._known))]


class _UnreadError(Exception):
    """A file that cannot be read, and which state of it that is said of."""

    def __init__(self, error: SavedSetError, digest: bytes) -> None:
        super().__init__(str(error))
        self.error, self.digest = error, digest


def _latest(folder: Path) -> list[tuple[Path, _Known]]:
    """The sets of a folder that changed last, as they are; what cannot be read is told when it is saved."""
    found: list[tuple[Path, _Known]] = []
    for path in reversed(sets_in(folder)[:_LATEST]):
        with contextlib.suppress(FileNotFoundError, _UnreadError):
            known = _read(path, None)
            if known is not None:
                found.append((path, known))
    return found


def _read(path: Path, known: _Known | None) -> _Known | None:
    """Read a set, but for one that is byte for byte what is known; None if it changed meanwhile."""
    digest = _digest(path)
    if known is not None and digest == known.digest:
        return known
    try:
        saved = read_set(path)
    except SavedSetError as error:
        # What is gone by now, or is another file, is not broken.
        if _digest(path) != digest:
            return None
        raise _UnreadError(error, digest) from error
    return _Known(digest, saved) if _digest(path) == digest else None


def _digest(path: Path) -> bytes:
    try:
        return sha256(path.read_bytes()).digest()
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = SavedSetError(f"{path} cannot be read: {error.strerror or error}.")
        raise _UnreadError(reason, b"") from error


def _newest_backup(path: Path) -> SavedSet | None:
    try:
        *older, _ = versions(path)
        return read_set(older[-1].path) if older else None
    except SavedSetError:
        return None
