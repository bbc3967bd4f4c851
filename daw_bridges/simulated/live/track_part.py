"""The ground the parts of a track stand on: each part is a file, all of them together are the one class ``Track``."""

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

    _kind: Kind
    _song: Song

    @property
    def _track(self) -> Track:
        return cast("Track", self)
