"""The set itself: Live.Song.Song."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from daw_bridges.simulated.live.cue_point import CuePoint
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.groove_pool import GroovePool
from daw_bridges.simulated.live.launching import Launching
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.mixer_device import tempo_parameter
from daw_bridges.simulated.live.recording import SessionRecording
from daw_bridges.simulated.live.scales import SCALES
from daw_bridges.simulated.live.scene import Scene
from daw_bridges.simulated.live.song_time import SongTime
from daw_bridges.simulated.live.song_tracks import SongTracks
from daw_bridges.simulated.live.song_view import SongView
from daw_bridges.simulated.live.stored_data import StoredData
from daw_bridges.simulated.live.track import Track, new_slots
from daw_bridges.simulated.live.vector import index_of

__all__ = ["Song"]

_LAST_PITCH_CLASS = 11
_MOST_GROOVE = 1.3125


class Song(Launching, SessionRecording, SongTime, SongTracks, StoredData):
    """Tracks, scenes, locators, transport and undo of one set."""

    View = SongView

    swing_amount = Property(float, 0.0)
    groove_amount = Property(float, 1.0, check=lambda _, amount: _groove(amount))
    root_note = Property(int, 0, check=lambda _, note: _pitch_class(note))
    scale_name = Property(str, "Major", check=lambda _, name: _known_scale(name))
    scale_mode = Property(bool, default=False)
    exclusive_arm = Property(bool, default=True, read_only=True)
    exclusive_solo = Property(bool, default=True, read_only=True, listen=False)
    name = Property(str, "", read_only=True, listen=False)
    file_path = Property(str, "", read_only=True, listen=False)
    _observable = (
        "scenes", "cue_points", "re_enable_automation_enabled", "appointed_device", "can_jump_to_next_cue",
        "can_jump_to_prev_cue", "can_capture_midi", "scale_intervals",
    )  # fmt: skip

    def __init__(
        self, name: str = "Untitled", scenes: int = 8, version: tuple[int, int, int] = (12, 3, 0)
    ) -> None:
        doc = Document(version)
        doc.song = self
        with doc.journal.paused():
            super().__init__(doc, None)
            self.__dict__["=name"] = name
            self.view = SongView(self)
            self.groove_pool = GroovePool(self)
            self.master_track = Track(self, "master", "Main" if version >= (12, 0, 0) else "Master", 13)
            self.master_track.mixer_device.become_master_(tempo_parameter(self.master_track.mixer_device))
            self.__dict__["=scenes"] = tuple(Scene(self) for _ in range(scenes))

    @contextmanager
    def unrecorded(self) -> Generator[Song]:
        """Build the set inside without leaving a trace in the undo history."""
        with self.doc_.journal.paused():
            yield self

    @property
    def document(self) -> Document:
        """The context all objects of this set share; not part of the Live Object Model."""
        return self.doc_

    @property
    def scenes(self) -> tuple[Scene, ...]:
        return self.all_("scenes")

    @property
    def cue_points(self) -> tuple[CuePoint, ...]:
        """The locators, in the order they were made."""
        return self.all_("cue_points")

    @property
    def scale_intervals(self) -> tuple[int, ...]:
        """The semitones of the scale above its root."""
        return SCALES[self.scale_name]

    @property
    def can_undo(self) -> bool:
        return self.doc_.journal.can_undo

    @property
    def can_redo(self) -> bool:
        return self.doc_.journal.can_redo

    @property
    def appointed_device(self) -> Device | None:
        return self.view.selected_track.view.selected_device

    @appointed_device.setter
    def appointed_device(self, device: Device) -> None:
        self.view.select_device(device)

    @property
    def can_capture_midi(self) -> bool:
        return False

    @property
    def re_enable_automation_enabled(self) -> bool:
        return any(parameter.automation_state == 2 for parameter in self._parameters())

    def undo(self) -> str:
        """Take the last entry of the history back and say what it was."""
        return self.doc_.undo()

    def redo(self) -> str:
        """Do the last undone entry again and say what it was."""
        return self.doc_.redo()

    def begin_undo_step(self) -> None:
        """Open an undo step; a second one changes nothing."""
        self.doc_.journal.begin_step()

    def end_undo_step(self) -> None:
        """Close the undo step."""
        self.doc_.journal.end_step()

    def create_scene(self, index: int = -1) -> Scene:
        """Create a scene at ``index``, or at the end."""
        place = len(self.scenes) if strict(int, index, "create_scene") == -1 else index
        if not 0 <= place <= len(self.scenes):
            raise IndexError("Invalid scene index")
        with self.doc_.change():
            scene = Scene(self)
            if place:
                scene.take_timing_(self.scenes[place - 1])
            for track in self.tracks:
                slots = track.clip_slots
                track.assign_("clip_slots", (*slots[:place], *new_slots(track, 1), *slots[place:]))
            self.assign_("scenes", (*self.scenes[:place], scene, *self.scenes[place:]))
            self.view.selected_scene = scene
            return scene

    def delete_scene(self, index: int) -> None:
        """Delete a scene with its clips; RuntimeError for the last one."""
        scene = self._scene_at(index)
        if len(self.scenes) == 1:
            raise RuntimeError("The last scene cannot be deleted")
        with self.doc_.change():
            slots = scene.clip_slots
            self.assign_("scenes", tuple(other for other in self.scenes if other != scene))
            if scene in self.scenes:
                return
            for track, slot in zip(self.tracks, slots, strict=True):
                track.assign_("clip_slots", tuple(other for other in track.clip_slots if other != slot))
                slot.delete_()
            scene.delete_()

    def duplicate_scene(self, index: int) -> None:
        """Put a copy of a scene and its clips right behind it."""
        source = self._scene_at(index)
        with self.doc_.change():
            copy = self.create_scene(index + 1)
            copy.take_from_(source)
            for old, new in zip(source.clip_slots, copy.clip_slots, strict=True):
                if old.has_clip:
                    old.duplicate_clip_to(new)

    def capture_and_insert_scene(self, capture_mode: int = 0) -> None:
        """Make a scene of the clips that play, called and timed as the selected one."""
        playing = [track.playing_ for track in self.tracks]
        with self.doc_.change():
            scene = self.create_scene(index_of(self.scenes, self.view.selected_scene) + 1)
            for old, new in zip(playing, scene.clip_slots, strict=True):
                if old is not None and old.has_clip:
                    old.duplicate_clip_to(new)

    def set_or_delete_cue(self) -> None:
        """Set a locator where the song is, or delete the one that is there."""
        now = self.current_song_time
        found = next((cue for cue in self.cue_points if cue.time == now), None)
        with self.doc_.change():
            if found is None:
                cue = CuePoint(self, now, str(len(self.cue_points) + 1))
                self.assign_("cue_points", (*self.cue_points, cue))
            else:
                self.assign_("cue_points", tuple(cue for cue in self.cue_points if cue != found))
                found.delete_()

    def is_cue_point_selected(self) -> bool:
        """Whether the song stands on a locator."""
        return any(cue.time == self.current_song_time for cue in self.cue_points)

    @property
    def can_jump_to_next_cue(self) -> bool:
        return any(cue.time > self.current_song_time for cue in self.cue_points)

    @property
    def can_jump_to_prev_cue(self) -> bool:
        return any(cue.time < self.current_song_time for cue in self.cue_points)

    def jump_to_next_cue(self) -> None:
        """Move to the next locator, if there is one."""
        following = [cue for cue in self.cue_points if cue.time > self.current_song_time]
        if following:
            min(following, key=lambda cue: cue.time).jump()

    def jump_to_prev_cue(self) -> None:
        """Move to the previous locator, if there is one."""
        before = [cue for cue in self.cue_points if cue.time < self.current_song_time]
        if before:
            max(before, key=lambda cue: cue.time).jump()

    def re_enable_automation(self) -> None:
        """Let automation take every overridden parameter back."""
        with self.doc_.change():
            for parameter in self._parameters():
                parameter.re_enable_automation()

    def _parameters(self) -> Iterable[DeviceParameter]:
        for track in (*self.tracks, *self.return_tracks, self.master_track):
            yield from track.parameters_()

    def _scene_at(self, index: int) -> Scene:
        if not 0 <= strict(int, index, "scene index") < len(self.scenes):
            raise IndexError("Invalid scene index")
        return self.scenes[index]

    def children_(self) -> Iterable[LomObject]:
        return (
            *self.tracks,
            *self.return_tracks,
            self.master_track,
            *self.scenes,
            *self.cue_points,
            self.view,
            self.groove_pool,
        )

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "scale_name":
            self.doc_.changed(self, "scale_intervals")


def _known_scale(name: str) -> str:
    if name not in SCALES:
        raise RuntimeError(f"Unknown scale '{name}'")
    return name


def _pitch_class(note: int) -> int:
    if not 0 <= note <= _LAST_PITCH_CLASS:
        raise RuntimeError("Invalid root note: 0 to 11 expected")
    return note


def _groove(amount: float) -> float:
    if amount < 0:
        raise RuntimeError("Groove Amount out of range")
    return min(amount, _MOST_GROOVE)
