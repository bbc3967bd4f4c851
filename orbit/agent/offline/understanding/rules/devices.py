"""Devices: insert, remove, bypass, move."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import count as counting
from itertools import pairwise

from daw_bridges.actions import (
    Action,
    EnableDevice,
    InsertDevice,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSend,
)
from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError
from daw_bridges.references import all_devices, device_index, device_reference
from daw_bridges.session import Track
from orbit.agent.offline.understanding.devices import Said, find_device
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.placing import find_places, having, on_each
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.presets import RULES as PRESETS
from orbit.agent.offline.understanding.settings import Setting, on_device
from orbit.agent.offline.understanding.tracks import Tracks
from orbit.agent.reader.lexicon import group

__all__ = ["RULES", "_move_beside", "_remove_all"]


def _insert(ground: Ground, kinds: Sequence[str], tracks: Tracks = (), place: int = 0) -> Built:
    tracks = tracks or ground.tracks
    if not tracks:
        return None
    if (place or not _is_new(ground)) and _all_have(ground, kinds, tracks):
        return None  # it is the one there that is spoken of
    at = {0: None, 1: 1, -1: None}[place]
    ordered = list(reversed(kinds)) if at == 1 else kinds
    return [InsertDevice(track=track, device=kind, at=at) for track in tracks for kind in ordered]


def _all_have(ground: Ground, kinds: Sequence[str], tracks: Tracks) -> bool:
    return all({each.kind for each in ground.track(name).devices}.issuperset(kinds) for name in tracks)


def _insert_verb(ground: Ground, verb_kind: str, tracks: Tracks) -> Built:
    return _insert(ground, (verb_kind,), tracks)


def _insert_named(_: Ground, name: str, tracks: Tracks) -> Built:
    """A plug-in, or anything else that the host's browser has, by its own name."""
    return [InsertDevice(track=track, device=name) for track in tracks]


_NEW = group("new_device")


def _is_new(ground: Ground) -> bool:
    """Whether a sentence speaks of something that is not there yet; the A return is."""
    said = ground.sentence.casefold().split()
    return any(word in _NEW and before != "the" for before, word in pairwise(("", *said)))


def _insert_beside(ground: Ground, kind: str, beside: int, device: Said, tracks: Tracks = ()) -> Built:
    actions: list[Action] = []
    here = tracks or having(ground, device)
    if not _is_new(ground) and any(_all_have(ground, (kind,), (track,)) for track in here):
        return None  # it is the one there that is to stand elsewhere
    if not tracks and len(here) > 1 and isinstance(places := find_places(ground, device, ()), Problem):
        return places
    for track in here:
        other = find_device(ground.track(track), device)
        if isinstance(other, Problem):
            return other
        actions.append(
            InsertDevice(track=track, device=kind, at=device_index(ground.track(track), other) + 1 + beside)
        )
    return actions or None


def _insert_with(ground: Ground, kind: str, tracks: Tracks, settings: Sequence[Setting]) -> Built:
    """A device and its first settings.

    The label keeps them off a device of the kind that is there already.
    """
    try:
        fresh = catalog().new_device(ground.daw, kind)
    except OrbitError as error:
        return Problem(str(error), kind)
    actions: list[Action] = []
    for track in tracks:
        label = _free_label(ground.track(track))
        actions.append(InsertDevice.model_validate({"track": track, "device": kind, "as": label}))
        for setting in settings:
            found = on_device(ground, fresh, setting)
            if found is None or isinstance(found, Problem):
                return found
            actions.append(SetParameter(track=track, device=label, parameter=found[0], value=found[1]))
    return actions


def _insert_set(ground: Ground, kind: str, tracks: Tracks, settings: Sequence[Setting]) -> Built:
    """With no verb it is a device to insert only where none of the kind is there to be set."""
    there = any(device.kind == kind for name in tracks for device in ground.track(name).devices)
    return None if there else _insert_with(ground, kind, tracks, settings)


def _free_label(track: Track) -> str:
    taken = {word for _, device in all_devices(track) for word in (device.label, device.kind)}
    return next(label for label in (f"new_{number}" for number in counting(1)) if label not in taken)


def _remove(ground: Ground, device: Said, tracks: Tracks = ()) -> Built:
    found = on_each(ground, device, tracks, lambda t, d: RemoveDevice(track=t, device=d))
    return (_unsent(ground, device, tracks) or found) if isinstance(found, Problem) else found


def _unsent(ground: Ground, device: Said, tracks: Tracks) -> list[Action]:
    """No send to a return with such a device: the reverb that a track has may be there."""
    does = {
        each.name for each in ground.session.returns if not isinstance(find_device(each, device), Problem)
    }
    sends = [
        [
            SetSend(track=name, to=to, db=-math.inf)
            for to, db in ground.track(name).sends.items()
            if to in does and not math.isinf(db)
        ]
        for name in tracks
    ]
    return [each for of_track in sends for each in of_track] if all(sends) else []


def _enable(ground: Ground, device: Said, tracks: Tracks = (), on: bool = True) -> Built:
    return on_each(ground, device, tracks, lambda t, d: EnableDevice(track=t, device=d, on=on))


def _remove_all(ground: Ground, tracks: Tracks) -> Built:
    actions = [
        RemoveDevice(track=name, device=reference)
        for name in tracks
        for reference in reversed(
            [device_reference(ground.track(name), at) for at in range(len(ground.track(name).devices))]
        )
    ]
    return actions or Problem(f"There are no devices on {', '.join(tracks)}.")


