"""The whole set, read from AbletonOSC in the form that Orbit's own script tells it.

What AbletonOSC cannot be asked stays at its default: the master and the returns (but for their names), side
chains, racks' chains, envelopes, the notes of clips on the timeline, and the name of the set.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from daw_bridges.ableton.abletonosc.asking import ask_all, ask_range, both, each
from daw_bridges.ableton.abletonosc.devices import DeviceReader
from daw_bridges.ableton.abletonosc.exchange import Exchange, HostError
from daw_bridges.ableton.abletonosc.messages import ask, marked
from daw_bridges.ableton.abletonosc.returns import ReturnNames
from daw_bridges.ableton.abletonosc.strips import read_strip, read_tracks
from daw_bridges.errors import ProtocolError

__all__ = ["Raw", "SnapshotReader"]

_LOG = logging.getLogger("daw_bridges.ableton.abletonosc")

Raw = dict[str, Any]

_ATTEMPTS = 4
_SONG = {
    "tempo": "tempo",
    "signature_numerator": "numerator",
    "signature_denominator": "denominator",
    "metronome": "metronome",
    "is_playing": "playing",
    "record_mode": "recording",
    "loop": "on",
    "loop_start": "start",
    "loop_length": "length",
}
_UNREAD_STRIP: Raw = {"volume": "0.0 dB", "pan": 0.0, "sends": [], "color": "", "devices": []}


class _MovedError(Exception):
    """The set was rearranged while it was read."""


class SnapshotReader:
    """Reads sets; remembers how devices display their values, which is most of the work."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._devices = DeviceReader(exchange)
        self._returns = ReturnNames(exchange)

    async def read(self) -> Raw:
        """The raw snapshot. Raises ProtocolError while the set is rearranged faster than it can be read."""
        for _ in range(_ATTEMPTS - 1):
            with suppress(_MovedError, HostError):
                return await self._read()
        try:
            return await self._read()
        except (_MovedError, HostError) as error:
            raise ProtocolError(f"The set could not be read through AbletonOSC: {error}") from None

    async def _read(self) -> Raw:
        song, tracks, scenes = await self._song()
        scene_names, rows = await both(
            ask_range(self._exchange, "song/get/scenes/name", scenes), read_tracks(self._exchange, tracks)
        )
        returns = await self._returns.read(rows)
        strips = await each(
            read_strip(self._exchange, self._devices, place, rows, returns) for place in range(tracks)
        )
        await self._must_be_still([row["name"] for row in rows], scenes)
        unread = [{**_UNREAD_STRIP, "kind": "return", "name": name} for name in returns]
        return {
            **song,
            "name": "",
            "scenes": [{"name": name} for (name,) in scene_names],
            "tracks": [*strips, *unread, {**_UNREAD_STRIP, "kind": "master", "name": "Master"}],
        }

    async def _song(self) -> tuple[Raw, int, int]:
        answers = await self._exchange.ask(
            *(marked(f"song/get/{name}") for name in _SONG),
            ask("song/get/num_tracks"),
            ask("song/get/num_scenes"),
        )
        *values, (tracks,), (scenes,) = answers
        song: Raw = {key: value for key, (value,) in zip(_SONG.values(), values, strict=True)}
        song["loop"] = {key: song.pop(key) for key in ("on", "start", "length")}
        for key in ("metronome", "playing", "recording"):
            song[key] = bool(song[key])
        return {**song, "cues": await self._cues()}, tracks, scenes

    async def _cues(self) -> list[Raw]:
        [flat] = await ask_all(self._exchange, [ask("song/get/cue_points")])
        if flat is None:
            _LOG.warning("The set has more locators than AbletonOSC can tell: it is read without them.")
            return []
        cues = [{"name": name, "beat": beat} for name, beat in zip(flat[::2], flat[1::2], strict=True)]
        return sorted(cues, key=lambda cue: float(cue["beat"]))

    async def _must_be_still(self, names: list[str], scenes: int) -> None:
        [(tracks,), (rows,)] = await self._exchange.ask(
            ask("song/get/num_tracks"), ask("song/get/num_scenes")
        )
        now = await ask_range(self._exchange, "song/get/track_names", tracks)
        if rows != scenes or [name for (name,) in now] != names:
            raise _MovedError("tracks or scenes were added, moved or removed in the meantime")
