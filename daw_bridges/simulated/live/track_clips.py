"""The clips of a track: its column of slots, what plays in it, and its lane of the Arrangement."""

from __future__ import annotations

from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.clip_slot import ClipSlot
from daw_bridges.simulated.live.lom import ArgumentError, Since, strict
from daw_bridges.simulated.live.track_part import TrackPart
from daw_bridges.simulated.live.undo import Undo

__all__ = ["TrackClips"]

_NOTHING, _STOP = -1, -2
_AUTOMATED = 1


class TrackClips(TrackPart):
    """Session slots and Arrangement clips."""

    _observable = ("clip_slots", "arrangement_clips", "playing_slot_index", "fired_slot_index")

    @property
    def clip_slots(self) -> tuple[ClipSlot, ...]:
        return self._get("clip_slots") or ()

    @property
    def arrangement_clips(self) -> tuple[Clip, ...]:
        """The clips in the Arrangement, in order of time."""
        return self._get("arrangement_clips") or ()

    @property
    def playing_slot_index(self) -> int:
        """The index of the playing slot; −2 when nothing plays."""
        return self.clip_slots.index(self._playing) if self._playing in self.clip_slots else _STOP

    @property
    def fired_slot_index(self) -> int:
        """The index of the slot waiting to be launched; −2 waiting to stop, −1 neither."""
        if self._get("stopping"):
            return _STOP
        return self.clip_slots.index(self._fired) if self._fired in self.clip_slots else _NOTHING

    @property
    def _playing(self) -> ClipSlot | None:
        return self._get("playing_slot_index")

    @property
    def _fired(self) -> ClipSlot | None:
        return self._get("fired_slot_index")

    def stop_all_clips(self, quantized: bool = True) -> None:
        """Stop what plays, at the next launch quantisation."""
        if self._playing is not None or self._fired is not None:
            self._doc.song._launch(self._track, None, None if quantized else 0)

    def duplicate_clip_slot(self, index: int) -> int:
        """Copy a clip to the next free slot, with a new scene if there is none; gives the index."""
        source = self.clip_slots[strict(int, index, "duplicate_clip_slot")]
        free = next((i for i, slot in enumerate(self.clip_slots) if i > index and not slot.has_clip), None)
        with self._doc.change():
            if free is None:
                free = len(self.clip_slots)
                self._doc.song.create_scene(-1)
            source.duplicate_clip_to(self.clip_slots[free])
        return free

    def duplicate_clip_to_arrangement(self, clip: Clip, destination_time: float) -> Clip:
        """Copy a clip into the Arrangement at ``destination_time`` (beats); its envelopes become track automation."""
        if not isinstance(clip, Clip):
            raise ArgumentError("Python argument types in Track.duplicate_clip_to_arrangement did not match C++ signature")
        if clip.is_midi_clip != (self._kind == "midi") or self._kind not in ("midi", "audio"):
            raise RuntimeError("The clip does not fit the track")
        with self._doc.change():
            copy = self._place(destination_time, clip.length, midi=clip.is_midi_clip)
            copy._take_from(clip)
            for parameter in clip._envelopes():
                parameter._assign("automation_state", _AUTOMATED)
            return copy

    @Since[Clip](12, 1)
    def create_midi_clip(self, start_time: float, length: float) -> Clip:
        """Create an empty MIDI clip in the Arrangement; RuntimeError unless on a MIDI track."""
        if self._kind != "midi":
            raise RuntimeError("MIDI clips can only be created on MIDI tracks")
        return self._place(start_time, strict(float, length, "create_midi_clip"), midi=True)

    @Since[Clip](12, 1)
    def create_audio_clip(self, file_path: str, position: float) -> Clip:
        """Create an audio clip in the Arrangement; RuntimeError unless on an audio track."""
        if self._kind != "audio":
            raise RuntimeError("Audio clips can only be created on audio tracks")
        path = strict(str, file_path, "create_audio_clip")
        clip = self._place(position, 16.0, midi=False)
        clip.__dict__["=file_path"] = path
        return clip

    def delete_clip(self, clip: Clip) -> None:
        """Delete a clip of this track, from a slot or from the Arrangement; RuntimeError if it is another track's."""
        slot = next((slot for slot in self.clip_slots if slot.clip is clip), None)
        if slot is not None:
            slot.delete_clip()
        elif clip in self.arrangement_clips:
            with self._doc.change():
                self._assign("arrangement_clips", tuple(c for c in self.arrangement_clips if c is not clip))
                if clip not in self.arrangement_clips:
                    clip._delete()
        else:
            raise RuntimeError("The clip belongs to another track")

    def _place(self, start: float, length: float, *, midi: bool) -> Clip:
        """Put an Arrangement clip in, over what is there."""
        time = strict(float, start, "destination time")
        if time < 0 or length <= 0:
            raise RuntimeError("The clip must start at 0 or later and be longer than 0")
        with self._doc.change():
            for other in self.arrangement_clips:
                if time <= other.start_time < time + length:
                    self.delete_clip(other)
                elif other.start_time < time < other.end_time:
                    other._assign("end_marker", time - other.start_time)
                    other._assign("loop_end", other.loop_start + time - other.start_time)
            clip = Clip(self._track, self._track, length, midi=midi, start=time)
            clips = sorted((*self.arrangement_clips, clip), key=lambda placed: placed.start_time)
            self._assign("arrangement_clips", tuple(clips))
            return clip

    def _set_playing(self, slot: ClipSlot | None) -> None:
        before = self._playing
        with self._doc.change():
            self._assign("stopping", None, Undo.NONE)
            self._assign("fired_slot_index", None, Undo.NONE)
            self._assign("playing_slot_index", slot, Undo.NONE)
            for touched in {before, slot} - {None}:
                self._announce(touched)

    def _set_fired(self, slot: ClipSlot | None) -> None:
        with self._doc.change():
            self._assign("stopping", slot is None, Undo.NONE)
            self._assign("fired_slot_index", slot, Undo.NONE)
            self._doc.changed(self, "fired_slot_index")
            if slot is not None:
                self._announce(slot)

    def _announce(self, slot: ClipSlot | None) -> None:
        for target in (slot, slot.clip if slot is not None else None):
            if target is not None:
                self._doc.changed(target, "playing_status")
                self._doc.changed(target, "is_triggered")

    def _copy_clips(self, other: TrackClips) -> None:
        for source, target in zip(other.clip_slots, self.clip_slots, strict=False):
            if source.clip is not None:
                target._put(source.clip.length, midi=source.clip.is_midi_clip)._take_from(source.clip)
        for clip in other.arrangement_clips:
            self._place(clip.start_time, clip.length, midi=clip.is_midi_clip)._take_from(clip)
