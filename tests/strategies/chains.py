"""Drawing edits of device chains, parameters and automation."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from daw_bridges.actions import (
    Action,
    AutomateParameter,
    EnableDevice,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSidechain,
)
from daw_bridges.algebra.parameters import steps_of
from daw_bridges.quantities import Quantity, Unit, format_quantity
from daw_bridges.references import (
    MIXER,
    DevicePath,
    all_devices,
    chain_reference,
    clip_reference,
    device_at,
    device_reference,
    devices_along,
)
from daw_bridges.session import Device, Parameter, Session, Track, TrackKind
from tests.strategies.picking import KINDS, LONGEST_CHAIN, RACKS, STRIPS, Maker, Pick, a_track, named

__all__ = ["MAKERS"]


def _insert(pick: Pick, session: Session) -> Action | None:
    index = a_track(pick, session)
    track = session.tracks[index]
    path = pick.of(chains_of(track))
    count = len(devices_along(track, path))
    if count >= LONGEST_CHAIN:
        return None
    at = pick.number(1, count + 1) if pick.flag() else None
    label = "squash" if pick.rarely() else None
    chain = chain_reference(track, path) if path else None
    return InsertDevice(track=named(session, index), device=pick.of(KINDS), at=at, label=label, chain=chain)


def chains_of(track: Track) -> list[DevicePath]:
    """The paths to a track's own chain and to those of its racks."""
    inside = ((*path, at) for path, device in all_devices(track) for at in range(len(device.chains)))
    return [(), *inside]


def _device(pick: Pick, session: Session, *, wanted: Callable[[Device], bool] = lambda _: True) -> Any:
    """References to a track and a device on it, and the device; None if there is none."""
    places = [
        (i, path)
        for i, track in enumerate(session.tracks)
        for path, device in all_devices(track)
        if wanted(device)
    ]
    if not places:
        return None
    i, path = pick.of(places)
    device = device_at(session.tracks[i], path)
    return named(session, i), device.label or device_reference(session.tracks[i], path), device


def _remove(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session)
    return None if found is None else RemoveDevice(track=found[0], device=found[1])


def _move(pick: Pick, session: Session) -> Action | None:
    places = [
        (index, path)
        for index, track in enumerate(session.tracks)
        for path in chains_of(track)
        if len(devices_along(track, path)) > 1
    ]
    if not places:
        return None
    index, path = pick.of(places)
    track = session.tracks[index]
    last = len(devices_along(track, path))
    device = device_reference(track, (*path, pick.number(0, last - 1)))
    return MoveDevice(track=named(session, index), device=device, to=pick.number(1, last))


def _enable(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session)
    return None if found is None else EnableDevice(track=found[0], device=found[1], on=pick.flag())


def _set_parameter(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: bool(device.parameters))
    if found is None:
        return None
    track, reference, device = found
    key = pick.of(tuple(device.parameters))
    steps = steps_of(session.daw, device, key)
    value = _value(pick, device.parameters[key]) if steps is None else pick.of(steps)
    return SetParameter(track=track, device=reference, parameter=key, value=value)


def _value(pick: Pick, parameter: Parameter) -> float | str:
    if parameter.unit is Unit.CHOICE:
        return pick.of(parameter.choices or ("off", "on"))
    low, high = parameter.range or (0.0, 1.0)
    place = pick.number(-1, 41)
    bounded = max(low, -70.0), min(high, 100.0)
    steps = {-1: low, 41: high}
    value = steps.get(place, round(bounded[0] + (bounded[1] - bounded[0]) * min(place, 40) / 40, 4))
    value = min(max(value, low), high)
    return format_quantity(Quantity(value, parameter.unit)) if pick.flag() or math.isinf(value) else value


def _sidechain(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: device.kind == "compressor")
    if found is None:
        return None
    source = None if pick.rarely() else named(session, a_track(pick, session, *STRIPS))
    return SetSidechain(track=found[0], device=found[1], source=source)


def _preset(pick: Pick, session: Session) -> Action | None:
    found = _device(pick, session, wanted=lambda device: device.kind in KINDS and device.kind not in RACKS)
    return None if found is None else LoadPreset(track=found[0], device=found[1], preset="Punch")


def _automate(pick: Pick, session: Session) -> Action | None:
    return _automate_strip(pick, session) if pick.rarely() else _automate_device(pick, session)


def _automate_strip(pick: Pick, session: Session) -> Action:
    index = a_track(pick, session)
    track = session.tracks[index]
    ranges = {"volume": (-math.inf, 6.0), "pan": (-1.0, 1.0), **dict.fromkeys(track.sends, (-30.0, 0.0))}
    if track.kind is TrackKind.MASTER:
        ranges["tempo"] = (20.0, 999.0)
    parameter = pick.of(tuple(ranges))
    points = tuple((float(beat), pick.of(ranges[parameter])) for beat in (0, 4, 4, 8)[: pick.number(0, 4)])
    return AutomateParameter(track=named(session, index), device=MIXER, parameter=parameter, points=points)


def _automate_device(pick: Pick, session: Session) -> Action | None:
    found = _device(
        pick, session, wanted=lambda device: any(p.range is not None for p in device.parameters.values())
    )
    if found is None:
        return None
    name, reference, device = found
    key = pick.of([key for key, parameter in device.parameters.items() if parameter.range is not None])
    low, high = (max(min(bound, 60.0), -60.0) for bound in device.parameters[key].range)
    points = tuple((float(beat), pick.of((low, high))) for beat in range(pick.number(0, 3)))
    track = next(t for i, t in enumerate(session.tracks) if named(session, i) == name)
    clip = (
        clip_reference(track, pick.number(0, len(track.clips) - 1))
        if track.clips and pick.number(0, 3)
        else None
    )
    return AutomateParameter(track=name, device=reference, parameter=key, points=points, clip=clip)


MAKERS: dict[str, Maker] = {
    "insert_device": _insert,
    "remove_device": _remove,
    "move_device": _move,
    "enable_device": _enable,
    "set_parameter": _set_parameter,
    "set_sidechain": _sidechain,
    "load_preset": _preset,
    "automate_parameter": _automate,
}
