"""Edits of a mixer strip: fader, panning, sends, mute, solo, arm, monitoring, input and output."""

from __future__ import annotations

from daw_bridges.actions import (
    SetArm,
    SetInput,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetSend,
    SetSolo,
    SetVolume,
)
from daw_bridges.algebra.checks import check_level, check_within, refuse_master, require_recordable
from daw_bridges.algebra.editing import Edits, locate_track, with_track
from daw_bridges.errors import NotFoundError, NotPossibleError
from daw_bridges.references import track_index
from daw_bridges.session import Monitor, Session, Track, TrackKind

__all__ = ["EDITS", "HOST_OUTPUTS"]

HOST_OUTPUTS: dict[str, tuple[str, ...]] = {"ableton": ("Ext. Out", "Sends Only", "No Output", "Group")}
"""What each DAW offers as an output beside its tracks."""


def _set_volume(session: Session, action: SetVolume) -> Session:
    index, track = locate_track(session, action)
    check_level(session, f"The volume of “{track.name}”", action.db, 6.0)
    return with_track(session, index, volume_db=action.db)


def _set_pan(session: Session, action: SetPan) -> Session:
    index, track = locate_track(session, action)
    check_within(f"The panning of “{track.name}”", action.pan, -1.0, 1.0)
    return with_track(session, index, pan=action.pan)


def _set_send(session: Session, action: SetSend) -> Session:
    index, track = locate_track(session, action)
    target = session.tracks[track_index(session, action.to)]
    _check_send(session, track, target)
    check_level(session, f"The send of “{track.name}” to “{target.name}”", action.db, 0.0)
    return with_track(session, index, sends={**track.sends, target.name: action.db})


def _check_send(session: Session, track: Track, target: Track) -> None:
    if target.kind is not TrackKind.RETURN:
        returns = (
            ", ".join(track.name for track in session.returns) or "none yet; create a return track first"
        )
        raise NotPossibleError(
            f"Sends go to return tracks, and “{target.name}” is not one. The returns are: {returns}."
        )
    if target is track:
        raise NotPossibleError(f"“{track.name}” cannot be sent to itself. Name another return.")
    if target.name not in track.sends:
        raise NotPossibleError(f"“{track.name}” has no sends.")


def _set_mute(session: Session, action: SetMute) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "muted")
    return with_track(session, index, mute=action.on)


def _set_solo(session: Session, action: SetSolo) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "soloed")
    return with_track(session, index, solo=action.on)


def _set_arm(session: Session, action: SetArm) -> Session:
    index, track = locate_track(session, action)
    require_recordable(track, "record arm")
    return with_track(session, index, arm=action.on)


def _set_monitor(session: Session, action: SetMonitor) -> Session:
    index, track = locate_track(session, action)
    require_recordable(track, "monitoring")
    return with_track(session, index, monitor=Monitor(action.mode))


def _set_input(session: Session, action: SetInput) -> Session:
    index, track = locate_track(session, action)
    require_recordable(track, "input")
    source = _track_called(session, action.source)
    # What else there is to record from (ports, interfaces) only the host knows; it refuses what it does not
    # have.
    return with_track(session, index, input=action.source if source is None else _feeding(track, source))


def _feeding(track: Track, source: Track) -> str:
    if source is track:
        raise NotPossibleError(f"“{track.name}” cannot take its input from itself.")
    if track.kind is TrackKind.MIDI and source.kind is not TrackKind.MIDI:
        raise NotPossibleError(f"“{track.name}” records MIDI, and “{source.name}” has none to give.")
    return source.name


def _set_output(session: Session, action: SetOutput) -> Session:
    index, track = locate_track(session, action)
    refuse_master(track, "routed elsewhere")
    return with_track(session, index, output=_destination(session, track, action.to))


def _destination(session: Session, track: Track, to: str) -> str:
    target = _track_called(session, to)
    if target is None:
        output = _host_output(session, to)
        if output == "Group" and track.group is None:
            raise NotPossibleError(f"“{track.name}” is in no group. Route it to a track or to the master.")
        return output
    if target is track:
        raise NotPossibleError(f"“{track.name}” cannot be routed to itself.")
    if target.kind is TrackKind.RETURN:
        raise NotPossibleError(
            f"“{target.name}” is a return: use the send of “{track.name}” instead of its output."
        )
    return target.name


def _host_output(session: Session, to: str) -> str:
    offered = HOST_OUTPUTS.get(session.daw)
    if offered is None:
        return to
    in_use = [track.output for track in session.tracks if track.output]
    for known in (*offered, *in_use):
        if known.casefold() == to.strip().casefold():
            return known
    raise NotFoundError("output", to, (*session.track_names, *offered))


def _track_called(session: Session, reference: str) -> Track | None:
    try:
        return session.tracks[track_index(session, reference)]
    except NotFoundError:
        return None


EDITS: Edits = {
    SetVolume: _set_volume,
    SetPan: _set_pan,
    SetSend: _set_send,
    SetMute: _set_mute,
    SetSolo: _set_solo,
    SetArm: _set_arm,
    SetMonitor: _set_monitor,
    SetInput: _set_input,
    SetOutput: _set_output,
}
