"""The failures of a scope: what failed, at which step, expected and read, and whether it is mended."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from orbit.memory.records import Failure, utc_text
from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["FailureTable"]

_FAILURES = schema.failures
_PLAIN = (
    "id", "run_id", "workflow_id", "workflow_version", "task", "daw", "step", "code", "reason", "expected",
    "observed",
)  # fmt: skip


class FailureTable:
    """Reads and writes the failures of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._recalled = Recalled[dict[str, list[Failure]]](database)

    def add(self, failure: Failure) -> bool:
        """Keep a failure; False when it is kept already."""
        with self._database.write() as connection:
            if self.get(failure.id) is not None:
                return False
            connection.execute(insert(_FAILURES), self._scope.columns() | _row(failure))
            return True

    def get(self, failure_id: str) -> Failure | None:
        """Give a failure by its id, or None."""
        found = self._found(_FAILURES.c.id == failure_id, limit=1)
        return found[0] if found else None

    def recent(
        self,
        limit: int = 20,
        *,
        workflow_id: str | None = None,
        task: str | None = None,
        daw: str | None = None,
        step: int | None = None,
        code: str | None = None,
        resolved: bool | None = None,
    ) -> list[Failure]:
        """Give the latest failures, newest first; each argument that is given narrows them down."""
        fields = {"workflow_id": workflow_id, "task": task, "daw": daw, "step": step, "code": code}
        where = [_FAILURES.c[name] == value for name, value in fields.items() if value is not None]
        if resolved is not None:
            at = _FAILURES.c.resolved_at
            where.append(at.is_not(None) if resolved else at.is_(None))
        return self._found(*where, limit=limit)

    def standing(self, workflow_ids: Collection[str]) -> dict[str, list[Failure]]:
        """Give what stands against each of these workflows, unmended, newest first."""
        asked = tuple(workflow_ids)
        known = self._recalled.get(asked, lambda: self._standing(asked)) if asked else {}
        return {name: [*failures] for name, failures in known.items()}

    def _standing(self, workflow_ids: Collection[str]) -> dict[str, list[Failure]]:
        named = _FAILURES.c.workflow_id.in_(list(workflow_ids))
        found: dict[str, list[Failure]] = {}
        for failure in self._found(named, _FAILURES.c.resolved_at.is_(None)):
            found.setdefault(failure.workflow_id or "", []).append(failure)
        return found

    def mended(self, workflow_ids: Collection[str] | None = None) -> dict[str, int]:
        """Give how many failed runs of each workflow were mended since; of these workflows, or of all."""
        only = [] if workflow_ids is None else [_FAILURES.c.workflow_id.in_(list(workflow_ids))]
        query = (
            select(_FAILURES.c.workflow_id, func.count())
            .where(in_scope(_FAILURES, self._scope), *only)
            .where(_FAILURES.c.resolved_at.is_not(None), _FAILURES.c.run_id.is_not(None))
            .where(_FAILURES.c.workflow_id.is_not(None))
            .group_by(_FAILURES.c.workflow_id)
        )
        with self._database.read() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def resolve(self, failure_ids: Iterable[str], at: datetime) -> int:
        """Note that failures were mended; give how many stood until then."""
        with self._database.write() as connection:
            return sum(
                connection.execute(
                    update(_FAILURES)
                    .where(in_scope(_FAILURES, self._scope), _FAILURES.c.id == failure_id)
                    .where(_FAILURES.c.resolved_at.is_(None))
                    .values(resolved_at=utc_text(at))
                ).rowcount
                for failure_id in failure_ids
            )

    def forget(self, *, workflow_id: str | None = None, failure_id: str | None = None) -> int:
        """Delete the failures of a workflow, or one of them; give how many there were."""
        fields = {"workflow_id": workflow_id, "id": failure_id}
        where = [_FAILURES.c[name] == value for name, value in fields.items() if value is not None]
        if not where:
            return 0  # to forget everything must be said in another way than by saying nothing
        with self._database.write() as connection:
            mine = in_scope(_FAILURES, self._scope)
            return connection.execute(delete(_FAILURES).where(mine, *where)).rowcount

    def _found(self, *where: ColumnElement[bool], limit: int | None = None) -> list[Failure]:
        query = select(_FAILURES).where(in_scope(_FAILURES, self._scope), *where)
        newest = query.order_by(_FAILURES.c.failed_at.desc(), _FAILURES.c.sequence.desc()).limit(limit)
        with self._database.read() as connection:
            return [_failure(row) for row in connection.execute(newest).mappings()]


def _row(failure: Failure) -> dict[str, Any]:
    return failure.model_dump(include=set(_PLAIN)) | {
        "action": None if failure.action is None else json.dumps(failure.action),
        "failed_at": utc_text(failure.failed_at),
        "resolved_at": utc_text(failure.resolved_at) if failure.resolved_at else None,
    }


def _failure(row: Mapping[Any, Any]) -> Failure:
    return Failure(
        **{name: row[name] for name in _PLAIN},
        action=json.loads(row["action"]) if row["action"] is not None else None,
        failed_at=datetime.fromisoformat(row["failed_at"]),
        resolved_at=datetime.fromisoformat(row["resolved_at"]) if row["resolved_at"] else None,
    )
