"""Small tools for making an edited copy of an immutable session: what every edit is built from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from daw_bridges.references import DevicePath, device_at, device_path, devices_along, track_index
from daw_bridges.session import Chain, Device, Session, Track

__all__ = [
    "Edits",
    "OnDevice",
    "OnTrack",
    "each_device",
    "edited",
    "inserted",
    "locate_device",
    "locate_track",
    "moved",
    "own_name",
    "removed",
    "replaced",
    "with_device",
    "with_devices",
    "with_track",
]

_Model = TypeVar("_Model", bound=BaseModel)
_Item = TypeVar("_Item")


class OnTrack(Protocol):
    """An action on a track."""

    @property
    def track(self) -> str:
        """The reference to the track."""
        ...


class OnDevice(OnTrack, Protocol):
    """An action on a device of a track."""

    @property
    def device(self) -> str:
        """The reference to the device."""
        ...


Edits = Mapping[type[BaseModel], Callable[[Session, Any], Session]]
"""What each class of action does to a session."""


def edited(model: _Model, **changes: Any) -> _Model:
    """A copy with some fields changed. The values are trusted: edits check before they change."""
    return model.model_copy(update=changes)


def replaced(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """The items with another one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def inserted(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    """The items with one more, at ``index``."""
    return (*items[:index], item, *items[index:])


def removed(items: tuple[_Item, ...], index: int) -> tuple[_Item, ...]:
    """The items without the one at ``index``."""
    return (*items[:index], *items[index + 1 :])


def moved(items: tuple[_Item, ...], index: int, to: int) -> tuple[_Item, ...]:
    """The items with the one at ``index`` taken out and put at ``to``."""
    return inserted(removed(items, index), to, items[index])


def locate_track(session: Session, action: OnTrack) -> tuple[int, Track]:
    """The place and the track that an action's ``track`` means."""
    index = track_index(session, action.track)
    return index, session.tracks[index]


def locate_device(track: Track, action: OnDevice) -> tuple[DevicePath, Device]:
    """The path and the device that an action's ``device`` means on its track."""
    path = device_path(track, action.device)
    return path, device_at(track, path)


def with_track(session: Session, index: int, **changes: Any) -> Session:
    """The session with some fields of one track changed."""
    track = edited(session.tracks[index], **changes)
    return edited(session, tracks=replaced(session.tracks, index, track))


def with_device(session: Session, track: int, device: DevicePath, **changes: Any) -> Session:
    """The session with some fields of one device changed, which may stand in a rack."""
    holder = session.tracks[track]
    along = devices_along(holder, device[:-1])
    changed = replaced(along, device[-1], edited(along[device[-1]], **changes))
    return with_track(session, track, devices=with_devices(holder, device[:-1], changed))


def with_devices(holder: Track | Chain, chain: DevicePath, devices: tuple[Device, ...]) -> tuple[Device, ...]:
    """A track's devices with those along one chain replaced; the empty path means the track's own."""
    if not chain:
        return devices
    place, number, *inside = chain
    rack = holder.devices[place]
    changed = _holding(rack.chains[number], with_devices(rack.chains[number], tuple(inside), devices))
    return replaced(holder.devices, place, edited(rack, chains=replaced(rack.chains, number, changed)))


def _holding(chain: Chain, devices: tuple[Device, ...]) -> Chain:
    """A chain with other devices; the host calls it after them unless it has a name of its own."""
    own = own_name(chain)
    return edited(chain, devices=devices, name=_named_after(devices) if own is None else own)


def own_name(chain: Chain) -> str | None:
    """The name that a chain was given; None where it is called after what is in it."""
    return None if chain.name == _named_after(chain.devices) else chain.name


def _named_after(devices: tuple[Device, ...]) -> str:
    return " | ".join(device.name for device in devices) or "Chain"


def each_device(devices: tuple[Device, ...], change: Callable[[Device], Device]) -> tuple[Device, ...]:
    """The devices with a change made to each, and to each in their chains; the same ones if none changes."""

    def inside(chain: Chain) -> Chain:
        within = each_device(chain.devices, change)
        return chain if within is chain.devices else edited(chain, devices=within)

    def changed(device: Device) -> Device:
        chains = tuple(map(inside, device.chains))
        return change(device if _same(chains, device.chains) else edited(device, chains=chains))

    done = tuple(map(changed, devices))
    return devices if _same(done, devices) else done


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return all(map(is_, one, other))
