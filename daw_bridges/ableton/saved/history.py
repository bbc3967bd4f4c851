"""The history of a set: the versions that Live keeps in the Backup folder beside it, and the set itself.

Live keeps the version that was saved before each time a set is saved, as ``Name [2024-10-26 140532].als``
(the time is that of the computer's clock).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import normalize

from daw_bridges.errors import SavedSetError

__all__ = ["BACKUP_FOLDER", "SavedVersion", "versions"]

BACKUP_FOLDER = "Backup"

_STAMPED = re.compile(r"(?P<name>.+) \[(?P<time>\d{4}-\d\d-\d\d \d{6})\]\.als", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class SavedVersion:
    """One version of a set: the file that holds it, and when it was saved."""

    path: Path
    saved: datetime
    """With a time zone, to the second for backups."""


def versions(path: Path) -> tuple[SavedVersion, ...]:
    """All versions of a set, oldest first; the last is the set itself.

    Other files in the Backup folder, other sets' versions among them, are left out. Raises SavedSetError
    when there is no such set.
    """
    try:
        saved = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError as error:
        raise SavedSetError(
            f"{path} cannot be read: {error.strerror or error}. Name a set that Live saved (.als)."
        ) from None
    backups = sorted(_backups(path), key=lambda version: (version.saved, version.path.name))
    return (*backups, SavedVersion(path, saved))


def _backups(path: Path) -> Iterator[SavedVersion]:
    try:
        beside = list((path.parent / BACKUP_FOLDER).iterdir())
    except OSError:
        return
    for file in beside:
        match = _STAMPED.fullmatch(file.name)
        saved = _time(match["time"]) if match and _same_name(match["name"], path.stem) else None
        if saved is not None and file.is_file():
            yield SavedVersion(file, saved)


def _time(text: str) -> datetime | None:
    try:
        # The stamp is local time; without more to go by, that of this computer.
        return datetime.strptime(text, "%Y-%m-%d %H%M%S").astimezone()
    except (ValueError, OverflowError, OSError):
        return None


def _same_name(one: str, other: str) -> bool:
    # Systems write accents in one character or in two.
    return normalize("NFC", one) == normalize("NFC", other)
