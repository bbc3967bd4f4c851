"""What stood of a trajectory: each undo takes back the one edit before it that still stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daw_bridges.actions import SetInput, SetOutput, Undo
from orbit.learning.cleaning.looks import look
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.world import World
from orbit.memory.trajectory import Trajectory

__all__ = ["REJECTED_WITHIN", "Taken", "seen_in", "standing"]

REJECTED_WITHIN = 45.0
"""Seconds; what is taken back sooner was not wanted, later than that something else may have changed."""


@dataclass(slots=True)
class Taken:
    """Where an edit stood among all (from 0), the edit, and whether it was taken back at once."""

    place: int
    sighting: Sighting
    rejected: bool


def seen_in(trajectory: Trajectory) -> World:
    """A world of nothing heard of yet, for the edits of a trajectory."""
    actions = [item.action for item in trajectory.actions]
    routed = any(isinstance(action, SetOutput | SetInput) for action in actions)
    mentioned: Iterator[str] = (name for action in actions if (name := getattr(action, "track", None)))
    return World(trajectory.daw, ("Master", *mentioned) if routed else ())


def standing(trajectory: Trajectory, world: World) -> tuple[list[Sighting], list[Taken]]:
    """The edits that nothing took back, in their order, and those that an undo did, in theirs.

    An undo with nothing before it took back what was done before the trajectory began.
    """
    stack: list[tuple[int, int, Sighting]] = []
    taken: list[Taken] = []
    for place, item in enumerate(trajectory.actions):
        if isinstance(item.action, Undo):
            if stack:
                was, written, sighting = stack.pop()
                world.journal.back_to(written)
                taken.append(Taken(was, sighting, item.t - sighting.t <= REJECTED_WITHIN))
            continue
        written = len(world.journal)
        sighting = look(world, item.action)
        sighting.t, sighting.by_hand = item.t, item.origin == "user"
        stack.append((place, written, sighting))
    taken.sort(key=lambda one: one.place)
    return [sighting for _, _, sighting in stack], taken
