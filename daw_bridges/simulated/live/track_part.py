"""The ground the parts of a track stand on: each a file, together the one class ``Track``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from daw_bridges.simulated.live.lom import LomObject

if TYPE_CHECKING:
    from daw_bridges.simulated.live.song import Song
    from daw_bridges.simulated.live.track import Track

__all__ = ["Kind", "TrackPart"]

Kind = Literal["midi", "audio", "group", "return", "master"]


class TrackPart(LomObject):
    """What every part of a track may rely on."""

    kind_: Kind
    song_: Song

    @property
    def track_(self) -> Track:
        return cast("Track", self)
