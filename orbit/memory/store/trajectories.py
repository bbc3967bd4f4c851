"""The trajectories of a scope, with what became of each, found by what they are about."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from orbit.memory.judgement import Verdict
from orbit.memory.records import utc_text
from orbit.memory.store import schema
from orbit.memory.store.bulk import COLUMNS, add_new, row_of
from orbit.memory.store.database import Database, utc_now
from orbit.memory.store.links import LinkTable
from orbit.memory.store.offers import OfferTable
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.slices import SliceTable
from orbit.memory.store.subjects import SUBJECTS, TOUCHES, TRAJECTORY, folded, subjects
from orbit.memory.store.vectors import VectorTable
from orbit.memory.trajectory import Trajectory

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["StoredTrajectory", "TrajectoryFilter", "TrajectoryTable"]

_TRAJECTORIES, _LINKS = schema.trajectories, schema.links


@dataclass(frozen=True)
class TrajectoryFilter:
    """Which trajectories are meant; what is left out (None, or nothing) is any.

    ``about`` are things that it has to touch, as (kind, name): ``("track", "Bass")``, ``("device",
    "compressor")``, ``("action", "set_mute")``; ``touching`` are names of which it has to touch one, of any
    kind. ``words`` are texts of which its goal has to hold one. ``since`` and ``until`` are the moments
    between which it began, both included.
    """

    about: Sequence[tuple[str, str]] = ()
    touching: Sequence[str] = ()
    words: Sequence[str] = ()
    ids: Collection[str] | None = None
    daw: str | None = None
    project: str | None = None
    session: str | None = None
    outcome: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True)
class StoredTrajectory:
    """A trajectory with what somebody said of it, and when it was taken back."""

    trajectory: Trajectory
    verdict: Verdict | None
    undone_at: datetime | None


class TrajectoryTable:
    """Reads and writes the trajectories of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope
        self._links = LinkTable(database, scope)
        self._vectors = VectorTable(database, scope, TRAJECTORY)
        self._slices, self._offers = SliceTable(database, scope), OfferTable(database, scope)

    def put(self, trajectory: Trajectory) -> None:
        """Save a trajectory, in the place of the one with its id; what became of that one is kept."""
        row = row_of(trajectory)
        with self._database.write() as connection:
            changed = connection.execute(
                update(_TRAJECTORIES).where(self._with_id(trajectory.id)).values(**row)
            )
            if changed.rowcount:
                self._vectors.forget([trajectory.id])
                self._slices.forget([trajectory.id])
            else:
                connection.execute(insert(_TRAJECTORIES), self._scope.columns() | row)
            self._links.forget(TRAJECTORY, trajectory.id, TOUCHES)
            self._links.add(*subjects(trajectory))

    def put_many(self, trajectories: Iterable[Trajectory]) -> int:
        """Save trajectories as `put` does, all or none, and much quicker; give how many ids are new.

        What is there already and the same is not touched.
        """
        with self._database.write() as connection:
            new, others = add_new(connection, self._scope, trajectories)
            for each in others:
                self.put(each)
        return new

    def get(self, trajectory_id: str) -> Trajectory | None:
        """Give a trajectory by its id, or None."""
        found = self.stored(trajectory_id)
        return found.trajectory if found else None

    def stored(self, trajectory_id: str) -> StoredTrajectory | None:
        """Give a trajectory with what became of it, or None."""
        found = self.search(TrajectoryFilter(ids=[trajectory_id]), limit=1)
        return found[0] if found else None

    def all(self) -> list[Trajectory]:
        """Give every trajectory, oldest first."""
        return [found.trajectory for found in reversed(self.search())]

    def search(
        self, only: TrajectoryFilter | None = None, *, limit: int | None = None, offset: int = 0
    ) -> list[StoredTrajectory]:
        """Give the trajectories that are meant, newest first."""
        newest = (_TRAJECTORIES.c.started.desc(), _TRAJECTORIES.c.id.desc())
        query = select(_TRAJECTORIES).where(self._meant(only or TrajectoryFilter())).order_by(*newest)
        with self._database.read() as connection:
            rows = connection.execute(query.limit(limit).offset(offset)).mappings().all()
        return [_stored(row) for row in rows]

    def standing(self) -> dict[str, bool]:
        """Say of every trajectory, by id, whether it stands: neither taken back nor turned down."""
        columns = _TRAJECTORIES.c
        stands = and_(columns.undone_at.is_(None), func.coalesce(columns.verdict, "") != "rejected")
        query = select(columns.id, stands.label("stands")).where(in_scope(_TRAJECTORIES, self._scope))
        with self._database.read() as connection:
            return {row.id: bool(row.stands) for row in connection.execute(query.order_by(columns.id))}

    def goals(self, only: TrajectoryFilter | None = None, *, limit: int | None = None) -> dict[str, str]:
        """Give the goals of the trajectories that are meant and have one, by id, newest first."""
        columns = (_TRAJECTORIES.c.id, _TRAJECTORIES.c.goal)
        query = select(*columns).where(self._meant(only or TrajectoryFilter()), _TRAJECTORIES.c.goal != "")
        newest = query.order_by(_TRAJECTORIES.c.started.desc(), _TRAJECTORIES.c.id.desc()).limit(limit)
        with self._database.read() as connection:
            return {row.id: row.goal for row in connection.execute(newest)}

    def unread(self, fingerprint: str, limit: int) -> list[Trajectory]:
        """Give trajectories that have no vector under an embedding yet, newest first."""
        vectors = schema.vectors
        embedded = (
            select(vectors.c.item_id)
            .where(in_scope(vectors, self._scope), vectors.c.kind == TRAJECTORY)
            .where(vectors.c.fingerprint == fingerprint, vectors.c.item_id == _TRAJECTORIES.c.id)
        )
        mine = in_scope(_TRAJECTORIES, self._scope)
        query = select(_TRAJECTORIES).where(mine, ~embedded.exists())
        with self._database.read() as connection:
            if self._count(connection) == self._vectors.state(fingerprint).count:
                return []
            newest = query.order_by(_TRAJECTORIES.c.started.desc(), _TRAJECTORIES.c.id.desc()).limit(limit)
            return [_stored(row).trajectory for row in connection.execute(newest).mappings()]

    def _count(self, connection: Connection) -> int:
        query = select(func.count()).select_from(_TRAJECTORIES).where(in_scope(_TRAJECTORIES, self._scope))
        return connection.scalar(query) or 0

    def judge(self, trajectory_id: str, verdict: Verdict | None) -> bool:
        """Note what somebody says of a trajectory (None takes it back); False when there is none."""
        return self._set(trajectory_id, verdict=verdict)

    def mark_undone(self, trajectory_id: str, at: datetime | None = None) -> bool:
        """Note that what was done was taken back; False when there is no such trajectory."""
        return self._set(trajectory_id, undone_at=utc_text(at) if at else utc_now())

    def next_started(self, trajectory: Trajectory) -> datetime | None:
        """Say when the next work in the same project of the same DAW began after this one had ended."""
        columns = _TRAJECTORIES.c
        query = select(func.min(columns.started)).where(
            in_scope(_TRAJECTORIES, self._scope),
            columns.id != trajectory.id,
            columns.daw == trajectory.daw,
            columns.project == trajectory.project,
            columns.started >= utc_text(trajectory.ended),
        )
        with self._database.read() as connection:
            started = connection.scalar(query)
        return datetime.fromisoformat(started) if started else None

    def forget(self, trajectory_id: str) -> bool:
        """Delete a trajectory with its links, its vector and its slices; False when there is none."""
        with self._database.write() as connection:
            self._links.forget(TRAJECTORY, trajectory_id)
            self._vectors.forget([trajectory_id])
            self._slices.forget([trajectory_id])
            self._offers.forget_trajectory(trajectory_id)
            return connection.execute(delete(_TRAJECTORIES).where(self._with_id(trajectory_id))).rowcount > 0

    def _set(self, trajectory_id: str, **values: Any) -> bool:
        with self._database.write() as connection:
            self._slices.forget([trajectory_id])  # what is learned from it depends on what became of it
            changed = update(_TRAJECTORIES).where(self._with_id(trajectory_id)).values(**values)
            return connection.execute(changed).rowcount > 0

    def _with_id(self, trajectory_id: str) -> ColumnElement[bool]:
        return and_(in_scope(_TRAJECTORIES, self._scope), _TRAJECTORIES.c.id == trajectory_id)

    def _meant(self, only: TrajectoryFilter) -> ColumnElement[bool]:
        columns = _TRAJECTORIES.c
        names = ("daw", "project", "session", "outcome")
        given = {name: getattr(only, name) for name in names}
        where = [columns[name] == value for name, value in given.items() if value is not None]
        if only.ids is not None:
            where.append(columns.id.in_(list(only.ids)))
        if only.since is not None:
            where.append(columns.started >= utc_text(only.since))
        if only.until is not None:
            where.append(columns.started <= utc_text(only.until))
        if only.words:
            goal = func.lower(columns.goal)
            where.append(or_(*(goal.contains(word.lower(), autoescape=True) for word in only.words)))
        where += [self._touches([kind], [name]) for kind, name in only.about]
        if only.touching:
            where.append(self._touches(SUBJECTS, only.touching))
        return and_(in_scope(_TRAJECTORIES, self._scope), *where)

    def _touches(self, kinds: Sequence[str], names: Sequence[str]) -> ColumnElement[bool]:
        """Say in SQL that a trajectory touches one of these; the links are indexed from that end."""
        touching = select(_LINKS.c.from_id).where(
            in_scope(_LINKS, self._scope),
            _LINKS.c.from_kind == TRAJECTORY,
            _LINKS.c.relation == TOUCHES,
            _LINKS.c.to_kind.in_(kinds),
            _LINKS.c.to_id.in_([folded(name) for name in names]),
        )
        return _TRAJECTORIES.c.id.in_(touching)


def _stored(row: Mapping[Any, Any]) -> StoredTrajectory:
    fields = {name: row[name] for name in COLUMNS} | {"actions": json.loads(row["actions"])}
    undone = row["undone_at"]
    return StoredTrajectory(
        trajectory=Trajectory.model_validate(fields),
        verdict=row["verdict"],
        undone_at=datetime.fromisoformat(undone) if undone else None,
    )
