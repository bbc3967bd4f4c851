"""Columns as version 2 has them, whatever later versions make of theirs."""

from __future__ import annotations

from typing import Any

from alembic.operations import Operations
from sqlalchemy import Column, String

__all__ = ["index", "scope", "short"]


def short(length: int) -> String:
    """Give the type of a text that is compared letter by letter on every database."""
    return String(length).with_variant(String(length, collation="C"), "postgresql")


def scope(*, primary_key: bool = True) -> list[Column[Any]]:
    """Give the columns that say whose row it is."""
    names = ("scope_user", "scope_project")
    return [Column(name, short(200), primary_key=primary_key, nullable=False) for name in names]


def index(op: Operations, name: str, of: str, *columns: str) -> None:
    """Index the rows of a scope by some columns."""
    op.create_index(name, of, ["scope_user", "scope_project", *columns])
