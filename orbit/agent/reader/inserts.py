"""Inserts in words: what is on tracks, with its settings; who has a device; what a parameter reads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress

from daw_bridges.catalog import catalog
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Quantity, format_quantity
from daw_bridges.references import find_device as device_of
from daw_bridges.session import Device, Parameter, Track, TrackKind
from orbit.agent.offline.understanding.devices import Said, find_device, parameter_key
from orbit.agent.offline.understanding.naming import one_of
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.reader.accounts import Asked, both, sent

__all__ = ["bypassed", "devices", "parameter", "places"]

_MOST = 6
_SETTINGS = 6


def devices(asked: Asked) -> str:
    """What is on tracks: their devices with what was set, and their clips."""
    tracks = asked.tracks()
    if len(tracks) > _MOST:
        having = [track for track in tracks if track.devices]
        none = "None of them has a device."
        return " ".join(f"{t.name}: {', '.join(d.name for d in t.devices)}." for t in having) or none
    return "\n".join(_described(track, asked.ground.daw) for track in tracks)


def _described(track: Track, daw: str) -> str:
    devices = ", ".join(_with_settings(device, daw) for device in track.devices) or "no devices"
    clips = f" Clips: {', '.join(clip.name for clip in track.clips)}." if track.clips else ""
    return f"{track.name} has {devices}.{clips}"


def _with_settings(device: Device, daw: str) -> str:
    told = list(_set(device, daw))
    more = [f"{len(told) - _SETTINGS} more"] if len(told) > _SETTINGS else []
    told = ["bypassed"] * (not device.enabled) + told[:_SETTINGS] + more
    told += [f"listens to {device.sidechain}"] * bool(device.sidechain)
    return f"{device.name} ({', '.join(told)})" if told else device.name


def _set(device: Device, daw: str) -> Iterator[str]:
    """Yield the settings that are not as the device comes."""
    try:
        fresh = catalog().new_device(daw, device.kind or device.name).parameters
    except OrbitError:
        return
    for key, held in device.parameters.items():
        if key in fresh and held.value != fresh[key].value:
            yield f"{held.name} {_reading(held)}"


def _reading(held: Parameter) -> str:
    if held.text:
        return held.text
    return (
        format_quantity(Quantity(held.value, held.unit)) if isinstance(held.value, float) else str(held.value)
    )


def _having(asked: Asked, said: Said) -> list[tuple[Track, Device]]:
    """Where a device is, each with its track."""
    found: list[tuple[Track, Device]] = []
    for track in asked.some(every=True):
        reference = find_device(track, said)
        if not isinstance(reference, Problem):
            found.append((track, device_of(track, reference)))
    return found


def places(asked: Asked) -> str:
    """Who has a device, with its settings."""
    said: Said = asked.slots["device"]
    found, named = _having(asked, said), asked.tracks()
    if not found:
        where = one_of([track.name for track in named]) if named else "any track"
        returns = [
            t.name for t in asked.ground.session.returns if not isinstance(find_device(t, said), Problem)
        ]
        into = f" {sent(asked, returns)}" if named and returns else ""
        return f"There is no {said.phrase} on {where}.{into}"
    told = [f"{track.name} has {_with_settings(device, asked.ground.daw)}" for track, device in found]
    fed = [_fed(track, asked) for track, _ in found if track.kind is TrackKind.RETURN and not named]
    return " ".join((f"{'; '.join(told)}.", *fed))


def _fed(track: Track, asked: Asked) -> str:
    feeds = [
        t.name for t in asked.ground.session.tracks if not math.isinf(t.sends.get(track.name, -math.inf))
    ]
    return f"{both(feeds) if feeds else 'Nothing'} is sent to {track.name}."


def bypassed(asked: Asked) -> str:
    """Whether a device is on; all that are not."""
    said = asked.slots.get("device")
    if said is not None:
        found = _having(asked, said)
        told = [f"{d.name} on {t.name} is {'on' if d.enabled else 'bypassed'}" for t, d in found]
        return f"{both(told)}." if told else places(asked)
    off = [f"{d.name} on {t.name}" for t in asked.some(every=True) for d in t.devices if not d.enabled]
    return f"Bypassed: {both(off)}." if off else "No device is bypassed."


def parameter(asked: Asked) -> str:
    """What a parameter reads: on the device that was worked on last, or on each that has it."""
    phrase, said = asked.slots["parameter"], asked.slots.get("device")
    found = _having(asked, said) if said else [(t, d) for t in asked.some(every=True) for d in t.devices]
    if said is not None and not found:
        return places(asked)
    if not asked.tracks() and said is None:
        found = [each for each in found if each in _worked_on(asked)] or found
    keys = [(track, device, parameter_key(asked.ground, device, phrase)) for track, device in found]
    held = [(t, d, d.parameters[key]) for t, d, key in keys if not isinstance(key, Problem)]
    told = [f"{each.name} of {device.name} on {t.name} is {_reading(each)}" for t, device, each in held]
    if told:
        more = f", and {len(told) - _MOST} more" if len(told) > _MOST else ""
        return f"{'; '.join(told[:_MOST])}{more}."
    problem = next((key.message for *_, key in keys if said and isinstance(key, Problem)), None)
    where = one_of([track.name for track in asked.tracks()]) or "any track"
    return problem or f"No device on {where} has a {phrase}."


def _worked_on(asked: Asked) -> list[tuple[Track, Device]]:
    reference, found = asked.past.device(), list[tuple[Track, Device]]()
    for name in asked.past.tracks(asked.ground.session) if reference else ():
        track = asked.ground.track(name)
        with suppress(OrbitError):
            found.append((track, device_of(track, str(reference))))
    return found
