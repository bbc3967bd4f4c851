"""The tables of keyed memory: keys of a memory, their entries in order, and what was cleared."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKeyConstraint, Index, Integer, Table, Text, false

from orbit.memory.store.schema.columns import DIGEST, TIME, UUID, metadata, scope_columns, short

__all__ = ["keyed_backups", "keyed_entries", "keyed_keys"]

# Keyed memory: a key of a memory (``ref``) holds entries in order.
keyed_keys = Table(
    "keyed_keys",
    metadata,
    *scope_columns(),
    Column("ref", short(100), primary_key=True),
    Column("key", short(256), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", TIME, nullable=False),
    Column("updated", TIME, nullable=False),
    Column("expires", TIME),
    Column("flushed", TIME),
)
Index("keyed_keys_by_expiry", keyed_keys.c.expires)

keyed_entries = Table(
    "keyed_entries",
    metadata,
    *scope_columns(),
    Column("ref", short(100), primary_key=True),
    Column("key", short(256), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("role", short(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("metadata", Text),
    Column("tokens", Integer, nullable=False),
    Column("summary", Boolean, nullable=False, server_default=false()),
    Column("created", TIME, nullable=False),
    Column("used", TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "ref", "key"],
        ["keyed_keys.scope_user", "keyed_keys.scope_project", "keyed_keys.ref", "keyed_keys.key"],
        ondelete="CASCADE",
    ),
)

keyed_backups = Table(
    "keyed_backups",
    metadata,
    *scope_columns(),
    Column("id", UUID, primary_key=True),
    Column("ref", short(100), nullable=False),
    Column("key", short(256), nullable=False),
    Column("content", Text, nullable=False),
    Column("content_sha256", DIGEST, nullable=False),
    Column("created", TIME, nullable=False),
)
