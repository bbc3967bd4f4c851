"""Observation: what changes in the set is pushed to the clients that asked for it, part by part.

Listeners only say what may have changed. Once that has been quiet for a moment – or after a while of steady
change, as while a knob is dragged – those parts are read as a snapshot reads them, a little in each tick, and
what reads otherwise than before is pushed. A slow sweep reads one track a second besides, for what Live has
no listener for.

Whose change it is: before a batch is carried out, what the user did is pushed; what has changed at its end is
pushed as the agent's, whoever hears of it late.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from .changes import Changes
from .ears import Later
from .jobs import WAIT
from .listening import SONG, Part, SetListener
from .live import LiveSet, identity

QUIET_SECONDS = 0.25
LONGEST_SECONDS = 2.0
SWEEP_SECONDS = 1.0
_BACKLOG = 1024 * 1024
_LATE_TICKS = 2


class Subscription:
    """What one client has been told, and what it has to be told next."""

    def __init__(self, connection: Any, request_id: int, live: LiveSet) -> None:
        self.connection, self.request_id = connection, request_id
        self.started = False
        self._changes = Changes(live)
        self._reading: Optional[Iterator[Any]] = None
        self._first = self._last = 0.0

    def mark(self, part: Part, *, heard: bool = True) -> None:
        """Note that a part may have changed, or is to be looked at without anybody having heard of it."""
        now = time.monotonic()
        if not self._changes.dirty:
            self._first = self._last = now
        if heard:
            self._last = now
        self._changes.dirty[part] = None

    @property
    def clean(self) -> bool:
        """Whether there is nothing to tell."""
        return self._reading is None and not self._changes.dirty

    def due(self) -> bool:
        """Whether it is time to read what changed; a client that does not listen is told later, and all."""
        if self._reading is not None:
            return True
        if not self._changes.dirty or self.connection.backlog > _BACKLOG:
            return False
        now = time.monotonic()
        return now - self._last >= QUIET_SECONDS or now - self._first >= LONGEST_SECONDS

    def whole(self, instance: str) -> Iterator[Any]:
        """Read the whole set; returns what is pushed, as bytes."""
        return (yield from self._changes.whole({"origin": "user", "whole": True, "instance": instance}))

    def step(self, about: Callable[["Subscription"], Dict[str, Any]]) -> bool:
        """Read a little and push when all is read; whether there was anything to do."""
        if self._reading is None:
            if not self._changes.dirty:
                return False
            self._reading = self._changes.read(lambda: dict(about(self), age=time.monotonic() - self._last))
        try:
            next(self._reading)
        except StopIteration as end:
            self._reading = None
            if end.value is not None:
                self.connection.send("/orbit/changed", self.request_id, end.value)
        return True


class Observing:
    """The subscriptions of all clients on one set of listeners."""

    def __init__(self, live: LiveSet) -> None:
        self._live, self._instance = live, secrets.token_hex(8)
        self._subscriptions: List[Subscription] = []
        self._later = Later()
        self._listener: Optional[SetListener] = None
        self._closing: List[Iterator[Any]] = []
        self._agent: Optional[Tuple[Any, int]] = None
        self._performing = False
        self._next_sweep = 0.0
        self._swept = 0

    def subscribe(self, connection: Any, request_id: int) -> Iterator[Any]:
        """Listen to the set and read it; returns it as the first push, as bytes."""
        subscription = Subscription(connection, request_id, self._live)
        self._subscriptions.append(subscription)
        try:
            if self._listener is None:
                self._listener = SetListener(self._live, self._mark, self._later)
                self._listener.attach()
            while self._later.step():
                yield
            whole = yield from subscription.whole(self._instance)
            subscription.started = True
            return whole
        finally:
            if not subscription.started:
                self._remove(subscription)

    def unsubscribe(self, connection: Any, request_id: Optional[int] = None) -> bool:
        """End one subscription of a connection, or all of them; whether there was one."""
        doomed = [
            each
            for each in self._subscriptions
            if each.connection is connection and request_id in (None, each.request_id)
        ]
        for subscription in doomed:
            self._remove(subscription)
        return bool(doomed)

    def _remove(self, subscription: Subscription) -> None:
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
        if not self._subscriptions and self._listener is not None:
            self._closing.append(self._listener.closing())
            self._listener = None

    def close(self) -> None:
        """Remove every listener at once: the set is closed."""
        self._subscriptions.clear()
        for closing in self._closing:
            for _ in closing:
                pass
        if self._listener is not None:
            self._listener.close()
            self._listener = None

    def _mark(self, part: Part) -> None:
        for subscription in self._subscriptions:
            subscription.mark(part)

    def _look_at(self, part: Part) -> None:
        for subscription in self._subscriptions:
            subscription.mark(part, heard=False)

    def performed(self, connection: Any, request_id: int, steps: Iterator[Any]) -> Iterator[Any]:
        """Carry out a batch so that what it changes is known to be the agent's."""
        if not self._subscriptions:
            yield from steps
            return
        yield from self._told()
        self._agent, self._performing = (connection, request_id), True
        self._live.unheard.clear()
        try:
            yield from steps
        finally:
            self._performing = False
            for pointer in self._live.unheard:
                self._mark(("clips", pointer))
        # Live may tell its listeners a moment late.
        for _ in range(_LATE_TICKS):
            yield WAIT
        yield from self._told()

    def _told(self) -> Iterator[Any]:
        """Tell everybody everything."""
        for subscription in list(self._subscriptions):
            while subscription in self._subscriptions and self._advance(subscription):
                yield
        self._agent = None

    def _advance(self, subscription: Subscription) -> bool:
        return subscription.started and subscription.step(self._about)

    def _about(self, subscription: Subscription) -> Dict[str, Any]:
        song = self._live.song
        about: Dict[str, Any] = {"origin": "user", "can_redo": bool(song.can_redo)}
        if self._agent is not None:
            connection, request_id = self._agent
            own = connection is subscription.connection
            about.update(origin="agent", request=request_id if own else None)
        return about

    def run(self, deadline: float) -> None:
        """Go on with what is to be listened to, read and pushed, until ``time.perf_counter()`` says so."""
        self._sweep()
        while self._step() and time.perf_counter() < deadline:
            pass

    def _step(self) -> bool:
        if self._later.step() or self._close_some():
            return True
        if self._performing:
            return False
        due = next((each for each in self._subscriptions if each.started and each.due()), None)
        if due is not None:
            return self._advance(due)
        if self._agent is not None and all(each.clean for each in self._subscriptions):
            self._agent = None
        return False

    def _close_some(self) -> bool:
        if not self._closing:
            return False
        try:
            next(self._closing[0])
        except StopIteration:
            del self._closing[0]
        return True

    def _sweep(self) -> None:
        """Have another track read now and then, every other time the one that the user works on."""
        now = time.monotonic()
        if not self._subscriptions or self._performing or now < self._next_sweep:
            return
        self._next_sweep = now + SWEEP_SECONDS
        self._swept += 1
        tracks = self._live.tracks()
        track = tracks[self._swept // 2 % len(tracks)]
        if self._swept % 2:
            track = self._live.song.view.selected_track
        self._look_at(SONG)
        for kind in ("strip", "devices", "clips"):
            self._look_at((kind, identity(track)))
