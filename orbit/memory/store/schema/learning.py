"""The tables of learning: pieces of what was done, workflows on offer, files learned from, recording."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, Table, Text

from orbit.memory.store.schema.columns import (
    DIGEST,
    ID,
    TIME,
    UUID,
    metadata,
    scope_columns,
    scope_index,
    short,
)

__all__ = ["learned_files", "offers", "recording", "slice_marks", "slices"]

# Pieces of trajectories, each of edits that hang together; ``content`` is JSON and holds all that mining and
# generalising ask of it. Derived: made again from the trajectory when it, or the way of slicing, changes.
slices = Table(
    "slices",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *scope_columns(primary_key=False),
    Column("trajectory_id", UUID, nullable=False),
    Column("content", Text, nullable=False),
    Column("marks", Text, nullable=False),
)
scope_index("slices_by_trajectory", slices, "trajectory_id")

# By what a slice is found: a mark is the number of two kinds of edit that follow one another in it. The
# table is its own index: there are many rows, and nothing is asked of them but which slices bear a mark. (The
# marks of one slice stand in its own row, in JSON.)
slice_marks = Table(
    "slice_marks",
    metadata,
    *scope_columns(),
    Column("mark", BigInteger, primary_key=True, autoincrement=False),
    Column("slice", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# Workflows that were found in what the user did, and what the user said to each. ``structure``, ``shape``,
# ``kinds`` (of its steps) and ``does`` (of the edits it was found in) name what it does, as digests, so that
# what was dismissed is known again; ``replaces`` is the workflow whose place it would take. One that was
# forgotten keeps only these names.
offers = Table(
    "offers",
    metadata,
    *scope_columns(),
    Column("id", ID, primary_key=True),
    Column("status", short(10), nullable=False),
    Column("structure", DIGEST, nullable=False),
    Column("shape", DIGEST, nullable=False),
    Column("kinds", Text, nullable=False),
    Column("does", Text, nullable=False),
    Column("body", Text),
    Column("support", Integer, nullable=False),
    Column("trajectories", Text, nullable=False),
    Column("proven", short(20), nullable=False),
    Column("replaces", ID),
    Column("workflow_id", ID),
    Column("note", Text),
    Column("created", TIME, nullable=False),
    Column("updated", TIME, nullable=False),
    Column("mentioned", TIME),
    Column("decided", TIME),
)
scope_index("offers_by_status", offers, "status")
scope_index("offers_by_shape", offers, "shape")

# Files that were learned from, by what was in them: the same content under another name is not read again.
# ``reader`` names the way of reading; another one reads it again.
learned_files = Table(
    "learned_files",
    metadata,
    *scope_columns(),
    Column("sha256", DIGEST, primary_key=True),
    Column("reader", short(64), primary_key=True),
    Column("path", Text, nullable=False),
    Column("trajectories", Integer, nullable=False),
    Column("learned_at", TIME, nullable=False),
)

# Whether this user lets Orbit record what is done by hand, and what records now (``recorder``, in JSON,
# last heard of at ``seen``).
recording = Table(
    "recording",
    metadata,
    *scope_columns(),
    Column("consented_at", TIME),
    Column("paused_at", TIME),
    Column("recorder", Text),
    Column("seen", TIME),
)
