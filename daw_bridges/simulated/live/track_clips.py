"""The clips of a track: its column of slots, what plays in it, and its lane of the Arrangement."""

from __future__ import annotations

from collections.abc import Mapping

from daw_bridges.simulated.live.audio_file import audio_file
from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.clip_slot import ClipSlot
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.lom import Since, strict
from daw_bridges.simulated.live.track_part import TrackPart
from daw_bridges.simulated.live.undo import Undo
from daw_bridges.simulated.live.vector import index_of

__all__ = ["TrackClips"]

_NOTHING, _STOP = -1, -2
_ARRANGEMENT = -1
_NO_AUTOMATION, _AUTOMATED = 0, 1


class TrackClips(TrackPart):
    """Session slots and Arrangement clips."""

    _observable = (
        "clip_slots", "arrangement_clips", "playing_slot_index", "fired_slot_index", "back_to_arranger",
    )  # fmt: skip

    @property
    def clip_slots(self) -> tuple[ClipSlot, ...]:
        return self.all_("clip_slots")

    @property
    def arrangement_clips(self) -> tuple[Clip, ...]:
        """The clips in the Arrangement, in order of time."""
        return self.all_("arrangement_clips")

    @property
    def playing_slot_index(self) -> int:
        """The index of the playing slot; −2 when it was stopped, −1 while the Arrangement has the track."""
        if self.playing_ in self.clip_slots:
            return index_of(self.clip_slots, self.playing_)
        return _STOP if self.back_to_arranger else _ARRANGEMENT

    @property
    def back_to_arranger(self) -> bool:
        """Whether the track plays or was stopped in the Session; False gives it back to the Arrangement."""
        return bool(self.get_("back_to_arranger"))

    @back_to_arranger.setter
    def back_to_arranger(self, on: bool) -> None:
        if not strict(bool, on, "Track.back_to_arranger"):
            self.doc_.later(self._give_back)

    def _give_back(self) -> None:
        if self.back_to_arranger:
            with self.doc_.change():
                self.set_playing_(None, in_session=False)
                self.doc_.changed(self, "playing_slot_index")

    @property
    def fired_slot_index(self) -> int:
        """The index of the slot waiting to be launched; −2 waiting to stop, −1 neither."""
        if self.get_("stopping"):
            return _STOP
        return index_of(self.clip_slots, self.fired_) if self.fired_ in self.clip_slots else _NOTHING

    @property
    def playing_(self) -> ClipSlot | None:
        return self._living("playing_slot_index")

    @property
    def fired_(self) -> ClipSlot | None:
        return self._living("fired_slot_index")

    def _living(self, name: str) -> ClipSlot | None:
        # A slot that went with its scene equals None, as Live's do.
        slot = self.get_(name)
        return None if slot == None else slot  # noqa: E711

    def stop_all_clips(self, quantized: bool = True) -> None:
        """Stop what plays, at the next launch quantisation."""
        if self.playing_ is not None or self.fired_ is not None:
            self.doc_.song.launch_(self.track_, None, None if quantized else 0)

    def jump_in_running_session_clip(self, beats: float) -> None:
        """Move on in the playing Session clip, or back."""
        self.track_.launched_ -= strict(float, beats, "jump_in_running_session_clip")

    def duplicate_clip_slot(self, index: int) -> int:
        """Copy a clip to the next free slot, with a new scene if there is none; gives the index."""
        source = self.clip_slots[strict(int, index, "duplicate_clip_slot")]
        free = next((i for i, slot in enumerate(self.clip_slots) if i > index and not slot.has_clip), None)
        with self.doc_.change():
            if free is None:
                free = len(self.clip_slots)
                self.doc_.song.create_scene(-1)
            source.duplicate_clip_to(self.clip_slots[free])
        return free

    def duplicate_clip_to_arrangement(self, clip: Clip, destination_time: float) -> Clip:
        """Copy a clip into the Arrangement, to ``destination_time`` beats; envelopes go to the track."""
        strict(Clip, clip, "Track.duplicate_clip_to_arrangement")
        if clip.is_midi_clip != (self.kind_ == "midi") or self.kind_ not in ("midi", "audio"):
            raise RuntimeError("The clip does not fit the track")
        with self.doc_.change():
            copy = self._place(destination_time, clip.length, midi=clip.is_midi_clip)
            copy.take_from_(clip)
            for parameter in clip.envelopes_():
                parameter.assign_("automation_state", _AUTOMATED)
            return copy

    @Since[Clip](12, 1)
    def create_midi_clip(self, start_time: float, length: float) -> Clip:
        """Create an empty MIDI clip in the Arrangement; RuntimeError unless on a MIDI track."""
        if self.kind_ != "midi":
            raise RuntimeError("MIDI clips can only be created on MIDI tracks")
        return self._place(start_time, strict(float, length, "create_midi_clip"), midi=True)

    @Since[Clip](12, 1)
    def create_audio_clip(self, file_path: str, position: float) -> Clip:
        """Create an audio clip in the Arrangement; RuntimeError unless on an audio track."""
        if self.kind_ != "audio":
            raise RuntimeError("Audio clips can only be created on audio tracks")
        sample = audio_file(strict(str, file_path, "create_audio_clip"))
        with self.doc_.change():
            clip = self._place(position, sample.beats(self.doc_.song.tempo), midi=False)
            clip.take_sample_(sample)
            return clip

    def delete_clip(self, clip: Clip) -> None:
        """Delete a clip of this track, from a slot or the Arrangement; RuntimeError if it is another's."""
        slot = next((slot for slot in self.clip_slots if slot.clip == clip), None)
        if slot is not None:
            slot.delete_clip()
        elif clip in self.arrangement_clips:
            with self.doc_.change():
                self.assign_("arrangement_clips", tuple(c for c in self.arrangement_clips if c != clip))
                if clip not in self.arrangement_clips:
                    clip.delete_()
        else:
            raise RuntimeError("The clip belongs to another track")

    def _place(self, start: float, length: float, *, midi: bool) -> Clip:
        """Put an Arrangement clip in, over what is there."""
        time = strict(float, start, "destination time")
        if time < 0 or length <= 0:
            raise RuntimeError("The clip must start at 0 or later and be longer than 0")
        with self.doc_.change():
            for other in self.arrangement_clips:
                if time <= other.start_time < time + length:
                    self.delete_clip(other)
                elif other.start_time < time < other.end_time:
                    other.assign_("end_marker", time - other.start_time)
                    other.assign_("loop_end", other.loop_start + time - other.start_time)
            clip = Clip(self.track_, self.track_, length, midi=midi, start=time)
            clips = sorted((*self.arrangement_clips, clip), key=lambda placed: placed.start_time)
            self.assign_("arrangement_clips", tuple(clips))
            return clip

    def set_playing_(self, slot: ClipSlot | None, *, in_session: bool = True) -> None:
        before = self.playing_
        with self.doc_.change():
            self.doc_.song.end_recording_(self.track_)
            if slot is not None and not slot.has_clip:
                self.doc_.song.begin_recording_(slot)
            self._set_session(on=in_session)
            _set_automation(before, _NO_AUTOMATION)
            _set_automation(slot, _AUTOMATED)
            self.assign_("stopping", None, Undo.NONE)
            self.assign_("fired_slot_index", None, Undo.NONE)
            self.assign_("playing_slot_index", slot, Undo.NONE)
            for touched in {before, slot} - {None}:
                self._announce(touched)

    def _set_session(self, *, on: bool) -> None:
        song, before = self.doc_.song, self.doc_.song.back_to_arranger
        self.assign_("back_to_arranger", on, Undo.NONE)
        if song.back_to_arranger != before:
            self.doc_.changed(song, "back_to_arranger")

    def set_fired_(self, slot: ClipSlot | None) -> None:
        with self.doc_.change():
            self.assign_("stopping", slot is None, Undo.NONE)
            self.assign_("fired_slot_index", slot, Undo.NONE)
            self.doc_.changed(self, "fired_slot_index")
            if slot is not None:
                self._announce(slot)

    def _announce(self, slot: ClipSlot | None) -> None:
        if slot is not None:
            self.doc_.changed(slot, "playing_status")
            self.doc_.changed(slot, "is_triggered")
            if slot.clip is not None:
                self.doc_.changed(slot.clip, "playing_status")

    def copy_automation_(
        self, other: TrackClips, parameters: Mapping[DeviceParameter, DeviceParameter]
    ) -> None:
        """Take over the envelopes of another track's Session clips."""
        for source, target in zip(other.clip_slots, self.clip_slots, strict=False):
            if source.clip is not None and target.clip is not None:
                target.clip.copy_envelopes_(source.clip, parameters)

    def _copy_clips(self, other: TrackClips) -> None:
        for source, target in zip(other.clip_slots, self.clip_slots, strict=False):
            if source.clip is not None:
                target.put_(source.clip.length, midi=source.clip.is_midi_clip).take_from_(source.clip)
        for clip in other.arrangement_clips:
            self._place(clip.start_time, clip.length, midi=clip.is_midi_clip).take_from_(clip)


def _set_automation(slot: ClipSlot | None, state: int) -> None:
    """Let the parameters with an envelope in a clip know that it plays now, or no longer."""
    clip = slot.clip if slot is not None else None
    for parameter in clip.envelopes_() if clip is not None else ():
        parameter.assign_("automation_state", state, Undo.NONE)
