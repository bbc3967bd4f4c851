"""The tracks of a song: creating, duplicating and deleting them, and moving devices between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device import Device
from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.lom import strict
from daw_bridges.simulated.live.palette import PALETTE
from daw_bridges.simulated.live.song_part import SongPart
from daw_bridges.simulated.live.track import Track, new_slots
from daw_bridges.simulated.live.vector import index_of

if TYPE_CHECKING:
    from daw_bridges.simulated.live.track_part import Kind

__all__ = ["SongTracks"]

MAX_RETURNS = 12


class SongTracks(SongPart):
    """Ordinary tracks, return tracks, and what they send to each other."""

    _observable = ("tracks", "visible_tracks", "return_tracks")

    @property
    def visible_tracks(self) -> tuple[Track, ...]:
        """The tracks that no folded group hides."""
        return tuple(track for track in self.tracks if track.is_visible)

    def create_midi_track(self, index: int | None = None) -> Track:
        """Create a MIDI track at ``index``, at the end (-1), or behind the selected track (None)."""
        return self._create_track("midi", index)

    def create_audio_track(self, index: int | None = None) -> Track:
        """Create an audio track at ``index``, at the end (-1), or behind the selected track (None)."""
        return self._create_track("audio", index)

    def create_return_track(self) -> Track:
        """Create a return track behind the others; RuntimeError beyond twelve."""
        count = len(self.return_tracks)
        if count >= MAX_RETURNS:
            raise RuntimeError("The maximum number of return tracks has been reached")
        with self.doc_.change():
            letter = chr(ord("A") + count)
            track = Track(self.song_, "return", f"{letter}-Return", self._next_color())
            for other in self.return_tracks:
                track.mixer_device.add_send_(other)
            self.assign_("return_tracks", (*self.return_tracks, track))
            for other in (*self.tracks, *self.return_tracks):
                other.mixer_device.add_send_(track)
            return track

    def duplicate_track(self, index: int) -> None:
        """Put a copy of a track right behind it, a group with all that is in it."""
        source = self._track_at(index)
        with self.doc_.change():
            place = index + 1 + sum(_is_in(track, source) for track in self.tracks)
            copies: dict[Track, Track] = {}
            for original in (source, *(track for track in self.tracks if _is_in(track, source))):
                copies[original] = copy = self._copy(original, place + len(copies))
                group = original.group_track
                copy.assign_("group_track", copies.get(group, group) if group else None)
            self.view.selected_track = copies[source]

    def delete_track(self, index: int) -> None:
        """Delete a track, a group with all that is in it; RuntimeError for the last one."""
        track = self._track_at(index)
        gone = [track, *(other for other in self.tracks if _is_in(other, track))]
        if len(gone) == len(self.tracks):
            raise RuntimeError("The last track cannot be deleted")
        self._drop("tracks", gone)

    def delete_return_track(self, index: int) -> None:
        """Delete a return track and every send to it."""
        if not 0 <= strict(int, index, "delete_return_track") < len(self.return_tracks):
            raise IndexError("Invalid return track index")
        track = self.return_tracks[index]
        with self.doc_.change():
            self._drop("return_tracks", [track])
            if track not in self.return_tracks:
                for other in (*self.tracks, *self.return_tracks):
                    other.mixer_device.remove_send_(track)

    def move_device(self, device: Device, target: DeviceChain, target_position: int) -> int:
        """Move a device in front of what stands at ``target_position``, or as near as the order allows.

        The position counts before the device leaves its own place; what comes back is the place it got.
        """
        chain = strict(DeviceChain, strict(Device, device, "Song.move_device").parent_, "Song.move_device")
        strict(DeviceChain, target, "Song.move_device")
        place = self._place_for(device, target, target_position)
        rest = tuple(other for other in target.devices if other != device)
        with self.doc_.change():
            if chain != target:
                chain.assign_("devices", tuple(other for other in chain.devices if other != device))
                device.assign_("parent", target)
            target.assign_("devices", (*rest[:place], device, *rest[place:]))
        return place

    def find_device_position(self, device: Device, target: DeviceChain, target_position: int) -> int:
        """The place a device would get if it were moved; −1 if it cannot be."""
        chain = strict(DeviceChain, target, "Song.find_device_position")
        try:
            return self._place_for(
                strict(Device, device, "Song.find_device_position"), chain, target_position
            )
        except RuntimeError:
            return -1

    def _place_for(self, device: Device, chain: DeviceChain, target_position: int) -> int:
        if chain.is_inside_(device):
            raise RuntimeError("A rack cannot be moved into itself")
        ahead = chain.devices[: max(strict(int, target_position, "target position"), 0)]
        rest = tuple(other for other in chain.devices if other != device)
        return chain.nearest_place_(device.spec_, sum(other != device for other in ahead), rest)

    def _create_track(self, kind: Kind, index: int | None) -> Track:
        place = self._behind_selected() if index is None else strict(int, index, "create_track")
        place = len(self.tracks) if place == -1 else place
        if not 0 <= place <= len(self.tracks):
            raise IndexError("Invalid track index")
        label = {"midi": "MIDI", "audio": "Audio"}[kind]
        with self.doc_.change():
            track = self.add_track_(kind, f"{place + 1}-{label}", place)
            track.assign_("group_track", self._group_around(place))
            self.view.selected_track = track
            return track

    def _group_around(self, place: int) -> Track | None:
        """The group a new track lies in: the one the next track is in, if that began before."""
        following = self.tracks[place + 1 :]
        return following[0].group_track if following and place else None

    def _behind_selected(self) -> int:
        selected = self.view.selected_track
        return index_of(self.tracks, selected) + 1 if selected in self.tracks else len(self.tracks)

    def add_track_(self, kind: Kind, name: str, place: int, color_index: int | None = None) -> Track:
        with self.doc_.change():
            track = Track(self.song_, kind, name, self._next_color() if color_index is None else color_index)
            track.__dict__["=clip_slots"] = new_slots(track, len(self.song_.scenes))
            for target in self.return_tracks:
                track.mixer_device.add_send_(target)
            self.assign_("tracks", (*self.tracks[:place], track, *self.tracks[place:]))
            return track

    def _copy(self, source: Track, place: int) -> Track:
        copy = self.add_track_(source.kind_, source.name, place, source.color_index)
        copy.take_from_(source)
        return copy

    def _drop(self, name: str, gone: list[Track]) -> None:
        with self.doc_.change():
            self.view.leave_(gone)
            self.assign_(name, tuple(track for track in self.get_(name) if track not in gone))
            for track in gone:
                if track not in self.get_(name):
                    track.delete_()

    def _track_at(self, index: int) -> Track:
        if not 0 <= strict(int, index, "track index") < len(self.tracks):
            raise IndexError("Invalid track index")
        return self.tracks[index]

    def _next_color(self) -> int:
        return (len(self.tracks) + len(self.return_tracks)) * 5 % len(PALETTE)

    def track_renamed_(self, track: Track) -> None:
        """Tell the sends to a return that their name is another one now."""
        if self.doc_.listeners and track in self.return_tracks:
            for other in (*self.tracks, *self.return_tracks):
                for send in other.mixer_device.sends:
                    self.doc_.changed(send, "name")

    def changed_(self, name: str) -> None:
        super().changed_(name)
        if name == "tracks":
            self.doc_.changed(self, "visible_tracks")


def _is_in(track: Track, group: Track) -> bool:
    outer = track.group_track
    return outer is not None and (outer == group or _is_in(outer, group))
