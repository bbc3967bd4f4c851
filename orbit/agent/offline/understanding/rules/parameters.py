"""A device's parameters and its side chain."""

from __future__ import annotations

import math

from daw_bridges.actions import Action, SetParameter, SetSidechain
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.references import device_reference
from daw_bridges.references import find_device as device_called
from orbit.agent.offline.understanding.devices import Said, parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places, on_each
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _set(ground: Ground, parameter: str, value: float | str, device: Said, tracks: Tracks = ()) -> Built:
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        key = parameter_key(ground, device_called(ground.track(track), reference), parameter)
        if isinstance(key, Problem):
            return key
        actions.append(SetParameter(track=track, device=reference, parameter=key, value=value))
    return actions


def _set_on_track(ground: Ground, parameter: str, value: float | str, tracks: Tracks = ()) -> Built:
    """A parameter without its device: the only device here that has one of that name."""
    found: list[Action] = []
    for track in [ground.track(name) for name in tracks] or list(ground.session.tracks):
        for at, device in enumerate(track.devices):
            key = parameter_key(ground, device, parameter)
            if not isinstance(key, Problem):
                found.append(
                    SetParameter(
                        track=track.name, device=device_reference(track, at), parameter=key, value=value
                    )
                )
    if len(found) == 1:
        return found
    if found:
        return Problem(
            f"More than one device has “{parameter}”. Say which device, and on which track.", parameter
        )
    where = f"on {', '.join(tracks)}" if tracks else "in this session"
    return Problem(f"No device {where} has “{parameter}”.", parameter, firm=False)


def _change(
    ground: Ground, parameter: str, value: float | str, way: int, device: Said, tracks: Tracks = ()
) -> Built:
    """A parameter up or down by so much of its own unit."""
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        changed = _changed(ground, track, reference, parameter, value, way)
        if isinstance(changed, Problem):
            return changed
        actions.append(changed)
    return actions


def _changed(
    ground: Ground, track: str, reference: str, parameter: str, by: float | str, way: int
) -> SetParameter | Problem:
    device = device_called(ground.track(track), reference)
    key = parameter_key(ground, device, parameter)
    if isinstance(key, Problem):
        return key
    held = device.parameters[key]
    step = parse_quantity(by) if isinstance(by, str) else Quantity(by, held.unit)
    if not isinstance(held.value, float) or math.isinf(held.value) or step.unit not in (held.unit, Unit.NONE):
        return Problem(f"{held.name} of {device.name} reads {held.text}; say what to set it to.")
    value = format_quantity(Quantity(round(held.value + way * step.value, 4), held.unit))
    return SetParameter(track=track, device=reference, parameter=key, value=value)


def _sidechain(ground: Ground, device: Said, source: Tracks, tracks: Tracks = ()) -> Built:
    return on_each(ground, device, tracks, lambda t, d: SetSidechain(track=t, device=d, source=source[0]))


