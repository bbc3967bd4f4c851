"""Clips that are being recorded: they grow by themselves, whatever else is done to the session meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from daw_bridges.references import counterparts
from daw_bridges.session import ArrangementClip, Clip, Session, Track

__all__ = ["as_recorded"]

AnyClip = TypeVar("AnyClip", Clip, ArrangementClip)


def as_recorded(session: Session, read: Session) -> Session:
    """The session with the takes that are being recorded as long, and with as many notes, as was read.

    A take is the clip that plays on an armed track, and on the timeline, while it records, any clip of one.
    """
    if not read.playing:
        return session
    tracks = tuple(
        track if there is None else _track(track, there, timeline=read.recording)
        for track, there in counterparts(session, read)
    )
    return session if tracks == session.tracks else session.model_copy(update={"tracks": tracks})


def _track(track: Track, read: Track, *, timeline: bool) -> Track:
    if not read.arm:
        return track
    taken = {clip.slot: clip for clip in read.clips if clip.slot == read.playing_slot}
    clips = tuple(_take(clip, taken.get(clip.slot)) for clip in track.clips)
    update: dict[str, Sequence[object]] = {} if clips == track.clips else {"clips": clips}
    if timeline:
        placed = {clip.start_bar: clip for clip in read.arrangement_clips}
        update["arrangement_clips"] = tuple(
            _take(clip, placed.get(clip.start_bar)) for clip in track.arrangement_clips
        )
    return track.model_copy(update=update) if update else track


def _take(clip: AnyClip, read: AnyClip | None) -> AnyClip:
    if read is None:
        return clip
    so_far = {name: getattr(read, name) for name in ("length_beats", "notes", "note_list")}
    return clip.model_copy(update=so_far)
