"""Giving a session what an action did not find in it: a track, a device, a parameter, a clip, a scene.

What was demonstrated stood on something. Where a demonstration sets a device that it never inserted, the
device was there before; what is missing is told by the algebra's own error, and put where it was looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from daw_bridges.actions import (
    Action,
    AutomateParameter,
    CreateTrack,
    DuplicateTrack,
    InsertDevice,
    MoveDevice,
    RenameTrack,
)
from daw_bridges.algebra import apply
from daw_bridges.algebra.chain import fresh_device, natural_place
from daw_bridges.algebra.editing import edited, inserted, replaced, with_track
from daw_bridges.algebra.tracks import new_track
from daw_bridges.errors import ActionError, NotFoundError, OutOfRangeError
from daw_bridges.references import (
    device_path,
    is_mixer,
    split_reference,
    track_index,
)
from daw_bridges.session import (
    ArrangementClip,
    Chain,
    Clip,
    Device,
    Locator,
    Session,
    Track,
    TrackKind,
)

__all__ = ["supplied", "with_new_track"]

_NUMBERED = re.compile(r"^#(\d+)$")
_ORDINAL = re.compile(r"^(.+)#(\d+)$")
_FILLERS = ("utility", "eq", "compressor", "limiter")
"""Devices that stand where only a place in the chain is named: none beside another of its kind."""
_MOST = 64
"""Nothing is filled up to more than this, whatever number a reference names."""


class NothingToGiveError(ActionError):
    """What is missing cannot have been there before."""


def supplied(
    session: Session,
    done: Sequence[Action],
    action: Action,
    missing: NotFoundError | OutOfRangeError,
    kinds: Mapping[str, TrackKind],
) -> Session:
    """The session the actions ``done`` began with, with what ``action``, the next, then did not find.

    ``kinds`` says what the tracks are, by name in lower case, where that is known. Raises ActionError where
    it cannot have been there before.
    """
    if isinstance(missing, OutOfRangeError):
        return _longer_chain(session, done, action, missing)
    give = _GIVERS.get(missing.kind)
    if give is None:
        raise NothingToGiveError(str(missing))
    return give(session, done, action, missing, kinds)


def with_new_track(session: Session, name: str, kind: TrackKind) -> Session:
    """The session with one more track, where the host would put one of its kind. Raises ActionError."""
    match kind:
        case TrackKind.MIDI | TrackKind.AUDIO | TrackKind.RETURN:
            return apply(session, CreateTrack(kind=kind.value, name=name))
        case TrackKind.GROUP:
            group = new_track(session, kind, name)
            return edited(session, tracks=inserted(session.tracks, len(session.ordinary_tracks), group))
        case TrackKind.MASTER:
            raise NothingToGiveError("There is one master, and it is called “Master”.")


_Done = Sequence[Action]
_Kinds = Mapping[str, TrackKind]
_Giver = Callable[[Session, _Done, Any, NotFoundError, _Kinds], Session]


def _track(session: Session, done: _Done, _: Any, missing: NotFoundError, kinds: _Kinds) -> Session:
    name = _first_name(done, missing.name)
    if match := _NUMBERED.match(name):
        _check_number(int(match[1]))
        name = f"Track {len(session.ordinary_tracks) + 1}"
    if name.casefold() in (track.name.casefold() for track in session.tracks):
        raise NothingToGiveError(str(missing))  # it was there, and is gone by then
    return with_new_track(session, name, kinds.get(name.casefold(), TrackKind.MIDI))


def _first_name(done: _Done, name: str) -> str:
    """What a track was called before the actions. Raises where they created it."""
    for action in reversed(done):
        match action:
            case RenameTrack(track=old, name=new) if new == name:
                name = old
            case CreateTrack(name=new) | DuplicateTrack(name=new) if new == name:
                raise NothingToGiveError(f"“{name}” is created on the way and was not there before.")
            case _:
                pass
    return name


def _check_number(number: int) -> None:
    if not 1 <= number <= _MOST:
        raise NothingToGiveError(f"No session is filled up to number {number} to try a workflow.")


def _of(session: Session, done: _Done, action: Any) -> int:
    return track_index(session, _first_name(done, action.track))


def _device(session: Session, done: _Done, action: Any, missing: NotFoundError, _: _Kinds) -> Session:
    index = _of(session, done, action)
    reference = action.chain if isinstance(action, InsertDevice) else action.device
    if reference is None:
        raise NothingToGiveError(str(missing))  # the host has no such device to insert
    track = session.tracks[index]
    devices = _with(session.daw, track.devices, split_reference(reference))
    if devices == track.devices:
        raise NothingToGiveError(f"“{reference}” on “{track.name}” was there before, and is gone by then.")
    return with_track(session, index, devices=devices)


def _longer_chain(session: Session, done: _Done, action: Any, missing: OutOfRangeError) -> Session:
    """The session with one more device where a place in a chain is named that it does not reach to."""
    match action:
        case InsertDevice(chain=None, at=int(place)) | MoveDevice(to=int(place)):
            _check_number(place)
        case _:
            raise NothingToGiveError(str(missing))
    index = _of(session, done, action)
    devices = session.tracks[index].devices
    fresh = _fresh(session.daw, f"#{len(devices) + 1}", len(devices))
    return with_track(session, index, devices=(*devices, fresh))


def _with(daw: str, devices: tuple[Device, ...], parts: Sequence[str]) -> tuple[Device, ...]:
    """The devices with what a reference's parts name among them, one more at most in each row."""
    holder = Track(name="", kind=TrackKind.MIDI, devices=devices)
    try:
        place = device_path(holder, parts[0])[0]
    except ActionError:
        fresh = _fresh(daw, parts[0], len(devices))
        place = natural_place(daw, devices, fresh)
        devices = inserted(devices, place, fresh)
    if len(parts) == 1:
        return devices
    return replaced(devices, place, _with_chain(daw, devices[place], parts[1:]))


