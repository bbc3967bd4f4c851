"""How the simulated Logic's messages reach the port: each as late as its latency says, some not at all."""

from __future__ import annotations

import heapq
import math

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.messages import Lcd, Message
from daw_bridges.mackie.ports import Port
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.latency import Latency

__all__ = ["Sending"]


class Sending:
    """The way out. What is due at once goes at once; ``flush`` sends what has become due."""

    def __init__(self, port: Port, latency: Latency, faults: Faults) -> None:
        self.sent = 0
        """How many messages went to the port."""
        self._port = port
        self._latency = latency
        self._faults = faults
        self._waiting: list[tuple[float, int, Message]] = []
        self._number = 0

    def send(self, message: Message, now: float) -> None:
        """Sends a message when its latency is over; text in pieces where that is asked for."""
        pieces = self._faults.pieces(message) if isinstance(message, Lcd) else [message]
        for nth, piece in enumerate(pieces):
            self._number += 1
            due = now + self._latency.of(piece) * (1 + nth)
            heapq.heappush(self._waiting, (due, self._number, piece))
        self.flush(now)

    def flush(self, now: float) -> None:
        """Sends what is due by now."""
        while self._waiting and self._waiting[0][0] <= now:
            self._put(heapq.heappop(self._waiting)[2])

    def forget(self) -> None:
        """Nobody is there for what still waits."""
        self._waiting.clear()

    @property
    def next(self) -> float:
        """When something is due."""
        return self._waiting[0][0] if self._waiting else math.inf

    def _put(self, message: Message) -> None:
        if self._faults.lost(message):
            return
        try:
            self._port.send(encode(message))
            self.sent += 1
        except UnreachableError:
            self.forget()
