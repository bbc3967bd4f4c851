"""Launching clips: at once while the song stands, else at the next launch quantisation."""

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


class Launching(Transport):
    """Which clips wait to start or stop, and which play."""

    clip_trigger_quantization = Property(int, 4, undo=Undo.NONE)
    midi_recording_quantization = Property(int, 0, undo=Undo.NONE)
    back_to_arranger = Property(bool, default=False, undo=Undo.NONE)
    select_on_launch = Property(bool, default=True, listen=False, read_only=True)

    def stop_all_clips(self, quantized: bool = True) -> None:
        """Stop every track's clip, at the next launch quantisation."""
        with self.doc_.change():
            for track in self.tracks:
                track.stop_all_clips(quantized)

    def trigger_session_record(self, record_length: float | None = None) -> None:
        """Switch Session recording."""
        self.session_record = not self.session_record

    def launch_(self, track: Track, slot: ClipSlot | None, quantization: int | None = None) -> None:
        """Start ``slot`` on ``track``, or stop the track."""
        doc = self.doc_
        with doc.change():
            if doc.faults is not None and not doc.faults.permits(track, "fired_slot_index"):
                return
            quantum = self._quantum(self.clip_trigger_quantization if quantization is None else quantization)
            if self.is_playing and quantum:
                track.launch_at_ = math.floor(self._total_beats() / quantum + 1) * quantum
                track.set_fired_(slot)
                return
            self._start(track, slot)
            if slot is not None and not self.is_playing:
                self.continue_playing()

    def advance_(self) -> None:
        """Do what is due: called by Live's main loop again and again."""
        self._settle()
        if self.is_playing or self._moved:
            self._moved = False
            self.doc_.changed(self, "current_song_time")
        if self.is_playing:
            for track in self.tracks:
                if track.get_("stopping") is not None and self._total_beats() >= track.launch_at_:
                    self._start(track, track.fired_)

    def _start(self, track: Track, slot: ClipSlot | None) -> None:
        track.launched_ = self._total_beats()
        track.set_playing_(slot)
        if slot is not None:
            self.assign_("back_to_arranger", value=True)

    def clip_position_(self, clip: Clip) -> float:
        elapsed = self._total_beats() - clip.track_.launched_
        return clip.loop_start + elapsed % clip.length if clip.looping else min(elapsed, clip.length)

    def _total_beats(self) -> float:
        """Beats played since the transport started, the loop not counted back."""
        if not self.is_playing:
            return self._position
        return self._position + (self.doc_.clock() - self._since) * self.tempo / 60

    def _quantum(self, quantization: int) -> float:
        bar = self.signature_numerator * 4 / self.signature_denominator
        return _BARS[quantization] * bar if quantization in _BARS else _NOTES.get(quantization, 0.0)
