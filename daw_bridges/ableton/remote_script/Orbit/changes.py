"""What one client knows of the set and what has changed since: read part by part, unchanged parts left out.

What is pushed is one JSON object: ``origin`` … as the observation says, ``song`` (the set itself), ``order``
(the identities of all tracks), ``tracks`` (of each its ``id`` and the fields that changed) and ``devices``
(of each its ``id``, all of it). What has not changed is not there.
"""

from __future__ import annotations

import contextlib
import zlib
from typing import Any, Callable, Dict, Iterator, List, Optional

from .listening import NAMES, ORDER, SONG, Part
from .live import LiveSet, identity
from .snapshot import clips_of, device_of, encoded, kind_of, song_of, strip_of, with_lists

_ROUNDS = 4


class Changes:
    """The parts that may have changed, and a fingerprint of each part as it was told last."""

    def __init__(self, live: LiveSet) -> None:
        self._live = live
        self.dirty: Dict[Part, None] = {}
        self._known: Dict[Part, int] = {}
        self._song = b""
        self._order = b""
        self._tracks: Dict[Part, bytes] = {}
        self._devices: Dict[Part, bytes] = {}

    def whole(self, about: Dict[str, Any]) -> Iterator[Any]:
        """Read everything; returns it as bytes, with ``about`` it."""
        self.dirty[ORDER] = None
        return (yield from self.read(lambda: about))

    def read(self, about: Callable[[], Dict[str, Any]]) -> Iterator[Any]:
        """Read what may have changed; returns what did, with ``about`` it, as bytes; None if nothing did."""
        # What is changed while this reads is read as well: what is told belongs together.
        for _ in range(_ROUNDS):
            yield from self._read_dirty()
            if not self.dirty:
                break
        return self._packed(about)

    def _read_dirty(self) -> Iterator[Any]:
        tracks = {identity(track): track for track in self._live.tracks()}
        parts, self.dirty = self.dirty, {}
        if ORDER in parts:
            self._read_order(tracks)
        for part in self._spelt_out(parts, tracks):
            track = tracks.get(part[1]) if len(part) > 1 else None
            if track is not None or part == SONG:
                yield from self._attempt(part, track)
                yield

    def _read_order(self, tracks: Dict[int, Any]) -> None:
        order = encoded({"order": list(tracks)})
        if self._is_new(ORDER, order):
            self._order = order
        for part in [part for part in self._known if len(part) > 1 and part[1] not in tracks]:
            del self._known[part]
        for pointer in [pointer for pointer in self._live.given_colors if pointer not in tracks]:
            del self._live.given_colors[pointer]

    def _spelt_out(self, parts: Dict[Part, None], tracks: Dict[int, Any]) -> List[Part]:
        """The parts to read, each once; where tracks come, go or are renamed, also what refers to them."""
        wanted = dict(parts)
        if ORDER in wanted or NAMES in wanted:
            wanted[SONG] = None
            for pointer, track in tracks.items():
                wanted["strip", pointer] = None
                if ("strip", pointer) not in self._known:
                    wanted["devices", pointer] = wanted["clips", pointer] = None
                else:
                    wanted.update(dict.fromkeys(_keyed(pointer, track)))
        # All devices of a track are read where the chain changed: none of them need be read again.
        return [part for part in wanted if part[0] != "device" or ("devices", part[1]) not in wanted]

    def _attempt(self, part: Part, track: Any) -> Iterator[Any]:
        # What went away while it was read is left to what held it, which has changed as well.
        with contextlib.suppress(AttributeError, RuntimeError, TypeError, IndexError, KeyError):
            yield from self._read_part(part, track)

    def _read_part(self, part: Part, track: Any) -> Iterator[Any]:
        kind = part[0]
        if kind == "song":
            song = encoded({"song": (yield from song_of(self._live))})
            if self._is_new(part, song):
                self._song = song
        elif kind == "strip":
            self._note_track(part, encoded(self._strip(track)))
        elif kind == "clips":
            self._note_track(part, (yield from clips_of(track, kind_of(self._live, track))))
        elif kind == "devices":
            yield from self._read_chain(part, track)
        elif kind == "device":
            yield from self._read_device(part, track)

    def _strip(self, track: Any) -> Dict[str, Any]:
        """A track's strip; its colour is open as long as it is the one that Live gave it."""
        given, pointer = self._live.given_colors, identity(track)
        strip = strip_of(self._live, track)
        if pointer in given and given[pointer] == track.color:
            strip["color"] = ""
        else:
            given.pop(pointer, None)
        return strip

    def _note_track(self, part: Part, body: bytes) -> None:
        if self._is_new(part, body):
            self._tracks[part] = body

    def _read_chain(self, part: Part, track: Any) -> Iterator[Any]:
        devices: List[bytes] = []
        for device in track.devices:
            devices.append((yield from device_of(self._live, device)))
            self._is_new(("device", part[1], identity(device)), devices[-1])
        body = with_lists(b"{}", {"devices": devices})
        if self._is_new(part, body):
            self._tracks[part] = body

    def _read_device(self, part: Part, track: Any) -> Iterator[Any]:
        device = next((each for each in track.devices if identity(each) == part[2]), None)
        if device is None:
            return
        body = yield from device_of(self._live, device)
        if self._is_new(part, body):
            self._devices[part] = body

    def _is_new(self, part: Part, body: bytes) -> bool:
        fingerprint = zlib.crc32(body)
        if self._known.get(part) == fingerprint:
            return False
        self._known[part] = fingerprint
        return True

    def _packed(self, about: Callable[[], Dict[str, Any]]) -> Optional[bytes]:
        fields = [self._song, self._order]
        tracks, devices = list(self._tracks.items()), list(self._devices.items())
        self._song, self._order = b"", b""
        self._tracks, self._devices = {}, {}
        if not (any(fields) or tracks or devices):
            return None
        head = b"{" + b",".join([field[1:-1] for field in (encoded(about()), *fields) if field]) + b"}"
        lists = {
            "tracks": [body if part[0] == "strip" else _with_id(part[1], body) for part, body in tracks],
            "devices": [body for _, body in devices],
        }
        return with_lists(head, lists)


def _with_id(pointer: int, body: bytes) -> bytes:
    return encoded({"id": pointer})[:-1] + (b"," + body[1:] if len(body) > 2 else b"}")


def _keyed(pointer: int, track: Any) -> List[Part]:
    """The devices of a track that name another track: what feeds their side chain."""
    return [
        ("device", pointer, identity(device))
        for device in track.devices
        if hasattr(device, "available_input_routing_types")
    ]
