"""The tool log of a scope: every action performed and every tool called, filtered where it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select

from orbit.memory.records import ToolCall, utc_text
from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["ToolFilter", "ToolLog"]

_LOG = schema.tool_log
_PLAIN = ("id", "run_id", "trajectory_id", "thread", "tool", "status", "seconds")


@dataclass(frozen=True)
class ToolFilter:
    """Which calls are meant; what is left out (None) is any. ``text`` is a part of the arguments or result.

    ``since`` and ``until`` are the moments between which it was called, both included.
    """

    run_id: str | None = None
    trajectory_id: str | None = None
    thread: str | None = None
    tool: str | None = None
    status: str | None = None
    text: str | None = None
    since: datetime | None = None
    until: datetime | None = None


class ToolLog:
    """Reads and writes the tool log of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def add(self, calls: Iterable[ToolCall]) -> int:
        """Keep calls, in order; give how many are new. One that is kept already is not kept twice."""
        with self._database.write() as connection:
            given = {call.id: call for call in calls}
            known = self._known(list(given))
            rows = [self._scope.columns() | _row(call) for key, call in given.items() if key not in known]
            if rows:
                connection.execute(insert(_LOG), rows)
        return len(rows)

    def search(self, only: ToolFilter | None = None, *, limit: int = 20, offset: int = 0) -> list[ToolCall]:
        """Give the calls that are meant, newest first."""
        query = select(_LOG).where(self._meant(only or ToolFilter())).order_by(_LOG.c.sequence.desc())
        with self._database.read() as connection:
            return [_call(row) for row in connection.execute(query.limit(limit).offset(offset)).mappings()]

    def count(self, only: ToolFilter | None = None) -> int:
        """Give how many calls are meant."""
        query = select(func.count()).select_from(_LOG).where(self._meant(only or ToolFilter()))
        with self._database.read() as connection:
            return connection.scalar(query) or 0

    def forget(self, only: ToolFilter) -> int:
        """Delete the calls that are meant; give how many there were. A filter that is empty deletes none."""
        if only == ToolFilter():
            return 0
        with self._database.write() as connection:
            return connection.execute(delete(_LOG).where(self._meant(only))).rowcount

    def _known(self, ids: list[str]) -> set[str]:
        found: set[str] = set()
        with self._database.read() as connection:
            for start in range(0, len(ids), _AT_ONCE):
                some = ids[start : start + _AT_ONCE]
                query = select(_LOG.c.id).where(in_scope(_LOG, self._scope), _LOG.c.id.in_(some))
                found.update(connection.scalars(query))
        return found

    def _meant(self, only: ToolFilter) -> ColumnElement[bool]:
        names = ("run_id", "trajectory_id", "thread", "tool", "status")
        given = {name: getattr(only, name) for name in names}
        where = [_LOG.c[name] == value for name, value in given.items() if value is not None]
        if only.since is not None:
            where.append(_LOG.c.called_at >= utc_text(only.since))
        if only.until is not None:
            where.append(_LOG.c.called_at <= utc_text(only.until))
        if only.text:
            where.append(_holds(only.text))
        return and_(in_scope(_LOG, self._scope), *where)


_AT_ONCE = 500


def _holds(text: str) -> ColumnElement[bool]:
    """Look for a text as JSON writes it, whatever the case of its letters."""
    written = json.dumps(text)[1:-1].lower()
    columns = (_LOG.c.arguments, _LOG.c.result)
    return or_(*(func.lower(column).contains(written, autoescape=True) for column in columns))


def _row(call: ToolCall) -> dict[str, Any]:
    return call.model_dump(include=set(_PLAIN)) | {
        "arguments": json.dumps(call.arguments),
        "result": None if call.result is None else json.dumps(call.result),
        "called_at": utc_text(call.called_at),
    }


def _call(row: Mapping[Any, Any]) -> ToolCall:
    return ToolCall(
        **{name: row[name] for name in _PLAIN},
        arguments=json.loads(row["arguments"]),
        result=json.loads(row["result"]) if row["result"] is not None else None,
        called_at=datetime.fromisoformat(row["called_at"]),
    )
