"""The runs of a scope: what was attempted, how it ended, and how to take it back."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, null, select, update

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import Outcomes, RunRecord, session_sha256, utc_text
from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.failures import FailureTable
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["RunTable"]

_RUNS = schema.runs

# A session of 100 tracks is about a megabyte of JSON; only as many are kept as anyone takes back.
_SESSIONS_KEPT = 20


class RunTable:
    """Reads and writes the runs of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._failed = FailureTable(database, scope)
        self._recalled = Recalled[dict[str, Outcomes]](database)

    def record(self, run: RunRecord) -> bool:
        """Remember a run; False when it is remembered already."""
        with self._database.write() as connection:
            if self.get(run.id) is not None:
                return False
            connection.execute(insert(_RUNS), self._scope.columns() | _row(run))
            self._drop_old_sessions()
            return True

    def forget(self, run_ids: Collection[str]) -> None:
        """Delete runs."""
        with self._database.write() as connection:
            connection.execute(delete(_RUNS).where(in_scope(_RUNS, self._scope), _RUNS.c.id.in_(run_ids)))

    def get(self, run_id: str) -> RunRecord | None:
        """Give a run by its id, or None."""
        return self._first(_RUNS.c.id == run_id)

    def recent(
        self, limit: int = 20, *, workflow_id: str | None = None, whole: bool = True
    ) -> list[RunRecord]:
        """Give the latest runs, newest first, or those of one workflow; ``whole``: with what they left."""
        columns = [each if whole or each is not _RUNS.c.after else null().label("after") for each in _RUNS.c]
        only = [] if workflow_id is None else [_RUNS.c.workflow_id == workflow_id]
        query = select(*columns).where(in_scope(_RUNS, self._scope), *only)
        query = query.order_by(_RUNS.c.sequence.desc()).limit(limit)
        with self._database.read() as connection:
            return [_record(row) for row in connection.execute(query).mappings()]

    def of(self, *, workflow_id: str | None = None, trajectory_id: str | None = None) -> list[RunRecord]:
        """Give the runs of a workflow, or those that left a trajectory, newest first."""
        fields = {"workflow_id": workflow_id, "trajectory_id": trajectory_id}
        where = [_RUNS.c[name] == value for name, value in fields.items() if value is not None]
        query = select(_RUNS).where(in_scope(_RUNS, self._scope), *where).order_by(_RUNS.c.sequence.desc())
        with self._database.read() as connection:
            return [_record(row) for row in connection.execute(query).mappings()]

    def begun_by(self, request: str) -> list[RunRecord]:
        """Give the runs of a request, oldest first: it stands at the end of their ids."""
        query = select(_RUNS).where(in_scope(_RUNS, self._scope), _RUNS.c.id.endswith(request))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_RUNS.c.sequence)).mappings()
            return [_record(row) for row in rows]

    def last_undoable(
        self, daw: str, passing: Collection[str] = (), project: str | None = None
    ) -> RunRecord | None:
        """Give the run that undo takes back: the last that changed this DAW's session and still stands.

        ``passing`` are passed over; ``project`` is the only one that is looked at, where one is given.

        A run that failed counts where it left something behind, as when the DAW was lost. None when there is
        none, or it cannot be taken back: an earlier one is never undone from under it.
        """
        changed = and_(_RUNS.c.undone_at.is_(None), func.coalesce(_RUNS.c.inverse, "") != "[]")
        song = () if project is None else (_RUNS.c.project == project,)
        last = self._first(_RUNS.c.daw == daw, changed, _RUNS.c.id.not_in(passing), *song)
        return last if last and last.inverse else None

    def leave(self, run_id: str, inverse: list[dict[str, Any]], after: Mapping[str, Any]) -> None:
        """Note that part of a run was taken back: what is left to do, from which session."""
        values = {
            "inverse": json.dumps(inverse),
            "after": json.dumps(after),
            "after_sha256": session_sha256(after),
        }
        where = and_(in_scope(_RUNS, self._scope), _RUNS.c.id == run_id)
        with self._database.write() as connection:
            connection.execute(update(_RUNS).where(where).values(values))

    def mark_undone(self, run_id: str) -> None:
        """Note that a run was taken back; MemoryStoreError when there is no such run or it was already."""
        where = and_(in_scope(_RUNS, self._scope), _RUNS.c.id == run_id, _RUNS.c.undone_at.is_(None))
        with self._database.write() as connection:
            changed = connection.execute(update(_RUNS).where(where).values(undone_at=utc_now(), after=None))
            if not changed.rowcount:
                raise MemoryStoreError(f"There is no run {run_id} left to take back.")

    def outcomes(self, workflow_ids: Collection[str] | None = None) -> dict[str, Outcomes]:
        """Give the outcomes of those of these workflows (None: of all) that ever ran."""
        if workflow_ids is not None and not workflow_ids:
            return {}
        asked = None if workflow_ids is None else tuple(workflow_ids)
        return dict(self._recalled.get(asked, lambda: self._outcomes(asked)))

    def _outcomes(self, workflow_ids: Collection[str] | None) -> dict[str, Outcomes]:
        only = [] if workflow_ids is None else [_RUNS.c.workflow_id.in_(list(workflow_ids))]
        stands = _RUNS.c.undone_at.is_(None)
        query = (
            select(
                _RUNS.c.workflow_id,
                func.count().filter(_RUNS.c.ok, stands).label("verified"),
                func.count().filter(_RUNS.c.ok, ~stands).label("undone"),
                func.count().filter(~_RUNS.c.ok).label("failed"),
                func.max(_RUNS.c.sequence).filter(~_RUNS.c.ok).label("last_failure"),
            )
            .where(in_scope(_RUNS, self._scope), _RUNS.c.workflow_id.is_not(None), *only)
            .group_by(_RUNS.c.workflow_id)
        )
        with self._database.read() as connection:
            rows = connection.execute(query).mappings().all()
            failed = [row["last_failure"] for row in rows if row["last_failure"] is not None]
            failures = self._failures(failed) if failed else {}
            mended = self._failed.mended(workflow_ids) if failed else {}
        return {
            name: _outcomes(row, failures.get(row["last_failure"]), mended.get(name, 0))
            for row in rows
            for name in [row["workflow_id"]]
        }

    def _failures(self, sequences: list[int]) -> dict[int, tuple[int | None, str | None]]:
        query = select(_RUNS.c.sequence, _RUNS.c.failed_step, _RUNS.c.reason).where(
            in_scope(_RUNS, self._scope), _RUNS.c.sequence.in_(sequences)
        )
        with self._database.read() as connection:
            return {row.sequence: (row.failed_step, row.reason) for row in connection.execute(query)}

    def _first(self, *conditions: ColumnElement[bool]) -> RunRecord | None:
        query = select(_RUNS).where(in_scope(_RUNS, self._scope), *conditions)
        with self._database.read() as connection:
            row = connection.execute(query.order_by(_RUNS.c.sequence.desc()).limit(1)).mappings().first()
        return _record(row) if row else None

    def _drop_old_sessions(self) -> None:
        mine = in_scope(_RUNS, self._scope)
        holding = select(_RUNS.c.sequence).where(mine, _RUNS.c.after.is_not(None))
        with self._database.write() as connection:
            oldest = connection.scalar(
                holding.order_by(_RUNS.c.sequence.desc()).offset(_SESSIONS_KEPT).limit(1)
            )
            if oldest is not None:
                connection.execute(update(_RUNS).where(mine, _RUNS.c.sequence <= oldest).values(after=None))


