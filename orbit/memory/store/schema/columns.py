"""The columns that the tables share: the scope, ids, times and digests, each of one type everywhere."""

from __future__ import annotations

from sqlalchemy import Column, Index, MetaData, String, Table

__all__ = ["DIGEST", "ID", "NAME", "TIME", "UUID", "metadata", "scope_columns", "scope_index", "short"]

metadata = MetaData()


def short(length: int) -> String:
    """Give the type of a text of at most ``length`` letters that is compared and sorted letter by letter.

    SQLite sorts so of itself; PostgreSQL is told to, or "a:b" would sort by the rules of some language.
    """
    return String(length).with_variant(String(length, collation="C"), "postgresql")


ID, NAME, TIME, DIGEST, UUID = short(200), short(200), short(40), short(64), short(64)


def scope_columns(*, primary_key: bool = True) -> tuple[Column[str], Column[str]]:
    """Give the columns that say whose row it is, first in the table and in its key."""
    return (
        Column("scope_user", NAME, primary_key=primary_key, nullable=False),
        Column("scope_project", NAME, primary_key=primary_key, nullable=False),
    )


def scope_index(name: str, table: Table, *columns: str) -> Index:
    """Index the rows of a scope by some of the table's columns."""
    return Index(name, table.c.scope_user, table.c.scope_project, *(table.c[column] for column in columns))
