"""What the store remembers of earlier work, as learning looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.memory.store import Store
from orbit.memory.store.trajectories import TrajectoryFilter

__all__ = ["with_earlier"]

_AT_ONCE = 500  # of a hundred thousand trajectories, so many are held as they are


def with_earlier(store: Store, read: Mapping[str, Demonstration]) -> Iterator[Demonstration]:
    """Give what was read now, by trajectory, and what the store has besides.

    What was taken back as a whole, or turned down, is no example of anything.
    """
    standing = store.trajectories.standing()
    yield from (each for name, each in read.items() if standing.get(name, True))
    wanted = [name for name, stands in standing.items() if stands and name not in read]
    for start in range(0, len(wanted), _AT_ONCE):
        only = TrajectoryFilter(ids=wanted[start : start + _AT_ONCE])
        yield from (clean(found.trajectory) for found in store.trajectories.search(only))
