"""What was noted and is not yet remembered, on disk: each edit at once, so that no end of a process loses it.

One folder for each DAW and memory, one file for each stretch of work: a line with the trajectory, then one
with each edit. Whoever writes there holds the folder's lock; what is left where nobody does was left behind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from daw_bridges.errors import NotPossibleError
from orbit.memory.trajectory import Trajectory, TrajectoryAction

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["FOLDER", "Journal", "discard_left", "left_behind"]

FOLDER = "recording"
"""Where in the data directory it is."""

_LOCK, _LINES, _PID = "recorder.lock", ".jsonl", "recorder.pid"


class Journal:
    """The journal of one recording, held until ``close``; nobody else records the same meanwhile."""

    def __init__(self, folder: Path, lock: BaseFileLock) -> None:
        self.folder, self._lock = folder, lock
        self._file: tuple[str, int] | None = None

    @classmethod
    def open(cls, data_dir: Path, user: str, project: str, daw: str) -> Journal:
        """Open the journal for a DAW and a memory. Raises NotPossibleError, also when it is open already."""
        folder = data_dir / FOLDER / f"{_scope(user, project)}-{_digest(daw)}"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            journal = cls.taken(folder)
        except OSError as error:
            raise NotPossibleError(
                f"Orbit cannot write in {folder}: {error}. Check the free space there."
            ) from None
        if journal is None:
            raise NotPossibleError(f"What you do there is already being recorded, by process {_pid(folder)}.")
        return journal

    @classmethod
    def taken(cls, folder: Path) -> Journal | None:
        """Take the journal in a folder; None while another has it. Raises OSError."""
        from filelock import FileLock, Timeout

        lock = FileLock(folder / _LOCK, timeout=0, thread_local=False, is_singleton=False)
        try:
            lock.acquire()
        except Timeout:
            return None
        with suppress(OSError):
            (folder / _PID).write_text(str(os.getpid()))
        return cls(folder, lock)

    def add(self, trajectory: Trajectory, step: TrajectoryAction) -> None:
        """Write down an edit of a trajectory; what cannot be written is still remembered at its end."""
        with suppress(OSError):
            if self._file is None or self._file[0] != trajectory.id:
                self._begin(trajectory)
            assert self._file is not None
            os.write(self._file[1], _line(step.model_dump(mode="json")))

    def remove(self, trajectory_id: str) -> None:
        """Take away what is remembered elsewhere by now, or shall be nowhere."""
        if self._file is not None and self._file[0] == trajectory_id:
            os.close(self._file[1])
            self._file = None
        (self.folder / f"{trajectory_id}{_LINES}").unlink(missing_ok=True)

    def left(self) -> Iterator[Trajectory]:
        """Give what is in the journal and was not taken away: left behind by a process that was killed."""
        for file in sorted(self.folder.glob(f"*{_LINES}")):
            trajectory = _read(file)
            if trajectory is None:
                file.unlink(missing_ok=True)
            else:
                yield trajectory

    def close(self) -> None:
        """Let go of it."""
        if self._file is not None:
            os.close(self._file[1])
            self._file = None
        with suppress(OSError):
            (self.folder / _PID).unlink(missing_ok=True)
        self._lock.release()

    def _begin(self, trajectory: Trajectory) -> None:
        if self._file is not None:
            os.close(self._file[1])
            self._file = None
        path = self.folder / f"{trajectory.id}{_LINES}"
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._file = trajectory.id, descriptor
        os.write(descriptor, _line(trajectory.model_dump(mode="json", exclude={"actions"})))


def discard_left(data_dir: Path, user: str, project: str) -> None:
    """Delete what recordings of a memory that were killed have left; one that runs looks after its own."""
    for journal in left_behind(data_dir, user, project):
        for file in journal.folder.glob(f"*{_LINES}"):
            file.unlink(missing_ok=True)


def left_behind(data_dir: Path, user: str, project: str) -> Iterator[Journal]:
    """Open each journal of a memory in which something was left, and which nobody is writing, in turn."""
    left = (data_dir / FOLDER).glob(f"{_scope(user, project)}-*/*{_LINES}")
    for folder in sorted({file.parent for file in left}):
        journal = Journal.taken(folder)
        if journal is not None:
            try:
                yield journal
            finally:
                journal.close()


def _read(file: Path) -> Trajectory | None:
    """Read what was noted before its writer ended; a last line may have been cut off."""
    steps: list[TrajectoryAction] = []
    trajectory: Trajectory | None = None
    for line in file.read_bytes().splitlines():
        try:
            if trajectory is None:
                trajectory = Trajectory.model_validate_json(line)
            else:
                steps.append(TrajectoryAction.model_validate_json(line))
        except ValidationError:
            break
    if trajectory is None or not steps:
        return None
    return trajectory.model_copy(update={"actions": steps})


def _line(document: object) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _scope(user: str, project: str) -> str:
    return _digest(f"{user}\0{project}")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _pid(folder: Path) -> str:
    try:
        return (folder / _PID).read_text()[:20]
    except OSError:
        return "?"
