"""The set as the script pushes it: partial raw snapshots laid over what is known, and the session they show.

A track is read anew only where something of it was pushed, so that a change costs what it is worth and what
has not changed stays the very same object. What automation moves, and a clip that is being recorded, are
nobody's edits: the one stands still here, and the other is not there before it is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from daw_bridges.ableton.reading import read_session, read_track
from daw_bridges.session import Session, Track

__all__ = ["PushedSet"]

Raw = dict[str, Any]


class PushedSet:
    """A raw set that grows out of pushes; the first one is whole."""

    def __init__(self) -> None:
        self._song: Raw = {}
        self._order: list[int] = []
        self._tracks: dict[int, Raw] = {}
        self._read: dict[int, tuple[Raw, tuple[int, int], Track]] = {}

    def take(self, push: Raw) -> Session:
        """Lay a push over what is known; the session as it is now."""
        self._song = _held(self._song, push.get("song", self._song))
        self._order = push.get("order", self._order)
        for track in push["tracks"]:
            known = self._tracks.get(track["id"], {})
            self._tracks[track["id"]] = {**known, **_track(known, track)}
        self._take_devices({device["id"]: device for device in push["devices"]})
        self._forget_the_gone()
        return self._session()

    def _take_devices(self, pushed: dict[int, Raw]) -> None:
        for pointer, track in self._tracks.items() if pushed else ():
            devices: list[Raw] = track.get("devices", [])
            if any(device["id"] in pushed for device in devices):
                fresh = [_device(device, pushed.get(device["id"], device)) for device in devices]
                self._tracks[pointer] = {**track, "devices": fresh}

    def _forget_the_gone(self) -> None:
        # One that came and went while the script read it was never told in full.
        self._order = [pointer for pointer in self._order if "devices" in self._tracks.get(pointer, {})]
        here = set(self._order)
        self._tracks = {pointer: raw for pointer, raw in self._tracks.items() if pointer in here}
        self._read = {pointer: read for pointer, read in self._read.items() if pointer in here}

    def _session(self) -> Session:
        session = read_session({**self._song, "tracks": []})
        tracks = tuple(self._track(pointer, session.time_signature) for pointer in self._order)
        return session.model_copy(update={"tracks": tracks})

    def _track(self, pointer: int, signature: tuple[int, int]) -> Track:
        raw = self._tracks[pointer]
        known = self._read.get(pointer)
        if known is None or known[0] is not raw or known[1] != signature:
            known = self._read[pointer] = raw, signature, read_track(raw, signature)
        return known[2]


def _held(known: Raw, fresh: Raw) -> Raw:
    """A part with those of its fields as they were that automation moves at the moment."""
    return {**fresh, **{name: known[name] for name in fresh.get("automated", ()) if name in known}}


def _track(known: Raw, fresh: Raw) -> Raw:
    track = _held(known, fresh)
    if "sends" in fresh:
        before = {name: text for name, text in known.get("sends", ()) if name in fresh["automated"]}
        track["sends"] = [[name, before.get(name, text)] for name, text in fresh["sends"]]
    if "devices" in fresh:
        there = {device["id"]: device for device in known.get("devices", ())}
        track["devices"] = [_device(there.get(device["id"], {}), device) for device in fresh["devices"]]
    for view in ("clips", "arrangement_clips"):
        if view in fresh:
            track[view] = [clip for clip in fresh[view] if not clip.get("recording")]
    return track


def _device(known: Raw, fresh: Raw) -> Raw:
    """A device with what automation moves of it, and of what is in its chains, as it was."""
    if known is fresh:
        return fresh
    changes: Raw = {}
    if any(parameter.get("automated") for parameter in fresh["parameters"]):
        changes["parameters"] = _standing(known.get("parameters", ()), fresh["parameters"])
    if "chains" in fresh:
        there = {device["id"]: device for chain in known.get("chains", ()) for device in chain["devices"]}
        changes["chains"] = [
            {**chain, "devices": [_device(there.get(each["id"], {}), each) for each in chain["devices"]]}
            for chain in fresh["chains"]
        ]
    return {**fresh, **changes} if changes else fresh


def _standing(known: Iterable[Raw], fresh: Iterable[Raw]) -> list[Raw]:
    texts = {parameter["name"]: parameter["text"] for parameter in known}
    return [
        {**parameter, "text": texts.get(parameter["name"], parameter["text"])}
        if parameter.get("automated")
        else parameter
        for parameter in fresh
    ]
