"""What stands in each field of each action: a track, a device, or a value, and of which sort."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from daw_bridges.actions import ACTIONS, Action

__all__ = ["SORTS", "Sort", "makes_a_track", "sort_of", "track_fields"]


class Sort(Enum):
    """The sorts of value."""

    LEVEL = auto()
    PAN = auto()
    BARS = auto()
    BEATS = auto()
    TEMPO = auto()
    WHOLE = auto()
    PLACE = auto()
    """A place in a row, which says nothing where it is another each time."""
    SWITCH = auto()
    WORD = auto()
    COLOR = auto()
    NAME = auto()
    PARAMETER = auto()
    FIXED = auto()
    """What no slot can hold."""


SORTS = MappingProxyType(
    {
        "db": Sort.LEVEL, "pan": Sort.PAN, "bpm": Sort.TEMPO,
        "bar": Sort.BARS, "start_bar": Sort.BARS, "end_bar": Sort.BARS, "from_bar": Sort.BARS,
        "to_bar": Sort.BARS, "length_beats": Sort.BEATS,
        "numerator": Sort.WHOLE, "denominator": Sort.WHOLE, "slot": Sort.WHOLE, "to_slot": Sort.WHOLE,
        "at": Sort.PLACE, "on": Sort.SWITCH, "kind": Sort.WORD, "mode": Sort.WORD, "color": Sort.COLOR,
        "name": Sort.NAME, "clip": Sort.NAME, "preset": Sort.NAME, "scene": Sort.NAME,
        "to": Sort.NAME, "source": Sort.NAME, "value": Sort.PARAMETER,
        "points": Sort.FIXED, "notes": Sort.FIXED, "chain": Sort.FIXED,
    }
)  # fmt: skip
"""The sort of each field that holds a value, by its name."""

_OTHER_TRACKS = MappingProxyType(
    {
        "create_track": {"name": 0}, "duplicate_track": {"track": 0, "name": 1},
        "set_send": {"track": 0, "to": 1}, "set_sidechain": {"track": 0, "source": 1},
        "set_output": {"track": 0, "to": 1}, "set_input": {"track": 0, "source": 1},
    }
)  # fmt: skip

_TRACKS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        name: _OTHER_TRACKS.get(name) or ({"track": 0} if "track" in action.model_fields else {})
        for name, action in ACTIONS.items()
    }
)


def track_fields(action: Action) -> Mapping[str, int]:
    """The fields that name a track, with the place that it has among the event's tracks."""
    return _TRACKS[action.action]


def makes_a_track(action: Action, field: str) -> bool:
    """Whether a field names a track that is not there before."""
    return (action.action, field) in {("create_track", "name"), ("duplicate_track", "name")}


def sort_of(action: Action, field: str) -> Sort:
    """The sort of value in a field."""
    return Sort.WHOLE if (action.action, field) == ("move_device", "to") else SORTS[field]
