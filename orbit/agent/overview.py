"""The session for a model to read: what is not at its default, and nothing twice.

Names come from the user's set and from other people's files. They stand here as JSON strings, shortened,
and the agent is told that they are data; whatever they say, a destructive plan needs the user's own
consent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.session import Device, Session, Track, TrackKind

__all__ = ["in_full", "overview", "quoted"]

_LONGEST_NAME = 80
_MOST_CHAINS = 16


def quoted(name: str) -> str:
    """A name as data: one line, and not long enough to be a speech."""
    line = " ".join(name.split())
    return line if len(line) <= _LONGEST_NAME else f"{line[: _LONGEST_NAME - 1]}…"


def in_full(session: Session, tracks: Sequence[str] = ()) -> dict[str, Any]:
    """The session with every parameter of these tracks; of all, where none is named."""
    wanted = {name.casefold() for name in tracks}
    some = [track for track in session.tracks if not wanted or track.name.casefold() in wanted]
    return session.model_copy(update={"tracks": tuple(some)} if wanted else {}).model_dump(mode="json")


def overview(session: Session) -> dict[str, Any]:
    """The session in short.

    A track's level is 0 dB, its panning 0 and its switches off unless it says otherwise.
    """
    document: dict[str, Any] = {
        "daw": session.daw,
        "tempo": session.tempo,
        "time_signature": list(session.time_signature),
        "playing": session.playing,
        "tracks": [_track(number, track) for number, track in enumerate(session.tracks, 1)],
        "scenes": len(session.scenes),
    }
    if session.locators:
        document["locators"] = [[mark.bar, quoted(mark.name)] for mark in session.locators]
    return document


def _track(number: int, track: Track) -> dict[str, Any]:
    levels = {quoted(name): _level(level) for name, level in track.sends.items() if _level(level) is not None}
    told: dict[str, Any] = {
        "n": number,
        "name": quoted(track.name),
        "kind": track.kind.value,
        "volume_db": _level(track.volume_db) if track.volume_db else None,
        "pan": track.pan,
        "mute": track.mute,
        "solo": track.solo,
        "arm": track.arm,
        "sends": levels,
        "output": None if track.kind is TrackKind.MASTER or track.output == "Master" else _output(track),
        "devices": [_device(device) for device in track.devices],
        "clips": [f"{clip.slot}: {quoted(clip.name)}" for clip in track.clips],
    }
    return {key: value for key, value in told.items() if value or key == "n"}


def _output(track: Track) -> str | None:
    return quoted(track.output) if track.output else None


def _level(level: float) -> float | None:
    return None if level == float("-inf") else level


def _device(device: Device) -> str | dict[str, Any]:
    kind = f" ({device.kind})" if device.kind else ""
    source = f", side chain from {quoted(device.sidechain)}" if device.sidechain else ""
    told = f"{quoted(device.name)}{kind}{source}{'' if device.enabled else ', bypassed'}"
    if not device.chains:
        return told
    chains: list[Any] = [
        [quoted(chain.name), *map(_device, chain.devices)] for chain in device.chains[:_MOST_CHAINS]
    ]
    more = len(device.chains) - len(chains)
    return {"rack": told, "chains": [*chains, *([f"and {more} more"] if more else [])]}
