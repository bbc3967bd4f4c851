"""From a port's thread to the event loop: everything, in its order, and the loop woken once for many."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

from daw_bridges.mackie.reader import Event

__all__ = ["Inbox"]


class Inbox:
    """Made on the event loop that ``take`` is to be called on."""

    def __init__(self, take: Callable[[Event], None]) -> None:
        self._loop, self._take = asyncio.get_running_loop(), take
        self._lock = threading.Lock()
        self._events: list[Event] = []

    @property
    def waiting(self) -> bool:
        """Whether something came that the loop has not taken."""
        return bool(self._events)

    def post(self, event: Event) -> None:
        """Put an event before the loop; from any thread."""
        with self._lock:
            self._events.append(event)
            first = len(self._events) == 1
        if first:
            # The loop may be gone by now, and then nobody is left to hear.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._empty)

    def _empty(self) -> None:
        with self._lock:
            events, self._events = self._events, []
        for event in events:
            self._take(event)
