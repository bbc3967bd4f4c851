"""What is selected in the set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from daw_bridges.simulated.live.chain import Chain
from daw_bridges.simulated.live.clip import Clip
from daw_bridges.simulated.live.clip_slot import ClipSlot
from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.rack_device import RackDevice
from daw_bridges.simulated.live.scene import Scene
from daw_bridges.simulated.live.track import Track
from daw_bridges.simulated.live.undo import Undo
from daw_bridges.simulated.live.vector import index_of

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["SongView"]

T = TypeVar("T")


class SongView(LomObject):
    """Song.View: selections, which are never part of the undo history."""

    draw_mode = Property(bool, default=False, undo=Undo.NONE)
    follow_song = Property(bool, default=True, undo=Undo.NONE)
    _observable = ("selected_track", "selected_scene", "selected_parameter", "detail_clip", "selected_chain")

    def __init__(self, song: Song) -> None:
        super().__init__(song.doc_, song)
        self.song_ = song

    @property
    def selected_track(self) -> Track:
        """The track the browser loads to."""
        return self._alive("selected_track") or self.song_.tracks[0]

    @selected_track.setter
    def selected_track(self, track: Track) -> None:
        self._select("selected_track", track, Track)

    @property
    def selected_scene(self) -> Scene:
        return self._alive("selected_scene") or self.song_.scenes[0]

    @selected_scene.setter
    def selected_scene(self, scene: Scene) -> None:
        self._select("selected_scene", scene, Scene)

    @property
    def highlighted_clip_slot(self) -> ClipSlot | None:
        """The slot where the selected track and scene meet."""
        track, scene = self.selected_track, self.selected_scene
        return track.clip_slots[index_of(self.song_.scenes, scene)] if track.clip_slots else None

    @highlighted_clip_slot.setter
    def highlighted_clip_slot(self, slot: ClipSlot) -> None:
        strict(ClipSlot, slot, "View.highlighted_clip_slot")
        with self.doc_.change():
            self.selected_track = slot.track_
            self.selected_scene = self.song_.scenes[index_of(slot.track_.clip_slots, slot)]

    @property
    def detail_clip(self) -> Clip | None:
        return self._alive("detail_clip")

    @detail_clip.setter
    def detail_clip(self, clip: Clip | None) -> None:
        self._select("detail_clip", clip, Clip, optional=True)

    @property
    def selected_parameter(self) -> DeviceParameter | None:
        return self._alive("selected_parameter")

    @property
    def selected_chain(self) -> Chain | None:
        """The highlighted chain of the selected device, which must be a rack; else None."""
        device = self.selected_track.view.selected_device
        return device.view.selected_chain if isinstance(device, RackDevice) else None

    @selected_chain.setter
    def selected_chain(self, chain: Chain) -> None:
        rack = strict(Chain, chain, "View.selected_chain").rack_
        with self.doc_.change():
            self.select_device(rack)
            rack.view.selected_chain = chain
            self.doc_.changed(self, "selected_chain")

    def select_device(self, device: Device, should_appoint_device: bool = True) -> None:
        """Select a device, and its track with it."""
        owner: LomObject | None = strict(Device, device, "View.select_device")
        with self.doc_.change():
            while owner is not None and not isinstance(owner, Track):
                if isinstance(owner, Chain) and owner in owner.rack_.chains:
                    owner.rack_.view.selected_chain = owner
                owner = owner.parent_
            if owner is not None:
                self.selected_track = owner
                owner.view.assign_("selected_device", device, Undo.NONE)
                self.doc_.changed(self, "selected_chain")

    def _select(self, name: str, value: Any, kind: type[Any], *, optional: bool = False) -> None:
        if not (optional and value is None):
            strict(kind, value, f"View.{name}")
        self.assign_(name, value, Undo.NONE)

    def _alive(self, name: str) -> Any:
        found = self.one_(name)
        return None if found == None else found  # noqa: E711 - what is deleted equals None

    def step_(self, direction: int) -> None:
        """Select the scene above (0) or below (1), or the track on the left (2) or right (3)."""
        step = -1 if direction in (0, 2) else 1
        if direction in (0, 1):
            scenes = self.song_.scenes
            place = index_of(scenes, self.selected_scene) + step
            self.selected_scene = scenes[min(max(place, 0), len(scenes) - 1)]
        elif self.selected_track in self.song_.tracks:
            tracks = self.song_.tracks
            place = index_of(tracks, self.selected_track) + step
            self.selected_track = tracks[min(max(place, 0), len(tracks) - 1)]

    def leave_(self, gone: list[Track]) -> None:
        """Select a neighbour before the selected track goes."""
        if self.selected_track in gone:
            tracks = self.song_.tracks
            start = (
                index_of(tracks, self.selected_track) if self.selected_track in tracks else len(tracks) - 1
            )
            near = sorted(range(len(tracks)), key=lambda index: (abs(index - start), -index))
            self.selected_track = next(tracks[index] for index in near if tracks[index] not in gone)
