"""The transport of a song: tempo, playing, position, loop.

Live's position belongs to its audio thread: a position that was just written takes effect a moment later, and
until then both the position and a locator set there are still the old ones.
"""

from __future__ import annotations

from typing import TypeVar

from daw_bridges.simulated.live.document import SETTLING_SECONDS
from daw_bridges.simulated.live.lom import Property, strict
from daw_bridges.simulated.live.mixer_device import TEMPO_RANGE
from daw_bridges.simulated.live.song_part import SongPart
from daw_bridges.simulated.live.undo import Undo

__all__ = ["DENOMINATORS", "LAST_BEAT", "Transport"]

LAST_BEAT = 1_576_800.0
_BEHIND = 32.0
_SHORTEST_LOOP = 1.0
N = TypeVar("N", int, float)

DENOMINATORS = (1, 2, 4, 8, 16)


class Transport(SongPart):
    """Playing and position, in beats (quarter notes) from 0."""

    tempo = Property(float, 120.0, check=lambda song, value: song.checked_tempo_(value))
    signature_numerator = Property(int, 4, check=lambda _, value: _within(value, 1, 99, "numerator"))
    signature_denominator = Property(int, 4, check=lambda _, value: _denominator(value))
    loop = Property(bool, default=False, late=True)
    loop_start = Property(float, 0.0, check=lambda song, beat: song.checked_start_(beat))
    loop_length = Property(float, 16.0, check=lambda song, beats: song.checked_length_(beats))
    metronome = Property(bool, default=False, undo=Undo.NONE)
    record_mode = Property(bool, default=False, late=True, undo=Undo.NONE)
    session_automation_record = Property(bool, default=False, late=True, undo=Undo.NONE)
    arrangement_overdub = Property(bool, default=False, undo=Undo.NONE)
    overdub = Property(bool, default=False, undo=Undo.NONE)
    punch_in = Property(bool, default=False, late=True)
    punch_out = Property(bool, default=False, late=True)
    nudge_up = Property(bool, default=False, undo=Undo.NONE)
    nudge_down = Property(bool, default=False, undo=Undo.NONE)
    is_ableton_link_enabled = Property(bool, default=False, undo=Undo.NONE)
    is_ableton_link_start_stop_sync_enabled = Property(bool, default=False, undo=Undo.NONE)
    tempo_follower_enabled = Property(bool, default=False, undo=Undo.NONE)
    start_time = Property(float, 0.0, check=lambda song, beat: song.checked_marker_(beat), undo=Undo.NONE)
    _observable = ("is_playing", "current_song_time", "song_length", "is_counting_in", "count_in_duration")

    _position = 0.0
    _stopped_at = 0.0
    _since = 0.0
    _seek: tuple[float, float] | None = None
    _moved = False

    @property
    def is_playing(self) -> bool:
        return bool(self.get_("is_playing"))

    @is_playing.setter
    def is_playing(self, on: bool) -> None:
        self.start_playing() if strict(bool, on, "Song.is_playing") else self.stop_playing()

    @property
    def current_song_time(self) -> float:
        """The position in beats; one that was just written shows a moment later."""
        self._settle()
        return self._beat_at(self.doc_.clock())

    @current_song_time.setter
    def current_song_time(self, beat: float) -> None:
        target = _within(strict(float, beat, "Song.current_song_time"), 0.0, LAST_BEAT, "song time")
        doc = self.doc_
        if target > self.song_length:
            raise RuntimeError("Cannot set the Songtime behind the Songlength")
        with doc.change():
            if doc.faults is not None and not doc.faults.permits(self, "current_song_time"):
                return
            self._settle()
            self._seek = (target, doc.clock() + SETTLING_SECONDS)
            if not self.is_playing:
                self.assign_("start_time", target)

    @property
    def count_in_duration(self) -> int:
        return 0

    @property
    def is_counting_in(self) -> bool:
        return False

    @property
    def last_event_time(self) -> float:
        """The end of the last thing in the Arrangement."""
        ends = [clip.end_time for track in self.tracks for clip in track.arrangement_clips]
        return max((*ends, *(cue.time for cue in self.song_.cue_points)), default=0.0)

    @property
    def song_length(self) -> float:
        """Where the song ends: eight bars of four behind the last event, the loop and the playhead."""
        sought = self._seek[0] if self._seek is not None else 0.0
        brace = self.get_("loop_start") + self.get_("loop_length")
        return max(self.last_event_time, brace, self._position, sought) + _BEHIND

    def start_playing(self) -> None:
        """Play from the start marker."""
        self.doc_.later(lambda: self._play_from(self.start_time))

    def continue_playing(self) -> None:
        """Play on from where the song was stopped, wherever it was sent since."""
        self.doc_.later(lambda: self._play_from(self._stopped_at))

    def play_selection(self) -> None:
        self.start_playing()

    def stop_playing(self) -> None:
        """Stop where the song is; when stopped already, go back to the beginning."""
        self.doc_.later(self._stop)

    def jump_by(self, beats: float) -> None:
        """Move the position, not before 0."""
        self.current_song_time = max(0.0, self.current_song_time + strict(float, beats, "jump_by"))

    def scrub_by(self, beats: float) -> None:
        self.jump_by(beats)

    def force_link_beat_time(self) -> None:
        """Have Link take over the position; there is no Link session."""

    def sync_parameter_changes(self) -> None:
        """Have parameter changes shown at once, as they always are here."""

    def capture_midi(self, destination: int = 0) -> None:
        """Keep what was played; nobody plays."""

    def tap_tempo(self) -> None:
        """Count one tap; a single tap changes nothing."""

    def _stop(self) -> None:
        now = self.doc_.clock()
        with self.doc_.change():
            if self.is_playing:
                stopped_at = self._beat_at(now)
                self.assign_("is_playing", False, Undo.NONE)
            else:
                stopped_at = 0.0
                self.assign_("start_time", stopped_at)
            if not self.is_playing:
                self._seek, self._position, self._stopped_at = None, stopped_at, stopped_at
                self._moved = True

    def _play_from(self, beat: float) -> None:
        with self.doc_.change():
            self.assign_("is_playing", True, Undo.NONE)
            if self.is_playing:
                self._seek, self._position, self._since = None, beat, self.doc_.clock()

    def _settle(self) -> None:
        """Let a written position take effect once its moment has come."""
        now = self.doc_.clock()
        if self._seek is not None and now >= self._seek[1]:
            self._position, self._since = self._seek[0], self._seek[1]
            self._seek, self._moved = None, True

    def _beat_at(self, now: float) -> float:
        if not self.is_playing:
            return self._position
        beat = self._position + (now - self._since) * self.tempo / 60
        end = self.loop_start + self.loop_length
        if self.loop and self._position < end <= beat:
            beat = self.loop_start + (beat - self.loop_start) % self.loop_length
        return beat

    def checked_start_(self, beat: float) -> float:
        _within(beat, 0.0, LAST_BEAT, "loop start")
        if beat + self.loop_length > self.song_length:
            raise RuntimeError("Cannot set the Loopstart behind the Songlength")
        return beat

    def checked_length_(self, beats: float) -> float:
        _within(beats, 0.0, LAST_BEAT, "loop length")
        if self.loop_start + beats > self.song_length:
            raise RuntimeError("Cannot set the Loop behind the song length")
        return max(beats, _SHORTEST_LOOP)

    def checked_marker_(self, beat: float) -> float:
        if not 0.0 <= beat <= self.song_length:
            raise RuntimeError("Cannot set the start time after the song length")
        return beat

    def checked_tempo_(self, bpm: float) -> float:
        _within(bpm, *TEMPO_RANGE, "tempo")
        now = self.doc_.clock()
        self._position, self._since = self._beat_at(now), now
        return bpm


def _within(value: N, low: float, high: float, what: str) -> N:
    if not low <= value <= high:
        raise RuntimeError(f"Invalid {what}: {low:g} to {high:g} expected")
    return value


def _denominator(value: int) -> int:
    if value not in DENOMINATORS:
        raise RuntimeError("Invalid denominator: 1, 2, 4, 8 or 16 expected")
    return value
