"""The order of a device chain: MIDI effects, then at most one instrument, then audio effects."""

from __future__ import annotations

import re
from functools import lru_cache

from daw_bridges.catalog import catalog
from daw_bridges.catalog.entries import DeviceEntry
from daw_bridges.errors import NotFoundError, NotPossibleError
from daw_bridges.references import DevicePath, chain_reference, device_at, devices_along
from daw_bridges.session import Device, Track, TrackKind

__all__ = ["check_order", "check_takes", "entry_of", "fresh_device", "natural_place"]

_KIND = re.compile(r"[a-z0-9_]+")
_STAGES = {"midi_effect": 0, "instrument": 1, "audio_effect": 2}
_WORDS = {"midi_effect": "a MIDI effect", "instrument": "an instrument", "audio_effect": "an audio effect"}


@lru_cache(maxsize=1024)
def _entry(daw: str, name: str, kind: str) -> DeviceEntry | None:
    for reference in (name, kind):
        try:
            entry = catalog().device(daw, reference)
        except NotFoundError:
            continue
        if entry.kind == kind:
            return entry
    return None


def entry_of(daw: str, device: Device) -> DeviceEntry | None:
    """What the catalogue knows of a device; None for plug-ins and hosts it has no table of."""
    return None if device.kind is None else _entry(daw, device.name, device.kind)


@lru_cache(maxsize=1024)
def fresh_device(daw: str, reference: str) -> Device:
    """The device as freshly inserted.

    A host's own name that the catalogue does not know is a plug-in's: the device then has no kind and no
    parameters until the host is read. Raises NotFoundError for a kind there is none of.
    """
    try:
        return catalog().new_device(daw, reference)
    except NotFoundError:
        # Kinds are lower snake case; no plug-in is called like that, so this is a slip of the pen or a gap.
        if _KIND.fullmatch(reference):
            raise
        return Device(name=reference, unread=True)


def _type_of(daw: str, device: Device) -> str | None:
    entry = entry_of(daw, device)
    return None if entry is None else entry.type


def _stage_of(daw: str, device: Device) -> int | None:
    kind = _type_of(daw, device)
    return None if kind is None else _STAGES[kind]


def check_takes(daw: str, track: Track, chain: DevicePath, device: Device) -> None:
    """Refuse what cannot stand in a chain at all: an instrument on an audio track, a second instrument."""
    kind = _type_of(daw, device)
    if kind in ("instrument", "midi_effect") and track.kind is not TrackKind.MIDI:
        raise NotPossibleError(
            f"{device.name} is {_WORDS[kind]} and needs a MIDI track; “{track.name}” is not one. "
            "Name a MIDI track or create one."
        )
    if chain and kind is not None:
        _check_rack_takes(daw, device_at(track, chain[:-1]), device, kind)
    if kind == "instrument":
        along = devices_along(track, chain)
        there = [other.name for other in along if _type_of(daw, other) == "instrument"]
        if there:
            where = chain_reference(track, chain) if chain else track.name
            raise NotPossibleError(f"“{where}” already has an instrument, {there[0]}. Remove it first.")


def _check_rack_takes(daw: str, rack: Device, device: Device, kind: str) -> None:
    held = _type_of(daw, rack)
    if held in ("audio_effect", "midi_effect") and held != kind:
        raise NotPossibleError(
            f"{device.name} is {_WORDS[kind]} and {rack.name} holds {_WORDS[held][2:].strip()}s only. "
            "Insert it on the track itself, or into another rack."
        )


def natural_place(daw: str, devices: tuple[Device, ...], device: Device) -> int:
    """Where the host puts a device of its own accord: at the end of its part of the chain."""
    stage = _stage_of(daw, device)
    if stage is None or stage == _STAGES["audio_effect"]:
        return len(devices)
    stages = [_stage_of(daw, other) for other in devices]
    return max(
        (place + 1 for place, other in enumerate(stages) if other is not None and other <= stage), default=0
    )


def check_order(daw: str, devices: tuple[Device, ...], place: int) -> None:
    """Refuse a chain in which the device at ``place`` breaks the order of the three parts."""
    device = devices[place]
    stage = _stage_of(daw, device)
    if stage is None:
        return
    stages = [stage if each is None else each for each in (_stage_of(daw, other) for other in devices)]
    if any(each > stage for each in stages[:place]) or any(each < stage for each in stages[place:]):
        raise NotPossibleError(
            f"{device.name} cannot go to place {place + 1}: a chain has its MIDI effects first, then the "
            "instrument, then the audio effects."
        )
