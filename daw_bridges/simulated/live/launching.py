"""Launching clips: with the song while it stands, else at the next launch quantisation."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import Property
from daw_bridges.simulated.live.transport import Transport
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.clip import Clip
    from daw_bridges.simulated.live.clip_slot import ClipSlot
    from daw_bridges.simulated.live.track import Track

__all__ = ["Launching"]

# Live.Song.Quantization: bars for 1 … 4, then fractions of a whole note.
_BARS = {1: 8.0, 2: 4.0, 3: 2.0, 4: 1.0}
_NOTES = {5: 2.0, 6: 4 / 3, 7: 1.0, 8: 2 / 3, 9: 0.5, 10: 1 / 3, 11: 0.25, 12: 1 / 6, 13: 0.125}
_STEPS = 14


class Launching(Transport):
    """Which clips wait to start or stop, and which play."""

    clip_trigger_quantization = Property(int, 4, check=lambda _, value: _step(value), undo=Undo.NONE)
    midi_recording_quantization = Property(int, 0, undo=Undo.NONE)
    select_on_launch = Property(bool, default=True, listen=False, read_only=True)
    _observable = ("back_to_arranger",)

    @property
    def back_to_arranger(self) -> bool:
        """Whether the Session has a track; writing False gives them all to the Arrangement."""
        return any(track.back_to_arranger for track in self.tracks)

    @back_to_arranger.setter
    def back_to_arranger(self, on: bool) -> None:
        for track in self.tracks:
            track.back_to_arranger = on

    def stop_all_clips(self, quantized: bool = True) -> None:
        """Stop every track's clip, at the next launch quantisation."""
        with self.doc_.change():
            for track in self.tracks:
                track.stop_all_clips(quantized)

    def launch_(self, track: Track, slot: ClipSlot | None, quantization: int | None = None) -> None:
        """Start ``slot`` on ``track``, or stop the track."""
        doc = self.doc_
        with doc.change():
            if doc.faults is not None and not doc.faults.permits(track, "fired_slot_index"):
                return
            quantum = self.quantum_(quantization)
            track.set_fired_(slot)
            if self.is_playing and quantum:
                track.launch_at_ = math.floor(self.total_beats_() / quantum + 1) * quantum
                return
            track.launch_at_ = math.inf
            if slot is not None and not self.is_playing:
                self.start_playing()
            doc.later(lambda: self._start(track, slot))

    def _stop(self) -> None:
        for track in self.tracks if self.is_playing else ():
            self.song_.end_recording_(track)
        super()._stop()
        # There is no bar to wait for any more.
        for track in self.tracks if not self.is_playing else ():
            if track.get_("stopping") is not None:
                self._start(track, track.fired_)

    def advance_(self) -> None:
        """Do what is due: called by Live's main loop again and again."""
        self.doc_.settle()
        self._settle()
        if self.is_playing or self._moved:
            self._moved = False
            self.doc_.changed(self, "current_song_time")
        if self.is_playing:
            for track in self.tracks:
                if track.get_("stopping") is not None and self.total_beats_() >= track.launch_at_:
                    self._start(track, track.fired_)
                self.song_.end_measured_(track)
                self._tell_position(track)

    def _tell_position(self, track: Track) -> None:
        slot = track.playing_
        if self.doc_.listeners and slot is not None and slot.clip is not None:
            self.doc_.changed(slot.clip, "playing_position")

    def _start(self, track: Track, slot: ClipSlot | None) -> None:
        if track == None:  # noqa: E711 - a track that went before its clip started equals None
            return
        track.launched_ = self.total_beats_()
        track.set_playing_(None if slot == None else slot)  # noqa: E711 - likewise

    def clip_position_(self, clip: Clip) -> float:
        elapsed = self.total_beats_() - clip.track_.launched_
        return clip.loop_start + elapsed % clip.length if clip.looping else min(elapsed, clip.length)

    def total_beats_(self) -> float:
        """Beats played since the transport started, the loop not counted back."""
        if not self.is_playing:
            return self._position
        return self._position + (self.doc_.clock() - self._since) * self.tempo / 60

    def quantum_(self, quantization: int | None = None) -> float:
        """The beats between two places where clips start; 0 for anywhere."""
        step = self.clip_trigger_quantization if quantization is None else quantization
        bar = self.signature_numerator * 4 / self.signature_denominator
        return _BARS[step] * bar if step in _BARS else _NOTES.get(step, 0.0)


def _step(value: int) -> int:
    if not 0 <= value < _STEPS:
        raise RuntimeError("Invalid quantization: 0 to 13 expected")
    return value
