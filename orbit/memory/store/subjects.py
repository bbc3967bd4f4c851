"""What a trajectory is about: the tracks it touches, the devices it works with, the actions it is made of.

They are kept as links of the trajectory, so that "what did I do to the bass" is a look into an index.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pydantic import BaseModel

from daw_bridges.actions import InsertDevice
from orbit.memory.store.links import LONGEST_ID, Link
from orbit.memory.trajectory import Trajectory

__all__ = ["SUBJECTS", "TOUCHES", "TRAJECTORY", "folded", "subjects", "touched"]

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
    return [
        Link(TRAJECTORY, trajectory.id, TOUCHES, kind, name) for kind, name in sorted(touched(trajectory))
    ]


def touched(trajectory: Trajectory) -> set[tuple[str, str]]:
    """Give all that a trajectory touches, as (kind, name as it is compared)."""
    labels: dict[str, str] = {}
    found: set[tuple[str, str]] = set()
    for each in trajectory.actions:
        action = each.action
        if isinstance(action, InsertDevice) and action.label:
            labels[action.label] = action.device
        found.add(("action", action.action))
        _add_names(found, action, labels)
    return found


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """Give a name as it is compared: whatever its case and its spaces, and no longer than an id may be.

    >>> folded("  Lead   Vox ")
    'lead vox'
    """
    return " ".join(name.casefold().split())[:LONGEST_ID]


def _add_names(found: set[tuple[str, str]], action: BaseModel, labels: Mapping[str, str]) -> None:
    fields = action.__dict__
    for field in _names_tracks(type(action)):
        name = fields[field]
        if isinstance(name, str):
            found.add(("track", folded(name)))
    device = fields.get("device")
    if isinstance(device, str):
        # The second compressor of a track is a compressor too, and so is one that was given a name.
        kind = device.partition("#")[0] or device
        found.add(("device", folded(labels.get(kind, kind))))


@lru_cache
def _names_tracks(kind: type[BaseModel]) -> tuple[str, ...]:
    """Give the fields of a kind of action that name a track."""
    fields = kind.model_fields
    other = ("source", "to") if fields["action"].default in _OTHER_TRACKS else ()
    return tuple(field for field in ("track", *other) if field in fields)
