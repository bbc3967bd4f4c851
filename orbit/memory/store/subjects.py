"""What a trajectory is about: the tracks it touches, the devices it works with, the actions it is made of.

They are kept as links of the trajectory, so that "what did I do to the bass" is a look into an index.
"""

from __future__ import annotations

from collections.abc import Iterator

from daw_bridges.actions import Action, InsertDevice
from orbit.memory.store.links import LONGEST_ID, Link
from orbit.memory.trajectory import Trajectory

__all__ = ["SUBJECTS", "TOUCHES", "TRAJECTORY", "folded", "subjects"]

TRAJECTORY, TOUCHES = "trajectory", "touches"
SUBJECTS = ("action", "device", "track")
"""The kinds of things that a trajectory touches."""

_OTHER_TRACKS = frozenset({"set_send", "set_output", "set_sidechain"})


def subjects(trajectory: Trajectory) -> list[Link]:
    """Give the links from a trajectory to all that it touches, each once, sorted.

    >>> from orbit.memory.trajectory import Trajectory
    >>> duck = {"t": 0, "origin": "user", "action": "set_mute", "track": "Bass", "on": True}
    >>> [(link.to_kind, link.to_id) for link in subjects(Trajectory(id="1", daw="ableton", actions=[duck]))]
    [('action', 'set_mute'), ('track', 'bass')]
    """
    labels: dict[str, str] = {}
    found: set[tuple[str, str]] = set()
    for each in trajectory.actions:
        if isinstance(each.action, InsertDevice) and each.action.label:
            labels[each.action.label] = each.action.device
        found.update(_of(each.action, labels))
    return [Link(TRAJECTORY, trajectory.id, TOUCHES, kind, folded(name)) for kind, name in sorted(found)]


def folded(name: str) -> str:
    """Give a name as it is compared: whatever its case and its spaces, and no longer than an id may be.

    >>> folded("  Lead   Vox ")
    'lead vox'
    """
    return " ".join(name.casefold().split())[:LONGEST_ID]


def _of(action: Action, labels: dict[str, str]) -> Iterator[tuple[str, str]]:
    yield "action", action.action
    for field in ("track", "source", "to"):
        name = getattr(action, field, None)
        if isinstance(name, str) and (field == "track" or action.action in _OTHER_TRACKS):
            yield "track", folded(name)
    device = getattr(action, "device", None)
    if isinstance(device, str):
        # The second compressor of a track is a compressor too, and so is one that was given a name.
        kind = device.partition("#")[0] or device
        yield "device", folded(labels.get(kind, kind))
