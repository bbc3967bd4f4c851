"""Every action of the vocabulary as an edit of certain things: one small function each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import (
    Action,
    AddLocator,
    AddNotes,
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
    FireClip,
    FireScene,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    Play,
    Record,
    RemoveDevice,
    RemoveLocator,
    RenameClip,
    RenameScene,
    RenameTrack,
    SetArm,
    SetColor,
    SetInput,
    SetLoop,
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
    SetTimeSignature,
    SetVolume,
    Stop,
    StopClip,
)
from daw_bridges.references import is_mixer
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.vocabulary import deed, parameter_key
from orbit.learning.cleaning.world import World

__all__ = ["look"]


def look(world: World, action: Action) -> Sighting:
    """What an action does to the world as it is now; names mean what they mean after it from then on."""
    return _LOOKS[type(action)](world, action)


def _plain(_world: World, action: Action) -> Sighting:
    return Sighting(action, action.action)


def _on_track(world: World, action: Any) -> Sighting:
    return Sighting(action, action.action, (world.tracks.find(action.track),))


def _setting(field: str) -> Callable[[World, Any], Sighting]:
    """A setting of the whole set."""

    def seen(_world: World, action: Any) -> Sighting:
        return Sighting(action, action.action, sets=(action.action,), value=getattr(action, field))

    return seen


def _strip(field: str) -> Callable[[World, Any], Sighting]:
    """A setting of a track."""

    def seen(world: World, action: Any) -> Sighting:
        track = world.tracks.find(action.track)
        name = action.action
        return Sighting(action, name, (track,), sets=(name, track), value=getattr(action, field))

    return seen


def _time_signature(_world: World, action: SetTimeSignature) -> Sighting:
    value = (action.numerator, action.denominator)
    return Sighting(action, action.action, sets=(action.action,), value=value)


def _loop(_world: World, action: SetLoop) -> Sighting:
    value = (action.on, action.start_bar, action.end_bar)
    return Sighting(action, action.action, sets=(action.action,), value=value)


def _add_locator(_world: World, action: AddLocator) -> Sighting:
    return Sighting(action, action.action, makes=("locator", action.bar))


def _remove_locator(_world: World, action: RemoveLocator) -> Sighting:
    return Sighting(action, action.action, unmakes=("locator", action.bar))


def _create_track(world: World, action: CreateTrack) -> Sighting:
    # Returns stand behind the others: their place is no number among those.
    at = None if action.kind == "return" else action.at
    track = world.tracks.create(action.name, at)
    return Sighting(action, deed(action.action, action.kind), (track,), makes=("track", track))


def _duplicate_track(world: World, action: DuplicateTrack) -> Sighting:
    track = world.tracks.find(action.track)
    copy = world.tracks.duplicate(track, action.name)
    return Sighting(action, action.action, (track, copy), makes=("track", copy))


def _delete_track(world: World, action: DeleteTrack) -> Sighting:
    track = world.tracks.find(action.track)
    world.tracks.delete(track)
    return Sighting(action, action.action, (track,), unmakes=("track", track))


def _rename_track(world: World, action: RenameTrack) -> Sighting:
    track = world.tracks.find(action.track)
    world.tracks.rename(track, action.name)
    return Sighting(action, action.action, (track,), sets=(action.action, "track", track), value=action.name)


def _send(world: World, action: SetSend) -> Sighting:
    tracks = (world.tracks.find(action.track), world.tracks.find(action.to))
    return Sighting(action, action.action, tracks, sets=(action.action, *tracks), value=action.db)


def _output(world: World, action: SetOutput) -> Sighting:
    return _routing(world, action, action.track, action.to)


def _input(world: World, action: SetInput) -> Sighting:
    return _routing(world, action, action.track, action.source)


def _routing(world: World, action: Action, name: str, other: str) -> Sighting:
    track = world.tracks.find(name)
    there = world.routed(other)
    sets = (action.action, track)
    return Sighting(action, action.action, (track, *there), sets=sets, value=there or other)


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


def _create_clip(world: World, action: CreateClip) -> Sighting:
    track = world.tracks.find(action.track)
    clip = world.make_clip(track, f"#{action.slot}", action.name)
    return Sighting(action, action.action, (track,), makes=clip)


def _duplicate_clip(world: World, action: DuplicateClip) -> Sighting:
    track = world.tracks.find(action.track)
    to_bar = action.to_slot is None
    place = f"@{action.to_bar:g}" if to_bar else f"#{action.to_slot}"
    clip = world.make_clip(track, place, None)
    return Sighting(action, deed(action.action, "to bar" if to_bar else "to slot"), (track,), makes=clip)


def _delete_clip(world: World, action: DeleteClip) -> Sighting:
    track = world.tracks.find(action.track)
    return Sighting(action, action.action, (track,), unmakes=world.forget_clip(track, action.clip))


def _rename_clip(world: World, action: RenameClip) -> Sighting:
    track = world.tracks.find(action.track)
    clip = world.clip(track, action.clip)
    world.name_clip(track, clip, action.name)
    return Sighting(action, action.action, (track,), sets=(action.action, *clip), value=action.name)


def _notes(world: World, action: AddNotes) -> Sighting:
    track = world.tracks.find(action.track)
    # What kind of edit it is does not tell the clip, but notes are gathered clip by clip.
    return Sighting(action, action.action, (track,), value=world.clip(track, action.clip))


def _create_scene(world: World, action: CreateScene) -> Sighting:
    scene = ("scene", id(action), len(world.journal))
    world.name_scene(scene, action.name)
    return Sighting(action, action.action, makes=scene)


def _rename_scene(world: World, action: RenameScene) -> Sighting:
    scene = world.scene(action.scene)
    world.name_scene(scene, action.name)
    return Sighting(action, action.action, sets=(action.action, *scene), value=action.name)


def _delete_scene(world: World, action: DeleteScene) -> Sighting:
    return Sighting(action, action.action, unmakes=world.scene(action.scene))


_LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    SetTempo: _setting("bpm"),
    SetTimeSignature: _time_signature,
    SetMetronome: _setting("on"),
    SetLoop: _loop,
    Play: _plain,
    Stop: _plain,
    Record: _plain,
    AddLocator: _add_locator,
    RemoveLocator: _remove_locator,
    CreateTrack: _create_track,
    DuplicateTrack: _duplicate_track,
    DeleteTrack: _delete_track,
    RenameTrack: _rename_track,
    SetColor: _strip("color"),
    SetVolume: _strip("db"),
    SetPan: _strip("pan"),
    SetMute: _strip("on"),
    SetSolo: _strip("on"),
    SetArm: _strip("on"),
    SetMonitor: _strip("mode"),
    SetSend: _send,
    SetOutput: _output,
    SetInput: _input,
    InsertDevice: _insert,
    RemoveDevice: _remove,
    MoveDevice: _move,
    EnableDevice: _enable,
    SetParameter: _parameter,
    SetSidechain: _sidechain,
    LoadPreset: _preset,
    AutomateParameter: _automate,
    CreateClip: _create_clip,
    DuplicateClip: _duplicate_clip,
    DeleteClip: _delete_clip,
    RenameClip: _rename_clip,
    AddNotes: _notes,
    FireClip: _on_track,
    StopClip: _on_track,
    CreateScene: _create_scene,
    RenameScene: _rename_scene,
    DeleteScene: _delete_scene,
    FireScene: _plain,
}
