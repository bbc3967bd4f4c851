"""``invert``: what takes an action back.

A setting is set back to what it was. What an action created is deleted again, if that alone restores the
session (names may have followed); everything else is found by ``diff`` from the session after the action to
the one before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from daw_bridges.actions import (
    Action,
    AddLocator,
    AutomateParameter,
    CreateClip,
    CreateScene,
    CreateTrack,
    DeleteClip,
    DeleteScene,
    DeleteTrack,
    DuplicateClip,
    DuplicateTrack,
    EnableDevice,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    RemoveDevice,
    RemoveLocator,
    RenameTrack,
    SetArm,
    SetColor,
    SetInput,
    SetMetronome,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetParameter,
    SetSend,
    SetSidechain,
    SetSolo,
    SetTempo,
    SetVolume,
)
from daw_bridges.algebra.application import apply, apply_all
from daw_bridges.algebra.automation import drawn_before
from daw_bridges.algebra.chain import entry_of
from daw_bridges.algebra.devices import insertion
from daw_bridges.algebra.difference import diff
from daw_bridges.algebra.difference.chains import json_value, with_unit
from daw_bridges.algebra.equivalence import equivalent
from daw_bridges.algebra.parameters import parameter_key, unread_key
from daw_bridges.errors import ActionError, IrreversibleError
from daw_bridges.references import (
    all_devices,
    arrangement_reference,
    chain_reference,
    device_at,
    device_path,
    device_reference,
    track_index,
    track_reference,
)
from daw_bridges.session import Device, Session, Track

__all__ = ["holds_more", "invert", "unclear_routings"]


def invert(action: Action, before: Session) -> list[Action]:
    """The actions that lead back to ``before`` once ``action`` was done to it.

    Raises IrreversibleError where no actions can, and as ``apply`` does where the action itself cannot be
    done.
    """
    after = apply(before, action)
    simple: list[Action] | None = None
    if (setting_back := _SETTINGS.get(type(action))) is not None:
        simple = setting_back(before, action)
    elif (taking_back := _CREATED.get(type(action))) is not None:
        simple = taking_back(before, after, action)
    if simple is not None and _restores(after, simple, before):
        return simple
    _refuse_to_lose(before, action)
    _refuse_to_guess(before, action)
    return diff(after, before)


# What they hold is samples, which no session shows: inserted again they would come back empty. So would
# racks, for no action makes a chain.
_HOLD_SAMPLES = frozenset({"sampler", "drum_rack", "impulse", "hybrid_reverb"})


# A preset of theirs brings chains along.
_RACKS = frozenset({"audio_effect_rack", "midi_effect_rack"})


def holds_more(device: Device) -> bool:
    """Whether a device can hold more than its parameters show, so that no action brings it back as it was."""
    return device.kind is None or device.kind in _HOLD_SAMPLES or bool(device.chains)


def _refuse_to_lose(before: Session, action: Action) -> None:
    """Raise IrreversibleError if the action removes a device that holds more than its parameters show."""
    match action:
        case RemoveDevice():
            gone: Sequence[Device] = [_device(before, action)[2]]
        case DeleteTrack():
            gone = _track(before, action)[1].devices
        case _:
            return
    opaque = [device.name for device in gone if holds_more(device)]
    if opaque:
        raise IrreversibleError(
            f"{' and '.join(opaque)} can hold more than parameters show (samples, chains, a plug-in's own "
            "state), so Orbit cannot bring back what was in there. Undo in the DAW can."
        )


def unclear_routings(session: Session) -> dict[tuple[object, ...], str]:
    """The routings that read as a name which several tracks have: which of them it is cannot be told."""
    count = Counter(session.track_names)
    routings: dict[tuple[object, ...], str | None] = {}
    for place, track in enumerate(session.tracks):
        routings |= {(place, "input"): track.input, (place, "output"): track.output}
        routings |= {(place, *path): device.sidechain for path, device in all_devices(track)}
    return {where: name for where, name in routings.items() if name is not None and count[name] > 1}


def _refuse_to_guess(before: Session, action: Action) -> None:
    """Raise IrreversibleError if the action ends a routing of which it cannot be told where it leads."""
    match action:
        case SetSidechain() | RemoveDevice():
            index = track_index(before, action.track)
            ended: tuple[object, ...] = (index, *device_path(before.tracks[index], action.device))
        case SetInput() | SetOutput():
            ended = (track_index(before, action.track), "input" if isinstance(action, SetInput) else "output")
        case DeleteTrack():
            ended = (track_index(before, action.track),)
        case _:
            return
    lost = {name for where, name in unclear_routings(before).items() if where[: len(ended)] == ended}
    if lost:
        raise IrreversibleError(
            f"Several tracks are called {' and '.join(sorted(lost))}, so Orbit cannot tell which of them "
            "this is routed to or from, and cannot bring that back. Undo in the DAW can."
        )


def _restores(after: Session, actions: list[Action], before: Session) -> bool:
    try:
        return equivalent(apply_all(after, actions), before)
    except ActionError:
        return False


def _track(before: Session, action: Any) -> tuple[str, Track]:
    index = track_index(before, action.track)
    return track_reference(before, index), before.tracks[index]


def _device(before: Session, action: Any) -> tuple[str, str, Device]:
    name, track = _track(before, action)
    path = device_path(track, action.device)
    return name, device_reference(track, path), device_at(track, path)


def _tempo(before: Session, _: SetTempo) -> list[Action]:
    return [SetTempo(bpm=before.tempo)]


def _metronome(before: Session, _: SetMetronome) -> list[Action]:
    return [SetMetronome(on=before.metronome)]


def _color(before: Session, action: SetColor) -> list[Action]:
    name, track = _track(before, action)
    return [SetColor(track=name, color=track.color)] if track.color else []


def _volume(before: Session, action: SetVolume) -> list[Action]:
    name, track = _track(before, action)
    return [SetVolume(track=name, db=track.volume_db)]


def _pan(before: Session, action: SetPan) -> list[Action]:
    name, track = _track(before, action)
    return [SetPan(track=name, pan=track.pan)]


def _send(before: Session, action: SetSend) -> list[Action]:
    name, track = _track(before, action)
    to = track_index(before, action.to)
    return [SetSend(track=name, to=track_reference(before, to), db=track.sends[before.tracks[to].name])]


def _mute(before: Session, action: SetMute) -> list[Action]:
    name, track = _track(before, action)
    return [SetMute(track=name, on=track.mute)]


def _solo(before: Session, action: SetSolo) -> list[Action]:
    name, track = _track(before, action)
    return [SetSolo(track=name, on=track.solo)]


def _arm(before: Session, action: SetArm) -> list[Action]:
    name, track = _track(before, action)
    return [SetArm(track=name, on=track.arm)]


def _monitor(before: Session, action: SetMonitor) -> list[Action]:
    name, track = _track(before, action)
    return [SetMonitor(track=name, mode=track.monitor.value)]


def _enabled(before: Session, action: EnableDevice) -> list[Action]:
    name, device, was = _device(before, action)
    return [EnableDevice(track=name, device=device, on=was.enabled)]


def _parameter(before: Session, action: SetParameter) -> list[Action]:
    name, device, was = _device(before, action)
    if was.unread and unread_key(was, action.parameter) not in was.parameters:
        return _inserted_again(before, action)
    key = parameter_key(before.daw, was, action.parameter)
    value = (with_unit if was.unread else json_value)(was.parameters[key])
    return [SetParameter(track=name, device=device, parameter=key, value=value)]


def _inserted_again(before: Session, action: SetParameter) -> list[Action]:
    """What a plug-in came with nobody read: only a new one has it."""
    name, device, was = _device(before, action)
    _, track = _track(before, action)
    *chain, place = device_path(track, action.device)
    inside = chain_reference(track, tuple(chain)) if chain else None
    again = InsertDevice(track=name, device=was.name, at=place + 1, label=was.label, chain=inside)
    settings = [
        SetParameter(track=name, device=device, parameter=key, value=with_unit(parameter))
        for key, parameter in was.parameters.items()
    ]
    power = [] if was.enabled else [EnableDevice(track=name, device=device, on=False)]
    return [RemoveDevice(track=name, device=device), again, *settings, *power]


def _preset(before: Session, action: LoadPreset) -> list[Action]:
    name, device, was = _device(before, action)
    entry = entry_of(before.daw, was)
    if entry is None or entry.type == "instrument" or entry.kind in _RACKS or was.chains:
        raise IrreversibleError(
            f"{was.name} holds more than its parameters show, so a preset loaded over it cannot be undone. "
            "Load the preset into a new one instead."
        )
    return [
        SetParameter(track=name, device=device, parameter=key, value=json_value(parameter))
        for key, parameter in was.parameters.items()
    ]


def _automation(before: Session, action: AutomateParameter) -> list[Action]:
    name, _ = _track(before, action)
    device, parameter, points = drawn_before(before, action)
    return [
        AutomateParameter(track=name, device=device, parameter=parameter, points=points, clip=action.clip)
    ]


_SETTINGS: Mapping[type[Any], Callable[[Session, Any], list[Action]]] = {
    SetTempo: _tempo,
    SetMetronome: _metronome,
    SetColor: _color,
    SetVolume: _volume,
    SetPan: _pan,
    SetSend: _send,
    SetMute: _mute,
    SetSolo: _solo,
    SetArm: _arm,
    SetMonitor: _monitor,
    EnableDevice: _enabled,
    SetParameter: _parameter,
    LoadPreset: _preset,
    AutomateParameter: _automation,
}


def _created_track(before: Session, after: Session, action: CreateTrack) -> list[Action]:
    ordinary = len(before.ordinary_tracks)
    if action.kind == "return":
        place = ordinary + len(before.returns)
    else:
        place = ordinary if action.at is None else action.at - 1
    return [DeleteTrack(track=track_reference(after, place))]


def _copied_track(before: Session, after: Session, action: DuplicateTrack) -> list[Action]:
    return [DeleteTrack(track=track_reference(after, track_index(before, action.track) + 1))]


def _renamed_track(before: Session, after: Session, action: RenameTrack) -> list[Action]:
    index = track_index(before, action.track)
    old = before.tracks[index].name
    return [RenameTrack(track=track_reference(after, index), name=old)] if old else []


def _inserted_device(before: Session, after: Session, action: InsertDevice) -> list[Action]:
    index = track_index(before, action.track)
    path, _ = insertion(before, action)
    device = device_reference(after.tracks[index], path)
    return [RemoveDevice(track=track_reference(after, index), device=device)]


def _moved_device(before: Session, after: Session, action: MoveDevice) -> list[Action]:
    index = track_index(before, action.track)
    *chain, place = device_path(before.tracks[index], action.device)
    device = device_reference(after.tracks[index], (*chain, action.to - 1))
    return [MoveDevice(track=track_reference(after, index), device=device, to=place + 1)]


def _created_clip(before: Session, _after: Session, action: CreateClip) -> list[Action]:
    name, _ = _track(before, action)
    return [DeleteClip(track=name, clip=f"#{action.slot}")]


def _copied_clip(before: Session, after: Session, action: DuplicateClip) -> list[Action]:
    name, track = _track(before, action)
    if action.to_slot is not None:
        return [DeleteClip(track=name, clip=f"#{action.to_slot}")]
    old = {clip.start_bar for clip in track.arrangement_clips}
    placed = after.tracks[track_index(after, name)].arrangement_clips
    return [DeleteClip(track=name, clip=arrangement_reference(c)) for c in placed if c.start_bar not in old]


def _created_scene(_before: Session, after: Session, _action: CreateScene) -> list[Action]:
    return [DeleteScene(scene=f"#{len(after.scenes)}")]


def _added_locator(_before: Session, _after: Session, action: AddLocator) -> list[Action]:
    return [RemoveLocator(bar=action.bar)]


_CREATED: Mapping[type[Any], Callable[[Session, Session, Any], list[Action]]] = {
    CreateTrack: _created_track,
    DuplicateTrack: _copied_track,
    RenameTrack: _renamed_track,
    InsertDevice: _inserted_device,
    MoveDevice: _moved_device,
    CreateClip: _created_clip,
    DuplicateClip: _copied_clip,
    CreateScene: _created_scene,
    AddLocator: _added_locator,
}
