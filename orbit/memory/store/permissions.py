"""Who may read what Orbit keeps: its user alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["keep_private"]

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OWN = (
    "memor*", "orbit.log", "ableton", "cache", "chat", "demo", "engine", "index", "mcp", "panel",
    "practice*", "recording", "server", "voice", "workflows",
)  # fmt: skip
"""What Orbit's parts call what they keep in the data directory."""


def keep_private(data_dir: Path) -> None:
    """Make a data directory that is its user's alone, and let nobody else read what is in it already.

    A folder in which other things lie too is somebody's own: there it is only the database that is closed.
    What cannot be changed is left as it is.
    """
    with suppress(OSError):  # whoever needs the folder tells of it
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):
        found = list(data_dir.iterdir())
        ours = all(any(path.match(name) for name in _OWN) for path in found)
        for path in (data_dir.resolve(), *_below(data_dir)) if ours else data_dir.glob("memory.*"):
            _close(path)


def _below(folder: Path) -> Iterator[Path]:
    for where, folders, files in os.walk(folder):
        yield from (Path(where, name) for name in (*folders, *files))


def _close(path: Path) -> None:
    with suppress(OSError):  # another user's, or gone meanwhile
        mode = path.lstat().st_mode
        if mode & _OTHERS and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
