"""One source read: its trajectories, and what of it could not be used."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import file_digest, sha256
from pathlib import Path

from daw_bridges.ableton.saved.history import versions
from daw_bridges.errors import OrbitError, SavedSetError
from orbit.learning.intake import BadLine, read_trajectories
from orbit.learning.offline.sets import set_trajectories
from orbit.learning.offline.sources import STDIN, Kind, Source, Trouble
from orbit.memory.trajectory import Trajectory

__all__ = ["READER", "digest_of", "read"]

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


def read(source: Source) -> Iterator[Trajectory | Trouble]:
    """Give what is in a source, in its order; what cannot be used is told in its place.

    Every trajectory has at least one action.
    """
    try:
        for found in _read(source):
            if isinstance(found, Trouble) or found.actions:
                yield found
    except (OrbitError, OSError) as error:
        yield Trouble(source.path, None, str(error))


def _read(source: Source) -> Iterator[Trajectory | Trouble]:
    if source.kind is Kind.SET:
        for found in set_trajectories(Path(source.path)):
            yield Trouble(source.path, None, str(found)) if isinstance(found, SavedSetError) else found
        return
    for each in read_trajectories(source.path):
        yield Trouble(source.path, each.number, each.why) if isinstance(each, BadLine) else _storable(each)


def _storable(trajectory: Trajectory) -> Trajectory:
    if len(trajectory.id) <= _LONGEST_ID:
        return trajectory
    return trajectory.model_copy(update={"id": sha256(trajectory.id.encode()).hexdigest()[:32]})
