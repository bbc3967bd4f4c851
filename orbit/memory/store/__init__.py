"""The store: the one place where Orbit's memory is true. The search index is made from it and can be lost."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from sqlalchemy import select

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import SHORT_ID, Failure, RunRecord
from orbit.memory.store import recording, schema, traces
from orbit.memory.store.consent import ConsentTable
from orbit.memory.store.copying import copy_sound, daily_copies
from orbit.memory.store.database import BUSY_SECONDS, Database
from orbit.memory.store.documents import DocumentTable
from orbit.memory.store.entities import EntityTable
from orbit.memory.store.explaining import BrokenStoreError
from orbit.memory.store.failures import FailureTable
from orbit.memory.store.keyed import KeyedTable
from orbit.memory.store.learned_files import LearnedFileTable
from orbit.memory.store.links import LinkTable
from orbit.memory.store.notes import NoteTable
from orbit.memory.store.offers import OfferTable
from orbit.memory.store.open_runs import OpenRunTable
from orbit.memory.store.permissions import keep_private
from orbit.memory.store.runs import RunTable
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.slices import SliceTable
from orbit.memory.store.tool_log import ToolLog
from orbit.memory.store.trajectories import TrajectoryTable
from orbit.memory.store.vectors import VectorTable
from orbit.memory.store.workflows import Origin, StoredWorkflow, WorkflowTable, content_sha256
from orbit.memory.trajectory import Trajectory

__all__ = ["STORE", "Origin", "Scope", "Store", "StoredWorkflow", "content_sha256"]

STORE = "memory.db"
"""The name of its file in the data directory, where no URL says otherwise."""

_IN_MEMORY = "/dev/shm"  # noqa: S108 - a folder of its own in it, which no other user may enter

_WITH_IDS = {
    "run": schema.runs, "trajectory": schema.trajectories, "failure": schema.failures,
    "tool_call": schema.tool_log,
}  # fmt: skip


class Store:
    """The memory of one scope, one attribute a table.

    ``target`` is a path to a SQLite file or a SQLAlchemy URL. Everything raises MemoryStoreError, with what
    to do, when the database is locked, full, damaged or of a newer version; then nothing was changed.
    """

    def __init__(
        self, target: str | Path, *, scope: Scope | None = None, busy_seconds: float = BUSY_SECONDS
    ) -> None:
        self.scope = scope or Scope()
        turn = f"scope\0{self.scope.user}\0{self.scope.project}"
        self._database = Database(target, busy_seconds=busy_seconds, turn=turn)
        self._folder: TemporaryDirectory[str] | None = None
        mine = (self._database, self.scope)
        self.workflows = WorkflowTable(*mine)
        self.runs = RunTable(*mine)
        self.open_runs = OpenRunTable(*mine)
        self.trajectories = TrajectoryTable(*mine)
        self.failures = FailureTable(*mine)
        self.tool_log = ToolLog(*mine)
        self.links = LinkTable(*mine)
        self.entities = EntityTable(*mine)
        self.notes = NoteTable(*mine)
        self.keyed = KeyedTable(*mine)
        self.vectors = VectorTable(*mine)
        self.documents = DocumentTable(*mine)
        self.slices = SliceTable(*mine)
        self.offers = OfferTable(*mine)
        self.learned_files = LearnedFileTable(*mine)
        self.recording = ConsentTable(*mine)

    @classmethod
    def open(cls, data_dir: Path, url: str | None = None, *, scope: Scope | None = None) -> Self:
        """Open the memory that the settings name: at ``url``, or left open, the file in ``data_dir``."""
        keep_private(data_dir)
        file = data_dir / STORE
        if not url and file.is_file() and not file.stat().st_size and daily_copies(file):
            raise BrokenStoreError(
                f"{file} is empty, although it held data. Restore a copy: orbit memory restore."
            )
        return cls(url or file, scope=scope)

    @classmethod
    def spare(cls, data_dir: Path, scope: Scope | None = None) -> tuple[Self, bool]:
        """Open a memory that goes when it is closed, with what can be read of the one in ``data_dir``.

        Also says whether that is all of it. Raises MemoryStoreError.
        """
        try:
            # In memory where the system has a folder for that: what is full or locked may be the only disk.
            place = _IN_MEMORY if os.access(_IN_MEMORY, os.W_OK) else None
            folder = TemporaryDirectory(prefix="orbit-memory-", dir=place, ignore_cleanup_errors=True)
        except OSError as error:
            raise MemoryStoreError(f"There is no space left on this machine: {error}.") from error
        kept, file = data_dir / STORE, Path(folder.name) / STORE
        whole = not kept.exists() or (kept.stat().st_size > 0 and copy_sound(kept, file))
        store = cls(file, scope=scope)
        store._folder = folder
        return store, whole

    def vectors_of(self, kind: str) -> VectorTable:
        """Give the vectors of things of one kind: ``workflow``, ``note``, ``trajectory`` …"""
        return VectorTable(self._database, self.scope, kind)

    def documents_of(self, kind: str) -> DocumentTable:
        """Give what is kept of workflows for one purpose: ``workflow`` (to be searched), ``deed`` …"""
        return DocumentTable(self._database, self.scope, kind)

    def whole_id(self, kind: str, start: str) -> str:
        """Give the one id of a run, trajectory, failure or call that begins so; else what was given."""
        table = _WITH_IDS.get(kind)
        if table is None or len(start) < SHORT_ID:
            return start
        begins = table.c.id.startswith(start, autoescape=True)
        query = select(table.c.id).where(in_scope(table, self.scope), begins).limit(2)
        with self._database.read() as connection:
            found = list(connection.scalars(query))
        return str(found[0]) if len(found) == 1 else start

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Make everything written inside one transaction: all of it is kept, or none."""
        with self._database.write():
            yield

    def record(
        self, run: RunRecord, trajectory: Trajectory | None = None, failure: Failure | None = None
    ) -> bool:
        """Remember a run with the trajectory it left and all that follows from it; see `recording.remember`.

        False, and nothing changed, when it is remembered already.
        """
        return recording.remember(self, run, trajectory, failure)

    def mark_undone(self, run_id: str, results: Sequence[Mapping[str, Any]] = ()) -> None:
        """Note that a run was taken back, and by which actions; see `recording.note_undone`."""
        recording.note_undone(self, run_id, results)

    def holds(self) -> dict[str, int]:
        """Give, by table, how many rows this scope has; a table without any is left out."""
        return traces.of_scope(self._database, self.scope)

    def embedded(self) -> dict[str, list[str]]:
        """Give, by kind, the ids of all that has a vector under any embedding."""
        return traces.embedded(self._database, self.scope)

    def forget_everything(self) -> dict[str, int]:
        """Delete all that this scope ever kept, and nothing of another; give how many rows, by table."""
        return traces.clear_scope(self._database, self.scope)

    @property
    def file(self) -> Path | None:
        """The file it is in, where that is one on this machine to be kept."""
        return None if self._folder else self._database.place.file

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()
        if self._folder is not None:
            self._folder.cleanup()
