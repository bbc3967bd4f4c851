"""Devices: insert, remove, bypass, move, set a parameter, side chain, preset."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count

from daw_bridges.actions import (
    Action,
    EnableDevice,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSidechain,
)
from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Quantity, Unit, format_quantity
from daw_bridges.references import device_index, find_device as device_called
from daw_bridges.session import Device, Track
from orbit.agent.offline.understanding.devices import Said, find_device, parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.settings import Setting
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES"]


def _insert(ground: Ground, kinds: Sequence[str], tracks: Tracks = (), place: int = 0) -> Built:
    tracks = tracks or ground.tracks
    if not tracks:
        return None
    at = {0: None, 1: 1, -1: None}[place]
    ordered = list(reversed(kinds)) if at == 1 else kinds
    return [InsertDevice(track=track, device=kind, at=at) for track in tracks for kind in ordered]


def _insert_beside(ground: Ground, kind: str, beside: int, device: Said, tracks: Tracks = ()) -> Built:
    actions: list[Action] = []
    for track in tracks or _having(ground, device):
        other = find_device(ground, ground.track(track), device)
        if isinstance(other, Problem):
            return other
        actions.append(InsertDevice(track=track, device=kind, at=device_index(ground.track(track), other) + 1 + beside))
    return actions or None


def _insert_with(ground: Ground, kind: str, tracks: Tracks, settings: Sequence[Setting]) -> Built:
    """A device and its first settings; the label keeps them off a device of the kind that is there already."""
    try:
        fresh = catalog().new_device(ground.daw, kind)
    except OrbitError as error:
        return Problem(str(error), kind)
    actions: list[Action] = []
    for track in tracks:
        label = _free_label(ground.track(track))
        actions.append(InsertDevice.model_validate({"track": track, "device": kind, "as": label}))
        for said, value in settings:
            key = parameter_key(ground, fresh, said)
            if isinstance(key, Problem):
                return key
            actions.append(SetParameter(track=track, device=label, parameter=key, value=value))
    return actions


def _free_label(track: Track) -> str:
    taken = {device.label for device in track.devices} | {device.kind for device in track.devices}
    return next(label for label in (f"new_{number}" for number in count(1)) if label not in taken)


def _each(ground: Ground, tracks: Tracks, device: Said) -> Iterator[tuple[str, str] | Problem]:
    for track in tracks:
        found = find_device(ground, ground.track(track), device)
        yield found if isinstance(found, Problem) else (track, found)


def _places(ground: Ground, device: Said, tracks: Tracks = ()) -> list[tuple[str, str]] | Problem:
    """Where the device is: on the tracks that were named, or on the only track that has one."""
    found = list(_each(ground, tracks or _having(ground, device), device))
    problem = next((place for place in found if isinstance(place, Problem)), None)
    places = [place for place in found if not isinstance(place, Problem)]
    if problem is not None:
        return problem
    if not places:
        return Problem(f"There is no {device.phrase} in this session.", device.phrase)
    if not tracks and len(places) > 1:
        options = tuple(f"{device.phrase} on {track}" for track, _ in places)
        return Problem(f"There is more than one {device.phrase}: {' or '.join(options)}. Which one?", device.phrase, options)
    return places


def _having(ground: Ground, device: Said) -> Tracks:
    having = [t.name for t in ground.session.tracks if not isinstance(find_device(ground, t, device), Problem)]
    return tuple(name for name in ground.tracks if name in having) or tuple(having)


def _remove(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    places = _places(ground, device, tracks)
    return places if isinstance(places, Problem) else [RemoveDevice(track=t, device=d) for t, d in places]


def _enable(ground: Ground, device: Said, tracks: Tracks = (), on: bool = True) -> Built:  # noqa: FBT001, FBT002
    places = _places(ground, device, tracks)
    return places if isinstance(places, Problem) else [EnableDevice(track=t, device=d, on=on) for t, d in places]


def _remove_all(ground: Ground, tracks: Tracks) -> Built:
    actions = [
        RemoveDevice(track=name, device=reference)
        for name in tracks
        for reference in reversed([_reference(ground.track(name), at) for at in range(len(ground.track(name).devices))])
    ]
    return actions or Problem(f"There are no devices on {', '.join(tracks)}.")


def _reference(track: Track, at: int) -> str:
    from daw_bridges.references import device_reference

    return device_reference(track, at)


def _set(ground: Ground, parameter: str, value: float | str, device: Said, tracks: Tracks = ()) -> Built:
    places = _places(ground, device, tracks)
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
                found.append(SetParameter(track=track.name, device=_reference(track, at), parameter=key, value=value))
    if len(found) == 1:
        return found
    if found:
        return Problem(f"More than one device has “{parameter}”. Say which device, and on which track.", parameter)
    where = f"on {', '.join(tracks)}" if tracks else "in this session"
    return Problem(f"No device {where} has “{parameter}”.", parameter, firm=False)


def _change(ground: Ground, parameter: str, value: float | str, way: int, device: Said, tracks: Tracks = ()) -> Built:
    """A parameter up or down by so much of its own unit."""
    places = _places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        held = device_called(ground.track(track), reference)
        key = parameter_key(ground, held, parameter)
        changed = key if isinstance(key, Problem) else _changed(held, key, value, way)
        if isinstance(key, Problem) or isinstance(changed, Problem):
            return key if isinstance(key, Problem) else changed
        actions.append(SetParameter(track=track, device=reference, parameter=key, value=changed))
    return actions


def _changed(device: Device, key: str, by: float | str, way: int) -> float | str | Problem:
    from daw_bridges.quantities import parse_quantity

    held = device.parameters[key]
    step = Quantity(by, held.unit) if isinstance(by, float) else parse_quantity(by)
    if not isinstance(held.value, float) or math.isinf(held.value) or step.unit not in (held.unit, Unit.NONE):
        return Problem(f"{held.name} of {device.name} reads {held.text}; say what to set it to.")
    return format_quantity(Quantity(round(held.value + way * step.value, 4), held.unit))


def _sidechain(ground: Ground, device: Said, source: Tracks, tracks: Tracks = ()) -> Built:
    places = _places(ground, device, tracks)
    return places if isinstance(places, Problem) else [SetSidechain(track=t, device=d, source=source[0]) for t, d in places]


def _no_sidechain(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    places = _places(ground, device, tracks)
    return places if isinstance(places, Problem) else [SetSidechain(track=t, device=d, source=None) for t, d in places]


def _move(ground: Ground, device: Said, tracks: Tracks, place: int = 0, count: int = 0) -> Built:
    places = _places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    return [MoveDevice(track=t, device=d, to=count or (1 if place == 1 else len(ground.track(t).devices))) for t, d in places]


def _preset(ground: Ground, name: str, device: Said, tracks: Tracks = ()) -> Built:
    places = _places(ground, device, tracks)
    return places if isinstance(places, Problem) else [LoadPreset(track=t, device=d, preset=name) for t, d in places]


_ADD = "(add|insert|put|load|drop|throw|slap|stick|place|use|chuck|pop|whack|apply|set up|get me|i need|i want|bring in|hang|strap)"
_ON = "(on|to|onto|into|in|for|across)"
_SET = "(set|put|change|turn|make|bring|adjust|dial|push|pull|move|raise|lower|increase|decrease|reduce|drop)"
_TAKE = "(remove|delete|take off|take out|get rid of|ditch|lose|erase|trash|kill)"
_CHAIN = "(sidechain|side chain|sidechain input|side chain input|sidechain source|side chain source|key input|external key)"

RULES = (
    Rule(_insert, (
        f"{_ADD} {{kinds}} [device|plugin] {_ON} {{tracks}}", f"{_ADD} {{kinds}} [at|to|in] {{place}} (of|on) [chain (of|on)] {{tracks}}", f"{_ADD} {{kinds}} {_ON} {{tracks}} [at] {{place}} [of chain]",
        "give {tracks} {kinds}", "{tracks} (needs|need|could use|wants|want|should have|should get|gets|get) {kinds}", f"{_ADD} {_ON} {{tracks}} {{kinds}}", "{kinds} (on|onto) {tracks}",
        f"{_ADD} (another|second) {{kinds}} {_ON} {{tracks}}", f"{_ADD} {{kinds}}",
    ), firm=False),
    Rule(_insert_beside, (
        f"{_ADD} {{kind}} [right] {{beside}} {{device}}", f"{_ADD} {{kind}} {_ON} {{tracks}} [right] {{beside}} {{device}}", f"{_ADD} {{kind}} [right] {{beside}} {{device}} {_ON} {{tracks}}",
    ), firm=False),
    Rule(_insert_with, (
        f"{_ADD} {{kind}} {_ON} {{tracks}} (with|at|set to|using) {{settings}}", "give {tracks} {kind} with {settings}", f"{_ADD} {{kind}} with {{settings}} {_ON} {{tracks}}",
    ), firm=False),
    Rule(_remove, (
        f"{_TAKE} {{device}} (from|on|off|of|out of) {{tracks}}", f"{_TAKE} {{tracks}} {{device}}", "(take|pull) {device} (off|out of|from) {tracks}", f"{_TAKE} {{device}}",
    )),
    Rule(_remove_all, (
        f"{_TAKE} all [of] (devices|effects|plugins|fx|plug ins) (from|on|off) {{tracks}}", f"{_TAKE} (every device|every effect|every plugin) (from|on|off) {{tracks}}",
        "(strip|clear) {tracks} of (devices|effects|plugins|all devices|all effects)",
    )),
    Rule(partial(_enable, on=False), (
        "(bypass|disable|deactivate|turn off|switch off) {device} [(on|of|from|for) {tracks}]", "(turn|switch) {device} (on|of|for) {tracks} off", "(turn|switch) {device} off [(on|for) {tracks}]",
        "(bypass|disable|deactivate|turn off|switch off) {tracks} {device}", "(turn|switch) {tracks} {device} off", "(put|set) {device} [on {tracks}] (in bypass|to bypass|on bypass|off)",
    )),
    Rule(partial(_enable, on=True), (
        "(enable|activate|turn on|switch on|unbypass|un bypass|reenable|re enable) {device} [(on|of|from|for) {tracks}]", "(turn|switch) {device} (on|of|for) {tracks} [back] on", "(turn|switch) {device} [back] on [(on|for) {tracks}]",
        "(enable|activate|turn on|switch on|unbypass) {tracks} {device}", "(turn|switch) {tracks} {device} [back] on", "take {device} [on {tracks}] out of bypass",
    )),
    Rule(_set, (
        f"{_SET} {{parameter}} (of|on|for|in) {{device}} (on|of|for|in) {{tracks}} [up|down|back] [to|at] {{value}}", f"{_SET} {{parameter}} (of|on|for|in) {{tracks}} {{device}} [up|down|back] [to|at] {{value}}",
        f"{_SET} {{tracks}} {{device}} {{parameter}} [up|down|back] [to|at] {{value}}", f"{_SET} {{device}} {{parameter}} (on|of|for) {{tracks}} [up|down|back] [to|at] {{value}}",
        f"{_SET} {{parameter}} (of|on|for|in) {{device}} [up|down|back] [to|at] {{value}}", f"{_SET} {{device}} {{parameter}} [up|down|back] [to|at] {{value}}",
        "{tracks} {device} {parameter} [to|at] {value}", "{device} {parameter} [to|at] {value} (on|for) {tracks}", "{device} {parameter} (on|of|for) {tracks} [to|at] {value}", "{device} {parameter} [to|at] {value}",
        f"{_SET} {{device}} (on|of|for) {{tracks}} to {{value}} {{parameter}}", f"{_SET} {{device}} to {{value}} {{parameter}}", f"{_SET} {{device}} (on|of|for) {{tracks}} {{parameter}} [to|at] {{value}}",
        f"(use|give) {{device}} (on|of|for) {{tracks}} {{value}} {{parameter}}",
    )),
    Rule(_set_on_track, (
        f"{_SET} {{parameter}} (of|on|for) {{tracks}} [up|down|back] (to|at) {{value}}", f"{_SET} {{tracks}} {{parameter}} [up|down|back] (to|at) {{value}}", f"{_SET} [its] {{parameter}} [up|down|back] (to|at) {{value}}",
    ), firm=False),
    Rule(_change, (
        f"(turn|bring|push|pull|move|dial) {{parameter}} (of|on|for) {{device}} (on|of|for) {{tracks}} {{way:up}} [by] {{value}}", f"{{way:raise}} {{parameter}} (of|on|for) {{device}} (on|of|for) {{tracks}} [by] {{value}}",
        f"{{way:raise}} {{tracks}} {{device}} {{parameter}} [by] {{value}}", "(turn|bring|push|pull|move|dial) {tracks} {device} {parameter} {way:up} [by] {value}",
        "(turn|bring|push|pull|move|dial) {way:up} {parameter} (of|on|for) {device} (on|of|for) {tracks} [by] {value}", "{way:raise} {device} {parameter} [by] {value}",
        "(turn|bring|push|pull|move|dial) {device} {parameter} {way:up} [by] {value}", "{way:raise} {parameter} (of|on|for) {device} [by] {value}",
    )),
    Rule(_sidechain, (
        f"(set|change|route|switch|feed|key) {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}} (to|from|with) {{source:track}}", f"(set|change|feed|key) {{device}} {_CHAIN} (on|of) {{tracks}} (to|from|with) {{source:track}}",
        f"(set|change|feed|key) {{tracks}} {{device}} {_CHAIN} (to|from|with) {{source:track}}", "(sidechain|side chain|key|feed|trigger) {device} (on|of) {tracks} (to|from|with|by|off) {source:track}",
        "(sidechain|side chain|key|feed|trigger) {tracks} {device} (to|from|with|by|off) {source:track}", "(sidechain|side chain|key|feed|trigger) {device} (to|from|with|by) {source:track}",
        f"use {{source:track}} as {_CHAIN} (of|on|for) {{device}} (on|of) {{tracks}}",
    ), firm=False),
    Rule(_no_sidechain, (
        f"(turn off|switch off|disable|remove|clear|kill|take off) {_CHAIN} (of|on|for|from) {{device}} [(on|of) {{tracks}}]", f"(turn|switch) {_CHAIN} (of|on|for|from) {{device}} (on|of) {{tracks}} off",
        f"(turn off|switch off|disable|remove|clear|kill) {{tracks}} {{device}} {_CHAIN}", f"(turn|switch) {{tracks}} {{device}} {_CHAIN} off",
    )),
    Rule(_move, (
        "move {device} (on|of) {tracks} [to|in] [place|position|slot] {count}", "(move|put) {device} (on|of) {tracks} [to|in|at] [very] {place} [of chain]", "(move|put) {tracks} {device} [to|in|at] [very] {place} [of chain]",
        "(move|put) {device} {place} (on|in) {tracks}",
    )),
    Rule(_preset, (
        "(load|use|open|apply) preset {name} (in|into|on|to) {device} (on|of) {tracks}", "(load|use|open|apply) {name} preset (in|into|on|to|for) {device} [(on|of) {tracks}]", "(load|use|open|apply) {name} preset (in|into|on|to|for) {tracks} {device}",
    ), firm=False),
)  # fmt: skip
"""The wordings of devices."""
