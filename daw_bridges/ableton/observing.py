"""Observation of a running Live: what its script pushes, and what this bridge performs, told in one order.

All of it comes over one connection, so the order is the host's own: what the user did before a batch, the
batch's results as they are confirmed, then what the batch has left in the set.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from daw_bridges.ableton.link import Link, RequestError
from daw_bridges.ableton.pushed import PushedSet
from daw_bridges.actions import Action
from daw_bridges.bridge import Result
from daw_bridges.errors import ProtocolError, TimedOutError, UnreachableError
from daw_bridges.observation.observed import Observed, OnSession
from daw_bridges.observation.polling import retold
from daw_bridges.observation.story import Story, Told
from daw_bridges.session import Session

__all__ = ["LiveObservation"]

_LOG = logging.getLogger(__name__)

_MOST_WAITING = 256
"""Pushes that may wait for a slow consumer; when there are more, the set is read anew instead."""

Push = dict[str, Any]


class _Event(NamedTuple):
    """What came when (loop's clock): a push, a result, an action without one, or None: the host is lost."""

    at: float
    what: Push | Result | Action | None


class LiveObservation:
    """One stream of observed actions, over as many connections as it takes.

    ``linked`` gives the connection, ``timeout`` is how many seconds without a sign of life are too many,
    ``retry`` how many to wait before a lost Live is tried again.
    """

    def __init__(
        self,
        linked: Callable[[], Awaitable[Link]],
        *,
        timeout: float,
        retry: float,
        on_session: OnSession | None = None,
    ) -> None:
        self._linked, self._timeout, self._retry = linked, timeout, retry
        self._on_session: OnSession = on_session or (lambda _: None)
        self._clock = asyncio.get_running_loop().time
        self._events: deque[_Event] = deque()
        self._arrived = asyncio.Event()
        self._overrun = False
        self._over = False
        self._link: Link | None = None
        self._instance: str | None = None
        self._story: Story | None = None
        self._set = PushedSet()

    def begins(self) -> None:
        """Hear that the bridge begins to perform; its results will say the rest."""

    def hears(self, result: Result) -> None:
        """Hear what became of an action of the bridge's own."""
        self._note(result)

    def ends(self, unknown: Sequence[Action]) -> None:
        """Hear of the actions whose result the bridge never learnt."""
        for action in unknown:
            self._note(action)

    def end(self) -> None:
        """Have the stream end: the bridge is closed."""
        self._over = True
        self._arrived.set()

    def _note(self, what: Push | Result | Action | None) -> None:
        if isinstance(what, dict) and len(self._events) >= _MOST_WAITING:
            self._overrun = True
        else:
            self._events.append(_Event(self._clock(), what))
        self._arrived.set()

    async def observed(self) -> AsyncGenerator[Observed]:
        """What is done to the set, as it is seen. Raises as every other call where Live is not there."""
        await self._subscribe()
        started = latest = self._clock()
        try:
            while not self._over:
                at, tellings = await self._next()
                latest = max(latest, at)
                for told in tellings:
                    yield Observed(latest - started, told.origin, told.action)
        finally:
            self._unsubscribe()

    async def _subscribe(self) -> None:
        link = await self._linked()
        try:
            await link.subscribe("observe", self._note, timeout=self._timeout)
        except RequestError as error:
            raise ProtocolError(f"Orbit's script in Live cannot be observed: {error}") from None
        self._link = link

    def _unsubscribe(self) -> None:
        if self._link is not None:
            self._link.unsubscribe(self._note)

    async def _next(self) -> tuple[float, list[Told]]:
        while not (self._events or self._overrun or self._over):
            self._arrived.clear()
            await self._arrived.wait()
        if self._over:
            return self._clock(), []
        if self._overrun:
            await self._catch_up()
        event = self._events.popleft()
        match event.what:
            case None:
                await self._come_back()
                return event.at, []
            case dict():
                return event.at - float(event.what.get("age", 0.0)), self._tell(event.what)
            case Result():
                return event.at, [] if self._story is None else retold(self._story, event.what)
            case action:
                if self._story is not None:
                    self._story.failed(action)
                return event.at, []

    def _tell(self, push: Push) -> list[Told]:
        if push.get("whole"):
            return self._tell_whole(push)
        session = self._set.take(push)
        if self._story is None:
            return []
        if push.get("request") is not None:
            return self._story.settled(session)
        return self._story.changed(session, push["origin"], undone=push["can_redo"])

    def _tell_whole(self, push: Push) -> list[Told]:
        self._set = PushedSet()
        session = self._set.take(push)
        if self._story is None or push["instance"] != self._instance:
            self._begin(session, push["instance"])
            return []
        return self._story.settled(session)

    def _begin(self, session: Session, instance: str) -> None:
        if self._story is not None:
            _LOG.warning("Another set is open in Live, or Live was started again: %s", session.name)
        self._story, self._instance = Story(session), instance
        self._on_session(session)

    async def _catch_up(self) -> None:
        """Read the set anew instead of telling, much too late, each thing that happened to it."""
        _LOG.warning("More happened in Live than was noted; the set is read again")
        self._unsubscribe()
        self._events = deque(event for event in self._events if not isinstance(event.what, dict))
        self._overrun = False
        try:
            await self._subscribe()
        except (UnreachableError, TimedOutError):
            self._note(None)

    async def _come_back(self) -> None:
        _LOG.warning("Live is gone; waiting for it to come back")
        while not self._over:
            await asyncio.sleep(self._retry)
            with contextlib.suppress(UnreachableError, TimedOutError):
                if not self._over:
                    await self._subscribe()
                return
