"""The wire to the Remote Script: OSC messages (python-osc) behind an int32 size, JSON as blobs.

>>> packet = encode("/orbit/ping", 7, {"a": 1})
>>> [decode(body) for body in Packets().feed(packet)]
[Message(address='/orbit/ping', arguments=(7, b'{"a":1}'))]
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from pythonosc.osc_message import OscMessage, ParseError
from pythonosc.osc_message_builder import OscMessageBuilder

from daw_bridges.errors import ProtocolError

__all__ = ["MAX_PACKET", "Message", "Packets", "decode", "decode_json", "encode"]

MAX_PACKET = 256 * 1024 * 1024
"""No set comes near this; a larger size is not one of ours."""

_SIZE = struct.Struct(">i")


class Message(NamedTuple):
    """An OSC message."""

    address: str
    arguments: tuple[Any, ...]


def encode(address: str, *arguments: int | str | dict[str, Any]) -> bytes:
    """A message as it goes over the wire, with its size in front; a dict travels as JSON in a blob."""
    builder = OscMessageBuilder(address)
    for argument in arguments:
        if isinstance(argument, dict):
            builder.add_arg(json.dumps(argument, separators=(",", ":"), allow_nan=False).encode(), "b")
        else:
            builder.add_arg(argument, "i" if isinstance(argument, int) else "s")
    packet = builder.build().dgram
    return _SIZE.pack(len(packet)) + packet


def decode(packet: bytes) -> Message:
    """Read a message. Raises ProtocolError."""
    try:
        message = OscMessage(packet)
        return Message(message.address, tuple(message.params))
    except (ParseError, ValueError, IndexError) as error:  # python-osc lets text that is none through
        raise ProtocolError(f"Live's script answered something that is not OSC: {error}") from None


def decode_json(blob: Any) -> Any:
    """Read the JSON in a blob. Raises ProtocolError."""
    try:
        return json.loads(blob)
    except (TypeError, ValueError):
        raise ProtocolError(
            "Live's script answered something that is not JSON. Is another program on that port?"
        ) from None


class Packets:
    """Cuts a stream of bytes into packets."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Take bytes as they arrive and give the packets they complete. ProtocolError for a mad size."""
        self._buffer += data
        while len(self._buffer) >= _SIZE.size:
            (size,) = _SIZE.unpack_from(self._buffer)
            if not 0 < size <= MAX_PACKET:
                raise ProtocolError(
                    f"A packet of {size} bytes is not Orbit's script. Is another program on that port?"
                )
            if len(self._buffer) < _SIZE.size + size:
                return
            packet = bytes(self._buffer[_SIZE.size : _SIZE.size + size])
            del self._buffer[: _SIZE.size + size]
            yield packet