def _row(run: RunRecord) -> dict[str, Any]:
    plain = run.model_dump(include=_PLAIN)
    digest = run.after_sha256 or (session_sha256(run.after) if run.after is not None else None)
    return plain | {
        "started": utc_text(run.started),
        "undone_at": utc_text(run.undone_at) if run.undone_at else None,
        "results": json.dumps(run.results),
        "inverse": None if run.inverse is None else json.dumps(run.inverse),
        "after": None if run.after is None else json.dumps(run.after),
        "after_sha256": digest,
    }


_PLAIN = {
    "id", "workflow_id", "workflow_version", "trajectory_id", "goal", "daw", "project", "ok", "failed_step",
    "reason", "rolled_back", "seconds", "before_sha256",
}  # fmt: skip


def _record(row: Mapping[Any, Any]) -> RunRecord:
    values = {name: row[name] for name in _PLAIN}
    return RunRecord(
        **values,
        started=datetime.fromisoformat(row["started"]),
        undone_at=datetime.fromisoformat(row["undone_at"]) if row["undone_at"] else None,
        results=json.loads(row["results"]),
        inverse=json.loads(row["inverse"]) if row["inverse"] is not None else None,
        after=json.loads(row["after"]) if row["after"] is not None else None,
        after_sha256=row["after_sha256"],
    )


def _outcomes(row: Mapping[Any, Any], failure: tuple[int | None, str | None] | None, mended: int) -> Outcomes:
    step, reason = failure or (None, None)
    return Outcomes(
        verified=row["verified"],
        failed=row["failed"],
        mended=mended,
        undone=row["undone"],
        last_failed_step=step,
        last_reason=reason,
    )
