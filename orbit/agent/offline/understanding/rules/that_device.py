"""The device that was spoken of last, as "it": what is said of it is not said of its track.

"The compressor on the vocal seems off, turn it on" switches the compressor, and unmutes nothing.
"""

from __future__ import annotations

from functools import partial

from daw_bridges.actions import Action, EnableDevice, RemoveDevice, SetParameter
from daw_bridges.references import find_device as device_called
from orbit.agent.offline.understanding.devices import Said
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.unspoken import by_value

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


def _set(ground: Ground, value: float | str) -> Built:
    """The one parameter of the device that such a value is for; a bare negative number is in dB."""
    said = f"{value:g} dB" if isinstance(value, float) and value < 0 else value
    actions: list[Action] = []
    for track, reference in _places(ground):
        device = device_called(ground.track(track), reference)
        key = by_value(device, said)
        goal = None if key is None else settled(device, key, said)
        if key is None or goal is None or isinstance(goal, Problem):
            return None
        actions.append(SetParameter(track=track, device=reference, parameter=key, value=goal))
    return actions or None


_SWITCH = "(turn|switch|put|take|flip|kick|bring)"

RULES = (
    Rule(
        partial(_enable, on=True),
        (
            f"{_SWITCH} it [right] [back] (on|in)",
            f"{_SWITCH} it [back] (on|in) again",
            "(enable|activate|engage|unbypass|reactivate|reenable|switch on|turn on) it [again]",
        ),
    ),
    Rule(
        partial(_enable, on=False),
        (
            f"{_SWITCH} it [right|back] off",
            "(turn|switch) it out",
            "(disable|deactivate|bypass|switch off|turn off) it",
        ),
    ),
    Rule(
        _remove,
        (
            "(remove|delete|erase|ditch|trash|drop|lose|scrap|bin|kill|get rid of|take out|take off) it",
            "(take|pull|throw|get|rip|kick) it (off|out|away) [from] [of] (there|chain|track|here)",
            "(take|pull|throw|get|rip) it (off|out|away)",
            "(out|away) with it",
            "it (can|must|has to|should|needs to) (go|leave|disappear)",
        ),
    ),
    Rule(
        _set,
        (
            "(set|put|bring|turn|dial|get|have|keep|take|pull|push) it [up|down|back] (to|at|on) {value}",
            "(make|try) it {value}",
        ),
        firm=False,
    ),
)
"""The wordings of what was spoken of last."""
