"""Two ports in one process with a cable between them, which can be pulled: MIDI where the system has none."""

from __future__ import annotations

import threading
from queue import SimpleQueue
from typing import NamedTuple

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.ports import Lost, Plugged, Port, Receive

__all__ = ["PairedPort", "pair"]

_PULLED = "The cable between the two ports was pulled."
_CLOSED = "The port at the other end was closed."


class _Ends(NamedTuple):
    """Whom an open end tells, and the queue in which its thread finds what to tell."""

    receive: Receive
    lost: Lost
    plugged: Plugged | None
    queue: SimpleQueue[bytes | str | bool]
    thread: threading.Thread


class _Cable:
    """What two ends share: whether it is plugged in, and one lock for everything that changes."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.ends: list[PairedPort] = []
        self.plugged = True

    @property
    def whole(self) -> bool:
        """Whether both ends are open and the cable is plugged in."""
        return self.plugged and all(end.is_open for end in self.ends)

    def tell(self, event: str | bool) -> None:
        """Put a loss (its reason) or a return (True) before both ends."""
        for end in self.ends:
            end.take(event)


class PairedPort(Port):
    """One end of a cable within the process; made by ``pair``.

    What is sent while the other end is closed goes nowhere, as on a real cable.
    """

    def __init__(self, name: str, cable: _Cable) -> None:
        self.name = name
        self._cable = cable
        self._open: _Ends | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody listens at this end."""
        return self._open is not None

    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Listen; UnreachableError while the cable is pulled."""
        with self._cable.lock:
            if not self._cable.plugged:
                raise UnreachableError(_PULLED)
            queue: SimpleQueue[bytes | str | bool] = SimpleQueue()
            thread = threading.Thread(target=self._deliver, name=f"midi {self.name}", daemon=True)
            self._open = _Ends(receive, lost, plugged, queue, thread)
            thread.start()
            if self._cable.whole:
                self._cable.tell(True)

    def send(self, data: bytes) -> None:
        """Put bytes before the other end; UnreachableError when this end is closed or the cable pulled."""
        with self._cable.lock:
            if not self.is_open or not self._cable.plugged:
                raise UnreachableError(_PULLED if self.is_open else f"The port {self.name} is not open.")
            for end in self._cable.ends:
                if end is not self:
                    end.take(bytes(data))

    def close(self) -> None:
        """Stop listening; the other end is told that it is alone."""
        with self._cable.lock:
            was, whole, self._open = self._open, self._cable.whole, None
            if whole:
                self._cable.tell(_CLOSED)
        if was is not None:
            was.queue.put(False)
            if was.thread is not threading.current_thread():
                was.thread.join()

    def unplug(self) -> None:
        """Pull the cable, at either end: both lose the other, after what was sent before."""
        with self._cable.lock:
            whole, self._cable.plugged = self._cable.whole, False
            if whole:
                self._cable.tell(_PULLED)

    def replug(self) -> None:
        """Put the cable back."""
        with self._cable.lock:
            was, self._cable.plugged = self._cable.plugged, True
            if not was and self._cable.whole:
                self._cable.tell(True)

    def take(self, event: bytes | str | bool) -> None:
        """Put an event before this end's own thread, if somebody listens here."""
        if self._open is not None:
            self._open.queue.put(event)

    def _deliver(self) -> None:
        with self._cable.lock:
            mine = self._open
        while mine is not None and (event := mine.queue.get()) is not False:
            if self._open is not mine:
                return
            match event:
                case bytes():
                    mine.receive(event)
                case str():
                    mine.lost(event)
                case _ if mine.plugged is not None:
                    mine.plugged()
                case _:
                    pass


def pair(one: str = "surface", other: str = "host") -> tuple[PairedPort, PairedPort]:
    """Two ports, each of which hears what the other sends, in its own thread and in the order it was sent."""
    cable = _Cable()
    ends = PairedPort(one, cable), PairedPort(other, cable)
    cable.ends.extend(ends)
    return ends
