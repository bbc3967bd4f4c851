"""The tables of Orbit's memory, and the version of their layout.

Every table carries the scope (user and project): a row of one scope cannot be reached from another.
Times are ISO 8601 text in UTC, so that they sort as text on every database.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

__all__ = [
    "SCHEMA_VERSION",
    "forgotten",
    "metadata",
    "revisions",
    "runs",
    "schema_version",
    "trajectories",
    "vectors",
    "workflow_versions",
    "workflows",
]

SCHEMA_VERSION = 1

metadata = MetaData()


def _scope(*, primary_key: bool = True) -> tuple[Column[str], Column[str]]:
    return (
        Column("scope_user", String(200), primary_key=primary_key, nullable=False),
        Column("scope_project", String(200), primary_key=primary_key, nullable=False),
    )


schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True),
    Column("created", String(40), nullable=False),
)

workflows = Table(
    "workflows",
    metadata,
    *_scope(),
    Column("id", String(200), primary_key=True),
    Column("version", Integer, nullable=False),
)

workflow_versions = Table(
    "workflow_versions",
    metadata,
    *_scope(),
    Column("id", String(200), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("content_sha256", String(64), nullable=False),
    Column("source", String(20), nullable=False),
    Column("source_file", Text),
    Column("source_sha256", String(64)),
    Column("trajectories", Text, nullable=False, default="[]"),
    Column("created", String(40), nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "id"],
        ["workflows.scope_user", "workflows.scope_project", "workflows.id"],
        ondelete="CASCADE",
    ),
)

# A seed the user threw out must not come back with the next start; this holds its id and nothing else.
forgotten = Table(
    "forgotten",
    metadata,
    *_scope(),
    Column("id", String(200), primary_key=True),
)

# How often the workflows of a scope were changed: other processes see by it that they must read again.
revisions = Table(
    "revisions",
    metadata,
    *_scope(),
    Column("number", Integer, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *_scope(primary_key=False),
    Column("id", String(64), nullable=False, unique=True),
    Column("workflow_id", String(200)),
    Column("goal", Text),
    Column("daw", String(100), nullable=False),
    Column("project", Text, nullable=False),
    Column("ok", Boolean, nullable=False),
    Column("failed_step", Integer),
    Column("reason", Text),
    Column("rolled_back", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("started", String(40), nullable=False),
    Column("results", Text, nullable=False),
    Column("inverse", Text),
    Column("after_sha256", String(64)),
    Column("after", Text),
    Column("undone_at", String(40)),
)
Index("runs_by_workflow", runs.c.scope_user, runs.c.scope_project, runs.c.workflow_id)
Index("runs_by_daw", runs.c.scope_user, runs.c.scope_project, runs.c.daw, runs.c.sequence)

trajectories = Table(
    "trajectories",
    metadata,
    *_scope(),
    Column("id", String(64), primary_key=True),
    Column("session", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("daw", String(100), nullable=False),
    Column("goal", Text),
    Column("outcome", String(10), nullable=False),
    Column("started", String(40), nullable=False),
    Column("actions", Text, nullable=False),
)
Index("trajectories_by_time", trajectories.c.scope_user, trajectories.c.scope_project, trajectories.c.started)

vectors = Table(
    "vectors",
    metadata,
    *_scope(),
    Column("fingerprint", String(200), primary_key=True),
    Column("item_id", String(200), primary_key=True),
    Column("text_sha256", String(64), nullable=False),
    Column("vector", LargeBinary, nullable=False),
)
