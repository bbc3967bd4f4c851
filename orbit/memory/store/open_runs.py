"""The runs that have begun and not ended: on disk before their first step, so that no kill forgets them.

Of a run whose process lives nobody else need know; one whose process is gone was cut short.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, insert, select, update

from orbit.memory.records import OpenRun, utc_text
from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["OpenRunTable"]

_OPEN = schema.open_runs
_APART = {"id", "daw", "started", "confirmed", "ended"}
_KEPT = 20
"""So many that were cut short are kept of a scope: each holds a session, and most are of sets long closed."""
_SAME_SECONDS = 2.0
"""The system's clock may be set while a process lives, and its time of birth is reckoned by it."""

_RUNNING: set[str] = set()
"""The runs that this process is carrying out."""


class OpenRunTable:
    """Reads and writes the open runs of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._recalled = Recalled[list[dict[str, Any]]](database)

    def begin(self, run: OpenRun) -> None:
        """Put a run on disk before its first step. Raises MemoryStoreError; it must not go on then."""
        row = {
            "id": run.id,
            "daw": run.daw,
            "process": _this_process(),
            "started": utc_text(run.started),
            "confirmed": run.confirmed,
            "content": run.model_dump_json(exclude=_APART),
        }
        with self._database.write() as connection:
            self._drop_old()
            connection.execute(insert(_OPEN), self._scope.columns() | row)
        _RUNNING.add(run.id)

    def confirm(self, run_id: str, confirmed: int) -> None:
        """Note how many steps the DAW has confirmed."""
        with self._database.write() as connection:
            connection.execute(update(_OPEN).where(self._with_id(run_id)).values(confirmed=confirmed))

    def release(self, run_id: str) -> None:
        """Say that this process is done with a run, whether or not it is among the runs by now."""
        _RUNNING.discard(run_id)

    def end(self, run_id: str) -> None:
        """Drop a run once what became of it is among the runs."""
        with self._database.write() as connection:
            connection.execute(delete(_OPEN).where(self._with_id(run_id)))

    def cut_short(self, daw: str) -> list[OpenRun]:
        """Give the runs at a place that nobody is carrying out any more, the oldest first."""
        rows = self._recalled.get(daw, lambda: self._rows(daw))
        return [
            _run(row) for row in rows if row["id"] not in _RUNNING and not _lives_elsewhere(row["process"])
        ]

    def begun_by(self, request: str) -> list[OpenRun]:
        """Give the open runs of a request, oldest first: it stands at the end of their ids."""
        query = select(_OPEN).where(in_scope(_OPEN, self._scope), _OPEN.c.id.endswith(request))
        with self._database.read() as connection:
            return [_run(dict(row)) for row in connection.execute(query.order_by(_OPEN.c.started)).mappings()]

    def _rows(self, daw: str) -> list[dict[str, Any]]:
        query = select(_OPEN).where(in_scope(_OPEN, self._scope), _OPEN.c.daw == daw)
        with self._database.read() as connection:
            return [dict(row) for row in connection.execute(query.order_by(_OPEN.c.started)).mappings()]

    def _drop_old(self) -> None:
        with self._database.write() as connection:
            mine = in_scope(_OPEN, self._scope)
            newest = select(_OPEN.c.id).where(mine).order_by(_OPEN.c.started.desc())
            if old := list(connection.scalars(newest.offset(_KEPT - 1))):
                connection.execute(delete(_OPEN).where(mine, _OPEN.c.id.in_(old)))

    def _with_id(self, run_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_OPEN, self._scope), _OPEN.c.id == run_id)


def _run(row: Mapping[str, Any]) -> OpenRun:
    own = {name: row[name] for name in ("id", "daw", "started", "confirmed")}
    ended = row["process"] == _this_process()
    return OpenRun.model_validate(json.loads(row["content"]) | own | {"ended": ended})


def _this_process() -> str:
    return _process(os.getpid())


@cache
def _process(pid: int) -> str:
    from psutil import Process

    return f"{platform.node()} {pid} {Process(pid).create_time()}"


def _lives_elsewhere(process: str) -> bool:
    """Whether another process may be carrying a run out; one on another machine may."""
    from psutil import STATUS_ZOMBIE, NoSuchProcess, Process

    if process == _this_process():
        return False
    node, pid, born = process.rsplit(" ", 2)
    if node != platform.node():
        return True
    try:
        found = Process(int(pid))
        same = abs(found.create_time() - float(born)) < _SAME_SECONDS
        return same and found.status() != STATUS_ZOMBIE
    except NoSuchProcess:
        return False
