"""Small tools for making an edited copy of an immutable session: what every edit is built from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel

from daw_bridges.references import device_index, track_index
from daw_bridges.session import Device, Session, Track

__all__ = [
    "Edits",
    "OnDevice",
    "OnTrack",
    "edited",
    "inserted",
    "locate_device",
    "locate_track",
    "moved",
    "removed",
    "replaced",
    "with_device",
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


def locate_device(track: Track, action: OnDevice) -> tuple[int, Device]:
    """The place and the device that an action's ``device`` means on its track."""
    index = device_index(track, action.device)
    return index, track.devices[index]


def with_track(session: Session, index: int, **changes: Any) -> Session:
    """The session with some fields of one track changed."""
    track = edited(session.tracks[index], **changes)
    return edited(session, tracks=replaced(session.tracks, index, track))


def with_device(session: Session, track: int, device: int, **changes: Any) -> Session:
    """The session with some fields of one device changed."""
    devices = session.tracks[track].devices
    return with_track(session, track, devices=replaced(devices, device, edited(devices[device], **changes)))
