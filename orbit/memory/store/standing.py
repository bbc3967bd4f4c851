"""How the workflows of a scope stand: trusted or not, pinned, superseded; and when each last ran.

Standing decides how a workflow is offered and whether its plan is asked about, never what it does: a change
of it makes no version. Every change leaves the workflow's revision, as a change of its content does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update

from daw_bridges.errors import NotFoundError
from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.moments import Recalled
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["PROVEN", "Standing", "StandingTable", "Usage"]

PROVEN = 3
"""How many runs of its current version have to end verified, and stand, before an import is trusted."""

_WORKFLOWS, _RUNS = schema.workflows, schema.runs

Turn = Callable[["Connection"], int]
"""Takes the turn to write and gives the scope's next revision."""


@dataclass(frozen=True)
class Standing:
    """How one workflow stands.

    ``trusted`` is False for what was imported and has not proven itself here (see ``PROVEN``).
    ``superseded_by`` names the workflow that took its place. ``invalid_since`` (ISO 8601, UTC) and
    ``invalid_reason`` say that it no longer holds, as after a new version of the host.
    """

    trusted: bool = True
    pinned: bool = False
    superseded_by: str | None = None
    invalid_since: str | None = None
    invalid_reason: str | None = None


@dataclass(frozen=True)
class Usage:
    """When a workflow last ran and when it last ended verified and stood (ISO 8601, UTC; None: never)."""

    last_run: str | None = None
    last_verified: str | None = None


class StandingTable:
    """Reads and changes how the workflows of one scope stand."""

    def __init__(self, database: Database, scope: Scope, next_revision: Turn) -> None:
        self._database, self._scope, self._next_revision = database, scope, next_revision
        self._recalled = Recalled[dict[str, Standing]](database)

    def get(self, workflow_id: str) -> Standing:
        """Say how a workflow stands. Raises NotFoundError."""
        found = self._read(_WORKFLOWS.c.id == workflow_id)
        if workflow_id not in found:
            raise NotFoundError("workflow", workflow_id)
        return found[workflow_id]

    def unusual(self, among: Collection[str] | None = None) -> dict[str, Standing]:
        """Give, by id, those of these workflows (None: of all) that are not trusted, unpinned and current."""
        if among is not None and not among:
            return {}
        asked = None if among is None else tuple(among)
        return dict(self._recalled.get(asked, lambda: self._unusual(asked)))

    def _unusual(self, among: Collection[str] | None) -> dict[str, Standing]:
        stands = or_(
            ~_WORKFLOWS.c.trusted,
            _WORKFLOWS.c.pinned,
            _WORKFLOWS.c.superseded_by.is_not(None),
            _WORKFLOWS.c.invalid_since.is_not(None),
        )
        known = self._read(stands if among is None else and_(_WORKFLOWS.c.id.in_(list(among)), stands))
        return {workflow_id: standing for workflow_id, standing in known.items() if standing != Standing()}

    def trust(self, workflow_id: str) -> None:
        """Take a workflow as one's own, as runs enough would. Raises NotFoundError."""
        self._change(workflow_id, {"trusted": True})

    def pin(self, workflow_id: str, *, pinned: bool = True) -> None:
        """Hold a workflow up in ranking however long ago it ran, or let it go. Raises NotFoundError."""
        self._change(workflow_id, {"pinned": pinned})

    def supersede(self, workflow_id: str, successor: str | None) -> None:
        """Put another workflow in this one's place, or (None) give the place back. Raises NotFoundError."""
        self._change(workflow_id, {"superseded_by": successor})

    def give_back(self, successor: str) -> None:
        """Give the workflows that one had superseded their places back, as when it is forgotten."""
        for workflow_id in self._read(_WORKFLOWS.c.superseded_by == successor):
            self.supersede(workflow_id, None)

    def invalidate(self, workflow_id: str, since: str | None, reason: str | None = None) -> None:
        """Note that a workflow no longer holds, and why; or (None) that it does. Raises NotFoundError."""
        self._change(workflow_id, {"invalid_since": since, "invalid_reason": reason})

    def usage(self, among: Collection[str] | None = None) -> dict[str, Usage]:
        """Give, by id, when those of these workflows (None: of all) that ever ran last did."""
        if among is not None and not among:
            return {}
        only = [] if among is None else [_RUNS.c.workflow_id.in_(list(among))]
        stands = and_(_RUNS.c.ok, _RUNS.c.undone_at.is_(None))
        query = (
            select(
                _RUNS.c.workflow_id,
                func.max(_RUNS.c.started).label("last_run"),
                func.max(_RUNS.c.started).filter(stands).label("last_verified"),
            )
            .where(in_scope(_RUNS, self._scope), _RUNS.c.workflow_id.is_not(None), *only)
            .group_by(_RUNS.c.workflow_id)
        )
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return {row.workflow_id: Usage(row.last_run, row.last_verified) for row in rows}

    def _read(self, condition: ColumnElement[bool]) -> dict[str, Standing]:
        columns = (_WORKFLOWS.c[name] for name in ("id", *Standing.__dataclass_fields__))
        query = select(*columns, _proven().label("proven")).where(
            in_scope(_WORKFLOWS, self._scope), condition
        )
        with self._database.read() as connection:
            return {row["id"]: _standing(row) for row in connection.execute(query).mappings()}

    def _change(self, workflow_id: str, values: Mapping[str, Any]) -> None:
        mine = and_(in_scope(_WORKFLOWS, self._scope), _WORKFLOWS.c.id == workflow_id)
        with self._database.write() as connection:
            self.get(workflow_id)
            changed = {**values, "revision": self._next_revision(connection)}
            connection.execute(update(_WORKFLOWS).where(mine).values(changed))


def _proven() -> ColumnElement[bool]:
    """Say whether runs enough of the current version ended verified and were not taken back."""
    stood = select(func.count()).where(
        _RUNS.c.scope_user == _WORKFLOWS.c.scope_user,
        _RUNS.c.scope_project == _WORKFLOWS.c.scope_project,
        _RUNS.c.workflow_id == _WORKFLOWS.c.id,
        _RUNS.c.workflow_version == _WORKFLOWS.c.version,
        _RUNS.c.ok,
        _RUNS.c.undone_at.is_(None),
    )
    return stood.scalar_subquery() >= PROVEN


def _standing(row: Mapping[Any, Any]) -> Standing:
    values = {name: row[name] for name in Standing.__dataclass_fields__}
    return Standing(**values | {"trusted": row["trusted"] or row["proven"]})
