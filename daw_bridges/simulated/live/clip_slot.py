"""A slot of the Session grid: one track, one scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.audio_file import audio_file
from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.lom import LomObject, Property, Since, strict
from daw_bridges.simulated.live.undo import Undo

if TYPE_CHECKING:
    from daw_bridges.simulated.live.track import Track

__all__ = ["ClipSlot"]


class ClipSlot(LomObject):
    """Holds at most one clip."""

    has_stop_button = Property(bool, default=True)
    _observable = (
        "has_clip",
        "is_triggered",
        "playing_status",
        "color",
        "color_index",
        "controls_other_clips",
    )

    def __init__(self, track: Track) -> None:
        super().__init__(track.doc_, track)
        self.track_ = track

    @property
    def clip(self) -> Clip | None:
        return self.one_("clip")

    @property
    def has_clip(self) -> bool:
        return self.get_("clip") is not None

    @property
    def is_group_slot(self) -> bool:
        return self.track_.is_foldable

    @property
    def controls_other_clips(self) -> bool:
        return False

    @property
    def is_playing(self) -> bool:
        return self.track_.playing_ == self

    @property
    def is_triggered(self) -> bool:
        return self.track_.fired_ == self

    @property
    def is_recording(self) -> bool:
        return self.is_playing and self.clip is not None and self.clip.is_recording

    @property
    def playing_status(self) -> int:
        """0 stopped, 1 playing, 2 recording."""
        return int(self.is_playing) + int(self.is_recording)

    @property
    def will_record_on_start(self) -> bool:
        """Whether launching it records: it is waiting to, or empty on an armed track."""
        return not self.has_clip and self.can_record_

    @property
    def can_record_(self) -> bool:
        return self.track_.can_be_armed and self.track_.arm

    @property
    def color(self) -> int | None:
        """The colour of a group's slot; None elsewhere."""
        return self.track_.color if self.is_group_slot else None

    @property
    def color_index(self) -> int | None:
        return self.track_.color_index if self.is_group_slot else None

    def create_clip(self, length: float) -> Clip:
        """Create an empty MIDI clip of ``length`` beats; RuntimeError unless the slot can take one."""
        beats = strict(float, length, "create_clip")
        if not self.track_.has_midi_input:
            raise RuntimeError("Clips can only be created on MIDI tracks")
        if self.has_clip:
            raise RuntimeError("The slot has a clip already")
        if beats <= 0:
            raise RuntimeError("The length of a clip must be greater than 0")
        return self.put_(beats, midi=True)

    @Since[Clip](12, 0)
    def create_audio_clip(self, path: str) -> Clip:
        """Create an audio clip from the file at ``path``; RuntimeError unless the slot can take one."""
        sample = audio_file(strict(str, path, "create_audio_clip"))
        if not self.track_.has_audio_input or self.has_clip:
            raise RuntimeError("Audio clips can only be created in empty slots of audio tracks")
        with self.doc_.change():
            clip = self.put_(sample.beats(self.doc_.song.tempo), midi=False)
            clip.take_sample_(sample)
            return clip

    def delete_clip(self) -> None:
        """Delete the clip; RuntimeError if the slot is empty."""
        clip = self.get_("clip")
        if clip is None:
            raise RuntimeError("The slot is empty")
        with self.doc_.change():
            if self.is_playing:
                self.track_.set_playing_(None)
            self.assign_("clip", None)
            if self.clip is None:
                clip.delete_()

    def duplicate_clip_to(self, target_clip_slot: ClipSlot) -> None:
        """Copy the clip to another slot, over what is there; RuntimeError if the tracks do not match."""
        strict(ClipSlot, target_clip_slot, "ClipSlot.duplicate_clip_to")
        source = self.clip
        if source is None:
            raise RuntimeError("The slot is empty")
        if target_clip_slot.track_.kind_ != self.track_.kind_:
            raise RuntimeError("The target slot is on a track of another kind")
        with self.doc_.change():
            if target_clip_slot.has_clip:
                target_clip_slot.delete_clip()
            copy = target_clip_slot.put_(source.length, midi=source.is_midi_clip)
            copy.take_from_(source)
            if target_clip_slot.track_ == self.track_:
                copy.copy_envelopes_(source, {parameter: parameter for parameter in source.envelopes_()})

    def fire(
        self,
        record_length: float | None = None,
        launch_quantization: int | None = None,
        force_legato: bool = False,
    ) -> None:
        """Launch the clip; an empty slot records on an armed track, else its stop button stops the track."""
        if self.has_clip and record_length is not None:
            raise RuntimeError("A record length can only be given for an empty slot")
        if not self.has_clip and force_legato:
            raise RuntimeError("Can only pass force_legato to non-empty slots.")
        if self.has_clip or self.can_record_:
            self.assign_("record_length", record_length, Undo.NONE)
            self.doc_.song.launch_(self.track_, self, launch_quantization)
        elif self.has_stop_button:
            self.track_.stop_all_clips(launch_quantization != 0)

    def fire_with_scene_(self, launch_quantization: int | None) -> None:
        """Launch the clip as part of its scene; an empty slot stops the track and never records."""
        if self.has_clip:
            self.fire(launch_quantization=launch_quantization)
        elif self.has_stop_button:
            self.track_.stop_all_clips(launch_quantization != 0)

    def stop(self) -> None:
        """Stop what plays on the track."""
        self.track_.stop_all_clips()

    def set_fire_button_state(self, state: bool) -> None:
        if state:
            self.fire()

    def put_(self, length: float, *, midi: bool) -> Clip:
        with self.doc_.change():
            clip = Clip(self, self.track_, length, midi=midi)
            self.assign_("clip", clip)
            return clip

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "clip":
            self.doc_.changed(self, "has_clip")

    def children_(self) -> Iterable[LomObject]:
        return () if self.clip is None else (self.clip,)
