"""Edits of the list of tracks, and what they do to whatever refers to tracks by name."""

from __future__ import annotations

import math

from daw_bridges.actions import CreateTrack, DeleteTrack, DuplicateTrack, RenameTrack, SetColor
from daw_bridges.algebra.automation import sends_renamed
from daw_bridges.algebra.checks import check_place, refuse_master
from daw_bridges.algebra.editing import Edits, each_device, edited, inserted, locate_track, with_track
from daw_bridges.errors import NotPossibleError
from daw_bridges.session import Session, Track, TrackKind

__all__ = ["EDITS", "INPUTS", "MASTER", "group_around", "in_group", "members", "new_track"]

MASTER = "Master"

INPUTS: dict[TrackKind, str] = {TrackKind.MIDI: "All Ins", TrackKind.AUDIO: "Ext. In"}
"""What a new track of Live takes its input from."""

NO_INPUT = "No Input"
"""What a track takes its input from once the track that fed it is gone."""

_MOST_RETURNS = {"ableton": 12}


def new_track(session: Session, kind: TrackKind, name: str) -> Track:
    """A track as the host creates it: 0 dB, centred, sends closed, routed to the master.

    Its colour is left open: the host chooses it. So is its input, but on Live.
    """
    sends = {track.name: -math.inf for track in session.returns}
    source = INPUTS.get(kind) if session.daw == "ableton" else ""
    return Track(name=name, kind=kind, color="", input=source, output=MASTER, sends=sends)


def members(session: Session, index: int) -> list[int]:
    """The places of a track and, where it is a group, of everything in it."""
    found = [index]
    if session.tracks[index].kind is TrackKind.GROUP:
        names = {session.tracks[index].name}
        for place, track in enumerate(session.tracks[index + 1 :], index + 1):
            if track.group not in names:
                break
            found.append(place)
            if track.kind is TrackKind.GROUP:
                names.add(track.name)
    return found


def _create_track(session: Session, action: CreateTrack) -> Session:
    _refuse_reserved(action.name)
    track = new_track(session, TrackKind(action.kind), action.name)
    return (
        _create_return(session, track, action.at)
        if action.kind == "return"
        else _create(session, track, action.at)
    )


def _create(session: Session, track: Track, at: int | None) -> Session:
    ordinary = session.ordinary_tracks
    place = len(ordinary) if at is None else check_place("A new track", at, len(ordinary) + 1)
    group = group_around(ordinary, place)
    if group is not None:
        track = in_group(track, group)
    return edited(session, tracks=inserted(session.tracks, place, track))


def in_group(track: Track, group: str) -> Track:
    """A new track as the host creates it inside a group."""
    return edited(track, group=group, output="Group")


def group_around(tracks: tuple[Track, ...], place: int) -> str | None:
    """The group a track at ``place`` would lie in: the one the next track is in, if that began before."""
    if not 0 < place < len(tracks):
        return None
    return tracks[place].group


def _create_return(session: Session, track: Track, at: int | None) -> Session:
    most = _MOST_RETURNS.get(session.daw, math.inf)
    if len(session.returns) >= most:
        raise NotPossibleError(f"There are already {most} return tracks, the most there can be.")
    if at is not None:
        raise NotPossibleError("A return track always goes after the last return: leave out its place.")
    _refuse_second_return(session, track.name)
    tracks = tuple(
        other
        if other.kind is TrackKind.MASTER
        else edited(other, sends={**other.sends, track.name: -math.inf})
        for other in session.tracks
    )
    place = len(session.ordinary_tracks) + len(session.returns)
    return edited(session, tracks=inserted(tracks, place, track))


def _refuse_reserved(name: str) -> None:
    if name.strip().casefold() == MASTER.casefold():
        raise NotPossibleError("“Master” means the main output; choose another name.")


def _refuse_second_return(session: Session, name: str) -> None:
    if name in (track.name for track in session.returns):
        raise NotPossibleError(
            f"There is already a return called “{name}”, and sends are told apart by name."
        )


