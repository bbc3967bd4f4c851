"""Learning beside the work: after a trajectory was kept, and never to the harm of what was being done."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from orbit.learning.online.learner import Learner
    from orbit.memory import Library, Trajectory
    from orbit.memory.store.offers import StoredOffer

__all__ = ["learned_from", "learner_of"]

_log = logging.getLogger("orbit.learning")

_LEARNERS: WeakKeyDictionary[Library, Learner] = WeakKeyDictionary()

_BEHIND = 4
"""How many earlier trajectories are caught up with beside one that is learned from."""


def learner_of(library: Library) -> Learner:
    """Give the learner of a library, one for as long as it lives."""
    from orbit.learning.online.learner import Learner

    if library not in _LEARNERS:
        _LEARNERS[library] = Learner(library)
    return _LEARNERS[library]


def learned_from(library: Library, trajectory: Trajectory) -> list[StoredOffer]:
    """Learn from a trajectory that was just kept; give the offers that are new with it.

    What goes wrong here is noted in the log and is nobody else's trouble: the trajectory is kept, and is
    looked at again with the next one.
    """
    if all(step.origin != "user" for step in trajectory.actions):
        return []
    try:
        learner = learner_of(library)
        learner.catch_up(_BEHIND)
        return learner.learn(trajectory.id)
    except Exception:  # noqa: BLE001 - whatever it is, what was being done goes on
        _log.exception("nothing was learned from %s", trajectory.id)
        return []
