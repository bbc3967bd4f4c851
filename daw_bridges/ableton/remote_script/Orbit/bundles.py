"""OSC bundles: several messages in one packet, at once; their time is now, whatever it says."""

from __future__ import annotations

import struct
from typing import Iterator

from .errors import WireError

__all__ = ["messages_in"]

_MARK = b"#bundle\0"
_TIME_TAG = 8
_DEEPEST = 16


def messages_in(packet: bytes, depth: int = 0) -> Iterator[bytes]:
    """The messages of a packet, one by one and in order; a packet that is none is its only message.

    Raises WireError where a bundle ends in the middle of something.
    """
    if not packet.startswith(_MARK):
        yield packet
        return
    if depth > _DEEPEST:
        raise WireError("an OSC bundle in too many others")
    place = len(_MARK) + _TIME_TAG
    while place < len(packet):
        if place + 4 > len(packet):
            raise WireError("an OSC bundle that ends too early")
        (size,) = struct.unpack_from(">i", packet, place)
        start = place + 4
        if size < 0 or start + size > len(packet):
            raise WireError("an OSC bundle whose part is longer than itself")
        yield from messages_in(packet[start : start + size], depth + 1)
        place = start + size
