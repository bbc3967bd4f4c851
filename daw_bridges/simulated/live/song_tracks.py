"""The tracks of a song: creating, duplicating and deleting them, and moving devices between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.device_chain import DeviceChain
from daw_bridges.simulated.live.lom import ArgumentError, strict
from daw_bridges.simulated.live.palette import PALETTE
from daw_bridges.simulated.live.song_part import SongPart
from daw_bridges.simulated.live.track import Track, new_slots

if TYPE_CHECKING:
    from daw_bridges.simulated.live.device import Device
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

    def create_midi_track(self, index: int = -1) -> Track:
        """Create a MIDI track at ``index``, or at the end."""
        return self._create_track("midi", index)

    def create_audio_track(self, index: int = -1) -> Track:
        """Create an audio track at ``index``, or at the end."""
        return self._create_track("audio", index)

    def create_return_track(self) -> Track:
        """Create a return track behind the others; RuntimeError beyond twelve."""
        count = len(self.return_tracks)
        if count >= MAX_RETURNS:
            raise RuntimeError("The maximum number of return tracks has been reached")
        with self._doc.change():
            letter = chr(ord("A") + count)
            track = Track(self._song, "return", f"{letter}-Return", self._next_color())
            for other in self.return_tracks:
                track.mixer_device._add_send(other)
            self._assign("return_tracks", (*self.return_tracks, track))
            for other in (*self.tracks, *self.return_tracks):
                other.mixer_device._add_send(track)
            return track

    def duplicate_track(self, index: int) -> None:
        """Put a copy of a track right behind it, a group with all that is in it."""
        source = self._track_at(index)
        with self._doc.change():
            place = index + 1 + sum(_is_in(track, source) for track in self.tracks)
            copies: dict[Track, Track] = {}
            for original in (source, *(track for track in self.tracks if _is_in(track, source))):
                copies[original] = copy = self._copy(original, place + len(copies))
                group = original.group_track
                copy._assign("group_track", copies.get(group, group) if group else None)
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
        with self._doc.change():
            self._drop("return_tracks", [track])
            if track not in self.return_tracks:
                for other in (*self.tracks, *self.return_tracks):
                    other.mixer_device._remove_send(track)

    def move_device(self, device: Device, target: DeviceChain, target_position: int) -> int:
        """Move a device in front of what stands at ``target_position``, or as near to it as the order of devices allows.

        The position counts before the device leaves its own place; what comes back is the place it got.
        """
        chain = device._parent
        if not isinstance(target, DeviceChain) or not isinstance(chain, DeviceChain):
            raise ArgumentError("Python argument types in Song.move_device did not match C++ signature")
        ahead = target.devices[: max(strict(int, target_position, "move_device"), 0)]
        rest = tuple(other for other in target.devices if other is not device)
        place = target._nearest_place(device._spec, sum(other is not device for other in ahead), rest)
        with self._doc.change():
            if chain is not target:
                chain._assign("devices", tuple(other for other in chain.devices if other is not device))
                device._assign("parent", target)
            target._assign("devices", (*rest[:place], device, *rest[place:]))
        return place

    def _create_track(self, kind: Kind, index: int) -> Track:
        place = len(self.tracks) if strict(int, index, "create_track") == -1 else index
        if not 0 <= place <= len(self.tracks):
            raise IndexError("Invalid track index")
        label = {"midi": "MIDI", "audio": "Audio"}[kind]
        with self._doc.change():
            track = self._add_track(kind, f"{place + 1}-{label}", place)
            self.view.selected_track = track
            return track

    def _add_track(self, kind: Kind, name: str, place: int, color_index: int | None = None) -> Track:
        with self._doc.change():
            track = Track(self._song, kind, name, self._next_color() if color_index is None else color_index)
            track.__dict__["=clip_slots"] = new_slots(track, len(self._song.scenes))
            for target in self.return_tracks:
                track.mixer_device._add_send(target)
            self._assign("tracks", (*self.tracks[:place], track, *self.tracks[place:]))
            return track

    def _copy(self, source: Track, place: int) -> Track:
        copy = self._add_track(source._kind, source.name, place, source.color_index)
        copy._take_from(source)
        return copy

    def _drop(self, name: str, gone: list[Track]) -> None:
        with self._doc.change():
            self.view._leave(gone)
            self._assign(name, tuple(track for track in self._get(name) if track not in gone))
            for track in gone:
                if track not in self._get(name):
                    track._delete()

    def _track_at(self, index: int) -> Track:
        if not 0 <= strict(int, index, "track index") < len(self.tracks):
            raise IndexError("Invalid track index")
        return self.tracks[index]

    def _next_color(self) -> int:
        return (len(self.tracks) + len(self.return_tracks)) * 5 % len(PALETTE)

    def _track_renamed(self, track: Track) -> None:
        """Tell the sends to a return that their name is another one now."""
        if self._doc.listeners and track in self.return_tracks:
            for other in (*self.tracks, *self.return_tracks):
                for send in other.mixer_device.sends:
                    self._doc.changed(send, "name")

    def _changed(self, name: str) -> None:
        super()._changed(name)
        if name == "tracks":
            self._doc.changed(self, "visible_tracks")


def _is_in(track: Track, group: Track) -> bool:
    outer = track.group_track
    return outer is not None and (outer is group or _is_in(outer, group))