def _duplicate_track(session: Session, action: DuplicateTrack) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "duplicated")
    if track.kind is TrackKind.RETURN:
        raise NotPossibleError(
            f"“{track.name}” is a return, and returns cannot be duplicated. Create a new return."
        )
    if track.kind is TrackKind.GROUP:
        raise NotPossibleError(f"“{track.name}” is a group. Duplicate the tracks in it one by one.")
    name = track.name if action.name is None else action.name
    _refuse_reserved(name)
    copy = edited(track, name=name, arm=False, playing_slot=None)
    return edited(session, tracks=inserted(session.tracks, index + 1, copy))


def _delete_track(session: Session, action: DeleteTrack) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "deleted")
    going = members(session, index)
    if track.ordinary and len(going) == len(session.ordinary_tracks):
        raise NotPossibleError(
            f"“{track.name}” is the last track, and there has to be one. Create another first."
        )
    for place in reversed(going):
        session = _without(session, place)
    return session


def _without(session: Session, index: int) -> Session:
    track = session.tracks[index]
    session = _references_renamed(session, index, None)
    if track.kind is TrackKind.RETURN:
        session = _sends_renamed(session, track.name, None)
    return edited(session, tracks=session.tracks[:index] + session.tracks[index + 1 :])


def _rename_track(session: Session, action: RenameTrack) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "renamed")
    if action.name == track.name:
        return session
    _refuse_reserved(action.name)
    if track.kind is TrackKind.RETURN:
        _refuse_second_return(session, action.name)
        session = _sends_renamed(session, track.name, action.name)
    session = _references_renamed(session, index, action.name)
    return with_track(session, index, name=action.name)


def _references_renamed(session: Session, index: int, new: str | None) -> Session:
    """Let what refers to a track by name refer to ``new``, or to nothing where the track goes away.

    Of several tracks of one name the first is meant, but never the one that refers: nothing feeds itself.
    """
    referent = session.tracks[index]
    first, *others = (place for place, track in enumerate(session.tracks) if track.name == referent.name)
    tracks = tuple(
        _referring(track, referent, new)
        if index == (others[0] if place == first and others else first)
        else track
        for place, track in enumerate(session.tracks)
    )
    # Who is in a group is a matter of place, whatever other tracks are called.
    inside = set(members(session, index)[1:])
    tracks = tuple(
        edited(track, group=new) if place in inside and track.group == referent.name else track
        for place, track in enumerate(tracks)
    )
    return edited(session, tracks=tracks)


def _referring(track: Track, referent: Track, new: str | None) -> Track:
    changes: dict[str, object] = {}
    if track.output == referent.name:
        changes["output"] = MASTER if new is None else new
    if track.input == referent.name:
        changes["input"] = NO_INPUT if new is None else new
    devices = each_device(
        track.devices,
        lambda device: edited(device, sidechain=new) if device.sidechain == referent.name else device,
    )
    if devices is not track.devices:
        changes["devices"] = devices
    return edited(track, **changes) if changes else track


def _sends_renamed(session: Session, old: str, new: str | None) -> Session:
    """Rename a send on every track, keeping the order of the sends; None removes it."""
    tracks = tuple(
        edited(track, sends=_renamed_keys(track.sends, old, new), **sends_renamed(track, old, new))
        if old in track.sends
        else track
        for track in session.tracks
    )
    return edited(session, tracks=tracks)


def _renamed_keys(sends: dict[str, float], old: str, new: str | None) -> dict[str, float]:
    kept = ((new if name == old else name, level) for name, level in sends.items())
    return {name: level for name, level in kept if name is not None}


def _set_color(session: Session, action: SetColor) -> Session:
    index, _ = locate_track(session, action)
    return with_track(session, index, color=action.color)


EDITS: Edits = {
    CreateTrack: _create_track,
    DuplicateTrack: _duplicate_track,
    DeleteTrack: _delete_track,
    RenameTrack: _rename_track,
    SetColor: _set_color,
}
