"""What was done before that is like a piece of work: found by the store's index, and read once.

However much was ever done, no more than a handful of pieces is looked at.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from daw_bridges.errors import NotFoundError
from orbit.learning.cleaning import clean
from orbit.learning.online.pieces import Piece, pieces_of, read_piece, rejected_whole, written
from orbit.memory.experience import Experience
from orbit.memory.store import Store
from orbit.memory.store.slices import NewSlice
from orbit.memory.store.trajectories import StoredTrajectory, TrajectoryFilter

__all__ = ["Kept", "Neighbourhood"]

_log = logging.getLogger("orbit.learning")

_READER = "1"
"""The name of this way of making pieces; what another way made is made anew."""

_LATELY = 1000
"""So many pieces, those of some three hundred sittings, are what was done lately."""

_read = lru_cache(maxsize=4096)(read_piece)


@dataclass(frozen=True)
class Kept:
    """A piece as it is kept: ``number`` grows with the order in which pieces were kept."""

    number: int
    piece: Piece


class Neighbourhood:
    """The pieces of all that was ever done by hand in one scope."""

    def __init__(self, store: Store) -> None:
        self._store, self._experience = store, Experience(store)
        self._lately: tuple[int, int] | None = None

    def add(self, trajectory_id: str) -> list[Kept]:
        """Keep the pieces of a trajectory that the store has, in the place of those it had; give them.

        Raises NotFoundError.
        """
        stored = self._store.trajectories.stored(trajectory_id)
        if stored is None:
            raise NotFoundError("trajectory", trajectory_id)
        return self._add([stored])

    def catch_up(self, most: int) -> int:
        """Make the pieces of trajectories that have none yet, oldest first; give how many those were."""
        behind = self._store.slices.unsliced(_READER, most)
        if behind:
            self._add(self._store.trajectories.search(TrajectoryFilter(ids=behind)))
        return len(behind)

    def lately(self) -> tuple[int, int]:
        """Say after which piece, by number, what was done lately begins, and how many trajectories it is."""
        if self._lately is None:
            self._lately = self._store.slices.lately(_LATELY)
        return self._lately

    def around(self, new: Sequence[Kept], most: int, *, after: int = 0) -> list[Kept]:
        """Give the pieces most like some, themselves among them, in the order in which they were done.

        ``after`` leaves out what was kept before: see `lately`.
        """
        found: dict[int, Kept] = {}
        for kept in new:
            for each in self._store.slices.neighbours(kept.piece.marks, limit=most // len(new), after=after):
                found[each.sequence] = Kept(each.sequence, _read(each.content))
        return sorted((found | {each.number: each for each in new}).values(), key=_when)

    def _add(self, trajectories: Sequence[StoredTrajectory]) -> list[Kept]:
        ordered = sorted(trajectories, key=lambda each: (each.trajectory.started, each.trajectory.id))
        pieces = {each.trajectory.id: self._pieces(each) for each in ordered}
        slices = {
            name: [NewSlice(written(each), each.marks) for each in some] for name, some in pieces.items()
        }
        numbers = self._store.slices.put(_READER, slices)
        self._lately = None
        return [
            Kept(number, piece)
            for name, some in pieces.items()
            for number, piece in zip(numbers.get(name, ()), some, strict=False)
        ]

    def _pieces(self, stored: StoredTrajectory) -> list[Piece]:
        if all(step.origin != "user" for step in stored.trajectory.actions):
            return []  # what Orbit did itself is no evidence
        try:
            demonstration = clean(stored.trajectory)
            return pieces_of(rejected_whole(demonstration) if self._rejected(stored) else demonstration)
        except Exception:  # noqa: BLE001 - see below
            # One trajectory that nobody thought of must not keep all that come after it from being learned.
            _log.exception("nothing can be made of %s", stored.trajectory.id)
            return []

    def _rejected(self, stored: StoredTrajectory) -> bool:
        if stored.verdict is None and stored.undone_at is None:
            return False
        return self._experience.episode(stored.trajectory.id).judgement.verdict == "rejected"


def _when(kept: Kept) -> tuple[float, str, int]:
    one = kept.piece.demonstration
    return one.started.timestamp(), one.trajectory, kept.number
