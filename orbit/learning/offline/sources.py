"""What there is to learn from on a disk: trajectory files and saved sets, as named or as found in folders."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from daw_bridges.ableton.saved.history import BACKUP_FOLDER
from daw_bridges.errors import UsageError

__all__ = ["STDIN", "Kind", "Source", "Trouble", "sources"]

STDIN = "-"

_TEMPORARY = (".", "~", "#")


class Kind(StrEnum):
    """How a source is read."""

    LINES = "lines"
    """A trajectory a line (``.jsonl``)."""
    SET = "set"
    """A set that Live saved, with the versions in its Backup folder."""


@dataclass(frozen=True, order=True)
class Source:
    """One file to learn from; ``-`` is the standard input. ``own``: what is in it is the user's work."""

    path: str
    kind: Kind
    own: bool = field(default=True, compare=False)


@dataclass(frozen=True)
class Trouble:
    """What could not be used: which file, which line of it (from 1; None: the file as a whole), and why."""

    file: str
    line: int | None
    why: str


def sources(paths: Sequence[Path], *, mine: bool = False) -> tuple[list[Source], list[Trouble]]:
    """Give what is to be read, each file once, sorted by path; and the folders that cannot be looked into.

    In folders, as deep as they go, sets and ``.jsonl`` files count; a set in a Backup folder belongs to the
    one beside that folder. Links to folders are not followed. What is in a folder counts as somebody else's
    unless it is said to be ``mine``. Raises UsageError for a path that is not there.
    """
    found: dict[str, Source] = {}
    troubles: list[Trouble] = []
    for path in paths:
        for source in _at(path, troubles):
            known = found.setdefault(_identity(source), source)
            found[_identity(source)] = replace(known, own=mine or known.own or source.own)
    return sorted(found.values()), troubles


def _at(path: Path, troubles: list[Trouble]) -> Iterator[Source]:
    if str(path) == STDIN:
        yield Source(STDIN, Kind.LINES)
    elif path.is_dir():
        yield from _within(path, troubles)
    elif path.exists():
        yield Source(str(path), _kind(path.name) or Kind.LINES)
    else:
        raise UsageError(
            f"There is no {path}. Name .jsonl files, sets that Live saved (.als), or folders of such."
        )


def _within(folder: Path, troubles: list[Trouble]) -> Iterator[Source]:
    def note(error: OSError) -> None:
        troubles.append(Trouble(str(error.filename), None, f"It cannot be opened: {error.strerror}."))

    for here, _, names in os.walk(folder, onerror=note):
        inside = Path(here).relative_to(folder).parts
        backups = any(part.casefold() == BACKUP_FOLDER.casefold() for part in inside)
        for name in names:
            kind = _kind(name)
            if kind and not name.startswith(_TEMPORARY) and not (backups and kind is Kind.SET):
                yield Source(str(Path(here) / name), kind, own=False)


def _kind(name: str) -> Kind | None:
    return {".als": Kind.SET, ".jsonl": Kind.LINES}.get(Path(name).suffix.casefold())


def _identity(source: Source) -> str:
    return source.path if source.path == STDIN else os.path.realpath(source.path)
