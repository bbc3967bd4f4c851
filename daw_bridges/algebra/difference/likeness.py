"""How far apart two tracks, devices or clips are, in actions: what decides which of them are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from daw_bridges.algebra.chain import fresh_device
from daw_bridges.errors import NotFoundError
from daw_bridges.session import ArrangementClip, Clip, Device, Track, TrackKind

__all__ = [
    "IMPOSSIBLE",
    "clip_content",
    "creatable_clip",
    "device_distance",
    "device_shape",
    "fresh_like",
    "track_distance",
]

IMPOSSIBLE = 10_000.0
"""The cost of what no action can bring about: taken only where there is no other way."""

_SETTINGS = ("volume_db", "pan", "mute", "solo", "monitor", "color", "input", "output")


def track_distance(before: Track, after: Track) -> float:
    """About how many actions lead from one track to another, its name and record arm aside."""
    if before is after:
        return 0.0
    if before.kind is not after.kind:
        return 10 * IMPOSSIBLE
    cost = float(sum(getattr(before, field) != getattr(after, field) for field in _SETTINGS))
    cost += 1.5 * (before.group != after.group)
    cost += sum(before.sends.get(to) != level for to, level in after.sends.items())
    if before.devices is not after.devices:
        cost += _chain_distance(before.devices, after.devices)
    if before.clips is not after.clips:
        cost += _clips_distance(before, before.clips, after.clips)
    if before.arrangement_clips is not after.arrangement_clips:
        cost += _clips_distance(before, before.arrangement_clips, after.arrangement_clips)
    return cost


def device_shape(device: Device) -> Hashable:
    """What two devices must share to be the same one: name, kind and which parameters there are."""
    return device.name, device.kind, frozenset(device.parameters)


def device_distance(before: Device, after: Device) -> float:
    """How many actions lead from one device to another of the same shape."""
    if before is after:
        return 0.0
    changed = (before.parameters[key].value != parameter.value for key, parameter in after.parameters.items())
    return float(sum(changed) + (before.enabled != after.enabled) + (before.sidechain != after.sidechain))


def fresh_like(daw: str, device: Device) -> Device | None:
    """The device as it would be inserted anew; None if that gives none of its shape."""
    try:
        fresh = fresh_device(daw, device.name)
    except NotFoundError:
        return None
    return fresh if device_shape(fresh) == device_shape(device) else None


def _chain_distance(before: Sequence[Device], after: Sequence[Device]) -> float:
    waiting: dict[Hashable, list[Device]] = {}
    for device in before:
        waiting.setdefault(device_shape(device), []).append(device)
    cost = 0.0
    for device in after:
        alike = waiting.get(device_shape(device))
        if alike:
            distances = [device_distance(other, device) for other in alike]
            cost += min(distances)
            del alike[distances.index(min(distances))]
        else:
            cost += 1.0 if device.kind is not None or not device.parameters else IMPOSSIBLE
    return cost + sum(map(len, waiting.values()))


def clip_content(clip: Clip | ArrangementClip) -> Hashable:
    """What a copy of a clip has in common with it, its name aside."""
    return clip.length_beats, clip.notes, clip.note_list


def creatable_clip(track: Track, clip: Clip | ArrangementClip) -> bool:
    """Whether a clip can be made from nothing: MIDI, and its notes are known."""
    return track.kind is TrackKind.MIDI and clip.notes == len(clip.note_list)


def _clips_distance(
    track: Track, before: Sequence[Clip | ArrangementClip], after: Sequence[Clip | ArrangementClip]
) -> float:
    there = Counter(map(clip_content, before))
    # A copy can also come from the other view; whoever asks only compares, so that is not looked into here.
    kinds = {clip_content(clip) for clip in (*track.clips, *track.arrangement_clips)}
    cost = 0.0
    for clip in after:
        content = clip_content(clip)
        if there[content] > 0:
            there[content] -= 1
        else:
            cost += 2.0 if content in kinds or creatable_clip(track, clip) else IMPOSSIBLE
    return cost + sum(there.values())
