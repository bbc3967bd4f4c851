"""The copy of a SQLite memory that is kept before its layout changes."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from daw_bridges.errors import MemoryStoreError

__all__ = ["copies_of", "copy_before"]


def copy_before(file: Path, version: int) -> Path:
    """Copy a memory of this version, with all that is in its write-ahead log, beside itself; give the copy.

    It is written under another name and takes its own when it is whole and on the disk. Raises
    MemoryStoreError when it cannot be made.
    """
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    copy = file.with_name(f"{file.stem}.version-{version}.{moment}{file.suffix}")
    draft = copy.with_suffix(".part")
    try:
        # Readers and writers of the file go on meanwhile; whoever migrates has the writer's turn.
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)
        draft.chmod(file.stat().st_mode & 0o777)
        with draft.open("r+b") as written:
            os.fsync(written.fileno())
        draft.replace(copy)
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise MemoryStoreError(
            f"Orbit's memory at {file} has an older layout, and before it is brought up to date a copy is "
            f"kept beside it; that failed: {error}. Nothing was changed: free some space, then try again."
        ) from error
    return copy


def copies_of(file: Path) -> list[Path]:
    """Give the copies kept of a memory's older layouts, oldest first."""
    return sorted(file.parent.glob(f"{file.stem}.version-*{file.suffix}"))
