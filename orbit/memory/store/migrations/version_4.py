"""Version 4: the runs that have begun and not ended; there are none yet."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column, Integer, String, Text

__all__ = ["upgrade"]

_SCOPE = ("scope_user", "scope_project")


def upgrade(op: Operations) -> None:
    """Make a version 4 out of a version 3."""
    op.create_table(
        "open_runs",
        *(Column(name, _short(200), primary_key=True, nullable=False) for name in _SCOPE),
        Column("id", _short(64), primary_key=True),
        Column("daw", _short(100), nullable=False),
        Column("process", _short(200), nullable=False),
        Column("started", _short(40), nullable=False),
        Column("confirmed", Integer, nullable=False),
        Column("content", Text, nullable=False),
    )
    op.create_index("open_runs_by_daw", "open_runs", [*_SCOPE, "daw", "started"])


def _short(length: int) -> String:
    return String(length).with_variant(String(length, collation="C"), "postgresql")
