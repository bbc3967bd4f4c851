"""What taking back says of what was done by hand: undone within moments, it was not wanted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from daw_bridges.actions import Undo
from orbit.memory.judgement import SOON

if TYPE_CHECKING:
    from orbit.memory.trajectory import Trajectory

__all__ = ["taken_back_soon"]


def taken_back_soon(trajectory: Trajectory) -> datetime | None:
    """Say when all of a stretch of work had been taken back, each edit soon after it was done; else None."""
    standing: list[float] = []
    last: float | None = None
    for step in trajectory.actions:
        if not isinstance(step.action, Undo):
            standing.append(step.t)
        elif standing:
            if step.t - standing.pop() > SOON.total_seconds():
                return None
            last = step.t
    if standing or last is None:
        return None
    started = trajectory.started if trajectory.started.tzinfo else trajectory.started.replace(tzinfo=UTC)
    return started + timedelta(seconds=last)
