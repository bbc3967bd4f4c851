"""Messages out of a stream of MIDI bytes, however it is cut into pieces.

mido's parser tells messages apart. What it leaves out is done before it: running status, real-time bytes in
the midst of other messages, and system exclusive that does not end.
"""

from __future__ import annotations

from typing import Any

from daw_bridges.mackie.codec import Direction, data_bytes, decode, is_message
from daw_bridges.mackie.messages import Message

__all__ = ["LONGEST", "Decoder"]

LONGEST = 1024
"""Bytes a system exclusive message may have; the protocol's longest has 120. Longer ones are thrown away."""
_EXCLUSIVE, _END = 0xF0, 0xF7
_REAL_TIME = 0xF8
_FIRST_STATUS, _FIRST_SYSTEM = 0x80, 0xF0


class Decoder:
    """One stream, one way. Takes any bytes, raises nothing, keeps no more than ``LONGEST`` of them.

    Real-time bytes (clock, active sensing) say nothing to a surface and are left out. Other messages that are
    none of the protocol's come as ``Unknown``; what is cut off or garbage does not come at all.
    """

    def __init__(self, direction: Direction) -> None:
        self._direction = direction
        self._parser = _parser()
        self._running = 0
        """The status that data bytes without one belong to; 0 is none."""
        self._begun = 0
        """The status of the message that is under way; 0 is none."""
        self._length = 0
        """How many data bytes it has so far."""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that these bytes complete, in their order."""
        if not self._begun and len(data) <= LONGEST and is_message(data) and data[0] < _REAL_TIME:
            self._running = data[0] if data[0] < _FIRST_SYSTEM else 0
            return [decode(data, self._direction)]
        for byte in data:
            self._take(byte)
        return [decode(bytes(message.bytes()), self._direction) for message in self._parser]

    def _take(self, byte: int) -> None:
        if byte < _FIRST_STATUS:
            self._take_data(byte)
        elif byte < _REAL_TIME:
            self._take_status(byte)

    def _take_status(self, byte: int) -> None:
        if byte == _END and self._begun != _EXCLUSIVE:
            self._drop()
            return
        self._parser.feed_byte(byte)
        self._running = byte if byte < _FIRST_SYSTEM else 0
        self._begun = byte if byte == _EXCLUSIVE or (byte != _END and data_bytes(byte)) else 0
        self._length = 0

    def _take_data(self, byte: int) -> None:
        if not self._begun:
            if not self._running:
                return
            self._parser.feed_byte(self._running)
            self._begun, self._length = self._running, 0
        self._parser.feed_byte(byte)
        self._length += 1
        if self._begun != _EXCLUSIVE:
            self._begun = self._begun if self._length < data_bytes(self._begun) else 0
        elif self._length > LONGEST - 2:
            self._drop()

    def _drop(self) -> None:
        """Forgets the message under way; what mido completed stays."""
        whole: list[Any] = list(self._parser)
        self._parser = _parser()
        self._parser.messages.extend(whole)
        self._running = self._begun = 0


def _parser() -> Any:
    """Mido's parser; imported here because mido takes its time."""
    import mido

    untyped: Any = mido
    return untyped.Parser()