def _with_chain(daw: str, rack: Device, parts: Sequence[str]) -> Device:
    place = next((n for n, chain in enumerate(rack.chains) if _is_called(chain.name, n, parts[0])), None)
    if place is None:
        name = "Chain" if _NUMBERED.match(parts[0]) else parts[0]
        place, rack = len(rack.chains), edited(rack, chains=(*rack.chains, Chain(name=name)))
    if len(parts) == 1:
        return rack
    chain = rack.chains[place]
    within = edited(chain, devices=_with(daw, chain.devices, parts[1:]))
    return edited(rack, chains=replaced(rack.chains, place, within))


def _is_called(name: str, place: int, reference: str) -> bool:
    return name.casefold() == reference.strip().casefold() or reference == f"#{place + 1}"


def _fresh(daw: str, reference: str, place: int) -> Device:
    name = reference
    if match := _NUMBERED.match(reference):
        _check_number(int(match[1]))
        name = _FILLERS[place % len(_FILLERS)]
    elif match := _ORDINAL.match(reference):
        _check_number(int(match[2]))
        name = match[1]
    return fresh_device(daw, name)


def _clip(session: Session, done: _Done, action: Any, missing: NotFoundError, _: _Kinds) -> Session:
    index = _of(session, done, action)
    track = session.tracks[index]
    taken = {clip.slot for clip in track.clips}
    if match := _NUMBERED.match(missing.name):
        slot, name = int(match[1]), ""
    else:
        # From the last on: the first ones are those that clips are created in.
        slots = (*range(len(session.scenes), 0, -1), len(session.scenes) + 1)
        slot, name = next(n for n in slots if n not in taken), missing.name
    _check_number(slot)
    clips = sorted((*track.clips, Clip(slot=slot, name=name, length_beats=16.0)), key=lambda each: each.slot)
    return with_track(session, index, clips=tuple(clips))


def _placed(session: Session, done: _Done, action: Any, missing: NotFoundError, _: _Kinds) -> Session:
    index = _of(session, done, action)
    track = session.tracks[index]
    clip = ArrangementClip(start_bar=float(missing.name[1:]), name="", length_beats=4.0)
    placed = sorted((*track.arrangement_clips, clip), key=lambda each: each.start_bar)
    return with_track(session, index, arrangement_clips=tuple(placed))


def _scene(session: Session, _: _Done, __: Any, missing: NotFoundError, ___: _Kinds) -> Session:
    if match := _NUMBERED.match(missing.name):
        _check_number(int(match[1]))
        return edited(session, scenes=(*session.scenes, ""))
    return edited(session, scenes=(*session.scenes, missing.name))


def _locator(session: Session, _: _Done, action: Any, missing: NotFoundError, ___: _Kinds) -> Session:
    bar = getattr(action, "bar", None)
    if bar is None:
        raise NothingToGiveError(str(missing))
    placed = sorted((*session.locators, Locator(bar=bar, name="Here")), key=lambda each: each.bar)
    return edited(session, locators=tuple(placed))


def _sent_to(session: Session, _: _Done, action: Any, missing: NotFoundError, __: _Kinds) -> Session:
    """The return that a strip's automation names."""
    if not (isinstance(action, AutomateParameter) and is_mixer(action.device)):
        raise NothingToGiveError(str(missing))
    return with_new_track(session, missing.name, TrackKind.RETURN)


def _output(session: Session, done: _Done, _: Any, missing: NotFoundError, kinds: _Kinds) -> Session:
    return with_new_track(
        session, _first_name(done, missing.name), kinds.get(missing.name.casefold(), TrackKind.AUDIO)
    )


_GIVERS: Mapping[str, _Giver] = {
    "track": _track,
    "device": _device,
    "chain": _device,
    "clip": _clip,
    "arrangement clip": _placed,
    "scene": _scene,
    "locator": _locator,
    "output": _output,
    "parameter": _sent_to,
}
