"""A device's parameters: set to a value, switched, moved by so much."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from daw_bridges.actions import Action, SetParameter
from daw_bridges.references import device_reference, track_reference
from daw_bridges.references import find_device as device_called
from daw_bridges.session import Device
from orbit.agent.offline.understanding.devices import Said, parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.automation import RULES as AUTOMATION
from orbit.agent.offline.understanding.rules.character import RULES as CHARACTER
from orbit.agent.offline.understanding.rules.cutting import RULES as CUTTING
from orbit.agent.offline.understanding.rules.sidechains import RULES as SIDECHAINS
from orbit.agent.offline.understanding.settling import key_for, settled
from orbit.agent.offline.understanding.steps import PLAIN, Step, moved
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "change"]

_Value = Callable[[Device, str], tuple[str, float | str] | Problem]
"""The key that a value is for, and what it comes to there."""


def _each(
    ground: Ground, device: Said, tracks: Tracks, parameter: str, value: _Value
) -> list[Action] | Problem:
    """The parameter on each device that is meant, with the value worked out for that device."""
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        action = _on(ground, track, reference, parameter, value)
        if isinstance(action, Problem):
            return action
        actions.append(action)
    return actions


def _on(ground: Ground, track: str, reference: str, parameter: str, value: _Value) -> SetParameter | Problem:
    device = device_called(ground.track(track), reference)
    key = parameter_key(ground, device, parameter)
    if isinstance(key, Problem):
        return key
    wanted = value(device, key)
    if isinstance(wanted, Problem):
        return wanted
    return SetParameter(track=track, device=reference, parameter=wanted[0], value=wanted[1])


def _to(value: float | str) -> _Value:
    def to(device: Device, key: str) -> tuple[str, float | str] | Problem:
        key = key_for(device, key, value)
        goal = settled(device, key, value)
        return goal if isinstance(goal, Problem) else (key, goal)

    return to


def _by(way: int, step: Step) -> _Value:
    def by(device: Device, key: str) -> tuple[str, float | str] | Problem:
        goal = moved(device.parameters[key], device.name, way, step)
        return goal if isinstance(goal, Problem) else (key, goal)

    return by


def _set(ground: Ground, parameter: str, value: float | str, device: Said, tracks: Tracks = ()) -> Built:
    return _each(ground, device, tracks, parameter, _to(value))


def change(
    ground: Ground, parameter: str, way: int, device: Said, tracks: Tracks = (), step: Step = PLAIN
) -> Built:
    """A parameter up or down by so much of its own unit."""
    return _each(ground, device, tracks, parameter, _by(way, step))


def _set_on_track(ground: Ground, parameter: str, value: float | str, tracks: Tracks = ()) -> Built:
    return _only(ground, parameter, tracks, _to(value))


def _change_on_track(
    ground: Ground, parameter: str, way: int, tracks: Tracks = (), step: Step = PLAIN
) -> Built:
    return _only(ground, parameter, tracks, _by(way, step))


def _only(ground: Ground, parameter: str, tracks: Tracks, value: _Value) -> Built:
    """A parameter without its device: the only device here that has one of that name."""
    places = list(_having(ground, parameter, tracks))
    if len(places) > len(tracks or "1") or (tracks and len({track for track, _ in places}) < len(places)):
        among = tuple(f"{parameter} of {device} on {track}" for track, device in places)
        return Problem(f"More than one device has “{parameter}”. Which one?", parameter, among)
    if not places:
        where = f"on {', '.join(tracks)}" if tracks else "in this session"
        return Problem(f"No device {where} has “{parameter}”.", parameter, firm=False)
    actions = [_on(ground, track, reference, parameter, value) for track, reference in places]
    return next((action for action in actions if isinstance(action, Problem)), None) or [
        action for action in actions if not isinstance(action, Problem)
    ]


def _having(ground: Ground, parameter: str, tracks: Tracks) -> Iterator[tuple[str, str]]:
    everywhere = [track_reference(ground.session, at) for at in range(len(ground.session.tracks))]
    for name in tracks or everywhere:
        track = ground.track(name)
        for at, device in enumerate(track.devices):
            if not isinstance(parameter_key(ground, device, parameter), Problem):
                yield name, device_reference(track, at)


_SET = (
    "(set|put|change|turn|make|bring|adjust|dial|push|pull|move|raise|lower|increase|decrease|reduce|drop|get|"
    "have|keep|take|switch|crank)"
)
_TURN = "(turn|bring|push|pull|move|dial|nudge|crank|bump|take|ease)"
_WHAT = (
    "({tracks} {device} {parameter}|{device} {parameter} [(on|of|for|in) {tracks}]|"
    "{parameter} (of|on|for|in) {device} [(on|of|for|in) {tracks}]|"
    "{parameter} (of|on|for|in) {tracks} {device})"
)
_THAT = "({tracks} {device}|{device} [(on|of|for|in) {tracks}])"
_TO = "({value}|{value:option})"
_FROM_TRACK = "({parameter} (of|on|for) {tracks}|{tracks} {parameter})"
_BY = "[[by] {step}]"

RULES = (
    Rule(
        _set,
        (
            f"{_SET} {_WHAT} [up|down|back] [to|at] {_TO}",
            f"{_WHAT} [should be|has to be|goes] [to|at|of] {_TO}",
            f"{{device}} (on|of|for) {{tracks}} {{parameter}} [to|at] {_TO}",
            f"{_SET} {_THAT} to {_TO} {{parameter}}",
            f"(make|set|have|get) {_THAT} {{value}} {{parameter}}",
            f"{_THAT} {{value}} {{parameter}}",
            f"{{parameter}} {_TO} (on|for|of) {_THAT}",
            f"{{parameter}} of {_TO} (on|for) {_THAT}",
        ),
    ),
    Rule(
        _set_on_track,
        (
            f"{_SET} {_FROM_TRACK} [up|down|back] (to|at) {_TO}",
            f"{_SET} [its] {{parameter}} [up|down|back] (to|at) {_TO}",
        ),
        firm=False,
    ),
    Rule(
        change,
        (f"{_TURN} {{way:up}} {_WHAT} {_BY}",),
    ),
    Rule(
        _change_on_track,
        ("[{step}] {way:more} {parameter} (on|for) {tracks}",),
        firm=False,
    ),
    *AUTOMATION,
    *CHARACTER,
    *CUTTING,
    *SIDECHAINS,
)
"""The wordings of parameters."""
