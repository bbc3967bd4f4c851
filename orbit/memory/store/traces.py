"""What is left of a thing, counted in every table: how it is known that what was forgotten is gone."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, and_, delete, func, or_, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.revisions import CLEARED, Revisions
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.vectors import VectorTable

__all__ = ["clear_scope", "embedded", "of_scope", "of_workflow"]

_SHARED = frozenset({"schema_version"})
_COUNTERS = frozenset({"revisions", "vector_sets"})
_WORKFLOW = "workflow"


def of_workflow(database: Database, scope: Scope, workflow_id: str) -> dict[str, int]:
    """Give, by table, how many rows still hold a workflow or point at it; a table without any is left out.

    The tombstones (``forgotten``, ``removals``) do not count: they hold its id so that it stays away.
    """
    return _counts(
        database, {table: and_(in_scope(table, scope), is_it) for table, is_it in _rows(workflow_id)}
    )


def _rows(workflow_id: str) -> list[tuple[Table, ColumnElement[bool]]]:
    workflows, links = schema.workflows, schema.links
    documents, vectors, offers = schema.documents, schema.vectors, schema.offers
    starts = and_(links.c.from_kind == _WORKFLOW, links.c.from_id == workflow_id)
    ends = and_(links.c.to_kind == _WORKFLOW, links.c.to_id == workflow_id)
    return [
        (workflows, or_(workflows.c.id == workflow_id, workflows.c.superseded_by == workflow_id)),
        (schema.workflow_versions, schema.workflow_versions.c.id == workflow_id),
        (documents, documents.c.id == workflow_id),
        (vectors, and_(vectors.c.kind == _WORKFLOW, vectors.c.item_id == workflow_id)),
        (schema.runs, schema.runs.c.workflow_id == workflow_id),
        (schema.failures, schema.failures.c.workflow_id == workflow_id),
        (links, or_(starts, ends)),
        (offers, or_(offers.c.workflow_id == workflow_id, offers.c.replaces == workflow_id)),
    ]


def of_scope(database: Database, scope: Scope) -> dict[str, int]:
    """Give, by table, how many rows a scope has; tables without any are left out, and mere counters."""
    mine = {table: in_scope(table, scope) for table in _scoped() if table.name not in _COUNTERS}
    mine[schema.removals] = and_(mine[schema.removals], schema.removals.c.id != CLEARED)
    return _counts(database, mine)


def embedded(database: Database, scope: Scope) -> dict[str, list[str]]:
    """Give, by kind, the ids of a scope's things that have a vector under any embedding."""
    vectors = schema.vectors
    query = select(vectors.c.kind, vectors.c.item_id).where(in_scope(vectors, scope)).distinct()
    found: dict[str, list[str]] = {}
    with database.read() as connection:
        for row in connection.execute(query):
            found.setdefault(row.kind, []).append(row.item_id)
    return found


def clear_scope(database: Database, scope: Scope) -> dict[str, int]:
    """Delete every row of a scope and of no other; give, by table, how many there were.

    The scope's revision goes on, past a mark that tells whoever still holds something to let all of it go.
    """
    with database.write() as connection:
        gone = of_scope(database, scope)
        for kind in embedded(database, scope):
            VectorTable(database, scope, kind).clear()
        for table in reversed(_scoped()):
            if table.name not in _COUNTERS:
                connection.execute(delete(table).where(in_scope(table, scope)))
        Revisions(database, scope).mark_cleared(connection)
    return gone


def _scoped() -> list[Table]:
    return [table for table in schema.metadata.sorted_tables if table.name not in _SHARED]


def _counts(database: Database, wanted: dict[Table, ColumnElement[bool]]) -> dict[str, int]:
    with database.read() as connection:
        found = {
            table.name: connection.scalar(select(func.count()).select_from(table).where(condition)) or 0
            for table, condition in wanted.items()
        }
    return {name: count for name, count in found.items() if count}
