"""Somebody who opens a port and remembers everything that is told."""

from __future__ import annotations

from queue import Queue

from daw_bridges.mackie.ports import Port

__all__ = ["WAIT", "Ear"]

WAIT = 20.0
"""Seconds after which nothing more will come."""


class Ear:
    """Somebody at a port, with a queue of what is told."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.told: Queue[bytes | str] = Queue()

    def open(self) -> None:
        """Open the port."""
        self.port.open(self.told.put, lambda reason: self.told.put(f"lost: {reason}"), self._there)

    def _there(self) -> None:
        self.told.put("there")

    def next(self) -> bytes | str:
        """The next thing told: what arrived, "there", or "lost: " and why."""
        return self.told.get(timeout=WAIT)

    def hears(self, count: int) -> bytes:
        """At least so many bytes, and nothing else."""
        data = b""
        while len(data) < count:
            piece = self.next()
            assert isinstance(piece, bytes), piece
            data += piece
        return data
