"""Simpler, and the sample in it: none until one is loaded or put there by its file's path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from daw_bridges.simulated.live.audio_file import audio_file
from daw_bridges.simulated.live.device import Device, DeviceView
from daw_bridges.simulated.live.enums import ENUMS, numbers
from daw_bridges.simulated.live.lom import LomObject, Property, Since, strict
from daw_bridges.simulated.live.sample import Sample
from daw_bridges.simulated.live.undo import Undo

__all__ = ["SimplerDevice", "SimplerView", "get_available_voice_numbers"]

_MODES, _SLICINGS = (numbers(each) for each in ENUMS["SimplerDevice"])
_VOICES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32)
_EMPTY = -1


def get_available_voice_numbers() -> tuple[int, ...]:
    """How many voices a Simpler can be set to."""
    return _VOICES


class SimplerView(DeviceView):
    """SimplerDevice.View; −1 for places in a sample that is not there."""

    selected_slice = Property(int, 0, applies=lambda view: view.sample_ is not None, undo=Undo.NONE)
    _observable = ("sample_start", "sample_end", "sample_loop_start", "sample_loop_end", "sample_loop_fade",
                   "sample_env_fade_in", "sample_env_fade_out")  # fmt: skip

    @property
    def sample_(self) -> Sample | None:
        return cast("SimplerDevice", self.parent_).sample

    @property
    def sample_start(self) -> int:
        return self.sample_.start_marker if self.sample_ else _EMPTY

    @property
    def sample_end(self) -> int:
        return self.sample_.end_marker if self.sample_ else _EMPTY

    @property
    def sample_loop_start(self) -> int:
        return self.sample_start

    @property
    def sample_loop_end(self) -> int:
        return self.sample_end

    @property
    def sample_loop_fade(self) -> int:
        return 0 if self.sample_ else _EMPTY

    @property
    def sample_env_fade_in(self) -> int:
        return 0 if self.sample_ else _EMPTY

    @property
    def sample_env_fade_out(self) -> int:
        return 0 if self.sample_ else _EMPTY


class SimplerDevice(Device):
    """Live.SimplerDevice.SimplerDevice; what needs a sample raises RuntimeError without one."""

    View = SimplerView

    playback_mode = Property(int, 0, check=lambda _, mode: _one_of(mode, _MODES))
    slicing_playback_mode = Property(int, 0, check=lambda _, mode: _one_of(mode, _SLICINGS))
    voices = Property(int, 32, check=lambda _, count: _one_of(count, _VOICES))
    retrigger = Property(bool, default=True)
    pad_slicing = Property(bool, default=False)
    pitch_bend_range = Property(int, 5)
    note_pitch_bend_range = Property(int, 48)
    _observable = (
        "sample", "multi_sample_mode", "playing_position", "playing_position_enabled", "can_warp_as",
        "can_warp_double", "can_warp_half",
    )  # fmt: skip

    def new_view_(self) -> SimplerView:
        return SimplerView(self.doc_, self)

    @property
    def sample(self) -> Sample | None:
        return self.one_("sample")

    @property
    def multi_sample_mode(self) -> bool:
        return False

    @property
    def playing_position(self) -> float:
        return 0.0

    @property
    def playing_position_enabled(self) -> bool:
        return False

    @property
    def can_warp_as(self) -> bool:
        return self._is_warped()

    @property
    def can_warp_double(self) -> bool:
        return self._is_warped()

    @property
    def can_warp_half(self) -> bool:
        return self._is_warped()

    @Since[None](12, 4)
    def replace_sample(self, file_path: str) -> None:
        """Load the sample at a path; RuntimeError if there is none."""
        self.load_sample_(strict(str, file_path, "replace_sample"))

    def load_sample_(self, path: str) -> None:
        """Take a sample, and be called after it, as when one is dropped on the device."""
        file = audio_file(path)
        with self.doc_.change():
            before = self.get_("sample")
            self.assign_("sample", Sample(self, file))
            self.assign_("name", file.name)
            if before is not None:
                before.delete_()

    def crop(self) -> None:
        """Keep only what is between the markers."""
        self._sample().crop_()

    def reverse(self) -> None:
        """Turn the sample round; twice is as before."""
        sample = self._sample()
        sample.assign_("is_reversed", not sample.get_("is_reversed"))

    def guess_playback_length(self) -> float:
        """How many beats are between the markers."""
        sample = self._sample()
        seconds = (sample.end_marker - sample.start_marker) / sample.sample_rate
        return float(max(round(seconds * self.doc_.song.tempo / 60), 1))

    def warp_as(self, beat_time: float) -> None:
        """Stretch the sample to so many beats; RuntimeError unless it is warped."""
        self._warped().stretch_(strict(float, beat_time, "warp_as"))

    def warp_double(self) -> None:
        """Play twice as fast."""
        sample = self._warped()
        sample.stretch_(sample.beats_ / 2)

    def warp_half(self) -> None:
        """Play half as fast."""
        sample = self._warped()
        sample.stretch_(sample.beats_ * 2)

    def _is_warped(self) -> bool:
        return self.sample is not None and self.sample.warping

    def _warped(self) -> Sample:
        sample = self._sample()
        if not sample.warping:
            raise RuntimeError("Only available for warped samples")
        return sample

    def _sample(self) -> Sample:
        if self.sample is None:
            raise RuntimeError("There is no sample in this Simpler")
        return self.sample

    def children_(self) -> Iterable[LomObject]:
        return (*super().children_(), *([self.sample] if self.sample is not None else []))

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        if isinstance(other, SimplerDevice) and other.sample is not None:
            copy = Sample(self, other.sample.file_)
            copy.take_from_(other.sample)
            self.__dict__["=sample"] = copy


def _one_of(value: int, allowed: tuple[int, ...]) -> int:
    if value not in allowed:
        raise RuntimeError(f"Invalid value: one of {allowed} expected")
    return value
