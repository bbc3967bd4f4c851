"""The tables that are new in version 2 and begin empty."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, Float, ForeignKeyConstraint, Integer, Text, UniqueConstraint, false

from orbit.memory.store.migrations.version_2.columns import index, scope, short

__all__ = ["entities_and_notes", "keyed", "tool_log_and_links"]


def tool_log_and_links(op: Operations) -> None:
    """Make the tables of what was done, and of what belongs together."""
    op.create_table(
        "tool_log",
        Column("sequence", Integer, primary_key=True, autoincrement=True),
        *scope(primary_key=False),
        Column("id", short(64), nullable=False),
        Column("run_id", short(64)),
        Column("trajectory_id", short(64)),
        Column("thread", short(200)),
        Column("tool", short(100), nullable=False),
        Column("arguments", Text, nullable=False),
        Column("status", short(20), nullable=False),
        Column("result", Text),
        Column("seconds", Float),
        Column("called_at", short(40), nullable=False),
        UniqueConstraint("id"),
    )
    index(op, "tool_log_by_run", "tool_log", "run_id")
    op.create_table(
        "links",
        *scope(),
        Column("from_kind", short(20), primary_key=True),
        Column("from_id", short(200), primary_key=True),
        Column("relation", short(30), primary_key=True),
        Column("to_kind", short(20), primary_key=True),
        Column("to_id", short(200), primary_key=True),
        Column("created", short(40), nullable=False),
    )
    index(op, "links_back", "links", "to_kind", "to_id")


def entities_and_notes(op: Operations) -> None:
    """Make the tables of the user's own things and of notes."""
    op.create_table(
        "entities",
        *scope(),
        Column("id", short(200), primary_key=True),
        Column("kind", short(20), nullable=False),
        Column("name", Text, nullable=False),
        Column("facts", Text, nullable=False),
        Column("source", short(20), nullable=False),
        Column("seen", Integer, nullable=False),
        Column("created", short(40), nullable=False),
        Column("updated", short(40), nullable=False),
    )
    op.create_table(
        "entity_names",
        *scope(),
        Column("folded", short(200), primary_key=True),
        Column("entity_id", short(200), primary_key=True),
        Column("name", Text, nullable=False),
        Column("source", short(20), nullable=False),
        Column("seen", Integer, nullable=False),
        Column("last_seen", short(40), nullable=False),
        ForeignKeyConstraint(
            ["scope_user", "scope_project", "entity_id"],
            ["entities.scope_user", "entities.scope_project", "entities.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "notes",
        *scope(),
        Column("id", short(200), primary_key=True),
        Column("kind", short(20), nullable=False),
        Column("title", Text, nullable=False),
        Column("text", Text, nullable=False),
        Column("tags", Text, nullable=False),
        Column("source", short(20), nullable=False),
        Column("created", short(40), nullable=False),
        Column("updated", short(40), nullable=False),
    )


def keyed(op: Operations) -> None:
    """Make the tables of keyed memory."""
    op.create_table(
        "keyed_keys",
        *scope(),
        Column("ref", short(100), primary_key=True),
        Column("key", short(256), primary_key=True),
        Column("version", Integer, nullable=False),
        Column("created", short(40), nullable=False),
        Column("updated", short(40), nullable=False),
        Column("expires", short(40)),
        Column("flushed", short(40)),
    )
    op.create_index("keyed_keys_by_expiry", "keyed_keys", ["expires"])
    op.create_table(
        "keyed_entries",
        *scope(),
        Column("ref", short(100), primary_key=True),
        Column("key", short(256), primary_key=True),
        Column("place", Integer, primary_key=True),
        Column("role", short(20), nullable=False),
        Column("content", Text, nullable=False),
        Column("metadata", Text),
        Column("tokens", Integer, nullable=False),
        Column("summary", Boolean, nullable=False, server_default=false()),
        Column("created", short(40), nullable=False),
        Column("used", short(40), nullable=False),
        ForeignKeyConstraint(
            ["scope_user", "scope_project", "ref", "key"],
            ["keyed_keys.scope_user", "keyed_keys.scope_project", "keyed_keys.ref", "keyed_keys.key"],
            ondelete="CASCADE",
        ),
    )
    op.create_table(
        "keyed_backups",
        *scope(),
        Column("id", short(64), primary_key=True),
        Column("ref", short(100), nullable=False),
        Column("key", short(256), nullable=False),
        Column("content", Text, nullable=False),
        Column("content_sha256", short(64), nullable=False),
        Column("created", short(40), nullable=False),
    )
