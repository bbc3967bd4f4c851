"""One source read: its trajectories, and what of it could not be used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from hashlib import file_digest, sha256
from pathlib import Path

from daw_bridges.ableton.saved.history import versions
from daw_bridges.errors import OrbitError, SavedSetError
from orbit.learning.intake import BadLine
from orbit.learning.intake.reading import read_lines
from orbit.learning.offline.sets import set_trajectories
from orbit.learning.offline.sources import STDIN, Kind, Source, Trouble
from orbit.memory.trajectory import Trajectory

__all__ = ["READER", "digest_of", "read", "size_of"]

READER = "1"
"""The name of this way of reading. Another one reads again what this one has read."""

_LONGEST_ID = 64  # of a trajectory, as it is stored


def digest_of(source: Source) -> str | None:
    """Name the content of a source by its SHA-256; None for a pipe, which is read once, or what cannot be.

    The backups of a set are part of it.
    """
    path = Path(source.path)
    if source.path == STDIN or not path.is_file():
        return None
    try:
        files = [version.path for version in versions(path)] if source.kind is Kind.SET else [path]
        digests = [_digest(file) for file in files]
    except (OSError, SavedSetError):
        return None
    return digests[0] if len(digests) == 1 else sha256("".join(digests).encode()).hexdigest()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def size_of(source: Source) -> int:
    """Give how large a source is, in bytes; 0 where that shows only when it has been read."""
    try:
        return Path(source.path).stat().st_size if source.path != STDIN else 0
    except OSError:
        return 0


def read(source: Source, at: Callable[[int], None] | None = None) -> Iterator[Trajectory | Trouble]:
    """Give what is in a source, in its order; what cannot be used is told in its place.

    Every trajectory has at least one action. ``at`` is told how many bytes of a file of lines are read.
    """
    try:
        for found in _lines(source, at) if source.kind is Kind.LINES else _set(source):
            if isinstance(found, Trouble) or found.actions:
                yield found
    except (OrbitError, OSError) as error:
        yield Trouble(source.path, None, str(error))


def _set(source: Source) -> Iterator[Trajectory | Trouble]:
    for found in set_trajectories(Path(source.path)):
        yield Trouble(source.path, None, str(found)) if isinstance(found, SavedSetError) else found


def _lines(source: Source, at: Callable[[int], None] | None) -> Iterator[Trajectory | Trouble]:
    with nullcontext(sys.stdin.buffer) if source.path == STDIN else Path(source.path).open("rb") as file:
        for each in read_lines(file):
            yield (
                Trouble(source.path, each.number, each.why) if isinstance(each, BadLine) else _storable(each)
            )
            if at is not None and file.seekable():
                at(file.tell())


def _storable(trajectory: Trajectory) -> Trajectory:
    if len(trajectory.id) <= _LONGEST_ID:
        return trajectory
    return trajectory.model_copy(update={"id": sha256(trajectory.id.encode()).hexdigest()[:32]})
