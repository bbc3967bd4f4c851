"""How far apart two tracks, devices or clips are, in actions: what decides which of them are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from daw_bridges.session import ArrangementClip, Clip, Device, Track, TrackKind

__all__ = [
    "IMPOSSIBLE",
    "Numbers",
    "Profile",
    "clip_content",
    "creatable_clip",
    "device_distance",
    "device_shape",
    "track_distance",
]

IMPOSSIBLE = 10_000.0
"""The cost of what no action can bring about: taken only where there is no other way."""

_SETTINGS = ("volume_db", "pan", "mute", "solo", "monitor", "color", "input", "output")

# No action moves a track into a group or out of it: only its copy can be there, or one made between members.
_REGROUPED = 6.0
# One group by another name is most often the same group, renamed; else the wrong neighbour would be copied.
_GROUP_RENAMED = 0.5

_Values = Mapping[str, object]

Numbers = dict[Hashable, int]
"""Contents of clips by number: thousands of notes are compared once, not with every other track."""


@dataclass(frozen=True)
class Profile:
    """What of a track decides how like another it is, taken out once: every track is compared with many."""

    track: Track
    settings: _Values
    devices: Mapping[Hashable, Sequence[_Values]]
    """The settings of the devices of each shape, in the order of the chain."""
    clips: Counter[int]
    placed: Counter[int]
    lasting: frozenset[int]
    """The contents that no action can make from nothing."""
    automation: Mapping[tuple[str, str], Hashable]
    """The points drawn on the timeline, by device and parameter."""
    nameless: frozenset[int]
    """The contents of clips without a name: no action takes a name away again."""

    @classmethod
    def of(cls, track: Track, numbers: Numbers) -> Profile:
        """The profile of a track; those that are compared share their ``numbers``."""
        devices: dict[Hashable, list[_Values]] = {}
        for device in track.devices:
            devices.setdefault(device_shape(device), []).append(_values(device))

        def number(clip: Clip | ArrangementClip) -> int:
            return numbers.setdefault(clip_content(clip), len(numbers))

        clips = [(number(clip), clip) for clip in (*track.clips, *track.arrangement_clips)]
        return cls(
            track=track,
            settings={field: getattr(track, field) for field in _SETTINGS},
            devices=devices,
            clips=Counter(content for content, _ in clips[: len(track.clips)]),
            placed=Counter(content for content, _ in clips[len(track.clips) :]),
            lasting=frozenset(content for content, clip in clips if not creatable_clip(track, clip)),
            automation={(each.device, each.parameter): each.points for each in track.automation},
            nameless=frozenset(content for content, clip in clips if not clip.name),
        )


def _values(device: Device) -> _Values:
    parameters = {key: parameter.value for key, parameter in device.parameters.items()}
    return {**parameters, "/enabled": device.enabled, "/sidechain": device.sidechain}


def _unequal(one: Mapping[Any, object], other: Mapping[Any, object]) -> int:
    if one == other:
        return 0
    return sum(one.get(each, _NOTHING) != other.get(each, _NOTHING) for each in one.keys() | other.keys())


_NOTHING = object()


def track_distance(before: Profile, after: Profile) -> float:
    """About how many actions lead from one track to another, its name and record arm aside."""
    if before.track is after.track:
        return 0.0
    if before.track.kind is not after.track.kind:
        return 10 * IMPOSSIBLE
    cost = float(_unequal(before.settings, after.settings))
    if before.track.group != after.track.group:
        inside = before.track.group is not None and after.track.group is not None
        cost += _GROUP_RENAMED if inside else _REGROUPED
    cost += sum(before.track.sends.get(to) != level for to, level in after.track.sends.items())
    cost += _chain_distance(before.devices, after.devices)
    cost += _unequal(before.automation, after.automation)
    cost += IMPOSSIBLE * len((after.lasting & after.nameless) - before.nameless)
    there = before.clips.keys() | before.placed.keys()
    for ours, theirs in ((before.clips, after.clips), (before.placed, after.placed)):
        if ours == theirs:
            continue
        new = theirs - ours
        cost += 2.0 * new.total() + (ours - theirs).total()
        cost += IMPOSSIBLE * sum(content in after.lasting and content not in there for content in new)
    return cost


def _chain_distance(
    before: Mapping[Hashable, Sequence[_Values]], after: Mapping[Hashable, Sequence[_Values]]
) -> float:
    cost = 0.0
    for shape in before.keys() | after.keys():
        ours, theirs = before.get(shape, ()), after.get(shape, ())
        cost += sum(_unequal(one, other) for one, other in zip(ours, theirs, strict=False))
        cost += max(len(ours) - len(theirs), 0)
        cost += max(len(theirs) - len(ours), 0) * (IMPOSSIBLE if _is_set_up_plug_in(shape) else 1.0)
    return cost


def _is_set_up_plug_in(shape: Hashable) -> bool:
    """Whether devices of a shape have settings that no action can reach: a new plug-in shows none."""
    _, kind, parameters = shape  # pyright: ignore[reportGeneralTypeIssues, reportUnknownVariableType]
    return kind is None and bool(parameters)  # pyright: ignore[reportUnknownArgumentType]


def device_shape(device: Device) -> Hashable:
    """What two devices must share to be the same one: name and kind, and a plug-in its parameters as well.

    What a new plug-in shows is not known, so one that was set up cannot be had from one that was not.
    """
    return device.name, device.kind, frozenset(device.parameters if device.kind is None else ())


def device_distance(before: Device, after: Device) -> float:
    """How many actions lead from one device to another of the same shape."""
    if before is after:
        return 0.0
    return float(_unequal(_values(before), _values(after)))


def clip_content(clip: Clip | ArrangementClip) -> Hashable:
    """What a copy of a clip has in common with it, its name aside."""
    return clip.length_beats, clip.notes, clip.note_list


def creatable_clip(track: Track, clip: Clip | ArrangementClip) -> bool:
    """Whether a clip can be made from nothing: MIDI, and its notes are known."""
    return track.kind is TrackKind.MIDI and clip.notes == len(clip.note_list)
