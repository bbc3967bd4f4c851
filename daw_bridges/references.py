"""How actions name things in a session: a reference means one thing or is an error, never a neighbour.

===========  =================================================================================
a track      its name (case does not matter where that is unique), ``#3`` for the third,
             ``Master``
a device     its kind (``compressor``), a label given by ``as``, the host's name; a second one
             is ``compressor#2``; ``#2`` is whatever stands second in the chain
the strip    ``mixer``, where a parameter is automated; no device is referred to by that name
a parameter  its neutral name (``threshold``) or the host's (``S/C Gain``)
a clip       its name, ``#2`` for the one in slot 2, ``@17`` for the arrangement clip that
             starts at bar 17
a scene      its name, or ``#2`` for the second
===========  =================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.session import ArrangementClip, Clip, Device, Session, Track, TrackKind

__all__ = [
    "MIXER",
    "arrangement_reference",
    "clip_index",
    "clip_reference",
    "device_index",
    "device_reference",
    "find_clip",
    "find_device",
    "find_parameter",
    "find_track",
    "is_arrangement_reference",
    "is_mixer",
    "scene_index",
    "track_index",
    "track_reference",
]

MIXER = "mixer"
"""What automation calls a track's own strip, in the place of a device."""

_NUMBERED = re.compile(r"^#(\d+)$")
_ORDINAL = re.compile(r"^(?P<name>.+)#(?P<nth>\d+)$")
_AT_BAR = re.compile(r"^@(\d+(?:\.\d+)?)$")

# A third of a bar has no end of decimals; what a reference leaves out is below this.
_SAME_BAR = 1e-4

# Actions take no longer names than this.
_LONGEST = 256


def _by_name(kind: str, names: Sequence[str], reference: str, where: str = "") -> int:
    exact = [index for index, name in enumerate(names) if name == reference]
    loose = exact or [
        index for index, name in enumerate(names) if name.casefold() == reference.strip().casefold()
    ]
    if not loose:
        raise NotFoundError(kind, reference, names, where)
    if len(loose) > 1:
        raise AmbiguousError(kind, reference, [f"#{index + 1} {names[index]}" for index in loose])
    return loose[0]


def _by_number(kind: str, names: Sequence[str], reference: str, where: str = "") -> int | None:
    match = _NUMBERED.match(reference.strip())
    if match is None:
        return None
    number = int(match[1])
    if not 1 <= number <= len(names):
        raise NotFoundError(kind, reference, [f"#{n + 1} {name}" for n, name in enumerate(names)], where)
    return number - 1


def track_index(session: Session, reference: str) -> int:
    """The place (from 0) of a track in ``session.tracks``. Raises NotFoundError or AmbiguousError."""
    names = session.track_names
    if reference.strip().casefold() == "master":
        masters = [index for index, track in enumerate(session.tracks) if track.kind is TrackKind.MASTER]
        if masters:
            return masters[0]
    number = _by_number("track", names, reference)
    return _by_name("track", names, reference) if number is None else number


def find_track(session: Session, reference: str) -> Track:
    """The track a reference means."""
    return session.tracks[track_index(session, reference)]


def track_reference(session: Session, index: int) -> str:
    """The reference that means the track at ``index``: its name, or ``#n`` where that will not do."""
    name = session.tracks[index].name
    alike = [other for other in session.tracks if other.name.casefold() == name.casefold()]
    plain = (
        len(alike) == 1 and name == name.strip() and _LONGEST >= len(name) > 0 and not _NUMBERED.match(name)
    )
    return name if plain and track_index(session, name) == index else f"#{index + 1}"


def device_index(track: Track, reference: str) -> int:
    """The place (from 0) of a device on its track; a bare kind means the first. Raises NotFoundError."""
    labelled = [i for i, device in enumerate(track.devices) if device.label == reference]
    wanted, nth = reference.strip().casefold(), 1
    if match := _NUMBERED.match(wanted):
        found, nth = list(range(len(track.devices))), int(match[1])
    else:
        found = labelled[:1] or _devices_called(track, wanted)
        if not found and (match := _ORDINAL.match(wanted)):
            found, nth = _devices_called(track, match["name"]), int(match["nth"])
    if not 1 <= nth <= len(found):
        known = [device_reference(track, i) for i in range(len(track.devices))]
        raise NotFoundError("device", reference, known, track.name)
    return found[nth - 1]


