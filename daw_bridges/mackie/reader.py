"""The port's own thread: bytes become messages, and a host that asks who is there is answered on the spot.

A host gives a surface a few milliseconds to answer. Whatever keeps the event loop busy must not make it miss
that, so the answer is given here, before the loop hears of the question.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.codec import Direction, encode
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.messages import Message
from daw_bridges.mackie.ports import Port
from daw_bridges.mackie.stream import Decoder

__all__ = ["Event", "Gone", "Reader", "There"]


class There:
    """The other side of the port is there, now or again."""


class Gone:
    """The other side of the port is gone."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


Event = Message | There | Gone


class Reader:
    """What a port calls; everything is handed to ``deliver`` in its order, in the port's thread."""

    def __init__(self, port: Port, identity: Identity, deliver: Callable[[Event], None]) -> None:
        self._port, self._identity, self._deliver = port, identity, deliver
        self._decoder = Decoder(Direction.DOWN)
        self.answered = 0
        """How many messages were answered here."""

    def open(self) -> None:
        """Open the port and listen. Raises UnreachableError."""
        self._port.open(self.receive, self.lost, self.plugged)

    def receive(self, data: bytes) -> None:
        """Take what came: whole messages, pieces of them, or garbage."""
        for message in self._decoder.feed(data):
            self._answer(message)
            self._deliver(message)

    def lost(self, reason: str) -> None:
        """Take that the other side is gone."""
        self._deliver(Gone(reason))

    def plugged(self) -> None:
        """Take that it is there; half a message from before it went is no beginning of what comes now."""
        self._decoder = Decoder(Direction.DOWN)
        self._deliver(There())

    def _answer(self, message: Message) -> None:
        answer = self._identity.answer(message)
        if answer is None:
            return
        # Where the answer cannot go any more, the port says so itself.
        with contextlib.suppress(UnreachableError):
            self._port.send(encode(answer))
            self.answered += 1
