"""Version 2: failures, the tool log, links, entities, notes, keyed memory, trust; vectors by kind.

What version 1 knew is carried over: a failed run becomes a failure too, an imported workflow that never ran
verified is untrusted, a row's revision is its scope's, and a trajectory lasts until its last action.
"""

from __future__ import annotations

import json

from alembic.operations import Operations
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    column,
    false,
    select,
    table,
    text,
    true,
    update,
)

from orbit.memory.store.migrations.version_2.columns import index, scope, short
from orbit.memory.store.migrations.version_2.tables import entities_and_notes, keyed, tool_log_and_links

__all__ = ["upgrade"]


def upgrade(op: Operations) -> None:
    """Make a version 2 out of a version 1."""
    _workflows(op)
    _runs_and_trajectories(op)
    _failures(op)
    tool_log_and_links(op)
    entities_and_notes(op)
    keyed(op)
    _vectors(op)


def _workflows(op: Operations) -> None:
    for added in (
        Column("revision", Integer, nullable=False, server_default=text("0")),
        Column("trusted", Boolean, nullable=False, server_default=true()),
        Column("pinned", Boolean, nullable=False, server_default=false()),
        Column("superseded_by", short(200)),
        Column("invalid_since", short(40)),
        Column("invalid_reason", Text),
    ):
        op.add_column("workflows", added)
    index(op, "workflows_by_revision", "workflows", "revision")
    op.add_column("workflow_versions", Column("note", Text))
    op.create_table(
        "documents",
        *scope(),
        Column("kind", short(20), primary_key=True),
        Column("id", short(200), primary_key=True),
        Column("reader", short(64), nullable=False),
        Column("revision", Integer, nullable=False),
        Column("content", LargeBinary, nullable=False),
    )
    op.create_table(
        "removals",
        *scope(),
        Column("id", short(200), primary_key=True),
        Column("revision", Integer, nullable=False),
    )
    op.execute(_REVISION)
    op.execute(_DISTRUST)


_REVISION = """
UPDATE workflows SET revision = coalesce(
    (SELECT number FROM revisions AS r
     WHERE r.scope_user = workflows.scope_user AND r.scope_project = workflows.scope_project), 0)
"""

_DISTRUST = """
UPDATE workflows SET trusted = false
WHERE EXISTS (
    SELECT 1 FROM workflow_versions AS v
    WHERE v.scope_user = workflows.scope_user AND v.scope_project = workflows.scope_project
      AND v.id = workflows.id AND v.version = workflows.version AND v.source = 'imported')
AND NOT EXISTS (
    SELECT 1 FROM runs AS r
    WHERE r.scope_user = workflows.scope_user AND r.scope_project = workflows.scope_project
      AND r.workflow_id = workflows.id AND r.ok)
"""


def _runs_and_trajectories(op: Operations) -> None:
    op.add_column("runs", Column("workflow_version", Integer))
    op.add_column("runs", Column("trajectory_id", short(64)))
    op.add_column("runs", Column("before_sha256", short(64)))
    for added in (
        Column("seconds", Float, nullable=False, server_default=text("0")),
        Column("before_sha256", short(64)),
        Column("after_sha256", short(64)),
        Column("verdict", short(10)),
        Column("undone_at", short(40)),
    ):
        op.add_column("trajectories", added)
    _time_trajectories(op)


def _time_trajectories(op: Operations) -> None:
    key = [column(name, Text()) for name in ("scope_user", "scope_project", "id")]
    kept = table("trajectories", *key, column("seconds", Float()), column("actions", Text()))
    connection = op.get_bind()
    for row in connection.execute(select(kept)).all():
        moments = [float(action["t"]) for action in json.loads(row.actions)]
        this = [part == row[at] for at, part in enumerate(key)]
        connection.execute(update(kept).where(*this).values(seconds=max(moments, default=0.0)))


def _failures(op: Operations) -> None:
    op.create_table(
        "failures",
        Column("sequence", Integer, primary_key=True, autoincrement=True),
        *scope(primary_key=False),
        Column("id", short(64), nullable=False),
        Column("run_id", short(64)),
        Column("workflow_id", short(200)),
        Column("workflow_version", Integer),
        Column("task", Text),
        Column("daw", short(100), nullable=False),
        Column("step", Integer),
        Column("action", Text),
        Column("code", short(60)),
        Column("reason", Text, nullable=False),
        Column("expected", Text),
        Column("observed", Text),
        Column("failed_at", short(40), nullable=False),
        Column("resolved_at", short(40)),
        UniqueConstraint("id"),
    )
    index(op, "failures_by_workflow", "failures", "workflow_id")
    op.execute(_FAILED_RUNS)


# A failure is mended by a later run of the workflow that ended verified, on the same DAW.
_FAILED_RUNS = """
INSERT INTO failures (scope_user, scope_project, id, run_id, workflow_id, task, daw, step, reason, failed_at,
                      resolved_at)
SELECT f.scope_user, f.scope_project, f.id, f.id, f.workflow_id, f.goal, f.daw, f.failed_step,
       coalesce(f.reason, 'It is not known why.'), f.started,
       (SELECT min(w.started) FROM runs AS w
        WHERE w.scope_user = f.scope_user AND w.scope_project = f.scope_project
          AND w.workflow_id = f.workflow_id AND w.daw = f.daw AND w.ok AND w.undone_at IS NULL
          AND w.sequence > f.sequence)
FROM runs AS f WHERE NOT f.ok ORDER BY f.sequence
"""


def _vectors(op: Operations) -> None:
    """Give the vectors a kind, which is part of their key: the table is written anew."""
    op.execute("CREATE TABLE vectors_of_version_1 AS SELECT * FROM vectors")
    op.drop_table("vectors")
    op.create_table(
        "vectors",
        *scope(),
        Column("kind", short(20), primary_key=True),
        Column("fingerprint", short(200), primary_key=True),
        Column("item_id", short(200), primary_key=True),
        Column("text_sha256", short(64), nullable=False),
        Column("vector", LargeBinary, nullable=False),
        Column("revision", Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO vectors (scope_user, scope_project, kind, fingerprint, item_id, text_sha256, vector, "
        "revision) "
        "SELECT scope_user, scope_project, 'workflow', fingerprint, item_id, text_sha256, vector, 0 "
        "FROM vectors_of_version_1"
    )
    op.drop_table("vectors_of_version_1")
    index(op, "vectors_by_revision", "vectors", "kind", "fingerprint", "revision")
    op.create_table(
        "vector_sets",
        *scope(),
        Column("kind", short(20), primary_key=True),
        Column("fingerprint", short(200), primary_key=True),
        Column("revision", Integer, nullable=False),
        Column("count", Integer, nullable=False),
        Column("signature", short(64), nullable=False),
        Column("reached", Integer, nullable=False),
    )
