"""Saved sets as files: read whole or not at all, also while Live is writing them."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

from daw_bridges.ableton.saved.assembly import Assembly
from daw_bridges.ableton.saved.attributes import MalformedError
from daw_bridges.ableton.saved.cursor import UnfinishedError
from daw_bridges.ableton.saved.pieces import pieces_of
from daw_bridges.ableton.saved.set_reader import FoundSet, NotASetError, read_parts
from daw_bridges.errors import SavedSetError
from daw_bridges.session import Session

__all__ = ["SavedSet", "read_set"]

Trouble = MalformedError | NotASetError | UnfinishedError

_TRIES = 5
PAUSE_SECONDS = 0.15
_FRESH_SECONDS = 10.0

_VERSION = re.compile(r"\d+(?:\.\d+)*\w*")

_OTHER_FILES = {
    ".adg": "a rack or preset",
    ".adv": "a device preset",
    ".agr": "a groove",
    ".alc": "a clip",
    ".alp": "a pack",
    ".ams": "a Meld or Operator waveform",
    ".amxd": "a Max for Live device",
    ".asd": "an analysis of a sample",
    ".ask": "a theme",
}


@dataclass(frozen=True)
class SavedSet:
    """A set as it was saved."""

    session: Session
    """Called after the file."""
    live_version: str
    """The Live that saved it, such as ``11.3.21``; empty where the file does not say."""
    warnings: tuple[str, ...]
    """What could not be read, for people; empty for every sane set."""


def read_set(path: Path) -> SavedSet:
    """Read a set that Live 8 or later saved.

    A file that changes while it is read, or ends too early because it is still being written, is read again.

    Raises SavedSetError, which says what to do, for what cannot be read or is no set.
    """
    if path.suffix.casefold() in _OTHER_FILES and path.is_file():
        raise _not_a_set(path, f"it is {_OTHER_FILES[path.suffix.casefold()]}")
    trouble: Trouble | None = None
    for _ in range(_TRIES):
        before = _state(path)
        found, trouble = _tried(path)
        if _state(path) == before:
            if found is not None:
                return _assembled(path, found)
            if trouble is not None and not (isinstance(trouble, UnfinishedError) and _is_fresh(before)):
                raise _not_read(path, trouble) from trouble
        time.sleep(PAUSE_SECONDS)
    if isinstance(trouble, UnfinishedError):
        raise _not_read(path, trouble) from trouble
    raise SavedSetError(
        f"{path} keeps changing while it is read. Wait until Live has saved it, then try again."
    ) from trouble


def _tried(path: Path) -> tuple[FoundSet | None, Trouble | None]:
    try:
        with path.open("rb") as file:
            return read_parts(pieces_of(file)), None
    except OSError as error:
        raise _unreadable(path, error) from error
    except (MalformedError, NotASetError, UnfinishedError) as error:
        return None, error


def _is_fresh(state: tuple[int, int, int]) -> bool:
    """Whether the file was written a moment ago, so that more of it may be to come."""
    return abs(time.time() - state[0] / 1e9) < _FRESH_SECONDS


def _state(path: Path) -> tuple[int, int, int]:
    """What is different when a file was written or replaced."""
    try:
        now = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    return now.st_mtime_ns, now.st_size, now.st_ino


def _assembled(path: Path, found: FoundSet) -> SavedSet:
    assembly = Assembly(found)
    session = assembly.session(path.stem)
    version = _VERSION.search(found.creator)
    return SavedSet(session, version[0] if version else "", tuple(assembly.warnings))


def _unreadable(path: Path, error: OSError) -> SavedSetError:
    if isinstance(error, FileNotFoundError):
        return SavedSetError(f"There is no file {path}. Name a set that Live saved (.als).")
    if path.is_dir():
        return SavedSetError(f"{path} is a folder. Name one of the sets (.als) in it.")
    return SavedSetError(
        f"{path} cannot be read: {error.strerror or error}. Make sure that you may read the file."
    )


def _not_read(path: Path, error: Trouble) -> SavedSetError:
    repair = "Open it in Live and save it again, or take a copy from the Backup folder of its project."
    if isinstance(error, UnfinishedError):
        what = "is empty" if _state(path)[1] == 0 else "ends in the middle"
        return SavedSetError(f"{path} {what}. {repair}")
    if isinstance(error, MalformedError):
        return SavedSetError(f"{path} is damaged, or not a Live set: {error}. {repair}")
    return _not_a_set(path, str(error))


def _not_a_set(path: Path, what: str) -> SavedSetError:
    return SavedSetError(f"{path} is not a Live set: {what}. Name a file that Live saved as a set (.als).")
