"""What the objects of one set share: version, clock, undo, listeners, and the rules of changing things."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from daw_bridges.simulated.live.undo import Journal

if TYPE_CHECKING:
    from daw_bridges.simulated.live.lom import LomObject
    from daw_bridges.simulated.live.song import Song

__all__ = ["DEFERRED", "SETTLING_SECONDS", "Callback", "Document", "Faults", "running_document"]

Callback = Callable[[], object]

SETTLING_SECONDS = 0.01

DEFERRED = "Changes cannot be triggered by notifications. You will need to defer your response."

_RUNNING: dict[int, Document] = {}


def running_document() -> Document | None:
    """The set of the simulated Live whose main loop is the calling thread."""
    return _RUNNING.get(threading.get_ident())


class Faults(Protocol):
    """What a test may put between a write and its effect."""

    def before_change(self, document: Document) -> None:
        """Called before each outermost change; may itself change the set."""
        ...

    def permits(self, target: LomObject, name: str) -> bool:
        """Whether the write takes effect; may raise instead."""
        ...


class Document:
    """The context of one set; every object of the model holds it."""

    def __init__(self, version: tuple[int, int, int] = (12, 3, 0)) -> None:
        self.version = version
        # As in a running Live: whatever hands out an object hands out a new wrapper of it.
        self.wraps_anew = False
        self.song: Song
        self.clock: Callable[[], float] = time.monotonic
        self.journal = Journal(self._now)
        self.listeners: dict[tuple[LomObject, str], list[Callback]] = {}
        self._listened: dict[LomObject, set[str]] = {}
        self.faults: Faults | None = None
        self.log: Callable[[str], None] = lambda _message: None
        self._owner: int | None = None
        self._depth = 0
        self._notifying = False
        self._queue: deque[tuple[LomObject, str]] = deque()
        self._later: deque[tuple[float, Callable[[], object]]] = deque()

    def _now(self) -> float:
        return self.clock()

    @contextmanager
    def running(self) -> Generator[None]:
        """Make the calling thread Live's main thread for this set."""
        me = threading.get_ident()
        self._owner, _RUNNING[me] = me, self
        self.wraps_anew = True
        try:
            yield
        finally:
            self._owner, self.wraps_anew = None, False
            self._later.clear()
            del _RUNNING[me]

    def later(self, action: Callable[[], object]) -> None:
        """Do what a running Live leaves to its next tick; at once where no Live is running."""
        if self._owner is None:
            action()
        else:
            self._check_allowed()
            self._later.append((self.clock() + SETTLING_SECONDS, action))

    def settle(self) -> None:
        """Do what was left to this tick: called by Live's main loop."""
        now = self.clock()
        while self._later and self._later[0][0] <= now:
            self._call(self._later.popleft()[1])

    @contextmanager
    def change(self) -> Generator[None]:
        """Bracket a change: listeners hear of it when the outermost bracket closes."""
        if self._depth == 0:
            self._check_allowed()
        self._depth += 1
        try:
            if self._depth == 1 and self.faults is not None:
                self.faults.before_change(self)
            yield
        finally:
            self._depth -= 1
            if self._depth == 0 and self._queue:
                self._notify()

    def changed(self, target: LomObject, name: str) -> None:
        """Queue the listeners of ``name``."""
        if self.listeners:
            self._queue.append((target, name))
            if self._depth == 0:
                self._notify()

    def undo(self) -> str:
        """Take the last entry of the undo history back; gives its label, empty if there is none."""
        with self.change():
            return self.journal.undo()

    def redo(self) -> str:
        """Do the last undone entry again; gives its label, empty if there is none."""
        with self.change():
            return self.journal.redo()

    def _check_allowed(self) -> None:
        if self._notifying:
            raise RuntimeError(DEFERRED)
        if self._owner is not None and threading.get_ident() != self._owner:
            raise RuntimeError("The set may only be changed on Live's main thread; use LiveHost.call.")

    def _notify(self) -> None:
        if self._notifying:
            return
        self._notifying = True
        try:
            while self._queue:
                for callback in tuple(self.listeners.get(self._queue.popleft(), ())):
                    self._call(callback)
        finally:
            self._notifying = False

    def _call(self, callback: Callback) -> None:
        try:
            callback()
        except Exception as error:  # noqa: BLE001 - Live logs what goes wrong here and goes on
            self.log(f"RemoteScriptError: {type(error).__name__}: {error}")

    def add_listener(self, target: LomObject, name: str, callback: Callback) -> None:
        """Connect a listener; RuntimeError if it is connected already."""
        callbacks = self.listeners.setdefault((target, name), [])
        if callback in callbacks:
            raise RuntimeError("Observer already connected")
        callbacks.append(callback)
        self._listened.setdefault(target, set()).add(name)

    def remove_listener(self, target: LomObject, name: str, callback: Callback) -> None:
        """Disconnect a listener; RuntimeError if it is not connected."""
        callbacks = self.listeners.get((target, name), [])
        if callback not in callbacks:
            raise RuntimeError("Observer not connected")
        callbacks.remove(callback)
        if not callbacks:
            del self.listeners[target, name]
            self._listened[target].discard(name)

    def has_listener(self, target: LomObject, name: str, callback: Callback) -> bool:
        """Whether the listener is connected."""
        return callback in self.listeners.get((target, name), ())

    def forget_listeners(self, target: LomObject) -> None:
        """Drop every listener of an object that is going."""
        for name in self._listened.pop(target, ()):
            del self.listeners[target, name]