def _move(ground: Ground, device: Said, tracks: Tracks, place: int = 0, count: int = 0) -> Built:
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    return [
        MoveDevice(track=t, device=d, to=count or (1 if place == 1 else len(ground.track(t).devices)))
        for t, d in places
    ]


def _move_beside(ground: Ground, device: Said, beside: int, other: Said, tracks: Tracks = ()) -> Built:
    places = find_places(ground, device, tracks)
    if isinstance(places, Problem):
        return places
    actions: list[Action] = []
    for track, reference in places:
        held = ground.track(track)
        found = find_device(held, other)
        if isinstance(found, Problem):
            return found
        now, there = device_index(held, reference), device_index(held, found)
        # Places count from 1, along the chain without what moves.
        to = there + 1 + beside - (now < there)
        actions.append(MoveDevice(track=track, device=reference, to=to))
    return actions


_ADD = (
    "(add|insert|put|load|drop|throw|slap|stick|place|use|chuck|pop|whack|apply|set up|get me|i need|i want|"
    "bring in|hang|strap|load up|throw in|drop in|fire up|plug in|dial in|get|need|want|have)"
)
_ON = "(on|to|onto|into|in|for|across)"
_TAKE = "(remove|delete|take off|take out|get rid of|ditch|lose|erase|trash)"


def _those_places(ground: Ground) -> list[tuple[str, str]]:
    """Where the device that was spoken of last is; nowhere, where none was or it is not clear."""
    if ground.device is None or not ground.tracks:
        return []
    kind, _, nth = ground.device.partition("#")
    said = Said(kind, kind, nth=int(nth) if nth.isdigit() else 0)
    places = find_places(ground, said, ground.tracks)
    return [] if isinstance(places, Problem) else places


def _enable_it(ground: Ground, on: bool) -> Built:
    return [EnableDevice(track=t, device=d, on=on) for t, d in _those_places(ground)] or None


def _remove_it(ground: Ground) -> Built:
    return [RemoveDevice(track=t, device=d) for t, d in _those_places(ground)] or None


RULES = (
    Rule(
        _insert,
        (
            f"{_ADD} {{kinds}} [device|plugin] {_ON} {{tracks}}",
            f"{_ADD} {{kinds}} [at|to|in] {{place}} (of|on) [chain (of|on)] {{tracks}}",
            "give {tracks} {kinds}",
            "{kinds} [device|plugin] (on|onto|for|across) {tracks}",
        ),
        firm=False,
    ),
    Rule(
        _insert_named,
        (f"{_ADD} [plugin|device] {{name:quoted}} [plugin|device] {_ON} {{tracks}}",),
        firm=False,
    ),
    Rule(_insert_verb, ("{verb_kind} {tracks}",), firm=False),
    Rule(
        _insert_beside,
        (
            f"{_ADD} {{kind}} [right] {{beside}} {{device}}",
            f"{_ADD} {{kind}} {_ON} {{tracks}} [right] {{beside}} {{device}}",
        ),
        firm=False,
    ),
    Rule(
        _insert_with,
        (
            f"{_ADD} {{kind}} {_ON} {{tracks}} (with|at|set to|using) {{settings}}",
            f"{_ADD} {{kind}} {_ON} {{tracks}} {{settings}}",
        ),
        firm=False,
    ),
    Rule(
        _insert_set,
        (f"{{kind}} {_ON} {{tracks}} {{settings}}",),
        firm=False,
    ),
    Rule(
        _remove,
        (
            f"{_TAKE} {{device}} (from|on|off|of|out of) {{tracks}}",
            "(take|pull) {device} (off|out of|from) {tracks}",
            f"{_TAKE} {{device}}",
        ),
    ),
    Rule(
        partial(_enable, on=False),
        (
            "(bypass|disable|deactivate|turn off|switch off) {device} [(on|of|from|for) {tracks}]",
            "(turn|switch) {device} (on|of|for) {tracks} off",
            "(turn|switch) {device} off [(on|for) {tracks}]",
            "(bypass|disable|deactivate|turn off|switch off) {tracks} {device}",
            "{device} [(on|of) {tracks}] (off|bypassed) [(on|for) {tracks}]",
            "kill {device} [(on|of) {tracks}]",
        ),
    ),
    Rule(
        partial(_enable, on=True),
        (
            (
                "(enable|activate|turn on|switch on|unbypass|un bypass|reenable|re enable) {device} [(on|"
                "of|from|for) {tracks}]"
            ),
            "(turn|switch) {device} [back] on [(on|for) {tracks}]",
            "take {device} [on {tracks}] out of bypass",
        ),
    ),
    Rule(
        _move,
        ("move {tracks} {device} [to|in] [place|position|slot] {count}",),
    ),
    *PRESETS,
    Rule(
        partial(_enable_it, on=True),
        ("(enable|activate|unbypass|switch on|turn on) it", "(turn|switch|put) it [back] on"),
    ),
    Rule(
        partial(_enable_it, on=False),
        ("(disable|deactivate|bypass|switch off|turn off) it", "(turn|switch) it off"),
    ),
    Rule(
        _remove_it,
        ("(remove|delete|erase|ditch|trash|drop|lose|scrap|bin|kill|get rid of|take out|take off) it",),
    ),
)
"""The wordings of devices."""
