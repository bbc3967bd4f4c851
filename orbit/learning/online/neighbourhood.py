"""What was done before that is like a piece of work: found by the store's index, and read once.

However much was ever done, no more than a handful of pieces is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from orbit.learning.cleaning import clean
from orbit.learning.online.pieces import Piece, pieces_of, read_piece, rejected_whole, written
from orbit.memory.experience import Episode, Experience
from orbit.memory.store import Store
from orbit.memory.store.slices import NewSlice

__all__ = ["MOST", "Kept", "Neighbourhood"]

MOST = 64
"""How many pieces are looked at together."""

_READER = "1"
"""The name of this way of making pieces; what another way made is made anew."""

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

    def add(self, trajectory_id: str) -> list[Kept]:
        """Keep the pieces of a trajectory that the store has, in the place of those it had; give them.

        Raises NotFoundError.
        """
        with self._store.transaction():
            pieces = _pieces(self._experience.episode(trajectory_id))
            slices = [NewSlice(written(each), each.marks) for each in pieces]
            numbers = self._store.slices.put(trajectory_id, _READER, slices)
        return [Kept(*each) for each in zip(numbers, pieces, strict=True)]

    def catch_up(self, most: int) -> int:
        """Make the pieces of trajectories that have none yet, oldest first; give how many those were."""
        behind = self._store.slices.unsliced(_READER, most)
        if behind:
            with self._store.transaction():
                for trajectory_id in behind:
                    self.add(trajectory_id)
        return len(behind)

    def around(self, new: Sequence[Kept]) -> list[Kept]:
        """Give the pieces most like some, themselves among them, in the order in which they were done."""
        found: dict[int, Kept] = {}
        for kept in new:
            for each in self._store.slices.neighbours(kept.piece.marks, limit=MOST // len(new)):
                found[each.sequence] = Kept(each.sequence, _read(each.content))
        return sorted((found | {each.number: each for each in new}).values(), key=_when)


def _pieces(episode: Episode) -> list[Piece]:
    trajectory = episode.trajectory
    if all(step.origin != "user" for step in trajectory.actions):
        return []  # what Orbit did itself is no evidence
    demonstration = clean(trajectory)
    rejected = episode.judgement.verdict == "rejected"
    return pieces_of(rejected_whole(demonstration) if rejected else demonstration)


def _when(kept: Kept) -> tuple[float, str, int]:
    one = kept.piece.demonstration
    return one.started.timestamp(), one.trajectory, kept.number
