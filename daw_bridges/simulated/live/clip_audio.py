"""What only audio clips have: gain, pitch, warping and the sample behind them."""

from __future__ import annotations

import itertools
import math
from typing import Any

from daw_bridges.simulated.live.audio_file import SAMPLE_RATE, AudioFile
from daw_bridges.simulated.live.devices.fader import fader_db
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.warping import WarpMarker, beat_at, moved, seconds_at

__all__ = ["AudioProperties"]

_MODES = (0, 1, 2, 3, 4, 6)
_COARSE, _FINE = 48, 500.0
_HALF = 50.0


def _is_audio(clip: Any) -> bool:
    return clip.is_audio_clip


class AudioProperties(LomObject):
    """The audio side of a clip; every property raises RuntimeError on MIDI clips."""

    warping = Property(bool, default=True, applies=_is_audio)
    warp_mode = Property(int, 0, applies=_is_audio, check=lambda _, mode: _known_mode(mode))
    gain = Property(float, 0.4, applies=_is_audio, check=lambda _, gain: _within(gain, 0.0, 1.0))
    pitch_coarse = Property(int, 0, applies=_is_audio, check=lambda _, st: _within(st, -_COARSE, _COARSE))
    ram_mode = Property(bool, default=False, applies=_is_audio)
    file_path = Property(str, "", applies=_is_audio, read_only=True)
    sample_length = Property(int, 352_800, applies=_is_audio, read_only=True, listen=False)
    sample_rate = Property(float, SAMPLE_RATE, applies=_is_audio, read_only=True, listen=False)
    _observable = ("warp_markers", "pitch_fine")

    @property
    def pitch_fine(self) -> float:
        """Cents; whole semitones are carried over into ``pitch_coarse``."""
        self._must_be_audio("pitch_fine")
        return self.get_("pitch_fine") or 0.0

    @pitch_fine.setter
    def pitch_fine(self, cents: float) -> None:
        self._must_be_audio("pitch_fine")
        fine = _within(strict(float, cents, "Clip.pitch_fine"), -_FINE, _FINE)
        step = int(math.copysign(1, fine))
        carried = step * math.floor((abs(fine) + _HALF) / 100.0)
        fine -= 100.0 * carried
        with self.doc_.change():
            if carried:
                self.pitch_coarse = min(max(self.pitch_coarse + carried, -_COARSE), _COARSE)
            self.assign_("pitch_fine", fine)

    @property
    def gain_display_string(self) -> str:
        """The gain in dB as displayed."""
        return f"{fader_db(self.gain, _TOP_DB):.1f} dB"

    @property
    def available_warp_modes(self) -> tuple[int, ...]:
        self._must_be_audio("available_warp_modes")
        return _MODES

    @property
    def warp_markers(self) -> tuple[WarpMarker, ...]:
        """What ties the sample to beats: at first its two ends; RuntimeError on MIDI clips."""
        self._must_be_audio("warp_markers")
        seconds = self.sample_length / self.sample_rate
        return self.get_("warp_markers") or (
            WarpMarker(0.0, 0.0),
            WarpMarker(seconds, seconds * self.doc_.song.tempo / 60),
        )

    def add_warp_marker(self, warp_marker: WarpMarker) -> None:
        """Tie one more place; RuntimeError out of order with the others, or on a clip that is not warped."""
        marker = strict(WarpMarker, warp_marker, "Clip.add_warp_marker")
        self._must_be_warped()
        self._write_markers((*self.warp_markers, marker))

    def move_warp_marker(self, marker_beat_time: float, beat_time_distance: float) -> None:
        """Tie the place of a marker to another beat."""
        self._must_be_warped()
        self._write_markers(moved(self.warp_markers, marker_beat_time, beat_time_distance))

    def remove_warp_marker(self, beat_time: float) -> None:
        """Untie the place that is at a beat; RuntimeError if there is none, or only two are left."""
        self._must_be_warped()
        kept = tuple(marker for marker in self.warp_markers if marker.beat_time != beat_time)
        if len(kept) == len(self.warp_markers) or len(kept) < 2:
            raise RuntimeError("There is no warp marker that could be removed")
        self._write_markers(kept)

    def beat_to_sample_time(self, beat_time: float) -> float:
        """The frame of the sample at a beat; RuntimeError unless warped."""
        self._must_be_warped()
        return (
            seconds_at(self.warp_markers, strict(float, beat_time, "beat_to_sample_time")) * self.sample_rate
        )

    def sample_to_beat_time(self, sample_time: float) -> float:
        """The beat at a frame of the sample; RuntimeError unless warped."""
        self._must_be_warped()
        return beat_at(
            self.warp_markers, strict(float, sample_time, "sample_to_beat_time") / self.sample_rate
        )

    def seconds_to_sample_time(self, seconds: float) -> float:
        """The frame at a time; RuntimeError if warped."""
        self._must_be_audio("seconds_to_sample_time")
        if self.warping:
            raise RuntimeError("Only available for clips that are not warped")
        return strict(float, seconds, "seconds_to_sample_time") * self.sample_rate

    def take_sample_(self, sample: AudioFile) -> None:
        """Play a file, and be called after it."""
        self.__dict__.update(
            {"=file_path": sample.path, "=sample_length": sample.frames, "=sample_rate": sample.sample_rate}
        )
        self.assign_("name", sample.name)

    def _write_markers(self, markers: tuple[WarpMarker, ...]) -> None:
        ordered = tuple(sorted(markers, key=lambda marker: marker.beat_time))
        pairs = itertools.pairwise(ordered)
        if any(one.beat_time >= two.beat_time or one.sample_time >= two.sample_time for one, two in pairs):
            raise RuntimeError("Warp markers must follow each other in the sample as in beats")
        self.assign_("warp_markers", ordered)

    def _must_be_audio(self, name: str) -> None:
        if not _is_audio(self):
            raise RuntimeError(f"Clip.{name} is only available for audio clips")

    def _must_be_warped(self) -> None:
        self._must_be_audio("warping")
        if not self.warping:
            raise RuntimeError("Only available for warped clips")

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        for name in ("pitch_fine", "warp_markers"):
            self.__dict__[f"={name}"] = other.get_(name)


_TOP_DB = 24.0


def _known_mode(mode: int) -> int:
    if mode not in _MODES:
        raise RuntimeError("Invalid warp mode")
    return mode


def _within(value: Any, low: float, high: float) -> Any:
    if not low <= value <= high:
        raise RuntimeError(f"Invalid value: {low:g} to {high:g} expected")
    return value
