"""The sample in a Simpler: markers and slices, counted in frames."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.devices.fader import fader_db
from daw_bridges.simulated.live.enums import ENUMS, numbers
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.warping import WarpMarker, beat_at, seconds_at

if TYPE_CHECKING:
    from daw_bridges.simulated.live.audio_file import AudioFile
    from daw_bridges.simulated.live.simpler_device import SimplerDevice

__all__ = ["Sample"]

_STYLES, _LOOPS = (numbers(each) for each in ENUMS["Sample"])
_TOP_DB = 24.0
_BEATS_A_SLICE = 1.0


class Sample(LomObject):
    """Live.Sample.Sample."""

    gain = Property(float, 0.4, check=lambda _, gain: _within(gain, 0.0, 1.0))
    warping = Property(bool, default=False)
    warp_mode = Property(int, 0, check=lambda _, mode: int(_within(mode, 0, 6)))
    start_marker = Property(int, 0, check=lambda sample, frame: int(_within(frame, 0, sample.end_marker - 1)))
    slicing_style = Property(int, 0, check=lambda _, style: _one_of(style, _STYLES))
    slicing_sensitivity = Property(float, 0.5, check=lambda _, value: _within(value, 0.0, 1.0))
    slicing_beat_division = Property(int, 2, check=lambda _, value: int(_within(value, 0, 10)))
    slicing_region_count = Property(int, 8, check=lambda _, value: int(_within(value, 2, 64)))
    beats_granulation_resolution = Property(int, 6, check=lambda _, value: int(_within(value, 0, 6)))
    beats_transient_envelope = Property(float, 100.0, check=lambda _, value: _within(value, 0.0, 100.0))
    beats_transient_loop_mode = Property(int, 0, check=lambda _, mode: _one_of(mode, _LOOPS))
    complex_pro_envelope = Property(float, 128.0, check=lambda _, value: _within(value, 8.0, 512.0))
    complex_pro_formants = Property(float, 100.0, check=lambda _, value: _within(value, 0.0, 100.0))
    texture_flux = Property(float, 25.0, check=lambda _, value: _within(value, 0.0, 100.0))
    texture_grain_size = Property(float, 65.0, check=lambda _, value: _within(value, 2.0, 263.0))
    tones_grain_size = Property(float, 30.0, check=lambda _, value: _within(value, 12.0, 100.0))
    _observable = ("slices", "end_marker", "warp_markers", "file_path")

    def __init__(self, simpler: SimplerDevice, file: AudioFile) -> None:
        super().__init__(simpler.doc_, simpler)
        self.file_ = file

    @property
    def file_path(self) -> str:
        return self.file_.path

    @property
    def length(self) -> int:
        return self.get_("frames") or self.file_.frames

    @property
    def sample_rate(self) -> float:
        return self.file_.sample_rate

    @property
    def end_marker(self) -> int:
        return self.get_("end_marker") or self.length

    @end_marker.setter
    def end_marker(self, frame: int) -> None:
        end = strict(int, frame, "Sample.end_marker")
        self.assign_("end_marker", int(_within(end, self.start_marker + 1, self.length)))

    @property
    def warp_markers(self) -> tuple[WarpMarker, ...]:
        return (WarpMarker(0.0, 0.0), WarpMarker(self.length / self.sample_rate, self.beats_))

    @property
    def beats_(self) -> float:
        return self.get_("beats") or self.file_.beats(self.doc_.song.tempo)

    def stretch_(self, beats: float) -> None:
        if beats <= 0:
            raise RuntimeError("The length must be greater than 0")
        with self.doc_.change():
            self.assign_("beats", beats)
            self.doc_.changed(self, "warp_markers")

    def crop_(self) -> None:
        """Make what is between the markers the whole sample."""
        with self.doc_.change():
            self.assign_("frames", self.end_marker - self.start_marker)
            self.assign_("start_marker", 0)
            self.assign_("end_marker", None)
            self._write(())

    @property
    def slices(self) -> tuple[int, ...]:
        """Where slices begin: of regions evenly, by beats one a beat, else those that were put."""
        if self.slicing_style == _STYLES[2]:
            return tuple(
                self.length * part // self.slicing_region_count for part in range(self.slicing_region_count)
            )
        if self.slicing_style == _STYLES[1]:
            step = int(self.sample_rate * 60 / self.doc_.song.tempo * _BEATS_A_SLICE)
            return tuple(range(0, self.length, step))
        return self.get_("slices") or (0,)

    def gain_display_string(self) -> str:
        """The gain in dB as displayed."""
        return f"{fader_db(self.gain, _TOP_DB):.1f} dB"

    def insert_slice(self, slice_time: int) -> None:
        """Put a slice at a frame."""
        frame = int(_within(strict(int, slice_time, "insert_slice"), 0, self.length - 1))
        if frame not in self.slices:
            place = bisect_left(self.slices, frame)
            self._write((*self.slices[:place], frame, *self.slices[place:]))

    def move_slice(self, old_time: int, new_time: int) -> int:
        """Move a slice, between its neighbours; gives where it is now. RuntimeError if there is none."""
        slices = list(self.slices)
        if strict(int, old_time, "move_slice") not in slices:
            raise RuntimeError("There is no slice at that place")
        place = slices.index(old_time)
        low = slices[place - 1] + 1 if place else 0
        high = slices[place + 1] - 1 if place + 1 < len(slices) else self.length - 1
        slices[place] = min(max(strict(int, new_time, "move_slice"), low), high)
        self._write(tuple(slices))
        return slices[place]

    def remove_slice(self, slice_time: int) -> None:
        """Take a slice away; nothing happens where there is none exactly."""
        self._write(tuple(frame for frame in self.slices if frame != slice_time))

    def clear_slices(self) -> None:
        """Leave one slice only."""
        self._write((0,))

    def reset_slices(self) -> None:
        """Put the slices where Live finds them."""
        self._write(())

    def beat_to_sample_time(self, beat_time: float) -> float:
        """The frame at a beat; RuntimeError unless warped."""
        self._must_be_warped()
        return seconds_at(self.warp_markers, beat_time) * self.sample_rate

    def sample_to_beat_time(self, sample_time: float) -> float:
        """The beat at a frame; RuntimeError unless warped."""
        self._must_be_warped()
        return beat_at(self.warp_markers, sample_time / self.sample_rate)

    def _must_be_warped(self) -> None:
        if not self.warping:
            raise RuntimeError("Only available for warped samples")

    def _write(self, slices: tuple[int, ...]) -> None:
        self.assign_("slices", slices)


def _within(value: float, low: float, high: float) -> float:
    if not low <= value <= high:
        raise RuntimeError(f"Invalid value: {low:g} to {high:g} expected")
    return value


def _one_of(value: int, allowed: tuple[int, ...]) -> int:
    if value not in allowed:
        raise RuntimeError(f"Invalid value: one of {allowed} expected")
    return value
