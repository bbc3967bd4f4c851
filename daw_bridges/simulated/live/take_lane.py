"""Take lanes: further lanes of a track in the Arrangement, with clips that do not sound by themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from daw_bridges.simulated.live.audio_file import audio_file
from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.lom import LomObject, Property, strict

if TYPE_CHECKING:
    from daw_bridges.simulated.live.track import Track

__all__ = ["TakeLane"]


class TakeLane(LomObject):
    """A lane below a track."""

    name = Property(str, "")
    _observable = ("arrangement_clips",)

    def __init__(self, track: Track, name: str) -> None:
        super().__init__(track.doc_, track)
        self.track_ = track
        self.__dict__["=name"] = name

    @property
    def arrangement_clips(self) -> tuple[Clip, ...]:
        return self.all_("arrangement_clips")

    def create_midi_clip(self, start_time: float, length: float) -> Clip:
        """Create an empty clip; RuntimeError unless on a MIDI track."""
        if self.track_.kind_ != "midi":
            raise RuntimeError("MIDI clips can only be created on MIDI tracks")
        return self._place(start_time, strict(float, length, "create_midi_clip"), midi=True)

    def create_audio_clip(self, file_path: str, start_time: float) -> Clip:
        """Create a clip of a file; RuntimeError unless on an audio track."""
        if self.track_.kind_ != "audio":
            raise RuntimeError("Audio clips can only be created on audio tracks")
        sample = audio_file(strict(str, file_path, "create_audio_clip"))
        with self.doc_.change():
            clip = self._place(start_time, sample.beats(self.doc_.song.tempo), midi=False)
            clip.take_sample_(sample)
            return clip

    def _place(self, start: float, length: float, *, midi: bool) -> Clip:
        time = strict(float, start, "start time")
        if time < 0 or length <= 0:
            raise RuntimeError("The clip must start at 0 or later and be longer than 0")
        with self.doc_.change():
            clip = Clip(self, self.track_, length, midi=midi, start=time)
            clips = sorted((*self.arrangement_clips, clip), key=lambda placed: placed.start_time)
            self.assign_("arrangement_clips", tuple(clips))
            return clip

    def children_(self) -> Iterable[LomObject]:
        return self.arrangement_clips
