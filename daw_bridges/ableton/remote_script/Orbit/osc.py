"""OSC 1.0 messages to bytes and back, in the standard library alone: Live's Python has no packages.

Types: int32 ``i``, int64 ``h``, float32 ``f``, float64 ``d``, string ``s``, blob ``b``, ``T``, ``F``, ``N``.
"""

from __future__ import annotations

import struct
from typing import Any, List, Tuple

from .errors import WireError

Message = Tuple[str, List[Any]]

_FIXED = {"i": ">i", "h": ">q", "f": ">f", "d": ">d"}
_CONSTANTS = {"T": True, "F": False, "N": None}
_MAX_ARGUMENTS = 65507
"""More than a datagram could hold."""


def encode(address: str, *arguments: Any) -> bytes:
    """Write a message. A ``bytes`` argument travels as a blob."""
    tagged = [_tagged(argument) for argument in arguments]
    tags = "," + "".join(tag for tag, _ in tagged)
    return _string(address) + _string(tags) + b"".join(data for _, data in tagged)


def _tagged(value: Any) -> Tuple[str, bytes]:
    if value is None or isinstance(value, bool):
        return {True: "T", False: "F", None: "N"}[value], b""
    if isinstance(value, int):
        tag = "i" if -0x80000000 <= value < 0x80000000 else "h"
        return tag, struct.pack(_FIXED[tag], value)
    if isinstance(value, float):
        try:
            return "f", struct.pack(">f", value)
        except OverflowError:
            return "d", struct.pack(">d", value)
    if isinstance(value, str):
        return "s", _string(value)
    return "b", struct.pack(">i", len(value)) + _padded(bytes(value))


def _string(text: str) -> bytes:
    return _padded(text.encode("utf-8") + b"\0")


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)


def decode(packet: bytes) -> Message:
    """Read a message. Raises WireError for anything that is not one."""
    address, place = _read_string(packet, 0)
    if not address.startswith("/"):
        raise WireError("not an OSC message: the address does not begin with /")
    tags, place = _read_string(packet, place)
    if not tags.startswith(","):
        raise WireError("not an OSC message: no type tags")
    if len(tags) > _MAX_ARGUMENTS:
        raise WireError("an OSC message of more than %d values: send fewer at a time" % _MAX_ARGUMENTS)
    arguments: List[Any] = []
    for tag in tags[1:]:
        value, place = _read(packet, place, tag)
        arguments.append(value)
    return address, arguments


def _read(packet: bytes, place: int, tag: str) -> Tuple[Any, int]:
    if tag in _CONSTANTS:
        return _CONSTANTS[tag], place
    if tag == "s":
        return _read_string(packet, place)
    if tag == "b":
        return _read_blob(packet, place)
    if tag not in _FIXED:
        raise WireError("an OSC type that is not part of the protocol: %r" % tag)
    size = struct.calcsize(_FIXED[tag])
    if place + size > len(packet):
        raise WireError("an OSC message that ends too early")
    return struct.unpack_from(_FIXED[tag], packet, place)[0], place + size


def _read_string(packet: bytes, place: int) -> Tuple[str, int]:
    end = packet.find(b"\0", place)
    if end < 0:
        raise WireError("an OSC string without an end")
    try:
        text = packet[place:end].decode("utf-8")
    except UnicodeDecodeError:
        raise WireError("an OSC string that is not text") from None
    return text, place + _whole(end - place + 1)


def _read_blob(packet: bytes, place: int) -> Tuple[bytes, int]:
    if place + 4 > len(packet):
        raise WireError("an OSC message that ends too early")
    (size,) = struct.unpack_from(">i", packet, place)
    start = place + 4
    if size < 0 or start + size > len(packet):
        raise WireError("an OSC blob that is longer than its packet")
    return packet[start : start + size], start + _whole(size)


def _whole(size: int) -> int:
    return size + -size % 4
