"""Whose memory it is: every read and write of the store is held to one scope."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, and_

__all__ = ["Scope", "in_scope"]


@dataclass(frozen=True)
class Scope:
    """A user and a project within Orbit's memory; a store is opened for one and never sees another."""

    user: str = "local"
    project: str = "default"

    def columns(self) -> dict[str, str]:
        """Give the values of the scope's columns, for a row to insert."""
        return {"scope_user": self.user, "scope_project": self.project}


def in_scope(table: Table, scope: Scope) -> ColumnElement[bool]:
    """Give the condition that holds a statement on ``table`` to ``scope``."""
    return and_(table.c.scope_user == scope.user, table.c.scope_project == scope.project)
