"""Version 3: what learning keeps. Slices, offers, learned files, recording; all of them begin empty.

The trajectories that are there are sliced when something is next learned.
"""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Integer, String, Text

__all__ = ["upgrade"]

_SCOPE = ("scope_user", "scope_project")


def upgrade(op: Operations) -> None:
    """Make a version 3 out of a version 2."""
    op.add_column("trajectories", Column("sliced", _short(64)))
    op.create_index("trajectories_by_sliced", "trajectories", [*_SCOPE, "sliced", "started"])
    _slices(op)
    _offers(op)
    _files_and_recording(op)


def _slices(op: Operations) -> None:
    op.create_table(
        "slices",
        Column("sequence", Integer, primary_key=True, autoincrement=True),
        *_scope(primary_key=False),
        Column("trajectory_id", _short(64), nullable=False),
        Column("content", Text, nullable=False),
        Column("marks", Text, nullable=False),
    )
    op.create_index("slices_by_trajectory", "slices", [*_SCOPE, "trajectory_id"])
    op.create_table(
        "slice_marks",
        *_scope(),
        Column("mark", BigInteger, primary_key=True, autoincrement=False),
        Column("slice", Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )


def _offers(op: Operations) -> None:
    op.create_table(
        "offers",
        *_scope(),
        Column("id", _short(200), primary_key=True),
        Column("status", _short(10), nullable=False),
        Column("structure", _short(64), nullable=False),
        Column("shape", _short(64), nullable=False),
        Column("kinds", Text, nullable=False),
        Column("does", Text, nullable=False),
        Column("body", Text),
        Column("support", Integer, nullable=False),
        Column("trajectories", Text, nullable=False),
        Column("proven", _short(20), nullable=False),
        Column("replaces", _short(200)),
        Column("workflow_id", _short(200)),
        Column("note", Text),
        Column("created", _short(40), nullable=False),
        Column("updated", _short(40), nullable=False),
        Column("mentioned", _short(40)),
        Column("decided", _short(40)),
    )
    op.create_index("offers_by_status", "offers", [*_SCOPE, "status"])
    op.create_index("offers_by_shape", "offers", [*_SCOPE, "shape"])


def _files_and_recording(op: Operations) -> None:
    op.create_table(
        "learned_files",
        *_scope(),
        Column("sha256", _short(64), primary_key=True),
        Column("reader", _short(64), primary_key=True),
        Column("path", Text, nullable=False),
        Column("trajectories", Integer, nullable=False),
        Column("learned_at", _short(40), nullable=False),
    )
    op.create_table(
        "recording",
        *_scope(),
        Column("consented_at", _short(40)),
        Column("paused_at", _short(40)),
        Column("recorder", Text),
        Column("seen", _short(40)),
    )


def _short(length: int) -> String:
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def _scope(*, primary_key: bool = True) -> list[Column[str]]:
    return [Column(name, _short(200), primary_key=primary_key, nullable=False) for name in _SCOPE]
