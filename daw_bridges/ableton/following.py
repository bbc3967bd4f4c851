"""Keeping identities in step with a batch: what each edit makes, moves or takes away."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.ableton.identities import DeviceIdentities, Handle, TrackIdentities
from daw_bridges.ableton.step import Step
from daw_bridges.references import clip_index, is_arrangement_reference
from daw_bridges.session import TrackKind

__all__ = ["follow"]


def follow(step: Step, made: Handle) -> None:
    """Let the identities follow an edit; ``made`` is the handle of what it makes."""
    if change := _FOLLOWING.get(step.action.action):
        change(step, made)


def _create_track(step: Step, made: Handle) -> None:
    tracks, ordinary = step.identities.tracks, len(step.before.ordinary_tracks)
    if step.action.kind == TrackKind.RETURN:
        place = ordinary + len(step.before.returns)
    else:
        place = ordinary if step.action.at is None else step.action.at - 1
    tracks.insert(place, TrackIdentities(made))


def _duplicate_track(step: Step, made: Handle) -> None:
    step.identities.tracks.insert(step.track_place + 1, step.row.copy(made))


def _delete_track(step: Step, _made: Handle) -> None:
    gone = len(step.before.tracks) - len(step.after.tracks)
    del step.identities.tracks[step.track_place : step.track_place + gone]


def _insert_device(step: Step, made: Handle) -> None:
    *chain, place = step.inserted()[0]
    step.row.along(tuple(chain)).insert(place, DeviceIdentities(made))


def _remove_device(step: Step, _made: Handle) -> None:
    *chain, place = step.device_path
    del step.row.along(tuple(chain))[place]


def _move_device(step: Step, _made: Handle) -> None:
    *chain, place = step.device_path
    devices = step.row.along(tuple(chain))
    devices.insert(step.action.to - 1, devices.pop(place))


def _load_preset(step: Step, made: Handle) -> None:
    *chain, place = step.device_path
    step.row.along(tuple(chain))[place] = DeviceIdentities(made)


def _create_clip(step: Step, made: Handle) -> None:
    step.row.clips[step.action.slot] = made


def _delete_clip(step: Step, _made: Handle) -> None:
    track = step.before.tracks[step.track_place]
    place = clip_index(track, step.action.clip)
    if is_arrangement_reference(step.action.clip):
        step.row.arrangement.pop(track.arrangement_clips[place].start_bar, None)
    else:
        step.row.clips.pop(track.clips[place].slot, None)


def _duplicate_clip(step: Step, made: Handle) -> None:
    if step.action.to_bar is None:
        step.row.clips[step.action.to_slot] = made
    else:
        step.row.arrangement[step.action.to_bar] = made


def _set_time_signature(step: Step, _made: Handle) -> None:
    # What lies on the timeline keeps its beat, so its bar is another; its start finds it until then.
    for row in step.identities.tracks:
        row.arrangement.clear()


def _create_scene(step: Step, made: Handle) -> None:
    step.identities.scenes.append(made)


def _delete_scene(step: Step, _made: Handle) -> None:
    gone = step.scene_place + 1
    del step.identities.scenes[gone - 1]
    for row in step.identities.tracks:
        row.clips = {slot - (slot > gone): handle for slot, handle in row.clips.items() if slot != gone}


_FOLLOWING: dict[str, Callable[[Step, Handle], None]] = {
    "create_track": _create_track,
    "duplicate_track": _duplicate_track,
    "delete_track": _delete_track,
    "insert_device": _insert_device,
    "remove_device": _remove_device,
    "move_device": _move_device,
    "load_preset": _load_preset,
    "create_clip": _create_clip,
    "delete_clip": _delete_clip,
    "duplicate_clip": _duplicate_clip,
    "set_time_signature": _set_time_signature,
    "create_scene": _create_scene,
    "delete_scene": _delete_scene,
}
