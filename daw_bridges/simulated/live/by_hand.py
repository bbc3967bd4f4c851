"""What a user does in Live's window and no script can: grouping tracks, folding a set into shape."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.simulated.live.song import Song
from daw_bridges.simulated.live.track import Track
from daw_bridges.simulated.live.vector import index_of

__all__ = ["group_tracks"]


def group_tracks(song: Song, names: Sequence[str], group_name: str) -> Track:
    """Put the named tracks, which stand side by side, into a new group track ahead of them."""
    by_name = {track.name: track for track in song.tracks}
    members = [by_name[name] for name in names]
    with song.doc_.change():
        group = song.add_track_(
            "group", group_name, index_of(song.tracks, members[0]), members[0].color_index
        )
        for member in members:
            group.assign_("group_track", member.group_track)
            member.assign_("group_track", group)
    return group
