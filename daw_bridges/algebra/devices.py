"""Edits of a device chain: insert, remove, move, enable, side chain, preset."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.actions import EnableDevice, InsertDevice, LoadPreset, MoveDevice, RemoveDevice, SetSidechain
from daw_bridges.algebra.automation import following_chain
from daw_bridges.algebra.chain import check_order, check_takes, entry_of, fresh_device, natural_place
from daw_bridges.algebra.checks import check_place
from daw_bridges.algebra.editing import (
    Edits,
    edited,
    inserted,
    locate_device,
    locate_track,
    moved,
    removed,
    with_device,
    with_devices,
    with_track,
)
from daw_bridges.algebra.parameters import with_value
from daw_bridges.errors import NotPossibleError
from daw_bridges.references import (
    DevicePath,
    all_devices,
    chain_path,
    devices_along,
    split_reference,
    track_index,
)
from daw_bridges.session import Device, Session, Track

__all__ = ["EDITS", "SIDECHAIN_SWITCH", "insertion"]

SIDECHAIN_SWITCH = "sidechain_on"
"""The parameter that switches a side chain on, by its neutral name."""


def insertion(session: Session, action: InsertDevice) -> tuple[DevicePath, Device]:
    """The path at which an action inserts a device on its track, and the device. Raises as ``apply`` does."""
    _, track = locate_track(session, action)
    chain: DevicePath = () if action.chain is None else chain_path(track, action.chain)
    device = fresh_device(session.daw, action.device)
    if action.label is not None:
        device = _labelled(track, device, action.label)
    check_takes(session.daw, track, chain, device)
    along = devices_along(track, chain)
    if action.at is None:
        place = natural_place(session.daw, along, device)
    else:
        place = check_place(device.name, action.at, len(along) + 1)
    check_order(session.daw, inserted(along, place, device), place)
    return (*chain, place), device


def _insert_device(session: Session, action: InsertDevice) -> Session:
    index, track = locate_track(session, action)
    (*inside, place), device = insertion(session, action)
    chain = tuple(inside)
    devices = inserted(devices_along(track, chain), place, device)
    return _with_chain(session, index, chain, devices, lambda old: old + (old >= place))


def _labelled(track: Track, device: Device, label: str) -> Device:
    if any(other.label == label for _, other in all_devices(track)):
        raise NotPossibleError(
            f"“{label}” is the label of another device on “{track.name}”. Choose another label."
        )
    if len(split_reference(label)) > 1:
        raise NotPossibleError(f"“{label}” reads like a path into a rack. Choose another label.")
    return edited(device, label=label)


def _remove_device(session: Session, action: RemoveDevice) -> Session:
    index, track = locate_track(session, action)
    (*inside, place), _ = locate_device(track, action)
    chain = tuple(inside)
    devices = removed(devices_along(track, chain), place)
    return _with_chain(
        session, index, chain, devices, lambda old: None if old == place else old - (old > place)
    )


def _move_device(session: Session, action: MoveDevice) -> Session:
    index, track = locate_track(session, action)
    (*inside, place), device = locate_device(track, action)
    chain = tuple(inside)
    along = devices_along(track, chain)
    to = check_place(device.name, action.to, len(along))
    devices = moved(along, place, to)
    check_order(session.daw, devices, to)
    order = moved(tuple(range(len(devices))), place, to)
    return _with_chain(session, index, chain, devices, order.index)


def _with_chain(
    session: Session,
    index: int,
    chain: DevicePath,
    along: tuple[Device, ...],
    place: Callable[[int], int | None],
) -> Session:
    """The session with one chain changed; ``place`` gives each old device's new place, None if it is gone."""

    def moved_to(path: DevicePath) -> DevicePath | None:
        depth = len(chain)
        if path[:depth] != chain:
            return path
        new = place(path[depth])
        return None if new is None else (*chain, new, *path[depth + 1 :])

    track = session.tracks[index]
    devices = with_devices(track, chain, along)
    following = following_chain(track, edited(track, devices=devices), moved_to)
    return with_track(session, index, devices=devices, **following)


def _enable_device(session: Session, action: EnableDevice) -> Session:
    index, track = locate_track(session, action)
    place, _ = locate_device(track, action)
    return with_device(session, index, place, enabled=action.on)


def _set_sidechain(session: Session, action: SetSidechain) -> Session:
    index, track = locate_track(session, action)
    place, device = locate_device(track, action)
    entry = entry_of(session.daw, device)
    if entry is None or not entry.sidechain:
        raise NotPossibleError(
            f"The side chain of {device.name} cannot be set from Orbit. Use a device whose side chain can, "
            "such as a compressor, or choose the source in the DAW by hand."
        )
    source = None if action.source is None else _source(session, index, action.source)
    switched = _switched(device, "off" if source is None else "on")
    return with_device(session, index, place, sidechain=source, parameters=switched.parameters)


def _source(session: Session, index: int, reference: str) -> str:
    source = track_index(session, reference)
    if source == index:
        raise NotPossibleError(
            f"“{session.tracks[index].name}” cannot feed its own side chain. Name another track."
        )
    return session.tracks[source].name


def _switched(device: Device, state: str) -> Device:
    if SIDECHAIN_SWITCH not in device.parameters:
        return device
    return with_value(device, SIDECHAIN_SWITCH, state)


def _load_preset(session: Session, action: LoadPreset) -> Session:
    """Check that there is such a device; what a preset holds only the host knows."""
    _, track = locate_track(session, action)
    locate_device(track, action)
    return session


EDITS: Edits = {
    InsertDevice: _insert_device,
    RemoveDevice: _remove_device,
    MoveDevice: _move_device,
    EnableDevice: _enable_device,
    SetSidechain: _set_sidechain,
    LoadPreset: _load_preset,
}
