"""A slot of the Session grid: one track, one scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.lom import ArgumentError, LomObject, Property, Since, strict

if TYPE_CHECKING:
    from daw_bridges.simulated.live.track import Track

__all__ = ["ClipSlot"]

_AUDIO_LENGTH = 16.0


class ClipSlot(LomObject):
    """Holds at most one clip."""

    has_stop_button = Property(bool, default=True)
    _observable = ("has_clip", "is_triggered", "playing_status", "color", "color_index", "controls_other_clips")

    def __init__(self, track: Track) -> None:
        super().__init__(track._doc, track)
        self._track = track

    @property
    def clip(self) -> Clip | None:
        return self._get("clip")

    @property
    def has_clip(self) -> bool:
        return self._get("clip") is not None

    @property
    def is_group_slot(self) -> bool:
        return self._track.is_foldable

    @property
    def controls_other_clips(self) -> bool:
        return False

    @property
    def is_playing(self) -> bool:
        return self._track._playing is self

    @property
    def is_triggered(self) -> bool:
        return self._track._fired is self

    @property
    def is_recording(self) -> bool:
        return False

    @property
    def playing_status(self) -> int:
        """0 stopped, 1 playing."""
        return int(self.is_playing)

    def create_clip(self, length: float) -> None:
        """Create an empty MIDI clip of ``length`` beats; RuntimeError unless on an empty slot of a MIDI track."""
        beats = strict(float, length, "create_clip")
        if not self._track.has_midi_input:
            raise RuntimeError("Clips can only be created on MIDI tracks")
        if self.has_clip:
            raise RuntimeError("The slot has a clip already")
        if beats <= 0:
            raise RuntimeError("The length of a clip must be greater than 0")
        self._put(beats, midi=True)

    @Since[None](12, 0)
    def create_audio_clip(self, path: str) -> None:
        """Create an audio clip from the file at ``path``; RuntimeError unless on an empty slot of an audio track."""
        file_path = strict(str, path, "create_audio_clip")
        if not self._track.has_audio_input or self.has_clip:
            raise RuntimeError("Audio clips can only be created in empty slots of audio tracks")
        with self._doc.change():
            clip = self._put(_AUDIO_LENGTH, midi=False)
            clip.__dict__["=file_path"] = file_path
            clip.__dict__["=name"] = file_path.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]

    def delete_clip(self) -> None:
        """Delete the clip; RuntimeError if the slot is empty."""
        clip = self._get("clip")
        if clip is None:
            raise RuntimeError("The slot is empty")
        with self._doc.change():
            if self.is_playing:
                self._track._set_playing(None)
            self._assign("clip", None)
            if self.clip is None:
                clip._delete()

    def duplicate_clip_to(self, target_clip_slot: ClipSlot) -> None:
        """Copy the clip to another slot, over what is there; RuntimeError if the tracks do not match."""
        if not isinstance(target_clip_slot, ClipSlot):
            raise ArgumentError("Python argument types in ClipSlot.duplicate_clip_to did not match C++ signature")
        source = self.clip
        if source is None:
            raise RuntimeError("The slot is empty")
        if target_clip_slot._track._kind != self._track._kind:
            raise RuntimeError("The target slot is on a track of another kind")
        with self._doc.change():
            if target_clip_slot.has_clip:
                target_clip_slot.delete_clip()
            target_clip_slot._put(source.length, midi=source.is_midi_clip)._take_from(source)

    def fire(self, record_length: float = 0.0, launch_quantization: int | None = None) -> None:
        """Launch the clip, or stop the track if the slot is empty and has a stop button."""
        if self.has_clip:
            self._doc.song._launch(self._track, self, launch_quantization)
        elif self.has_stop_button:
            self._track.stop_all_clips()

    def stop(self) -> None:
        """Stop what plays on the track."""
        self._track.stop_all_clips()

    def set_fire_button_state(self, state: bool) -> None:
        if state:
            self.fire()

    def _put(self, length: float, *, midi: bool) -> Clip:
        with self._doc.change():
            clip = Clip(self, self._track, length, midi=midi)
            self._assign("clip", clip)
            return clip

    def _changed(self, name: str) -> None:
        super()._changed(name)
        if name == "clip":
            self._doc.changed(self, "has_clip")

    def _children(self) -> Iterable[LomObject]:
        return () if self.clip is None else (self.clip,)
