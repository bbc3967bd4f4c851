"""The song's position and loop as Live displays them: in bars and beats, or in hours, minutes and seconds."""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.simulated.live.transport import Transport

__all__ = ["BeatTime", "SmptTime", "SongTime"]

_TICKS = 60
_SUB_DIVISIONS = 4
_FRAME_RATES = {0: 1000, 1: 24, 2: 25, 3: 30, 4: 30, 5: 30}


@dataclass
class BeatTime:
    """``bars.beats.sub_division.ticks``: positions count from 1, lengths from 0, ticks go to 59."""

    bars: int
    beats: int
    sub_division: int
    ticks: int

    def __str__(self) -> str:
        return f"{self.bars:03d}.{self.beats:02d}.{self.sub_division:02d}.{self.ticks:03d}"


@dataclass
class SmptTime:
    """A time of day; in the format ``ms_time`` the frames are milliseconds."""

    hours: int
    minutes: int
    seconds: int
    frames: int

    def __str__(self) -> str:
        return f"{self.hours:02d}:{self.minutes:02d}:{self.seconds:02d}:{self.frames:02d}"


class SongTime(Transport):
    """Reading the transport in other units than beats."""

    def get_current_beats_song_time(self) -> BeatTime:
        """The position."""
        return self._beats(self.current_song_time, first=1)

    def get_beats_loop_start(self) -> BeatTime:
        """Where the loop starts."""
        return self._beats(self.loop_start, first=1)

    def get_beats_loop_length(self) -> BeatTime:
        """How long the loop is."""
        return self._beats(self.loop_length, first=0)

    def get_current_smpte_song_time(self, time_format: int) -> SmptTime:
        """The position in a Live.Song.TimeFormat; RuntimeError for an unknown one."""
        if time_format not in _FRAME_RATES:
            raise RuntimeError("Invalid time format")
        whole, part = divmod(self.current_song_time * 60 / self.tempo, 1)
        minutes, seconds = divmod(int(whole), 60)
        return SmptTime(minutes // 60, minutes % 60, seconds, int(part * _FRAME_RATES[time_format]))

    def _beats(self, quarters: float, first: int) -> BeatTime:
        steps = round(quarters * self.signature_denominator / 4 * _SUB_DIVISIONS * _TICKS)
        parts, ticks = divmod(steps, _TICKS)
        beats, part = divmod(parts, _SUB_DIVISIONS)
        bars, beat = divmod(beats, self.signature_numerator)
        return BeatTime(bars + first, beat + first, part + first, ticks)
