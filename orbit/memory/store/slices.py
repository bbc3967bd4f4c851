"""The slices of a scope's trajectories: pieces of edits that hang together, found by what is in them.

Each bears marks (numbers of two kinds of edit that follow one another); slices that share marks are likely
to be sightings of the same thing. Of each mark only its latest slices are looked at, so that a look costs the
same however much was ever done, and finds what is done nowadays.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, insert, or_, select, update

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["NewSlice", "SliceTable", "StoredSlice"]

_SLICES, _MARKS, _TRAJECTORIES = schema.slices, schema.slice_marks, schema.trajectories
_CHUNK = 500  # values a statement: databases bound how many one may carry
_LATEST = 96
_LATEST_BEARING = (  # asked many times a look, and building a statement costs more than the answer
    select(_MARKS.c.slice)
    .where(
        _MARKS.c.scope_user == bindparam("scope_user"),
        _MARKS.c.scope_project == bindparam("scope_project"),
        _MARKS.c.mark == bindparam("wanted"),
        _MARKS.c.slice > bindparam("after"),
    )
    .order_by(_MARKS.c.slice.desc())
    .limit(_LATEST)
)

T = TypeVar("T")


@dataclass(frozen=True)
class NewSlice:
    """A slice to keep: its content (JSON) and its marks, each at most 63 bits."""

    content: str
    marks: frozenset[int]


@dataclass(frozen=True)
class StoredSlice:
    """A slice as it is kept; ``sequence`` grows with the order in which they were kept."""

    sequence: int
    trajectory_id: str
    content: str


class SliceTable:
    """Reads and writes the slices of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(self, reader: str, slices: Mapping[str, Sequence[NewSlice]]) -> dict[str, list[int]]:
        """Keep the slices of trajectories, by id, in the place of those they had; give their numbers.

        ``reader`` names the way they were made: the trajectories are known to be sliced so. Of one that is
        not there none are kept.
        """
        with self._database.write() as connection:
            there = [
                each for some in _chunks(list(slices)) for each in self._sliced(connection, some, reader)
            ]
            rows = [
                {"trajectory_id": each, "content": new.content, "marks": json.dumps(sorted(new.marks))}
                for each in there
                for new in slices[each]
            ]
            numbers = iter(self._added(connection, rows))
            kept = {each: [next(numbers) for _ in slices[each]] for each in there}
            marks = [
                self._scope.columns() | {"mark": mark, "slice": number}
                for each in there
                for number, new in zip(kept[each], slices[each], strict=True)
                for mark in sorted(new.marks)
            ]
            if marks:
                connection.execute(insert(_MARKS), marks)
        return kept

    def forget(self, trajectory_ids: Collection[str]) -> None:
        """Drop the slices of trajectories, which then count as not sliced."""
        with self._database.write() as connection:
            for some in _chunks(list(trajectory_ids)):
                its = and_(in_scope(_SLICES, self._scope), _SLICES.c.trajectory_id.in_(some))
                rows = connection.execute(select(_SLICES.c.sequence, _SLICES.c.marks).where(its)).all()
                for number, marks in rows:
                    connection.execute(delete(_MARKS).where(self._bears(json.loads(marks), number)))
                if rows:
                    connection.execute(delete(_SLICES).where(its))
                those = and_(in_scope(_TRAJECTORIES, self._scope), _TRAJECTORIES.c.id.in_(some))
                unsliced = update(_TRAJECTORIES).where(those, _TRAJECTORIES.c.sliced.is_not(None))
                connection.execute(unsliced.values(sliced=None))

    def unsliced(self, reader: str, limit: int) -> list[str]:
        """Give the ids of trajectories that have no slices of this reader yet, oldest first."""
        columns = _TRAJECTORIES.c
        stale = or_(columns.sliced.is_(None), columns.sliced < reader, columns.sliced > reader)
        query = select(columns.id).where(in_scope(_TRAJECTORIES, self._scope), stale)
        with self._database.read() as connection:
            return list(connection.scalars(query.order_by(columns.started, columns.id).limit(limit)))

    def neighbours(self, marks: Collection[int], *, limit: int, after: int = 0) -> list[StoredSlice]:
        """Give the slices that share marks with something, those that share most and the rarest first.

        Only slices kept after the one of the number ``after`` are meant. What is as near comes latest first.
        """
        near: Counter[int] = Counter()
        with self._database.read() as connection:
            for mark in sorted(marks):
                bearing = self._bearing(connection, mark, after)
                near.update(dict.fromkeys(bearing, _WHOLE // (1 + len(bearing))))
            ranked = sorted(near, key=lambda number: (-near[number], -number))
            found = self._those(connection, ranked[:limit])
        return [found[number] for number in ranked[:limit] if number in found]

    def lately(self, most: int) -> tuple[int, int]:
        """Say after which number the latest slices come, at most so many, and of how many trajectories."""
        mine = in_scope(_SLICES, self._scope)
        latest = select(_SLICES.c.sequence).where(mine).order_by(_SLICES.c.sequence.desc())
        with self._database.read() as connection:
            after = connection.scalar(latest.offset(most).limit(1)) or 0
            of = select(func.count(_SLICES.c.trajectory_id.distinct())).where(
                mine, _SLICES.c.sequence > after
            )
            return after, connection.scalar(of) or 0

    def count(self) -> int:
        """Say how many slices there are."""
        with self._database.read() as connection:
            query = select(func.count()).select_from(_SLICES).where(in_scope(_SLICES, self._scope))
            return connection.scalar(query) or 0

    def _sliced(self, connection: Connection, some: Sequence[str], reader: str) -> list[str]:
        """Note that trajectories are sliced, and drop what slices they had; give those that are there."""
        those = and_(in_scope(_TRAJECTORIES, self._scope), _TRAJECTORIES.c.id.in_(some))
        rows = connection.execute(select(_TRAJECTORIES.c.id, _TRAJECTORIES.c.sliced).where(those)).all()
        before = {row.id: row.sliced for row in rows}
        had = [name for name, sliced in before.items() if sliced is not None]
        if had:
            self.forget(had)
        connection.execute(update(_TRAJECTORIES).where(those).values(sliced=reader))
        return [each for each in some if each in before]

    def _added(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> list[int]:
        if not rows:
            return []
        own = [self._scope.columns() | row for row in rows]
        numbered = insert(_SLICES).returning(_SLICES.c.sequence, sort_by_parameter_order=True)
        return list(connection.scalars(numbered, own))

    def _bearing(self, connection: Connection, mark: int, after: int) -> Sequence[int]:
        wanted = self._scope.columns() | {"wanted": mark, "after": after}
        return connection.scalars(_LATEST_BEARING, wanted).all()

    def _bears(self, marks: Sequence[int], number: int) -> ColumnElement[bool]:
        return and_(in_scope(_MARKS, self._scope), _MARKS.c.mark.in_(marks), _MARKS.c.slice == number)

    def _those(self, connection: Connection, numbers: Sequence[int]) -> dict[int, StoredSlice]:
        columns = [_SLICES.c[name] for name in StoredSlice.__dataclass_fields__]
        found: dict[int, StoredSlice] = {}
        for some in _chunks(numbers):
            those = and_(in_scope(_SLICES, self._scope), _SLICES.c.sequence.in_(some))
            found |= {row[0]: StoredSlice(*row) for row in connection.execute(select(*columns).where(those))}
        return found


_WHOLE = 1 << 20  # weights are whole numbers: their sums are the same in whatever order they are taken


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
