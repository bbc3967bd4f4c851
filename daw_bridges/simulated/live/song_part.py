"""The ground the parts of a song stand on: each a file, together the one class ``Song``."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from daw_bridges.simulated.live.lom import LomObject

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song
    from daw_bridges.simulated.live.song_view import SongView
    from daw_bridges.simulated.live.track import Track

__all__ = ["SongPart"]


class SongPart(LomObject):
    """What every part of a song may rely on."""

    view: SongView
    master_track: Track

    @property
    def song_(self) -> Song:
        return cast("Song", self)

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The MIDI, audio and group tracks, in order."""
        return self.all_("tracks")

    @property
    def return_tracks(self) -> tuple[Track, ...]:
        """The return tracks, in order."""
        return self.all_("return_tracks")
