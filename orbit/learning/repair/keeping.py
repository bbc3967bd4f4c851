"""Repairing beside the work: after a trajectory was kept, and never to the harm of what was being done."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from orbit.memory.trajectory import Trajectory

if TYPE_CHECKING:
    from orbit.memory import Library

__all__ = ["mended_by"]

_log = logging.getLogger("orbit.learning")


def mended_by(library: Library, trajectory: Trajectory) -> list[str]:
    """Repair what no longer holds by a trajectory that was just kept; give the ids of what was repaired.

    Only what Orbit found itself is repaired so. What the user taught, what came with Orbit or from elsewhere
    waits among the repairs to be looked at. What goes wrong here is noted in the log.
    """
    if all(step.origin != "user" for step in trajectory.actions):
        return []
    try:
        return _mended_by(library, trajectory)
    except Exception:  # noqa: BLE001 - whatever it is, what was being done goes on
        _log.exception("nothing was repaired by %s", trajectory.id)
        return []


def _mended_by(library: Library, trajectory: Trajectory) -> list[str]:
    from orbit.learning.repair.mending import broken, mended, no_longer_holding
    from orbit.learning.repair.operations import save

    done: list[str] = []
    store = library.store
    for name in no_longer_holding(store):
        one = broken(store, name)
        if one is None or one.attempt is None or one.workflow.origin.source != "induced":
            continue
        made = mended(store, one.attempt)
        if made is not None and made.instead.trajectory == trajectory.id:
            save(store, one, made)
            done.append(name)
    return done
