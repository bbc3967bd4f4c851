"""Learning beside the work: after a trajectory was kept, and never to the harm of what was being done."""

from __future__ import annotations

import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from orbit.learning.online.learner import Learner
    from orbit.memory import Library, Trajectory
    from orbit.memory.store.offers import StoredOffer

__all__ = ["catching_up", "learned_from", "learner_of"]

_log = logging.getLogger("orbit.learning")

_LEARNERS: WeakKeyDictionary[Library, Learner] = WeakKeyDictionary()

_BEHIND = 4
"""How many earlier trajectories are caught up with at a time."""

_PAUSE_SECONDS = 0.05


def learner_of(library: Library) -> Learner:
    """Give the learner of a library, one for as long as it lives."""
    from orbit.learning.online.learner import Learner

    if library not in _LEARNERS:
        _LEARNERS[library] = Learner(library)
    return _LEARNERS[library]


@contextmanager
def catching_up(library: Library) -> Generator[None]:
    """Look beside other work, a few at a time, at what was kept without being learned from."""
    enough = threading.Event()
    thread = threading.Thread(target=_catch_up, args=(library, enough), name="orbit-learning", daemon=True)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def _catch_up(library: Library, enough: threading.Event) -> None:
    try:
        while not enough.wait(_PAUSE_SECONDS) and learner_of(library).catch_up(_BEHIND):
            pass
    except Exception:  # noqa: BLE001 - it is looked at again another time
        _log.exception("what was kept before is not looked at")


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
        new = learner.learn(trajectory.id)
        learner.carry_out()
        told = {each.id: each for each in library.store.offers.ready()}
        return [told[each.id] for each in new if each.id in told]
    except Exception:  # noqa: BLE001 - whatever it is, what was being done goes on
        _log.exception("nothing was learned from %s", trajectory.id)
        return []
