"""What stood of a trajectory: each undo takes back the one edit before it that still stands."""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.actions import SetInput, SetOutput, Undo
from orbit.learning.cleaning.looks import look
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.world import World
from orbit.memory.trajectory import Trajectory

__all__ = ["REJECTED_WITHIN", "Taken", "seen_in", "standing"]

REJECTED_WITHIN = 45.0
"""Seconds; what is taken back sooner was not wanted, later than that something else may have changed."""

_ROUTING = frozenset({SetOutput, SetInput})


@dataclass(slots=True)
class Taken:
    """Where an edit stood among all (from 0), the edit, and whether it was taken back at once."""

    place: int
    sighting: Sighting
    rejected: bool


def seen_in(trajectory: Trajectory) -> World:
    """A world of nothing heard of yet, for the edits of a trajectory."""
    if not any(type(item.action) in _ROUTING for item in trajectory.actions):
        return World(trajectory.daw)
    named = (getattr(item.action, "track", None) for item in trajectory.actions)
    return World(trajectory.daw, ("Master", *(name for name in named if name is not None)))


def standing(trajectory: Trajectory, world: World) -> tuple[list[Sighting], list[Taken]]:
    """The edits that nothing took back, in their order, and those that an undo did, in theirs.

    An undo with nothing before it took back what was done before the trajectory began.
    """
    stack: list[tuple[int, int, Sighting]] = []
    taken: list[Taken] = []
    past = world.journal.past
    for place, item in enumerate(trajectory.actions):
        action = item.action
        if type(action) is Undo:
            if stack:
                was, written, sighting = stack.pop()
                world.journal.back_to(written)
                taken.append(Taken(was, sighting, item.t - sighting.t <= REJECTED_WITHIN))
            continue
        written = len(past)
        sighting = look(world, action)
        sighting.t, sighting.by_hand = item.t, item.origin == "user"
        stack.append((place, written, sighting))
    taken.sort(key=lambda one: one.place)
    return [sighting for _, _, sighting in stack], taken
