"""Who is who in Live: the identities behind a session's tracks, devices, clips and scenes.

Positions move while a batch runs; identities do not. A thing that the batch makes is known by the place of
the edit that makes it, until the next snapshot tells its identity.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from daw_bridges.session import Session, Track

__all__ = ["Handle", "Identities", "TrackIdentities"]

Handle = dict[str, int]
"""``{"id": …}`` or ``{"made": …}``; empty where only name and place can be checked."""


@dataclass
class TrackIdentities:
    """A track's handle and those of what is on it; clips by slot, or by their start on the timeline."""

    handle: Handle = field(default_factory=dict[str, int])
    devices: list[Handle] = field(default_factory=list[Handle])
    clips: dict[int, Handle] = field(default_factory=dict[int, Handle])
    arrangement: dict[float, Handle] = field(default_factory=dict[float, Handle])


@dataclass
class Identities:
    """The handles of a whole session, in its own order of tracks and scenes."""

    tracks: list[TrackIdentities]
    scenes: list[Handle]

    @classmethod
    def read(cls, raw: dict[str, Any], session: Session) -> Identities:
        """The identities in the raw snapshot that ``session`` was read from."""
        tracks = [_track(one, track) for one, track in zip(raw["tracks"], session.tracks, strict=True)]
        return cls(tracks, [{"id": scene["id"]} for scene in raw["scenes"]])

    def settle(self, made: dict[int, int]) -> None:
        """Replace what a batch made by the identities that Live gave it (by the place of the edit)."""
        for row in self.tracks:
            row.handle = _settled(row.handle, made)
            row.devices = [_settled(handle, made) for handle in row.devices]
            row.clips = {slot: _settled(handle, made) for slot, handle in row.clips.items()}
            row.arrangement = {start: _settled(handle, made) for start, handle in row.arrangement.items()}
        self.scenes = [_settled(handle, made) for handle in self.scenes]

    def track(self, session: Session, index: int) -> dict[str, Any]:
        """How the script finds a track."""
        return {**self.tracks[index].handle, "name": session.tracks[index].name}

    def device(self, session: Session, track: int, index: int) -> dict[str, Any]:
        """How the script finds a device; on a copied track it has no identity yet, only its place."""
        handle = self.tracks[track].devices[index] or {"index": index}
        return {**handle, "name": session.tracks[track].devices[index].name}

    def scene(self, session: Session, index: int) -> dict[str, Any]:
        """How the script finds a scene."""
        return {**(self.scenes[index] or {"index": index}), "name": session.scenes[index]}


def _settled(handle: Handle, made: dict[int, int]) -> Handle:
    return {"id": made[handle["made"]]} if "made" in handle else handle


def _track(raw: dict[str, Any], track: Track) -> TrackIdentities:
    starts = (clip.start_bar for clip in track.arrangement_clips)
    return TrackIdentities(
        handle={"id": raw["id"]},
        devices=[{"id": device["id"]} for device in raw["devices"]],
        clips={clip["slot"]: {"id": clip["id"]} for clip in raw.get("clips", ())},
        arrangement={
            start: {"id": clip["id"]}
            for start, clip in zip(starts, raw.get("arrangement_clips", ()), strict=True)
        },
    )