def _devices_called(track: Track, name: str) -> list[int]:
    """The devices of that kind in their order, then those that only bear the name."""
    by_kind = [i for i, device in enumerate(track.devices) if device.kind == name]
    by_name = [
        i for i, device in enumerate(track.devices) if device.name.casefold() == name and i not in by_kind
    ]
    return by_kind + by_name


def find_device(track: Track, reference: str) -> Device:
    """The device a reference means."""
    return track.devices[device_index(track, reference)]


def device_reference(track: Track, index: int) -> str:
    """The reference that means the device at ``index``: its kind or name, with ``#n`` from the second on."""
    device = track.devices[index]
    name = device.kind or device.name
    nth = _devices_called(track, name.strip().casefold())
    reference = name if nth[:1] == [index] else f"{name}#{nth.index(index) + 1}" if index in nth else ""
    named = _LONGEST >= len(reference) > 0 and not is_mixer(reference)
    plain = named and device_index(track, reference) == index
    return reference if plain else f"#{index + 1}"


def is_mixer(reference: str) -> bool:
    """Whether automation means the track's own strip by the name of a device."""
    return reference.strip().casefold() == MIXER


def find_parameter(device: Device, reference: str) -> str:
    """The key of a parameter in ``device.parameters``, from its neutral or its host's name."""
    if reference in device.parameters:
        return reference
    wanted = reference.strip().casefold()
    for key, parameter in device.parameters.items():
        if wanted in (key, parameter.name.casefold(), key.replace("_", " ")):
            return key
    raise NotFoundError("parameter", reference, device.parameters, device.name)


def is_arrangement_reference(reference: str) -> bool:
    """Whether a clip reference means a clip on the timeline (``@17``)."""
    return _AT_BAR.match(reference) is not None


def clip_index(track: Track, reference: str) -> int:
    """The place (from 0) in ``track.clips``, or in ``track.arrangement_clips`` for an ``@bar`` reference."""
    if match := _AT_BAR.match(reference):
        return _clip_at(track, float(match[1]))
    if match := _NUMBERED.match(reference):
        slots = [clip.slot for clip in track.clips]
        if int(match[1]) not in slots:
            raise NotFoundError("clip", reference, [f"#{c.slot} {c.name}" for c in track.clips], track.name)
        return slots.index(int(match[1]))
    return _clip_by_name(track, reference)


def _clip_at(track: Track, bar: float) -> int:
    near = [i for i, clip in enumerate(track.arrangement_clips) if abs(clip.start_bar - bar) < _SAME_BAR]
    if not near:
        known = map(arrangement_reference, track.arrangement_clips)
        raise NotFoundError("arrangement clip", f"@{bar:g}", known, track.name)
    return near[0]


def _clip_by_name(track: Track, reference: str) -> int:
    exact = [i for i, clip in enumerate(track.clips) if clip.name == reference]
    found = exact or [i for i, clip in enumerate(track.clips) if clip.name.casefold() == reference.casefold()]
    if not found:
        raise NotFoundError("clip", reference, [clip.name for clip in track.clips], track.name)
    if len(found) > 1:
        raise AmbiguousError(
            "clip", reference, [f"#{track.clips[i].slot} {track.clips[i].name}" for i in found]
        )
    return found[0]


def find_clip(track: Track, reference: str) -> Clip | ArrangementClip:
    """The clip a reference means, in the session view or (``@bar``) on the timeline."""
    index = clip_index(track, reference)
    return track.arrangement_clips[index] if is_arrangement_reference(reference) else track.clips[index]


def clip_reference(track: Track, index: int) -> str:
    """The reference that means the session clip at ``index``: its name where unique, else ``#slot``."""
    clip = track.clips[index]
    alike = [other for other in track.clips if other.name.casefold() == clip.name.casefold()]
    special = _NUMBERED.match(clip.name) or _AT_BAR.match(clip.name)
    return (
        clip.name if len(alike) == 1 and _LONGEST >= len(clip.name) > 0 and not special else f"#{clip.slot}"
    )


def arrangement_reference(clip: ArrangementClip) -> str:
    """The reference that means an arrangement clip: ``@`` and the bar it starts at."""
    bar = f"{clip.start_bar:.6f}".rstrip("0").rstrip(".")
    return f"@{bar}"


def scene_index(session: Session, reference: str) -> int:
    """The place (from 0) of a scene. Raises NotFoundError or AmbiguousError."""
    number = _by_number("scene", session.scenes, reference)
    return _by_name("scene", session.scenes, reference) if number is None else number
