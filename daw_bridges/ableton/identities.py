"""Who is who in Live: the identities behind a session's tracks, devices, clips and scenes.

Positions move while a batch runs; identities do not. A thing that the batch makes is known by the place of
the edit that makes it, until the next snapshot tells its identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from daw_bridges.references import DevicePath, device_at
from daw_bridges.session import Session, Track

__all__ = ["ChainIdentities", "DeviceIdentities", "Handle", "Identities", "TrackIdentities"]

Handle = dict[str, int]
"""``{"id": …}`` or ``{"made": …}``; empty where only name and place can be checked."""


@dataclass
class DeviceIdentities:
    """A device's handle, and for a rack those of what is in its chains."""

    handle: Handle = field(default_factory=dict[str, int])
    chains: list[ChainIdentities] = field(default_factory=list["ChainIdentities"])

    def unknown(self) -> DeviceIdentities:
        """A copy of the device: as much is in it, and nobody knows who is who."""
        return DeviceIdentities({}, [ChainIdentities({}, _unknown(chain.devices)) for chain in self.chains])


@dataclass
class ChainIdentities:
    """The handle of a rack's chain and those of the devices along it."""

    handle: Handle
    devices: list[DeviceIdentities]


def _unknown(devices: Iterable[DeviceIdentities]) -> list[DeviceIdentities]:
    return [device.unknown() for device in devices]


@dataclass
class TrackIdentities:
    """A track's handle and those of what is on it; clips by slot, or by their start on the timeline."""

    handle: Handle = field(default_factory=dict[str, int])
    devices: list[DeviceIdentities] = field(default_factory=list[DeviceIdentities])
    clips: dict[int, Handle] = field(default_factory=dict[int, Handle])
    arrangement: dict[float, Handle] = field(default_factory=dict[float, Handle])

    def copy(self, made: Handle) -> TrackIdentities:
        """The identities of a copy of the track, which the edit ``made`` makes."""
        return TrackIdentities(made, devices=_unknown(self.devices))

    def along(self, path: DevicePath) -> list[DeviceIdentities]:
        """The devices of the chain at the end of a path."""
        return self.at(path[:-1]).chains[path[-1]].devices if path else self.devices

    def at(self, path: DevicePath) -> DeviceIdentities:
        """The device at the end of a path."""
        return self.along(path[:-1])[path[-1]]


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
            _settle(row.devices, made)
            row.clips = {slot: _settled(handle, made) for slot, handle in row.clips.items()}
            row.arrangement = {start: _settled(handle, made) for start, handle in row.arrangement.items()}
        self.scenes = [_settled(handle, made) for handle in self.scenes]

    def track(self, session: Session, index: int) -> dict[str, Any]:
        """How the script finds a track."""
        return {**self.tracks[index].handle, "name": session.tracks[index].name}

    def device(self, session: Session, track: int, path: DevicePath) -> dict[str, Any]:
        """How the script finds a device; on a copied track it has no identity yet, only its place."""
        name = device_at(session.tracks[track], path).name
        handle = self.tracks[track].at(path).handle
        if handle:
            return {**handle, "name": name}
        inside = self.chain(session, track, path[:-1])
        return {"index": path[-1], "name": name, **({} if inside is None else {"inside": inside})}

    def chain(self, session: Session, track: int, path: DevicePath) -> dict[str, Any] | None:
        """How the script finds a chain of a rack; None for the track's own."""
        if not path:
            return None
        *rack, number = path
        chains = self.tracks[track].at(tuple(rack)).chains
        handle = (chains[number].handle if number < len(chains) else {}) or {"index": number}
        name = device_at(session.tracks[track], tuple(rack)).chains[number].name
        return {**handle, "name": name, "rack": self.device(session, track, tuple(rack))}

    def scene(self, session: Session, index: int) -> dict[str, Any]:
        """How the script finds a scene."""
        return {**(self.scenes[index] or {"index": index}), "name": session.scenes[index]}


def _settled(handle: Handle, made: dict[int, int]) -> Handle:
    return {"id": made[handle["made"]]} if "made" in handle else handle


def _settle(devices: Iterable[DeviceIdentities], made: dict[int, int]) -> None:
    for device in devices:
        device.handle = _settled(device.handle, made)
        for chain in device.chains:
            _settle(chain.devices, made)


def _track(raw: dict[str, Any], track: Track) -> TrackIdentities:
    starts = (clip.start_bar for clip in track.arrangement_clips)
    return TrackIdentities(
        handle={"id": raw["id"]},
        devices=list(map(_device, raw["devices"])),
        clips={clip["slot"]: {"id": clip["id"]} for clip in raw.get("clips", ())},
        arrangement={
            start: {"id": clip["id"]}
            for start, clip in zip(starts, raw.get("arrangement_clips", ()), strict=True)
        },
    )


def _device(raw: dict[str, Any]) -> DeviceIdentities:
    chains = [
        ChainIdentities({"id": chain["id"]}, list(map(_device, chain["devices"])))
        for chain in raw.get("chains", ())
    ]
    return DeviceIdentities({"id": raw["id"]}, chains)
