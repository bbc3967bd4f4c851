"""The device that was spoken of last, as "it": what is said of it is not said of its track.

"The compressor on the vocal seems off, turn it on" switches the compressor, and unmutes nothing.
"""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import EnableDevice, RemoveDevice
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule

__all__ = ["RULES"]


def _places(ground: Ground) -> list[tuple[str, str]]:
    """Where the device that was spoken of last is; nowhere, where none was or it is not clear."""
    if ground.device is None or not ground.tracks:
        return []
    kind, _, nth = ground.device.partition("#")
    said = Said(kind, kind, nth=int(nth) if nth.isdigit() else 0)
    places = find_places(ground, said, ground.tracks)
    return [] if isinstance(places, Problem) else places


def _enable(ground: Ground, on: bool) -> Built:
    return [EnableDevice(track=t, device=d, on=on) for t, d in _places(ground)] or None


def _remove(ground: Ground) -> Built:
    return [RemoveDevice(track=t, device=d) for t, d in _places(ground)] or None


RULES = (
    Rule(
        partial(_enable, on=True),
        ("(enable|activate|unbypass|switch on|turn on) it", "(turn|switch|put) it [back] on"),
    ),
    Rule(
        partial(_enable, on=False),
        ("(disable|deactivate|bypass|switch off|turn off) it", "(turn|switch) it off"),
    ),
    Rule(
        _remove,
        ("(remove|delete|erase|ditch|trash|drop|lose|scrap|bin|kill|get rid of|take out|take off) it",),
    ),
)
"""The wordings of what was spoken of last."""
