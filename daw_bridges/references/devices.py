"""References to devices and to the chains of racks, wherever in a track's chain they stand.

A path goes from the track inwards: the place of a device, of a chain in that rack, of a device in that
chain … (all from 0). One of odd length means a device, one of even length a chain; the empty one is the
track's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.references.naming import LONGEST, NUMBERED, by_name, by_number
from daw_bridges.session import Chain, Device, Track

__all__ = [
    "MIXER",
    "SEPARATOR",
    "DevicePath",
    "all_devices",
    "chain_path",
    "chain_reference",
    "device_at",
    "device_index",
    "device_path",
    "device_reference",
    "device_word",
    "devices_along",
    "find_device",
    "find_parameter",
    "is_mixer",
    "split_reference",
]

DevicePath = tuple[int, ...]

MIXER = "mixer"
"""What automation calls a track's own strip, in the place of a device."""

SEPARATOR = " > "
"""What stands between a rack, a chain of it and a device in that chain."""

_SEPARATOR = re.compile(r"\s+>\s+")
_ORDINAL = re.compile(r"^(?P<name>.+)#(?P<nth>\d+)$")


def split_reference(reference: str) -> list[str]:
    """The parts of a path: device, chain, device …"""
    return _SEPARATOR.split(reference)


def device_path(track: Track, reference: str) -> DevicePath:
    """The path to a device; a kind means the first of its chain. Raises NotFoundError or AmbiguousError."""
    parts = split_reference(reference)
    if len(parts) % 2:
        return _walked(track, parts)
    path = _walked(track, parts)
    known = [device_reference(track, (*path, place)) for place in range(len(devices_along(track, path)))]
    error = NotFoundError("device", reference, known, track.name)
    inside = f"In it there is: {', '.join(known)}." if known else "There is nothing in it."
    message = (
        f"“{reference}” is a chain of a rack on {track.name}, and a device is wanted. {inside} Chains "
        "themselves are added and removed by hand in the DAW."
    )
    error.args = (message,)
    raise error


def chain_path(track: Track, reference: str) -> DevicePath:
    """The path to a chain of a rack. Raises NotFoundError or AmbiguousError."""
    parts = split_reference(reference)
    path = _walked(track, parts)
    if len(parts) % 2:
        chains = device_at(track, path).chains
        known = [chain_reference(track, (*path, place)) for place in range(len(chains))]
        raise NotFoundError("chain", reference, known, track.name)
    return path


def device_index(track: Track, reference: str) -> int:
    """The place (from 0) of a device along the chain it stands in. Raises as ``device_path`` does."""
    return device_path(track, reference)[-1]


def find_device(track: Track, reference: str) -> Device:
    """The device a reference means."""
    return device_at(track, device_path(track, reference))


def device_at(track: Track, path: DevicePath) -> Device:
    """The device at the end of a path."""
    return devices_along(track, path[:-1])[path[-1]]


def devices_along(track: Track, path: DevicePath) -> tuple[Device, ...]:
    """The devices of the chain at the end of a path."""
    return device_at(track, path[:-1]).chains[path[-1]].devices if path else track.devices


def all_devices(holder: Track | Chain, *, inside: DevicePath = ()) -> Iterator[tuple[DevicePath, Device]]:
    """Every device with its path, each rack before what is in it."""
    for place, device in enumerate(holder.devices):
        path = (*inside, place)
        yield path, device
        for number, chain in enumerate(device.chains):
            yield from all_devices(chain, inside=(*path, number))


def _walked(track: Track, parts: Sequence[str]) -> DevicePath:
    path = _labelled(track, parts[0]) or (_device_place(track.devices, parts[0], track.name),)
    for depth, part in enumerate(parts[1:], 1):
        so_far = SEPARATOR.join(parts[:depth])
        if depth % 2:
            path = (*path, _chain_place(device_at(track, path), part, f"{track.name}, in {so_far}"))
        else:
            path = (*path, _device_place(devices_along(track, path), part, f"{track.name}, in {so_far}"))
    return path


def _labelled(track: Track, label: str) -> DevicePath | None:
    """The device that an earlier step gave a label, wherever it stands."""
    if NUMBERED.match(label):
        return None
    return next((path for path, device in all_devices(track) if device.label == label), None)


def _device_place(devices: Sequence[Device], reference: str, where: str) -> int:
    labelled = [i for i, device in enumerate(devices) if device.label == reference]
    wanted, nth = reference.strip().casefold(), 1
    if match := NUMBERED.match(wanted):
        found, nth = list(range(len(devices))), int(match[1])
    else:
        found = labelled[:1] or _devices_called(devices, wanted)
        if not found and (match := _ORDINAL.match(wanted)):
            found, nth = _devices_called(devices, match["name"]), int(match["nth"])
    if not 1 <= nth <= len(found):
        known = [device_word(devices, i) for i in range(len(devices))]
        raise NotFoundError("device", reference, known, where)
    return found[nth - 1]


def _devices_called(devices: Sequence[Device], name: str) -> list[int]:
    """The devices of that kind in their order, then those that only bear the name."""
    by_kind = [i for i, device in enumerate(devices) if device.kind == name]
    by_name = [i for i, device in enumerate(devices) if device.name.casefold() == name and i not in by_kind]
    return by_kind + by_name


def _chain_place(rack: Device, reference: str, where: str) -> int:
    names = [chain.name for chain in rack.chains]
    number = by_number("chain", names, reference, where)
    return by_name("chain", names, reference, where) if number is None else number


def device_reference(track: Track, path: DevicePath | int) -> str:
    """The reference that means a device: its kind or name, ``#n`` from the second on, behind its rack's."""
    path = (path,) if isinstance(path, int) else path
    reference = SEPARATOR.join(_words(track, path))
    named = len(reference) <= LONGEST and not is_mixer(reference)
    plain = named and _meant(track, reference) == path
    return reference if plain else SEPARATOR.join(f"#{place + 1}" for place in path)


def chain_reference(track: Track, path: DevicePath) -> str:
    """The reference that means a chain: its rack's and its name, or ``#n`` where that will not do."""
    reference = SEPARATOR.join(_words(track, path))
    plain = len(reference) <= LONGEST and _meant(track, reference) == path
    return reference if plain else SEPARATOR.join(f"#{place + 1}" for place in path)


def _meant(track: Track, reference: str) -> DevicePath | None:
    try:
        return _walked(track, split_reference(reference))
    except (NotFoundError, AmbiguousError):
        return None


def _words(track: Track, path: DevicePath) -> Iterator[str]:
    for depth, place in enumerate(path):
        if depth % 2:
            yield _chain_word(device_at(track, path[:depth]).chains, place)
        else:
            yield device_word(devices_along(track, path[:depth]), place)


def device_word(devices: Sequence[Device], place: int) -> str:
    """What means the device at a place among those of its own chain."""
    device = devices[place]
    name = device.kind or device.name
    nth = _devices_called(devices, name.strip().casefold())
    if place not in nth or not _is_one_part(name):
        return f"#{place + 1}"
    word = name if nth[0] == place else f"{name}#{nth.index(place) + 1}"
    return word if _device_place(devices, word, "") == place else f"#{place + 1}"


def _chain_word(chains: Sequence[Chain], place: int) -> str:
    name = chains[place].name
    alike = [chain for chain in chains if chain.name.casefold() == name.casefold()]
    return name if len(alike) == 1 and _is_one_part(name) else f"#{place + 1}"


def _is_one_part(name: str) -> bool:
    """Whether a name can stand in a path as it is."""
    return name == name.strip() != "" and len(split_reference(name)) == 1 and not NUMBERED.match(name)


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
