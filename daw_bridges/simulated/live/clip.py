"""A clip in a slot or in the Arrangement: loop, launch, notes and automation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.clip_audio import AudioProperties
from daw_bridges.simulated.live.clip_envelopes import ClipEnvelopes
from daw_bridges.simulated.live.colored import Colored
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.enums import ENUMS, numbers
from daw_bridges.simulated.live.groove_pool import Groove
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.note_editing import NoteEditing
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.clip_slot import ClipSlot
    from daw_bridges.simulated.live.take_lane import TakeLane
    from daw_bridges.simulated.live.track import Track

__all__ = ["Clip", "ClipView"]

_, _LAUNCH_MODES, _LAUNCH_STEPS, _GRIDS = (numbers(each) for each in ENUMS["Clip"])


class ClipView(LomObject):
    """How a clip is shown."""

    grid_is_triplet = Property(bool, default=False, undo=Undo.NONE)
    grid_quantization = Property(int, 8, check=lambda _, grid: _known_grid(grid), undo=Undo.NONE)

    def select_envelope_parameter(self, parameter: DeviceParameter) -> None:
        """Show the envelope of a parameter."""
        self.__dict__["=envelope_parameter"] = strict(DeviceParameter, parameter, "Clip.View")

    def show_loop(self) -> None:
        """Show the loop; the simulated Live has no window."""

    def show_envelope(self) -> None:
        """Show the envelope box."""

    def hide_envelope(self) -> None:
        """Hide the envelope box."""


class Clip(Colored, NoteEditing, AudioProperties, ClipEnvelopes):
    """MIDI or audio; times in beats."""

    name = Property(str, "")
    muted = Property(bool, default=False)
    looping = Property(bool, default=True)
    loop_start = Property(
        float, 0.0, check=lambda clip, value: clip.check_edges_(value, clip.get_("loop_end"))
    )
    loop_end = Property(float, 4.0, check=lambda clip, value: clip.check_end_(value))
    start_marker = Property(float, 0.0)
    end_marker = Property(float, 4.0)
    signature_numerator = Property(int, 4)
    signature_denominator = Property(int, 4)
    launch_mode = Property(int, 0, check=lambda _, mode: _one_of(mode, _LAUNCH_MODES))
    launch_quantization = Property(int, 0, check=lambda _, step: _one_of(step, _LAUNCH_STEPS))
    legato = Property(bool, default=False)
    velocity_amount = Property(float, 0.0, check=lambda _, amount: _share(amount))
    _observable = (
        "playing_status", "playing_position", "loop_jump", "is_recording", "is_overdubbing", "start_time",
        "end_time", "position", "groove",
    )  # fmt: skip

    def __init__(
        self,
        parent: ClipSlot | Track | TakeLane,
        track: Track,
        length: float,
        *,
        midi: bool,
        start: float | None = None,
    ) -> None:
        super().__init__(parent.doc_, parent)
        self.track_ = track
        self._midi = midi
        self.__dict__.update({"=loop_end": length, "=end_marker": length, "=arrangement_start": start})
        self.__dict__["=color_index"] = track.color_index
        self.view = ClipView(self.doc_, self)

    @property
    def is_midi_clip(self) -> bool:
        return self._midi

    @property
    def is_audio_clip(self) -> bool:
        return not self._midi

    @property
    def is_arrangement_clip(self) -> bool:
        return self.get_("arrangement_start") is not None

    @property
    def is_session_clip(self) -> bool:
        return not self.is_arrangement_clip

    @property
    def length(self) -> float:
        """The length of the loop, or from start to end marker when not looping; what is recorded grows."""
        since = self.get_("recording_since")
        if since is not None:
            return max(self.doc_.song.total_beats_() - since, self.loop_end)
        if self.looping:
            return self.loop_end - self.loop_start
        return self.end_marker - self.start_marker

    @property
    def start_time(self) -> float:
        """Where an Arrangement clip starts; 0 for a Session clip."""
        return self.get_("arrangement_start") or 0.0

    @property
    def end_time(self) -> float:
        """Where an Arrangement clip ends; for a Session clip the end of its loop."""
        return self.start_time + self.length if self.is_arrangement_clip else self.loop_end

    @property
    def position(self) -> float:
        """The start of the loop; writing it moves the loop."""
        return self.loop_start

    @position.setter
    def position(self, value: float) -> None:
        length = self.loop_end - self.loop_start
        with self.doc_.change():
            self.assign_("loop_start", float(value))
            self.assign_("loop_end", value + length)

    @property
    def is_playing(self) -> bool:
        """Whether the clip plays; writing it launches or stops the clip."""
        return self.is_session_clip and self.track_.playing_ == self.parent_

    @is_playing.setter
    def is_playing(self, on: bool) -> None:
        self.fire() if on else self.stop()

    @property
    def is_triggered(self) -> bool:
        return self.is_session_clip and self.track_.fired_ == self.parent_

    @property
    def is_recording(self) -> bool:
        return self.get_("recording_since") is not None

    @property
    def is_overdubbing(self) -> bool:
        return False

    @property
    def will_record_on_start(self) -> bool:
        return False

    @property
    def is_take_lane_clip(self) -> bool:
        return type(self.parent_).__name__ == "TakeLane"

    @property
    def has_groove(self) -> bool:
        return self.groove is not None

    @property
    def groove(self) -> Groove | None:
        """The clip's feel, out of the groove pool; it can be changed, but not taken away."""
        return self.one_("groove")

    @groove.setter
    def groove(self, groove: Groove) -> None:
        self.assign_("groove", strict(Groove, groove, "Clip.groove"))

    def scrub(self, scrub_position: float) -> None:
        """Play from a beat on, as under the mouse, until ``stop_scrub``."""
        self.assign_("scrubbing", strict(float, scrub_position, "Clip.scrub"), Undo.NONE)

    def stop_scrub(self) -> None:
        """Let go."""
        self.assign_("scrubbing", None, Undo.NONE)

    @property
    def playing_position(self) -> float:
        """Where a playing Session clip is, from its own start, or where it is scrubbed."""
        scrubbing = self.get_("scrubbing")
        if scrubbing is not None:
            return scrubbing
        return self.doc_.song.clip_position_(self) if self.is_playing else 0.0

    def fire(self) -> None:
        """Launch the clip, at the next launch quantisation if the song runs."""
        self._slot().fire()

    def stop(self) -> None:
        """Stop the clip, at the next launch quantisation."""
        if self.is_session_clip:
            self.track_.stop_all_clips()

    def move_playing_pos(self, beats: float) -> None:
        """Move on in the playing clip, or back."""
        if self.is_playing:
            self.track_.jump_in_running_session_clip(beats)

    def set_fire_button_state(self, state: bool) -> None:
        if state:
            self.fire()

    def crop(self) -> None:
        """Cut the clip to its loop."""
        with self.doc_.change():
            self.assign_("start_marker", self.loop_start)
            self.assign_("end_marker", self.loop_end)
            if self._midi:
                self.keep_notes_(lambda note: self.loop_start <= note.start_time < self.loop_end)

    def duplicate_loop(self) -> None:
        """Double the loop with everything in it."""
        length = self.loop_end - self.loop_start
        with self.doc_.change():
            if self._midi:
                self.repeat_notes_(self.loop_start, self.loop_end)
            self.assign_("loop_end", self.loop_end + length)
            self.assign_("end_marker", max(self.end_marker, self.loop_end))

    def _slot(self) -> ClipSlot:
        if self.is_arrangement_clip:
            raise RuntimeError("Arrangement clips cannot be launched")
        return self.track_.clip_slots[[slot.clip for slot in self.track_.clip_slots].index(self)]

    def check_edges_(self, start: float, end: float) -> float:
        if start >= end:
            raise RuntimeError("The loop start must be before the loop end")
        return start

    def check_end_(self, end: float) -> float:
        self.check_edges_(self.get_("loop_start"), end)
        return end

    def children_(self) -> Iterable[LomObject]:
        return (self.view, *self.envelopes_().values())

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "recording_since":
            self.doc_.changed(self, "is_recording")
        if name == "arrangement_start":
            self.doc_.changed(self, "start_time")
        if name == "loop_start":
            self.doc_.changed(self, "position")
        if name in ("arrangement_start", "loop_start", "loop_end"):
            self.doc_.changed(self, "end_time")

    def take_from_(self, other: LomObject) -> None:
        start = self.get_("arrangement_start")
        super().take_from_(other)
        self.__dict__["=arrangement_start"] = start


def _known_grid(grid: int) -> int:
    return _one_of(grid, _GRIDS[:-1])


def _one_of(value: int, allowed: tuple[int, ...]) -> int:
    if value not in allowed:
        raise RuntimeError(f"Invalid value: one of {allowed} expected")
    return value


def _share(amount: float) -> float:
    if not 0.0 <= amount <= 1.0:
        raise RuntimeError("Invalid value: 0 to 1 expected")
    return amount
