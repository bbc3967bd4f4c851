"""What a session shows of its user: the tracks, the plug-ins, and how they are set; nothing is stored here.

A *place* is where something was seen: a song, a track, the nth device on it. What is seen in a place again
is the same sighting, so looking twice teaches nothing that looking once did not.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from daw_bridges.catalog import DeviceEntry, catalog
from daw_bridges.errors import NotFoundError
from daw_bridges.session import Device, Parameter, Session, Track, TrackKind
from orbit.workflows.roles import role_of

__all__ = ["DeviceSeen", "Sighting", "TrackSeen", "look_at", "song_key"]

_MOST_TRACKS = 500
_MOST_DEVICES = 64
"""A session larger than that is looked at in part."""


@dataclass(frozen=True)
class TrackSeen:
    """A track with its part in the mix and its level in dB (None: −∞, which says nothing of a habit)."""

    place: str
    name: str
    kind: str
    role: str | None
    level_db: float | None


@dataclass(frozen=True)
class DeviceSeen:
    """A device on a track, with what is not at its default where the catalogue knows the device.

    ``settings`` is by the parameter's neutral name: its number or choice, and the text the host shows.
    """

    place: str
    name: str
    kind: str | None
    role: str | None
    settings: dict[str, tuple[float | str, str]] = field(default_factory=dict[str, tuple[float | str, str]])


@dataclass(frozen=True)
class Sighting:
    """What one look at a song shows."""

    song: str
    tracks: tuple[TrackSeen, ...]
    devices: tuple[DeviceSeen, ...]


def song_key(session: Session) -> str:
    """The song, as places name it: its name is not kept."""
    return _digest(session.daw, session.name)


def look_at(session: Session) -> Sighting:
    """Look at a session once."""
    song = song_key(session)
    tracks: list[TrackSeen] = []
    devices: list[DeviceSeen] = []
    nth: Counter[str] = Counter()
    for track in session.tracks[:_MOST_TRACKS]:
        nth[track.name] += 1
        place = f"{song}/{_digest(track.name, str(nth[track.name]))}"
        role = role_of(track) or (track.kind.value if not track.ordinary else None)
        level = track.volume_db if math.isfinite(track.volume_db) else None
        if track.kind is not TrackKind.MASTER:
            tracks.append(TrackSeen(place, track.name, track.kind.value, role, level))
        devices.extend(_devices(session.daw, track, place, role))
    return Sighting(song, tuple(tracks), tuple(devices))


def _devices(daw: str, track: Track, place: str, role: str | None) -> Iterator[DeviceSeen]:
    nth: Counter[str] = Counter()
    for device in track.devices[:_MOST_DEVICES]:
        kind = device.kind or device.name
        nth[kind] += 1
        where = f"{place}/{_digest(kind, str(nth[kind]))}"
        yield DeviceSeen(where, device.name, device.kind, role, _settings(daw, device))


def _settings(daw: str, device: Device) -> dict[str, tuple[float | str, str]]:
    """What somebody set: a parameter at its default was left alone, and is nobody's habit."""
    entry = _entry(daw, device)
    if entry is None:
        return {}
    defaults = {parameter.key: parameter.default for parameter in entry.parameters}
    return {
        key: (_value(parameter), parameter.text or str(_value(parameter)))
        for key, parameter in device.parameters.items()
        if key in defaults and not _same(parameter, defaults[key])
    }


def _entry(daw: str, device: Device) -> DeviceEntry | None:
    if device.kind is None:
        return None
    try:
        entry = catalog().device(daw, device.name)
    except NotFoundError:
        return None
    return entry if entry.kind == device.kind else None


def _same(parameter: Parameter, default: float | str) -> bool:
    value = parameter.value
    if isinstance(value, str) or isinstance(default, str):
        return str(value).casefold() == str(default).casefold()
    if math.isinf(value) or math.isinf(default):
        return value == default
    return math.isclose(value, default, rel_tol=1e-3, abs_tol=1e-3)


def _value(parameter: Parameter) -> float | str:
    value = parameter.value
    if isinstance(value, str):
        return value
    return float(f"{value:.4g}") if math.isfinite(value) else str(value)


def _digest(*parts: Any) -> str:
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()[:12]
