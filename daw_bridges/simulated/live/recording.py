"""Recording in the Session: into an empty slot of an armed track, until it is stopped or launched again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import strict
from daw_bridges.simulated.live.song_part import SongPart
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.clip_slot import ClipSlot
    from daw_bridges.simulated.live.track import Track

__all__ = ["SessionRecording"]

_OFF, _ON, _WAITING = 0, 1, 2
_SHORTEST = 1 / 64


class SessionRecording(SongPart):
    """What Session Record does; a clip that is recorded grows until it ends."""

    _observable = ("session_record", "session_record_status")

    @property
    def session_record(self) -> bool:
        """Whether something is recorded into the Session, or overdubbed; writing False ends it."""
        return bool(self.get_("session_record"))

    @session_record.setter
    def session_record(self, on: bool) -> None:
        self.assign_("session_record", strict(bool, on, "Song.session_record"), Undo.NONE)
        if not on:
            for track in self.tracks:
                self.end_recording_(track)

    @property
    def session_record_status(self) -> int:
        """0 off, 1 on, 2 waiting to start or end."""
        waiting = any(track.fired_ is not None and not track.fired_.has_clip for track in self.tracks)
        return _WAITING if waiting else _ON if self.session_record else _OFF

    def trigger_session_record(self, record_length: float | None = None) -> None:
        """Record into the selected scene on every armed track, or end what is recorded and play it."""
        recording = [track.playing_ for track in self.tracks if _is_recording(track.playing_)]
        with self.doc_.change():
            for slot in recording:
                if slot is not None:
                    slot.fire()
            if not recording:
                self._begin(record_length)

    def _begin(self, record_length: float | None) -> None:
        for slot in self.song_.view.selected_scene.clip_slots:
            if slot.track_.can_be_armed and slot.track_.arm and not slot.has_clip:
                slot.fire() if record_length is None else slot.fire(record_length)
        self.assign_("session_record", value=True, undo=Undo.NONE)

    def begin_recording_(self, slot: ClipSlot) -> None:
        """Make the clip that grows from now on."""
        clip = slot.put_(_SHORTEST, midi=slot.track_.has_midi_input)
        clip.assign_("recording_since", self.song_.total_beats_(), Undo.NONE)
        clip.assign_("recording_beats", slot.get_("record_length"), Undo.NONE)
        self.assign_("session_record", value=True, undo=Undo.NONE)

    def end_measured_(self, track: Track) -> None:
        """End a recording whose length was given with its launch."""
        clip = track.playing_.clip if track.playing_ is not None else None
        beats = clip.get_("recording_beats") if clip is not None and clip.is_recording else None
        if clip is not None and beats is not None and clip.length >= beats:
            self.end_recording_(track)

    def end_recording_(self, track: Track) -> None:
        """Let the clip that is recorded on a track keep what it has, up to the next launch quantisation."""
        slot = track.playing_
        clip = slot.clip if slot is not None else None
        since = clip.get_("recording_since") if clip is not None else None
        if clip is None or since is None:
            return
        quantum = self.song_.quantum_() or _SHORTEST
        recorded = clip.get_("recording_beats") or self.song_.total_beats_() - since
        length = max(math.ceil(recorded / quantum), 1) * quantum
        with self.doc_.change():
            clip.assign_("recording_since", None, Undo.NONE)
            clip.assign_("loop_end", length)
            clip.assign_("end_marker", length)
            self.assign_("session_record", value=False, undo=Undo.NONE)


def _is_recording(slot: ClipSlot | None) -> bool:
    return slot is not None and slot.is_recording
