"""The devices of a track on other tracks, with all their settings: the edits, and what must read alike.

The session with the copies in it is what ``nearest`` is asked the way to, so that a copy is what ``apply``
and ``diff`` make of it. What a host does not tell of a device is never left out of its copy: it is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from daw_bridges.actions import Action
from daw_bridges.algebra import equivalent, holds_more, nearest
from daw_bridges.algebra.chain import check_takes, entry_of, natural_place
from daw_bridges.algebra.devices import SIDECHAIN_SWITCH
from daw_bridges.algebra.difference.chains import json_value
from daw_bridges.algebra.editing import edited, inserted, with_track
from daw_bridges.bridge import Capabilities
from daw_bridges.errors import NotPossibleError
from daw_bridges.references import device_path, device_reference, find_track, track_index, track_label
from daw_bridges.session import Device, Session, Track

__all__ = ["CopiedDevices", "DeviceCopy", "copied_already", "copied_devices"]


class DeviceCopy(BaseModel):
    """Which devices of a track are put on which others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str = Field(description="The track whose devices they are.")
    targets: tuple[str, ...] = Field(
        min_length=1, description="The tracks that get them, behind what they have."
    )
    devices: tuple[str, ...] = Field(
        default=(), description="Which of them; where none is named, all but an instrument."
    )
    another: bool = Field(
        default=False, description="Whether the user wants a second set where the same one is there already."
    )


class CopiedDevices(NamedTuple):
    """The edits of a copy, what must hold when they are done, and what is to be said of it."""

    actions: list[Action]
    postconditions: tuple[dict[str, Any], ...]
    said: str
    """What is copied, from where to where."""
    notes: tuple[str, ...]


def copied_devices(
    session: Session, copy: DeviceCopy, capabilities: Capabilities | None = None
) -> CopiedDevices:
    """Give the edits of a copy on a host that can do so much.

    Raises NotFoundError, and NotPossibleError for what cannot be copied whole, for a track that cannot take
    it, and for what was copied there before.
    """
    _, devices = _chosen(session, copy)
    said = _said(session, copy, devices)
    if (there := copied_already(session, copy)) and not copy.another:
        raise NotPossibleError(
            f"{_listed(there)} {_has(there)} {_listed([each.name for each in devices])} with the same "
            f"settings already. Say “copy another {said}” for a second one."
        )
    wanted, conditions = session, list[dict[str, Any]]()
    for target in copy.targets:
        index = track_index(session, target)
        track, places = _with_copies(session, session.tracks[index], devices)
        wanted = with_track(wanted, index, devices=track.devices)
        conditions += _alike(target, track, places)
    way = nearest(session, wanted)
    if way.unsaid:
        raise NotPossibleError(
            f"This cannot be copied whole: {'; '.join(way.unsaid[:3])}. Copy it in the DAW by hand."
        )
    notes = [*_notes(session, copy)]
    if unseen := [each.name for each in devices if _may_be_keyed(session, each, capabilities)]:
        notes.append(f"A side chain is not shown here: if {_listed(unseen)} has one, choose it by hand too.")
    return CopiedDevices(way.actions, tuple(conditions), said, tuple(notes))


def copied_already(session: Session, copy: DeviceCopy) -> list[str]:
    """Name the targets that have all the devices with the same settings, in their order."""
    _, devices = _chosen(session, copy)
    return [
        track_label(session, target)
        for target in copy.targets
        if _holds(session, find_track(session, target).devices, devices)
    ]


def _chosen(session: Session, copy: DeviceCopy) -> tuple[Track, list[Device]]:
    """The track and those of its devices that are meant, in their order, each known in full."""
    source = find_track(session, copy.source)
    if track_index(session, copy.source) in (track_index(session, target) for target in copy.targets):
        raise NotPossibleError(f"{source.name} is the track that they come from. Name only others.")
    paths = sorted({device_path(source, each) for each in copy.devices})
    devices = [source.devices[path[0]] for path in paths if len(path) == 1]
    if len(devices) < len(paths):
        raise NotPossibleError("A device inside a rack cannot be copied by itself. Name one beside it.")
    devices = devices or [each for each in source.devices if not _is_instrument(session, each)]
    if not devices:
        only = f" but its instrument, {source.devices[0].name}. Name it to copy it" if source.devices else ""
        raise NotPossibleError(f"{source.name} has no devices{only}.")
    hidden = {each.name: why for each in devices if (why := _hidden(session, source, each))}
    if hidden:
        rest = [each.name for each in devices if each.name not in hidden]
        others = f", or say “copy {_said(session, copy, rest)}” for the others" if rest else ""
        raise NotPossibleError(f"{' '.join(hidden.values())} Copy it in the DAW by hand{others}.")
    return source, devices


