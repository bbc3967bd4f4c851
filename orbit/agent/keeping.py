"""Keeping a run in the library, with the version of the host on which its workflow did well or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from daw_bridges.bridge import Bridge
    from orbit.memory import Failure, Library, RunRecord, Trajectory
    from orbit.workflows import Run

__all__ = ["keep_run"]

_NOT_THE_WORKFLOWS_FAULT = frozenset({"unreachable", "timed_out", "cancelled", "declined", "protocol"})


def keep_run(
    library: Library,
    bridge: Bridge,
    run: Run,
    record: RunRecord,
    trajectory: Trajectory | None,
    failure: Failure | None,
) -> None:
    """Remember a run and on which host, both or neither. Raises MemoryStoreError.

    A practice session is no host, and one that was lost on the way says nothing of how a workflow does on it.
    """
    with library.store.transaction():
        library.record(record, trajectory, failure)
        known = record.workflow_id is not None and record.daw == bridge.daw
        if known and (run.ok or run.code not in _NOT_THE_WORKFLOWS_FAULT):
            from orbit.memory.trust.failing import note_outcome
            from orbit.memory.trust.hosts import note_run

            note_run(library.store, str(record.workflow_id), bridge.daw, bridge.host_version, ok=run.ok)
            note_outcome(library.store, str(record.workflow_id), ok=run.ok)
