"""The copies of a SQLite memory: one a day, one before its layout changes; and one put back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from daw_bridges.errors import MemoryStoreError

__all__ = [
    "copies_of", "copy_before", "copy_sound", "daily_copies", "drop_daily_copies", "is_sound",
    "keep_daily_copy", "open_for_reading", "put_back", "replaced_by",
]  # fmt: skip

_DAYS_KEPT = 5
_BUSY_SECONDS = 2.0


def copy_before(file: Path, version: int) -> Path:
    """Copy a memory of this version, with all that is in its write-ahead log, beside itself; give the copy.

    It is written under another name and takes its own when it is whole and on the disk. Raises
    MemoryStoreError when it cannot be made.
    """
    copy = file.with_name(f"{file.stem}.version-{version}.{_moment()}{file.suffix}")
    try:
        # Readers and writers of the file go on meanwhile; whoever migrates has the writer's turn.
        with closing(sqlite3.connect(file)) as source:
            _copy(source, copy)
    except (OSError, sqlite3.Error) as error:
        raise MemoryStoreError(
            f"Orbit's memory at {file} has an older layout, and before it is brought up to date a copy is "
            f"kept beside it; that failed: {error}. Nothing was changed: free some space, then try again."
        ) from error
    return copy


def copies_of(file: Path) -> list[Path]:
    """Give the copies kept of a memory's older layouts, oldest first."""
    return sorted(file.parent.glob(f"{file.stem}.version-*{file.suffix}"))


# -- day by day ------------------------------------------------------------------------------------------


def daily_copies(file: Path) -> list[Path]:
    """Give the copies kept of a memory's last days, oldest first."""
    return sorted(file.parent.glob(f"{file.stem}.day-*{file.suffix}"))


def keep_daily_copy(file: Path) -> None:
    """Copy a memory beside itself where that was not done today, and drop the oldest copies.

    Raises MemoryStoreError when it is damaged: the copies are then left as they are.
    """
    copy = file.with_name(f"{file.stem}.day-{datetime.now(UTC):%Y-%m-%d}{file.suffix}")
    if copy.exists():
        return
    if not copy_sound(file, copy):
        raise MemoryStoreError(
            f"Orbit's memory at {file} could not be copied, as it is once a day: it is damaged, or the disk "
            "is full. See “orbit doctor”."
        )
    for old in daily_copies(file)[:-_DAYS_KEPT]:
        old.unlink(missing_ok=True)


def replaced_by(file: Path) -> list[Path]:
    """Give what was kept when a copy took a memory's place, oldest first."""
    return sorted(file.parent.glob(f"{file.stem}.replaced.*{file.suffix}"))


def drop_daily_copies(file: Path) -> None:
    """Delete the copies of the last days: what is to be forgotten would live on in them."""
    for copy in daily_copies(file):
        copy.unlink(missing_ok=True)


def copy_sound(file: Path, copy: Path) -> bool:
    """Copy a memory that is only read; False, and no copy, when it is damaged or there is no room."""
    try:
        with closing(open_for_reading(file)) as source:
            _copy(source, copy)
    except (OSError, sqlite3.Error):
        return False
    return True


def is_sound(file: Path) -> bool:
    """Say whether a memory can be read and is whole."""
    try:
        with closing(open_for_reading(file)) as source:
            _check(source)
    except sqlite3.Error:
        return False
    return True


def open_for_reading(file: Path) -> sqlite3.Connection:
    """Open a SQLite file without writing anything, beside whoever writes it."""
    # With a write-ahead log beside it somebody may be writing: SQLite then reads around the writer. Without
    # one nobody is, and SQLite is told so, or it would make files of its own there.
    how = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "mode=ro&immutable=1"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{how}", uri=True, timeout=_BUSY_SECONDS)


def put_back(file: Path, copy: Path) -> Path | None:
    """Put a copy in a memory's place; give where what was there is kept, None when there was nothing.

    Nobody may have the memory open. Raises MemoryStoreError; then all is as it was.
    """
    draft = file.with_name(f"{file.name}.{uuid4().hex}.part")
    if not copy_sound(copy, draft):
        raise MemoryStoreError(f"{copy} is damaged, or there is no space for it. Nothing was changed.")
    aside = file.with_name(f"{file.stem}.replaced.{_moment()}{file.suffix}")
    moved: list[tuple[Path, Path]] = []
    try:
        # Its log goes with it: SQLite would play it into what takes its place.
        for ending in ("-shm", "-wal", ""):
            was = file.with_name(f"{file.name}{ending}")
            if was.exists():
                moved.append((was.replace(aside.with_name(f"{aside.name}{ending}")), was))
        draft.replace(file)
    except OSError as error:
        for now, was in moved:
            now.replace(was)
        draft.unlink(missing_ok=True)
        raise MemoryStoreError(
            f"{file} cannot be replaced: {error}. Nothing was changed. Check the permissions there."
        ) from error
    return aside if moved else None


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    """Write a whole and sound copy, on the disk before it has its name; else raise, and leave nothing."""
    draft = copy.with_name(f"{copy.name}.{uuid4().hex}.part")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(draft)) as target:
            source.backup(target)
            _check(target)
        with draft.open("r+b") as written:
            os.fsync(written.fileno())
        draft.replace(copy)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _check(database: sqlite3.Connection) -> None:
    [verdict] = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _moment() -> str:
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
