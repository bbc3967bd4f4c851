"""The tables of what Orbit knows of its user, what belongs together, and the vectors it is found by."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Integer, LargeBinary, Table, Text

from orbit.memory.store.schema.columns import (
    DIGEST,
    ID,
    NAME,
    TIME,
    metadata,
    scope_columns,
    scope_index,
    short,
)

__all__ = ["entities", "entity_names", "links", "notes", "vector_sets", "vectors"]

# What belongs together, whatever its kind: a workflow and the trajectory behind it, or the one it was merged
# from, or the entity it is about.
links = Table(
    "links",
    metadata,
    *scope_columns(),
    Column("from_kind", short(20), primary_key=True),
    Column("from_id", ID, primary_key=True),
    Column("relation", short(30), primary_key=True),
    Column("to_kind", short(20), primary_key=True),
    Column("to_id", ID, primary_key=True),
    Column("created", TIME, nullable=False),
)
scope_index("links_back", links, "to_kind", "to_id")

# The user's own things: tracks, plug-ins, habits; ``facts`` is JSON.
entities = Table(
    "entities",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("kind", short(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("source", short(20), nullable=False),
    Column("seen", Integer, nullable=False),
    Column("created", TIME, nullable=False),
    Column("updated", TIME, nullable=False),
)

# What an entity is called; ``folded`` is the name as it is compared.
entity_names = Table(
    "entity_names",
    metadata,
    *scope_columns(),
    Column("folded", NAME, primary_key=True),
    Column("entity_id", ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("source", short(20), nullable=False),
    Column("seen", Integer, nullable=False),
    Column("last_seen", TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "entity_id"],
        ["entities.scope_user", "entities.scope_project", "entities.id"],
        ondelete="CASCADE",
    ),
)

# What the user wants kept in words: notes, and skills (how something is done, for a person to read).
notes = Table(
    "notes",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("kind", short(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("source", short(20), nullable=False),
    Column("created", TIME, nullable=False),
    Column("updated", TIME, nullable=False),
)

# Vectors by what they are of (workflow, note, trajectory …) and by the embedding that made them.
vectors = Table(
    "vectors",
    metadata,
    *scope_columns(),
    Column("kind", short(20), primary_key=True),
    Column("fingerprint", NAME, primary_key=True),
    Column("item_id", ID, primary_key=True),
    Column("text_sha256", DIGEST, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Column("revision", Integer, nullable=False, default=0),
)
scope_index("vectors_by_revision", vectors, "kind", "fingerprint", "revision")

# What all vectors of a kind and an embedding come to: the number of their last change, how many they are, a
# signature that changes with each of them, and the revision of the things that they are in step with.
vector_sets = Table(
    "vector_sets",
    metadata,
    *scope_columns(),
    Column("kind", short(20), primary_key=True),
    Column("fingerprint", NAME, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("count", Integer, nullable=False),
    Column("signature", DIGEST, nullable=False),
    Column("reached", Integer, nullable=False),
)
