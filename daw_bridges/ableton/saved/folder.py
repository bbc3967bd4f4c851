"""What happens to the sets in a folder, heard from the file system and told to an event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from pathlib import Path

from watchdog.events import (
    DirCreatedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from daw_bridges.ableton.saved.history import BACKUP_FOLDER
from daw_bridges.errors import SavedSetError

__all__ = ["FolderEvents", "is_set", "sets_in"]

# Stopped while something happens in a folder, it calls that an error: nobody's concern on a terminal.
logging.getLogger("watchdog").addHandler(logging.NullHandler())

_SUFFIX = ".als"
_TEMPORARY = (".", "~", "#")

# That a file was opened or only read is no news: Orbit itself does so.
_HEARD: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileClosedEvent,
    DirCreatedEvent,
    DirMovedEvent,
]


def is_set(folder: Path, path: Path) -> bool:
    """Whether a path within a watched folder is a set's own: no backup, and nothing temporary."""
    inside = path.relative_to(folder) if path.is_relative_to(folder) else path
    return (
        path.suffix.casefold() == _SUFFIX
        and not path.name.startswith(_TEMPORARY)
        and not any(part.casefold() == BACKUP_FOLDER.casefold() for part in inside.parts[:-1])
    )


def sets_in(folder: Path, watched: Path | None = None) -> list[Path]:
    """The sets in a folder and all folders in it, the one that changed last first.

    ``watched`` is the folder it lies in itself, if that is another.
    """
    found: list[tuple[float, Path]] = []
    for path in folder.rglob("*"):
        if is_set(watched or folder, path):
            with contextlib.suppress(OSError):
                found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


class FolderEvents:
    """The sets of a folder that something happened to, each with when it last did."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._touched: dict[Path, float] = {}
        self._renamed: list[tuple[Path, Path]] = []
        self._news = asyncio.Event()
        self._observer: BaseObserver | None = None
        self._identity: tuple[int, int] | None = None

    def folder_is_gone(self) -> bool:
        """Whether the folder is there no more; another one in its place is not watched."""
        try:
            return _identity(self._folder) != self._identity
        except OSError:
            return True

    async def start(self) -> None:
        """Begin to listen. Raises SavedSetError where that cannot be done."""
        handler = _Handler(self, self._folder, asyncio.get_running_loop())
        try:
            self._identity = _identity(self._folder)
            self._observer = await asyncio.to_thread(_started, self._folder, handler)
        except OSError as error:
            raise SavedSetError(
                f"{self._folder} cannot be watched: {error.strerror or error}. Name a folder you may read."
            ) from error

    async def stop(self) -> None:
        """Listen no more."""
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()
            await asyncio.to_thread(observer.join)

    async def wait(self, seconds: float) -> None:
        """Wait for something to happen, but no longer than that."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()

    def seconds_until_quiet(self, quiet: float) -> float | None:
        """How long until some set has been left alone for ``quiet`` seconds; None if nothing happened."""
        if not self._touched:
            return None
        return min(self._touched.values()) + quiet - asyncio.get_running_loop().time()

    def take(self) -> Path:
        """The set that has been left alone for longest."""
        path = min(self._touched, key=self._touched.__getitem__)
        del self._touched[path]
        return path

    def renamed(self) -> list[tuple[Path, Path]]:
        """The sets that were given other names since this was last asked."""
        renamed, self._renamed = self._renamed, []
        return renamed

    def touch(self, path: Path) -> None:
        """Note that something happened to a set just now."""
        self._touched[path] = asyncio.get_running_loop().time()
        self._news.set()

    def hear(self, sets: list[Path], renamed: tuple[Path, Path] | None) -> None:
        """Take the news of one event, in the loop's own thread."""
        if renamed is not None:
            self._renamed.append(renamed)
        for path in sets:
            self.touch(path)


class _Handler(FileSystemEventHandler):
    """Hands the observer's news from its thread to the event loop."""

    def __init__(self, events: FolderEvents, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._events, self._folder, self._loop = events, folder, loop

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Pass on what concerns a set; after the loop has ended there is nobody left to tell."""
        source, target = _path(event.src_path), _path(event.dest_path)
        here = target or source
        if here is None:
            return
        # What lies in a folder that comes here whole is not always told.
        found = sets_in(here, self._folder) if event.is_directory else [here]
        sets = [path for path in found if is_set(self._folder, path)]
        renamed = None
        if source and target and is_set(self._folder, source) and sets == [target]:
            renamed = source, target
        if sets:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._events.hear, sets, renamed)


def _started(folder: Path, handler: FileSystemEventHandler) -> BaseObserver:
    observer: BaseObserver = Observer()
    try:
        return _listening(observer, folder, handler)
    except OSError:
        if not folder.is_dir():
            raise
        # The system has no more watches to give, or none for this kind of drive: the folder is looked through
        # once a second instead.
        return _listening(PollingObserver(), folder, handler)


def _listening(observer: BaseObserver, folder: Path, handler: FileSystemEventHandler) -> BaseObserver:
    observer.schedule(handler, str(folder), recursive=True, event_filter=_HEARD)
    observer.start()
    return observer


def _path(name: bytes | str) -> Path | None:
    return Path(os.fsdecode(name)) if name else None


def _identity(folder: Path) -> tuple[int, int]:
    found = folder.stat()
    return found.st_dev, found.st_ino
