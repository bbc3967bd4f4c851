"""A locator of the Arrangement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.simulated.live.lom import LomObject, Property

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song

__all__ = ["CuePoint"]


class CuePoint(LomObject):
    """A named position; made and removed only by ``Song.set_or_delete_cue``."""

    name = Property(str, "", check=lambda cue, name: cue.checked_name_(name))
    time = Property(float, 0.0, read_only=True)

    def __init__(self, song: Song, time: float, name: str) -> None:
        super().__init__(song.doc_, song)
        self.__dict__.update({"=time": time, "=name": name})

    def checked_name_(self, name: str) -> str:
        """Refuse what Live refused before version 12."""
        if self.doc_.version < (12, 0, 0):
            raise AttributeError("can't set attribute 'name'")
        return name

    def jump(self) -> None:
        """Move the song to this position."""
        self.doc_.song.current_song_time = self.time
