"""Things done by hand, as trajectories: each a little different from the last, as people do them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from orbit.learning.online.keeping import learned_from
from orbit.learning.online.learner import Learner
from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer
from orbit.memory.trajectory import Trajectory, TrajectoryAction

__all__ = ["chain", "done", "duck", "gate", "learn", "offered", "trajectory"]

Learning = Callable[[Library, Trajectory], list[StoredOffer]]

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
BASSES = ("Bass", "Sub Bass", "Bass DI")
Edits = list[dict[str, Any]]


def duck(number: int = 0, *, threshold: float = -24.0, ratio: float = 4.0) -> Edits:
    """Duck a bass under the kick, with something else done in between."""
    bass = BASSES[number % len(BASSES)]
    on = {"track": bass, "device": "compressor"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_mute", "track": "FX", "on": number % 2 == 0},
        {"action": "set_sidechain", **on, "source": "Kick"},
        {"action": "set_parameter", **on, "parameter": "threshold", "value": threshold},
        {"action": "set_parameter", **on, "parameter": "ratio", "value": ratio},
    ]


def gate(number: int = 0, *, last: Sequence[dict[str, Any]] = ()) -> Edits:
    """Clean a snare up."""
    on = {"track": ("Snare", "Snare Top")[number % 2], "device": "gate"}
    return [
        {"action": "insert_device", **on},
        {"action": "set_parameter", **on, "parameter": "threshold", "value": -30.0},
        {"action": "set_parameter", **on, "parameter": "release", "value": 80.0},
        *({"track": on["track"], **each} for each in last),
    ]


def chain(tracks: Sequence[str], *, send: float = -12.0) -> Edits:
    """Do the same to several tracks in one go."""
    return [
        edit
        for track in tracks
        for edit in (
            {"action": "insert_device", "track": track, "device": "utility"},
            {"action": "set_send", "track": track, "to": "A-Reverb", "db": send},
        )
    ]


def trajectory(
    number: int, edits: Edits, *, origin: Literal["user", "agent"] = "user", **fields: Any
) -> Trajectory:
    """What was done, the ``number``-th sitting."""
    actions = [
        TrajectoryAction.model_validate({"t": 3.0 * place, "origin": origin, **edit})
        for place, edit in enumerate(edits)
    ]
    began = BEGAN + timedelta(hours=number)
    told: dict[str, Any] = {"project": "Song", "started": began, **fields}
    return Trajectory(id=f"sitting-{number}", daw="ableton", outcome="success", actions=actions, **told)


def learn(library: Library, one: Trajectory) -> list[StoredOffer]:
    """Keep a trajectory and learn from it."""
    library.keep(one)
    return Learner(library).learn(one.id)


def offered(library: Library, one: Trajectory) -> list[StoredOffer]:
    """Keep a trajectory and learn from it as beside the work: what is offered was carried out on a host."""
    library.keep(one)
    return learned_from(library, one)


def done(library: Library, *sittings: Edits, first: int = 0, learn: Learning = learn) -> list[StoredOffer]:
    """Keep sittings one after the other and learn from each; give all that was newly offered."""
    made = [learn(library, trajectory(first + place, edits)) for place, edits in enumerate(sittings)]
    return [offer for offers in made for offer in offers]
