"""What the store remembers of earlier work, as learning looks at it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from orbit.memory.store import Store
from orbit.memory.trajectory import Trajectory

__all__ = ["stored_besides"]

_AT_ONCE = 2000  # of a hundred thousand trajectories, so many are held as they are


def stored_besides(store: Store, read: Collection[str]) -> Iterator[Trajectory]:
    """Give the trajectories of the store besides those of these ids.

    What was taken back as a whole, or turned down, is no example of anything.
    """
    given, offset = set(read), 0
    while page := store.trajectories.search(limit=_AT_ONCE, offset=offset):
        offset += len(page)
        for found in page:
            if found.trajectory.id not in given and found.undone_at is None and found.verdict != "rejected":
                given.add(found.trajectory.id)  # one that is kept meanwhile moves the pages
                yield found.trajectory
