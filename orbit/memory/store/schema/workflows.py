"""The tables of what Orbit knows how to do: workflows with every version, and what of them is searched."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    Table,
    Text,
    false,
    text,
    true,
)

from orbit.memory.store.schema.columns import DIGEST, ID, TIME, metadata, scope_columns, scope_index, short

__all__ = ["documents", "forgotten", "removals", "revisions", "workflow_versions", "workflows"]

# ``revision`` is the scope's number at the row's last change: whoever has read up to a number reads only what
# came after it.
workflows = Table(
    "workflows",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False, server_default=text("0")),
    Column("trusted", Boolean, nullable=False, server_default=true()),
    Column("pinned", Boolean, nullable=False, server_default=false()),
    Column("superseded_by", ID),
    Column("invalid_since", TIME),
    Column("invalid_reason", Text),
)
scope_index("workflows_by_revision", workflows, "revision")

workflow_versions = Table(
    "workflow_versions",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("content_sha256", DIGEST, nullable=False),
    Column("source", short(20), nullable=False),
    Column("source_file", Text),
    Column("source_sha256", DIGEST),
    Column("trajectories", Text, nullable=False, default="[]"),
    Column("note", Text),
    Column("created", TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "id"],
        ["workflows.scope_user", "workflows.scope_project", "workflows.id"],
        ondelete="CASCADE",
    ),
)

# What is made of a workflow for one purpose (``kind``), read once: what of it is searched, what names its
# doing. Derived from the body, and made again when ``reader`` is another.
documents = Table(
    "documents",
    metadata,
    *scope_columns(),
    Column("kind", short(20), primary_key=True),
    Column("id", ID, primary_key=True),
    Column("reader", DIGEST, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

# A seed the user threw out must not come back with the next start; this holds its id and nothing else.
forgotten = Table(
    "forgotten",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
)

# How often the workflows of a scope were changed: other processes see by it that they must read again.
revisions = Table(
    "revisions",
    metadata,
    *scope_columns(),
    Column("number", Integer, nullable=False),
)

# Which workflows went, and when: whoever reads only what changed learns by it what to let go.
removals = Table(
    "removals",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("revision", Integer, nullable=False),
)