def _is_instrument(session: Session, device: Device) -> bool:
    entry = entry_of(session.daw, device)
    return entry is not None and entry.type == "instrument"


def _hidden(session: Session, source: Track, device: Device) -> str | None:
    """What the host does not tell of a device, so that a copy would not be the same."""
    if holds_more(device):
        return f"{device.name} on {source.name} holds more than its parameters show."
    entry, switch = entry_of(session.daw, device), device.parameters.get(SIDECHAIN_SWITCH)
    if switch is not None and switch.value == "on" and entry is not None and not entry.sidechain:
        return f"The side chain of {device.name} on {source.name} is on, and it cannot be told from where."
    if device.sidechain and session.track_names.count(device.sidechain) > 1:
        return (
            f"{device.name} on {source.name} is keyed from {device.sidechain}, which is the name of several."
        )
    return None


def _may_be_keyed(session: Session, device: Device, capabilities: Capabilities | None) -> bool:
    """Whether a device may have a side chain that the host does not show."""
    entry = entry_of(session.daw, device)
    if capabilities is None or entry is None or not entry.sidechain:
        return False
    keyed = with_track(session, 0, devices=(edited(device, sidechain=session.track_names[-1]),))
    return capabilities.shown(keyed).tracks[0].devices[0].sidechain is None


def _with_copies(session: Session, track: Track, devices: Sequence[Device]) -> tuple[Track, list[int]]:
    """The track with copies of devices behind what it has, and their places. Raises NotPossibleError."""
    places: list[int] = []
    for device in devices:
        check_takes(session.daw, track, (), device)
        if device.sidechain == track.name:
            raise NotPossibleError(
                f"{device.name} is keyed from {track.name}, which cannot feed its own side chain."
            )
        place = natural_place(session.daw, track.devices, device)
        track = edited(track, devices=inserted(track.devices, place, edited(device, label=None)))
        places = [*(each + (each >= place) for each in places), place]
    return track, places


def _holds(session: Session, there: Sequence[Device], devices: Sequence[Device]) -> bool:
    """Whether devices are among others, in their order; none that was not read counts as alike."""

    def alone(device: Device) -> Session:
        return with_track(session, 0, devices=(edited(device, label=None),))

    left = iter(there)
    return all(
        any(bool(each.parameters) and equivalent(alone(each), alone(device)) for each in left)
        for device in devices
    )


def _alike(target: str, track: Track, places: Sequence[int]) -> Iterator[dict[str, Any]]:
    """That each parameter of each copy reads as that of its original, also where it came like that."""
    for place in places:
        on = {"track": target, "device": device_reference(track, place)}
        for key, parameter in track.devices[place].parameters.items():
            yield {**on, "parameter": key, "equals": json_value(parameter)}


def _notes(session: Session, copy: DeviceCopy) -> Iterator[str]:
    source = find_track(session, copy.source)
    stays = [each.name for each in source.devices if _is_instrument(session, each)]
    if stays and not copy.devices:
        yield f"{_listed(stays)} stays where it is: an instrument is only copied where it is named."
    for target in copy.targets:
        if kept := [each.name for each in find_track(session, target).devices]:
            yield f"{track_label(session, target)} keeps {_listed(kept)}; the copies go behind."


def _said(session: Session, copy: DeviceCopy, devices: Sequence[Device | str]) -> str:
    names = [each if isinstance(each, str) else each.name for each in devices]
    targets = [track_label(session, each) for each in copy.targets]
    return f"{_listed(names)} from {track_label(session, copy.source)} to {_listed(targets)}"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _has(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"