def _no_sidechain(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    return on_each(ground, device, tracks, lambda t, d: SetSidechain(track=t, device=d, source=None))


_SET = "(set|put|change|turn|make|bring|adjust|dial|push|pull|move|raise|lower|increase|decrease|reduce|drop)"
_CHAIN = (
    "(sidechain|side chain|sidechain input|side chain input|sidechain source|side chain source|key input|"
    "external key)"
)

RULES = (
    Rule(
        _set,
        (
            (
                f"{_SET} {{parameter}} (of|on|for|in) {{device}} (on|of|for|in) {{tracks}} [up|down|back] "
                f"[to|at] {{value}}"
            ),
            f"{_SET} {{parameter}} (of|on|for|in) {{tracks}} {{device}} [up|down|back] [to|at] {{value}}",
            f"{_SET} {{tracks}} {{device}} {{parameter}} [up|down|back] [to|at] {{value}}",
            f"{_SET} {{device}} {{parameter}} (on|of|for) {{tracks}} [up|down|back] [to|at] {{value}}",
            f"{_SET} {{parameter}} (of|on|for|in) {{device}} [up|down|back] [to|at] {{value}}",
            f"{_SET} {{device}} {{parameter}} [up|down|back] [to|at] {{value}} (on|of|for) {{tracks}}",
            f"{_SET} {{device}} {{parameter}} [up|down|back] [to|at] {{value}}",
            "{tracks} {device} {parameter} [to|at] {value}",
            "{device} {parameter} [to|at] {value} (on|for) {tracks}",
            "{device} {parameter} (on|of|for) {tracks} [to|at] {value}",
            "{device} {parameter} [to|at] {value}",
            f"{_SET} {{device}} (on|of|for) {{tracks}} to {{value}} {{parameter}}",
            f"{_SET} {{device}} to {{value}} {{parameter}}",
            f"{_SET} {{device}} (on|of|for) {{tracks}} {{parameter}} [to|at] {{value}}",
            "(use|give) {device} (on|of|for) {tracks} {value} {parameter}",
        ),
    ),
    Rule(
        _set_on_track,
        (
            f"{_SET} {{parameter}} (of|on|for) {{tracks}} [up|down|back] (to|at) {{value}}",
            f"{_SET} {{tracks}} {{parameter}} [up|down|back] (to|at) {{value}}",
            f"{_SET} [its] {{parameter}} [up|down|back] (to|at) {{value}}",
        ),
        firm=False,
    ),
    Rule(
        _change,
        (
            (
                "(turn|bring|push|pull|move|dial) {parameter} (of|on|for) {device} (on|of|for) {tracks} "
                "{way:up} [by] {value}"
            ),
            "{way:raise} {parameter} (of|on|for) {device} (on|of|for) {tracks} [by] {value}",
            "{way:raise} {tracks} {device} {parameter} [by] {value}",
            "(turn|bring|push|pull|move|dial) {tracks} {device} {parameter} {way:up} [by] {value}",
            (
                "(turn|bring|push|pull|move|dial) {way:up} {parameter} (of|on|for) {device} (on|of|for) "
                "{tracks} [by] {value}"
            ),
            "{way:raise} {device} {parameter} [by] {value}",
            "(turn|bring|push|pull|move|dial) {device} {parameter} {way:up} [by] {value}",
            "{way:raise} {parameter} (of|on|for) {device} [by] {value}",
        ),
    ),
    Rule(
        _sidechain,
        (
            (
                f"(set|change|route|switch|feed|key) {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}} "
                f"(to|from|with) {{source:track}}"
            ),
            f"(set|change|feed|key) {{device}} {_CHAIN} (on|of) {{tracks}} (to|from|with) {{source:track}}",
            f"(set|change|feed|key) {{tracks}} {{device}} {_CHAIN} (to|from|with) {{source:track}}",
            (
                "(sidechain|side chain|key|feed|trigger) {device} (on|of) {tracks} (to|from|with|by|off) "
                "{source:track}"
            ),
            "(sidechain|side chain|key|feed|trigger) {tracks} {device} (to|from|with|by|off) {source:track}",
            "(sidechain|side chain|key|feed|trigger) {device} (to|from|with|by) {source:track}",
            f"use {{source:track}} as {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}}",
        ),
        firm=False,
    ),
    Rule(
        _no_sidechain,
        (
            (
                f"(turn off|switch off|disable|remove|clear|kill|take off) {_CHAIN} (of|on|for|from) "
                f"{{device}} [(on|of) {{tracks}}]"
            ),
            f"(turn|switch) {_CHAIN} (of|on|for|from) {{device}} (on|of) {{tracks}} off",
            f"(turn off|switch off|disable|remove|clear|kill) {{tracks}} {{device}} {_CHAIN}",
            f"(turn|switch) {{tracks}} {{device}} {_CHAIN} off",
        ),
    ),
)
"""The wordings of parameters."""
