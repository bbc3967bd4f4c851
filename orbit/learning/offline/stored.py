"""What the store remembers of earlier work, as learning looks at it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from orbit.memory.store import Store
from orbit.memory.trajectory import Trajectory

__all__ = ["stored_besides"]


def stored_besides(store: Store, read: Collection[str]) -> Iterator[Trajectory]:
    """Give the trajectories of the store besides those of these ids, oldest first.

    What was taken back as a whole, or turned down, is no example of anything.
    """
    for found in reversed(store.trajectories.search()):
        trajectory = found.trajectory
        if trajectory.id not in read and found.undone_at is None and found.verdict != "rejected":
            yield trajectory
