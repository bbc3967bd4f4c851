"""What part of a session some actions touch, and that part cut out of it.

A plan is made on one session and carried out on another, a moment later; a run is taken back perhaps an hour
later. What the user changed elsewhere meanwhile is none of our business; what lies under our own hands is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from daw_bridges.actions import Action
from daw_bridges.algebra import apply
from daw_bridges.algebra.parameters import parameter_key, unread_key
from daw_bridges.errors import ActionError
from daw_bridges.references import (
    all_devices,
    clip_index,
    find_device,
    is_arrangement_reference,
    is_mixer,
    scene_index,
    track_index,
    track_reference,
)
from daw_bridges.session import Device, Session, Track

__all__ = ["Touch", "come_and_go", "count", "part", "touched"]

ALL = "*"


class Touch(NamedTuple):
    """One touched place: of the session (no track) or of a track, a field, and what of it."""

    track: str
    field: str
    which: Any = ALL
    inner: str = ALL


def touched(session: Session, actions: Iterable[Action]) -> list[Touch]:
    """The places that actions touch, each named as in the session it meets. Raises as ``apply`` does."""
    places: dict[Touch, None] = {}
    for action in actions:
        places.update(dict.fromkeys(_of_action(session, action)))
        session = apply(session, action)
    return list(places)


def _of_action(session: Session, action: Any) -> list[Touch]:
    if action.action in _SESSION_FIELDS:
        return [Touch("", _SESSION_FIELDS[action.action])]
    if action.action in _SPECIAL:
        return _SPECIAL[action.action](session, action)
    track = _track(session, action.track)
    return [Touch(track, _TRACK_FIELDS[action.action])] if action.action in _TRACK_FIELDS else []


def _track(session: Session, reference: str) -> str:
    return track_reference(session, track_index(session, reference))


_SESSION_FIELDS = {
    "set_tempo": "tempo",
    "set_time_signature": "time_signature",
    "set_metronome": "metronome",
    "set_loop": "loop",
    "create_scene": "scenes",
    "rename_scene": "scenes",
}
_TRACK_FIELDS = {
    "delete_track": ALL,
    "duplicate_track": ALL,
    "set_color": "color",
    "set_volume": "volume_db",
    "set_pan": "pan",
    "set_mute": "mute",
    "set_solo": "solo",
    "set_arm": "arm",
    "set_monitor": "monitor",
    "set_output": "output",
    "set_input": "input",
    "move_device": "devices",
}


def _nothing(_session: Session, _action: Any) -> list[Touch]:
    # The transport is everybody's: that it runs or stands is no reason not to go on.
    return []


def _named(_session: Session, action: Any) -> list[Touch]:
    return [Touch(action.name, ALL)]


def _renamed(session: Session, action: Any) -> list[Touch]:
    return [Touch(_track(session, action.track), "name"), Touch(action.name, "name")]


def _send(session: Session, action: Any) -> list[Touch]:
    to = session.tracks[track_index(session, action.to)].name
    return [Touch(_track(session, action.track), "sends", to)]


def _inserted(session: Session, action: Any) -> list[Touch]:
    track = _track(session, action.track)
    return [Touch(track, "alike", action.device) if action.at is None else Touch(track, "devices")]


def _device(session: Session, action: Any) -> list[Touch]:
    inner = {"enable_device": "enabled", "set_sidechain": "sidechain"}.get(action.action, ALL)
    return _of_device(session, action, inner)


def _of_device(session: Session, action: Any, inner: str) -> list[Touch]:
    """A device and how many there are of its kind: with another one, its name may mean another device."""
    found = session.tracks[track_index(session, action.track)]
    device, track = find_device(found, action.device), _track(session, action.track)
    alike = Touch(track, "alike", device.kind or device.name)
    return [Touch(track, "device", action.device, inner), alike]


def _parameter(session: Session, action: Any) -> list[Touch]:
    track = session.tracks[track_index(session, action.track)]
    device = find_device(track, action.device)
    if device.unread:
        key = unread_key(device, action.parameter)
    else:
        key = parameter_key(session.daw, device, action.parameter)
    return _of_device(session, action, f"={key}")


def _automated(session: Session, action: Any) -> list[Touch]:
    if action.clip is not None:
        return _clip(session, action)
    drawn = Touch(_track(session, action.track), "automation")
    return [drawn] if is_mixer(action.device) else [drawn, *_parameter(session, action)]


def _clip(session: Session, action: Any) -> list[Touch]:
    track = session.tracks[track_index(session, action.track)]
    index, name = clip_index(track, action.clip), _track(session, action.track)
    if is_arrangement_reference(action.clip):
        return [Touch(name, "bar", track.arrangement_clips[index].start_bar)]
    return [Touch(name, "slot", track.clips[index].slot)]


def _placed(session: Session, action: Any) -> list[Touch]:
    track = _track(session, action.track)
    bar, slot = getattr(action, "to_bar", None), getattr(action, "to_slot", getattr(action, "slot", None))
    place = Touch(track, "slot", slot) if bar is None else Touch(track, "bar", bar)
    return [place, *(_clip(session, action) if hasattr(action, "clip") else [])]


def _deleted_scene(session: Session, action: Any) -> list[Touch]:
    row = scene_index(session, action.scene) + 1
    tracks = [track_reference(session, index) for index in range(len(session.tracks))]
    return [Touch("", "scenes"), *(Touch(track, "slot", row) for track in tracks)]


def _locator(_session: Session, action: Any) -> list[Touch]:
    return [Touch("", "locator", action.bar)]


_SPECIAL: dict[str, Callable[[Session, Any], list[Touch]]] = {
    **dict.fromkeys(("play", "stop", "record", "fire_scene", "fire_clip", "stop_clip", "undo"), _nothing),
    "create_track": _named,
    "rename_track": _renamed,
    "set_send": _send,
    "insert_device": _inserted,
    "remove_device": _device,
    "enable_device": _device,
    "set_sidechain": _device,
    "load_preset": _device,
    "set_parameter": _parameter,
    "automate_parameter": _automated,
    "create_clip": _placed,
    "duplicate_clip": _placed,
    "delete_clip": _clip,
    "rename_clip": _clip,
    "add_notes": _clip,
    "delete_scene": _deleted_scene,
    "add_locator": _locator,
    "remove_locator": _locator,
}


def part(session: Session, places: Iterable[Touch]) -> Session:
    """Cut the touched places out of a session; all else is at its default, what is not there is left out."""
    fields: dict[str, Any] = {"daw": session.daw}
    tracks: dict[int, list[Touch]] = {}
    for place in places:
        if place.track:
            if (index := _index(session, place.track)) is not None:
                tracks.setdefault(index, []).append(place)
        elif place.field == "locator":
            found = [locator for locator in session.locators if abs(locator.bar - place.which) < 1e-6]
            fields["locators"] = (*fields.get("locators", ()), *found)
        else:
            fields[place.field] = getattr(session, place.field)
    cut = tuple(_track_part(session.tracks[index], places) for index, places in sorted(tracks.items()))
    return Session(**fields, tracks=cut)


def _index(session: Session, reference: str) -> int | None:
    try:
        return track_index(session, reference)
    except ActionError:
        return None


def come_and_go(states: Iterable[Session]) -> frozenset[str]:
    """The tracks that are made or deleted on the way: whether they are there says how far it has come."""
    counts = [Counter(state.track_names) for state in states]
    return frozenset(
        name for one in counts for name in one if any(other[name] != one[name] for other in counts)
    )


def count(session: Session, names: Collection[str]) -> Counter[str]:
    """How many tracks there are of each of some names."""
    return Counter(name for name in session.track_names if name in names)


def _track_part(track: Track, places: list[Touch]) -> Track:
    if any(place.field == ALL for place in places):
        return track
    fields: dict[str, Any] = {}
    for place in places:
        match place.field:
            case "device":
                fields["devices"] = _with_device(fields.get("devices", ()), track, place)
            case "alike":
                fields["devices"] = (*fields.get("devices", ()), *_alike(track, place.which))
            case "slot":
                found = (clip for clip in track.clips if clip.slot == place.which)
                fields["clips"] = (*fields.get("clips", ()), *found)
            case "bar":
                placed = (
                    clip for clip in track.arrangement_clips if abs(clip.start_bar - place.which) < 1e-6
                )
                fields["arrangement_clips"] = (*fields.get("arrangement_clips", ()), *placed)
            case "sends":
                sent = {to: level for to, level in track.sends.items() if to == place.which}
                fields["sends"] = {**fields.get("sends", {}), **sent}
            case "name":
                pass
            case field:
                fields[field] = getattr(track, field)
    return Track(name=track.name, kind=track.kind).model_copy(update=fields)


def _alike(track: Track, name: str) -> list[Device]:
    """The devices of one kind or name, without their settings: how many there are is what counts."""
    return [
        Device(name=device.name, kind=device.kind)
        for _, device in all_devices(track)
        if name.casefold() in (device.kind, device.name.casefold())
    ]


def _with_device(devices: tuple[Device, ...], track: Track, place: Touch) -> tuple[Device, ...]:
    try:
        device = find_device(track, place.which)
    except ActionError:
        return devices
    return (*devices, _device_part(device, place.inner))


def _device_part(device: Device, inner: str) -> Device:
    if inner == ALL:
        return device
    bare = Device(name=device.name, kind=device.kind)
    if inner.startswith("="):
        key = inner[1:]
        kept = {key: device.parameters[key]} if key in device.parameters else {}
        return bare.model_copy(update={"parameters": kept})
    return bare.model_copy(update={inner: getattr(device, inner)})
