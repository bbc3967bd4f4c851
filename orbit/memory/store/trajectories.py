"""The trajectories of a scope: what was done in the DAW, by the user or by Orbit, action by action."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, delete, insert, select

from orbit.memory.store import schema
from orbit.memory.store.database import Database
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.trajectory import Trajectory

__all__ = ["TrajectoryTable"]

_TRAJECTORIES = schema.trajectories


class TrajectoryTable:
    """Reads and writes the trajectories of one scope."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self._database, self._scope = database, scope

    def put(self, trajectory: Trajectory) -> None:
        """Save a trajectory, in the place of the one with its id."""
        row = trajectory.model_dump(mode="json")
        row["actions"] = json.dumps(row["actions"])
        with self._database.write() as connection:
            connection.execute(delete(_TRAJECTORIES).where(self._with_id(trajectory.id)))
            connection.execute(insert(_TRAJECTORIES), self._scope.columns() | row)

    def get(self, trajectory_id: str) -> Trajectory | None:
        """Give a trajectory by its id, or None."""
        with self._database.read() as connection:
            row = (
                connection.execute(select(_TRAJECTORIES).where(self._with_id(trajectory_id)))
                .mappings()
                .first()
            )
        return _trajectory(row) if row else None

    def all(self) -> list[Trajectory]:
        """Give every trajectory, oldest first."""
        query = select(_TRAJECTORIES).where(in_scope(_TRAJECTORIES, self._scope))
        with self._database.read() as connection:
            rows = (
                connection.execute(query.order_by(_TRAJECTORIES.c.started, _TRAJECTORIES.c.id))
                .mappings()
                .all()
            )
        return [_trajectory(row) for row in rows]

    def forget(self, trajectory_id: str) -> bool:
        """Delete a trajectory; False when there is none."""
        with self._database.write() as connection:
            return connection.execute(delete(_TRAJECTORIES).where(self._with_id(trajectory_id))).rowcount > 0

    def _with_id(self, trajectory_id: str) -> Any:
        return and_(in_scope(_TRAJECTORIES, self._scope), _TRAJECTORIES.c.id == trajectory_id)


def _trajectory(row: Mapping[Any, Any]) -> Trajectory:
    fields = {name: row[name] for name in Trajectory.model_fields if name != "actions"}
    return Trajectory.model_validate(fields | {"actions": json.loads(row["actions"])})
