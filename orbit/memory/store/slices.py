"""The slices of a scope's trajectories: pieces of edits that hang together, found by what is in them.

Each bears marks (numbers of two kinds of edit that follow one another); slices that share marks are likely
to be sightings of the same thing. Of each mark only its latest slices are looked at, so that a look costs the
same however much was ever done, and finds what is done nowadays.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.scope import Scope, in_scope

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["NewSlice", "SliceTable", "StoredSlice"]

_SLICES, _MARKS, _TRAJECTORIES = schema.slices, schema.slice_marks, schema.trajectories
_CHUNK = 500  # values a statement: databases bound how many one may carry
_LATEST = 256

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

    def put(self, trajectory_id: str, reader: str, slices: Sequence[NewSlice]) -> list[int]:
        """Keep the slices of a trajectory in the place of those it had; give their sequence numbers.

        ``reader`` names the way they were made: the trajectory is known to be sliced so. None are kept when
        there is no such trajectory.
        """
        with self._database.write() as connection:
            self.forget([trajectory_id])
            of_it = and_(in_scope(_TRAJECTORIES, self._scope), _TRAJECTORIES.c.id == trajectory_id)
            there = connection.execute(update(_TRAJECTORIES).where(of_it).values(sliced=reader)).rowcount
            return [self._add(connection, trajectory_id, each) for each in slices] if there else []

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

    def neighbours(
        self, marks: Collection[int], *, limit: int, besides: Collection[str] = ()
    ) -> list[StoredSlice]:
        """Give the slices that share marks with something, those that share most and the rarest first.

        ``besides`` are trajectories whose slices are not meant. What is as near comes latest first.
        """
        near: Counter[int] = Counter()
        with self._database.read() as connection:
            for mark in sorted(marks):
                bearing = self._bearing(connection, mark)
                near.update(dict.fromkeys(bearing, _WHOLE // (1 + len(bearing))))
            ranked = sorted(near, key=lambda number: (-near[number], -number))
            found = self._those(connection, ranked[: limit + len(besides) * _SLICES_EACH])
        mine = [found[number] for number in ranked if number in found]
        return [each for each in mine if each.trajectory_id not in besides][:limit]

    def count(self) -> int:
        """Say how many slices there are."""
        with self._database.read() as connection:
            query = select(func.count()).select_from(_SLICES).where(in_scope(_SLICES, self._scope))
            return connection.scalar(query) or 0

    def _add(self, connection: Connection, trajectory_id: str, new: NewSlice) -> int:
        marks = sorted(new.marks)
        row = {"trajectory_id": trajectory_id, "content": new.content, "marks": json.dumps(marks)}
        key = connection.execute(insert(_SLICES), self._scope.columns() | row).inserted_primary_key
        number = int(key[0]) if key else 0
        if marks:
            rows = [self._scope.columns() | {"mark": mark, "slice": number} for mark in marks]
            connection.execute(insert(_MARKS), rows)
        return number

    def _bearing(self, connection: Connection, mark: int) -> Sequence[int]:
        of_it = and_(in_scope(_MARKS, self._scope), _MARKS.c.mark == mark)
        latest = select(_MARKS.c.slice).where(of_it).order_by(_MARKS.c.slice.desc()).limit(_LATEST)
        return connection.scalars(latest).all()

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
_SLICES_EACH = 16  # how many slices of one trajectory may stand before those of the others


def _chunks(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[start : start + _CHUNK] for start in range(0, len(values), _CHUNK))
