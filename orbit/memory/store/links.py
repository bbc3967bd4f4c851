"""What belongs together, whatever its kind: one typed arrow from a thing to another, kept once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, insert, or_, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.scope import Scope, in_scope

__all__ = ["LONGEST_ID", "Link", "LinkTable"]

_LINKS = schema.links
_KEY = ("from_kind", "from_id", "relation", "to_kind", "to_id")

LONGEST_ID = 200
"""The most letters that an id in a link has."""


@dataclass(frozen=True, order=True)
class Link:
    """One arrow: ``workflow duck —learned_from→ trajectory 5f1c``. Kinds and ids are those of the tables."""

    from_kind: str
    from_id: str
    relation: str
    to_kind: str
    to_id: str


class LinkTable:
    """Reads and writes the links of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def add(self, *links: Link) -> int:
        """Keep links; give how many of them are new. One that is there already stays as it is."""
        with self._database.write() as connection:
            starts = {(link.from_kind, link.from_id) for link in links}
            known = {link for kind, item in starts for link in self.of(kind, item)}
            new = [link for link in dict.fromkeys(links) if link not in known]
            if new:
                created = {"created": utc_now()}
                rows = [self._scope.columns() | _columns(link) | created for link in new]
                connection.execute(insert(_LINKS), rows)
        return len(new)

    def of(self, kind: str, item: str, relation: str | None = None) -> list[Link]:
        """Give the links that start at a thing, sorted."""
        return self._found(self._from(kind, item), relation)

    def to(self, kind: str, item: str, relation: str | None = None) -> list[Link]:
        """Give the links that end at a thing, sorted."""
        return self._found(self._at(kind, item), relation)

    def around(self, kind: str, item: str) -> list[Link]:
        """Give the links that start or end at a thing, sorted."""
        return self._found(or_(self._from(kind, item), self._at(kind, item)), None)

    def between(self, from_kind: str, to_kind: str) -> list[Link]:
        """Give every link from a thing of one kind to one of another, sorted."""
        return self._found(and_(_LINKS.c.from_kind == from_kind, _LINKS.c.to_kind == to_kind), None)

    def made_with(self, link: Link) -> list[Link]:
        """Give the links that were new in the very call of `add` that made this one, sorted."""
        made = select(_LINKS.c.created).where(self._is(link)).scalar_subquery()
        return self._found(_LINKS.c.created == made, None)

    def remove(self, links: Iterable[Link]) -> int:
        """Drop links; give how many were there."""
        with self._database.write() as connection:
            return sum(connection.execute(delete(_LINKS).where(self._is(link))).rowcount for link in links)

    def forget(self, kind: str, item: str, relation: str | None = None) -> int:
        """Drop every link from or to a thing, or those of one relation; give how many there were."""
        around = and_(
            in_scope(_LINKS, self._scope), or_(self._from(kind, item), self._at(kind, item)), *_only(relation)
        )
        with self._database.write() as connection:
            return connection.execute(delete(_LINKS).where(around)).rowcount

    def move(self, kind: str, old: str, new: str) -> int:
        """Hang every link of one thing on another of its kind, none twice; give how many were moved."""
        with self._database.write():
            links = self.around(kind, old)
            self.remove(links)
            return self.add(*(_moved(link, kind, old, new) for link in links))

    def _found(self, where: ColumnElement[bool], relation: str | None) -> list[Link]:
        columns = [_LINKS.c[name] for name in _KEY]
        query = select(*columns).where(in_scope(_LINKS, self._scope), where, *_only(relation))
        with self._database.read() as connection:
            return sorted(Link(*row) for row in connection.execute(query))

    def _is(self, link: Link) -> ColumnElement[bool]:
        same = (_LINKS.c[name] == value for name, value in _columns(link).items())
        return and_(in_scope(_LINKS, self._scope), *same)

    @staticmethod
    def _from(kind: str, item: str) -> ColumnElement[bool]:
        return and_(_LINKS.c.from_kind == kind, _LINKS.c.from_id == item)

    @staticmethod
    def _at(kind: str, item: str) -> ColumnElement[bool]:
        return and_(_LINKS.c.to_kind == kind, _LINKS.c.to_id == item)


def _only(relation: str | None) -> list[ColumnElement[bool]]:
    return [] if relation is None else [_LINKS.c.relation == relation]


def _columns(link: Link) -> dict[str, str]:
    return {name: getattr(link, name) for name in _KEY}


def _moved(link: Link, kind: str, old: str, new: str) -> Link:
    start = new if (link.from_kind, link.from_id) == (kind, old) else link.from_id
    end = new if (link.to_kind, link.to_id) == (kind, old) else link.to_id
    return Link(link.from_kind, start, link.relation, link.to_kind, end)
