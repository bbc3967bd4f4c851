"""Many trajectories at once: only what is new, or not as it was kept, is written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import and_, delete, insert, select

from daw_bridges.actions import action_json
from orbit.memory.records import utc_text
from orbit.memory.store import schema
from orbit.memory.store.database import utc_now
from orbit.memory.store.scope import Scope, in_scope
from orbit.memory.store.subjects import TOUCHES, TRAJECTORY, touched
from orbit.memory.trajectory import Trajectory, TrajectoryAction

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["COLUMNS", "add_new", "chunks", "row_of"]

_TRAJECTORIES, _LINKS = schema.trajectories, schema.links
_CHUNK = 500  # a statement of SQLite takes so many values, and some more

COLUMNS = tuple(name for name in Trajectory.model_fields if name != "actions")
"""The columns of a trajectory's row that are fields of its own."""

Thing = TypeVar("Thing")


def row_of(trajectory: Trajectory, texts: dict[int, str] | None = None) -> dict[str, Any]:
    """Give a trajectory as a row, without its scope.

    ``texts`` holds what the actions of others were written as, by ``id()``: many of a file are the same.
    """
    fields = {name: getattr(trajectory, name) for name in COLUMNS}
    return fields | {
        "started": utc_text(trajectory.started),
        "seconds": trajectory.seconds,
        "actions": _written(trajectory.actions, {} if texts is None else texts),
    }


def _written(steps: Iterable[TrajectoryAction], texts: dict[int, str]) -> str:
    return f"[{', '.join(_written_one(step, texts) for step in steps)}]"


def _written_one(step: TrajectoryAction, texts: dict[int, str]) -> str:
    """Write an action as its JSON form is: flat, with its time and origin first."""
    action = step.action
    text = texts.get(id(action))
    if text is None:
        text = texts[id(action)] = json.dumps(action_json(action)).removeprefix("{")
    t = repr(step.t) if math.isfinite(step.t) else json.dumps(step.t)
    return f'{{"t": {t}, "origin": "{step.origin}", {text}'


def add_new(
    connection: Connection, scope: Scope, trajectories: Iterable[Trajectory]
) -> tuple[int, list[Trajectory]]:
    """Write those that are not there yet; give how many, and those that are there and are not the same.

    Of several of one id, the last counts.
    """
    new, others = 0, list[Trajectory]()
    texts: dict[int, str] = {}
    last = list({each.id: each for each in trajectories}.values())
    for chunk in chunks(last):
        known = _known(connection, scope, [each.id for each in chunk])
        rows = {each.id: row_of(each, texts) for each in chunk}
        fresh = [each for each in chunk if each.id not in known]
        others += [each for each in chunk if each.id in known and known[each.id] != rows[each.id]]
        if fresh:
            own = scope.columns()
            connection.execute(insert(_TRAJECTORIES), [own | rows[each.id] for each in fresh])
            _link(connection, scope, fresh)
            new += len(fresh)
    return new, others


def chunks(things: Sequence[Thing]) -> Iterator[Sequence[Thing]]:
    """Give things in as many at a time as one statement can name."""
    for start in range(0, len(things), _CHUNK):
        yield things[start : start + _CHUNK]


def _known(connection: Connection, scope: Scope, ids: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    columns = [_TRAJECTORIES.c[name] for name in (*COLUMNS, "seconds", "actions")]
    query = select(*columns).where(in_scope(_TRAJECTORIES, scope), _TRAJECTORIES.c.id.in_(ids))
    return {row["id"]: dict(row) for row in connection.execute(query).mappings()}


def _link(connection: Connection, scope: Scope, trajectories: Sequence[Trajectory]) -> None:
    """Link what is new to what it touches; what is left of one that was there before goes."""
    ids = [each.id for each in trajectories]
    left = and_(_LINKS.c.from_kind == TRAJECTORY, _LINKS.c.relation == TOUCHES, _LINKS.c.from_id.in_(ids))
    connection.execute(delete(_LINKS).where(in_scope(_LINKS, scope), left))
    own = scope.columns() | {"from_kind": TRAJECTORY, "relation": TOUCHES, "created": utc_now()}
    rows = [
        {**own, "from_id": each.id, "to_kind": kind, "to_id": name}
        for each in trajectories
        for kind, name in sorted(touched(each))
    ]
    if rows:
        connection.execute(insert(_LINKS), rows)
