"""Edits of devices: inserted, set, keyed, automated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import (
    AutomateParameter,
    EnableDevice,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSidechain,
)
from daw_bridges.references import is_mixer
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.vocabulary import deed, parameter_key
from orbit.learning.cleaning.world import World

__all__ = ["LOOKS"]


def _insert(world: World, action: InsertDevice) -> Sighting:
    track = world.tracks.find(action.track)
    device = world.devices.insert(track, action.device, action.at, action.label, action.chain)
    does = deed(action.action, world.devices.kind(device))
    return Sighting(action, does, (track,), device, makes=("device", device))


def _remove(world: World, action: RemoveDevice) -> Sighting:
    track = world.tracks.find(action.track)
    device = world.devices.remove(track, action.device)
    does = deed(action.action, world.devices.kind(device))
    return Sighting(action, does, (track,), device, unmakes=("device", device))


def _move(world: World, action: MoveDevice) -> Sighting:
    track = world.tracks.find(action.track)
    device = world.devices.move(track, action.device, action.to)
    return Sighting(action, deed(action.action, world.devices.kind(device)), (track,), device)


def _device(world: World, action: Any) -> tuple[int, int, str]:
    track = world.tracks.find(action.track)
    device = world.devices.find(track, action.device)
    return track, device, world.devices.kind(device)


def _enable(world: World, action: EnableDevice) -> Sighting:
    track, device, kind = _device(world, action)
    name = action.action
    return Sighting(action, deed(name, kind), (track,), device, sets=(name, device), value=action.on)


def _parameter(world: World, action: SetParameter) -> Sighting:
    track, device, kind = _device(world, action)
    key = parameter_key(world.daw, kind, action.parameter)
    sets = ("parameter", device, key)
    return Sighting(action, deed(action.action, kind, key), (track,), device, sets=sets, value=action.value)


def _sidechain(world: World, action: SetSidechain) -> Sighting:
    track, device, kind = _device(world, action)
    source = () if action.source is None else (world.tracks.find(action.source),)
    does = deed(action.action, kind) if source else deed(action.action, kind, "off")
    sets = (action.action, device)
    return Sighting(action, does, (track, *source), device, sets=sets, value=source)


def _preset(world: World, action: LoadPreset) -> Sighting:
    track, device, kind = _device(world, action)
    return Sighting(action, deed(action.action, kind), (track,), device)


def _automate(world: World, action: AutomateParameter) -> Sighting:
    where = "on the timeline" if action.clip is None else "in a clip"
    if is_mixer(action.device):
        return _automate_strip(world, action, where)
    track, device, kind = _device(world, action)
    key = parameter_key(world.daw, kind, action.parameter)
    sets = (action.action, device, key, _clip_of(world, track, action.clip))
    does = deed(action.action, kind, key, where)
    return Sighting(action, does, (track,), device, sets=sets, value=action.points)


_OF_A_STRIP = frozenset({"volume", "pan", "tempo", "mute"})


def _automate_strip(world: World, action: AutomateParameter, where: str) -> Sighting:
    """Automation of a track's own strip: what is none of its settings is the return that a send goes to."""
    track = world.tracks.find(action.track)
    key = action.parameter.strip().casefold()
    to = () if key in _OF_A_STRIP else (world.tracks.find(action.parameter),)
    does = deed(action.action, "mixer", "send" if to else key, where)
    sets = (action.action, track, *(to or (key,)), _clip_of(world, track, action.clip))
    return Sighting(action, does, (track, *to), sets=sets, value=action.points)


def _clip_of(world: World, track: int, clip: str | None) -> tuple[Any, ...]:
    return () if clip is None else world.clip(track, clip)


LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    InsertDevice: _insert,
    RemoveDevice: _remove,
    MoveDevice: _move,
    EnableDevice: _enable,
    SetParameter: _parameter,
    SetSidechain: _sidechain,
    LoadPreset: _preset,
    AutomateParameter: _automate,
}
"""What each of these actions is as an edit of certain things."""
