"""What an action changes, in words: the place it writes to, read before and after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from daw_bridges.actions import Action
from daw_bridges.algebra.parameters import parameter_key
from daw_bridges.errors import ActionError
from daw_bridges.quantities import Unit, format_rounded
from daw_bridges.readback import counted
from daw_bridges.references import (
    SEPARATOR,
    chain_path,
    devices_along,
    find_clip,
    find_device,
    find_track,
    scene_index,
    split_reference,
)
from daw_bridges.session import ArrangementClip, Clip, Session, TrackKind
from orbit.workflows.conditions.compare import Measure, Reading
from orbit.workflows.conditions.properties import SESSION, TRACK

__all__ = ["change_text", "reading"]


def change_text(before: Session, after: Session, action: Action) -> str:
    """Say what an action changes: ``0.0 dB → -24.0 dB``; ``already -24.0 dB`` where it changes nothing."""
    was, becomes = reading(before, action), reading(after, action)
    return f"already {becomes}" if was == becomes and action.action not in _ADDING else f"{was} → {becomes}"


_ADDING = frozenset(("add_notes", "load_preset", "undo"))


def reading(session: Session, action: Action) -> str:
    """Read the place that an action writes to; ``none`` where there is no such thing."""
    try:
        return _READERS[action.action](session, action)
    except ActionError:
        return "none"


def _of_session(name: str) -> Callable[[Session, Any], str]:
    return lambda session, _action: SESSION[name].of(session).say()


def _of_track(name: str) -> Callable[[Session, Any], str]:
    return lambda session, action: TRACK[name].of(find_track(session, action.track)).say()


def _tempo(session: Session, _action: Any) -> str:
    return f"{format_rounded(session.tempo)} BPM"


def _loop(session: Session, _action: Any) -> str:
    loop = session.loop
    start, end = format_rounded(loop.start_bar), format_rounded(loop.end_bar)
    return f"{'on' if loop.on else 'off'}, bar {start} to {end}"


def _playback(session: Session, _action: Any) -> str:
    return "playing" if session.playing else "stopped"


def _created_track(session: Session, action: Any) -> str:
    kind = find_track(session, action.name).kind
    return "MIDI track" if kind is TrackKind.MIDI else f"{kind.value} track"


def _duplicate(session: Session, _action: Any) -> str:
    return f"{len(session.tracks)} tracks"


def _deleted_track(session: Session, action: Any) -> str:
    return find_track(session, action.track).name


def _renamed_track(session: Session, action: Any) -> str:
    try:
        return find_track(session, action.track).name
    except ActionError:
        return str(action.name)


def _send(session: Session, action: Any) -> str:
    to = find_track(session, action.to).name
    return Reading(find_track(session, action.track).sends.get(to), Measure(Unit.DB)).say()


def _chain(session: Session, action: Any) -> str:
    """The devices of the chain that a device goes to, leaves or moves along."""
    track = find_track(session, action.track)
    inside = getattr(action, "chain", None) or SEPARATOR.join(split_reference(action.device)[:-1])
    along = devices_along(track, chain_path(track, inside)) if inside else track.devices
    return ", ".join(device.name for device in along) or "no devices"


def _power(session: Session, action: Any) -> str:
    device = find_device(find_track(session, action.track), action.device)
    return Reading(device.enabled, Measure("switch")).say()


def _sidechain(session: Session, action: Any) -> str:
    source = find_device(find_track(session, action.track), action.device).sidechain
    return f"from {source}" if source else "no side chain"


def _parameter(session: Session, action: Any) -> str:
    device = find_device(find_track(session, action.track), action.device)
    parameter = device.parameters[parameter_key(session.daw, device, action.parameter)]
    return Reading(parameter.value, Measure(parameter.unit)).say()


def _preset(_session: Session, action: Any) -> str:
    return str(action.preset)


def _clip(session: Session, action: Any) -> str:
    clip = find_clip(find_track(session, action.track), action.clip)
    return _told(clip)


def _renamed_clip(session: Session, action: Any) -> str:
    try:
        return find_clip(find_track(session, action.track), action.clip).name
    except ActionError:
        return str(action.name)


def _created_clip(session: Session, action: Any) -> str:
    return _clip_at(session, action, f"#{action.slot}")


def _duplicated_clip(session: Session, action: Any) -> str:
    return _clip_at(session, action, f"#{action.to_slot}" if action.to_bar is None else f"@{action.to_bar:g}")


def _clip_at(session: Session, action: Any, reference: str) -> str:
    clip = find_clip(find_track(session, action.track), reference)
    return _told(clip)


def _told(clip: Clip | ArrangementClip) -> str:
    return f"{clip.name or 'unnamed clip'}, {counted(clip.length_beats, 'beat')}"


def _notes(session: Session, action: Any) -> str:
    return counted(find_clip(find_track(session, action.track), action.clip).notes, "note")


def _automation(session: Session, action: Any) -> str:
    track = find_track(session, action.track)
    in_clips = [e for clip in track.clips for e in clip.envelopes]
    envelopes = track.automation if action.clip is None else in_clips
    count = sum(len(envelope.points) for envelope in envelopes)
    return f"{counted(count, 'point')} of automation"


def _playing_clip(session: Session, action: Any) -> str:
    slot = find_track(session, action.track).playing_slot
    return "stopped" if slot is None else f"playing slot {slot}"


def _scenes(session: Session, _action: Any) -> str:
    return f"{len(session.scenes)} scenes"


def _scene_name(session: Session, action: Any) -> str:
    try:
        return session.scenes[scene_index(session, action.scene)] or "unnamed"
    except ActionError:
        return str(action.name)


def _scene_playing(session: Session, action: Any) -> str:
    number = scene_index(session, action.scene) + 1
    return "playing" if any(track.playing_slot == number for track in session.tracks) else "not playing"


def _locator(session: Session, action: Any) -> str:
    return next((each.name for each in session.locators if abs(each.bar - action.bar) < 1e-6), "none")


def _host_undo(_session: Session, _action: Any) -> str:
    return "what the DAW took down last"


_READERS: dict[str, Callable[[Session, Any], str]] = {
    "set_tempo": _tempo,
    "set_time_signature": _of_session("time_signature"),
    "set_metronome": _of_session("metronome"),
    "set_loop": _loop,
    "play": _playback,
    "stop": _playback,
    "record": _of_session("recording"),
    "create_track": _created_track,
    "duplicate_track": _duplicate,
    "delete_track": _deleted_track,
    "rename_track": _renamed_track,
    "set_color": _of_track("color"),
    "set_volume": _of_track("volume_db"),
    "set_pan": _of_track("pan"),
    "set_send": _send,
    "set_mute": _of_track("mute"),
    "set_solo": _of_track("solo"),
    "set_arm": _of_track("arm"),
    "set_monitor": _of_track("monitor"),
    "set_output": _of_track("output"),
    "set_input": _of_track("input"),
    "insert_device": _chain,
    "remove_device": _chain,
    "move_device": _chain,
    "enable_device": _power,
    "set_parameter": _parameter,
    "set_sidechain": _sidechain,
    "load_preset": _preset,
    "automate_parameter": _automation,
    "create_clip": _created_clip,
    "delete_clip": _clip,
    "rename_clip": _renamed_clip,
    "add_notes": _notes,
    "duplicate_clip": _duplicated_clip,
    "fire_clip": _playing_clip,
    "stop_clip": _playing_clip,
    "create_scene": _scenes,
    "rename_scene": _scene_name,
    "delete_scene": _scenes,
    "fire_scene": _scene_playing,
    "add_locator": _locator,
    "remove_locator": _locator,
    "undo": _host_undo,
}
