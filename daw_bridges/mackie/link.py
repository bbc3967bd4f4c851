"""A surface's connection to its host: what it shows, what is sent, and waiting for what comes of it."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable

from daw_bridges.errors import TimedOutError, UnreachableError
from daw_bridges.mackie.codec import encode
from daw_bridges.mackie.dump import Dump, restless
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.inbox import Inbox
from daw_bridges.mackie.messages import DeviceQuery, GoOffline, Message, Press
from daw_bridges.mackie.pacing import BURST, Pace
from daw_bridges.mackie.ports import Port
from daw_bridges.mackie.reader import Event, Gone, Reader, There
from daw_bridges.mackie.strangers import stranger
from daw_bridges.mackie.surface import Surface
from daw_bridges.mackie.waiting import Condition, Listeners, Waiters

__all__ = ["Link"]

_ANNOUNCE = 0.5
"""Seconds after which a surface that nobody asked says that it is there: some systems lose first messages."""

_REPLUG = 3.0
"""Seconds of silence after which ports that hosts greet only when they are new are made anew."""

_UNSHOWN = 2.0
"""Seconds in which a host that asks anew without having gone must show something; else all is as before."""

_SELDOM = 8.0
"""Seconds between two such words at most."""

_TURNS, _PATIENCE = 20, 4
"""How often a wait looks whether the host still shows something, and how many times as long it waits then."""

_STEP = 0.01
_CHUNK = BURST // 2


class Link:
    """A greeted connection; made by ``Link.open``. Everything here is for the event loop it was opened on.

    When the port or the host goes, ``lost`` says why, and whoever waits or sends gets UnreachableError. When
    it comes back and has shown everything anew, ``lost`` is None again, ``surface`` is another one and
    ``generation`` has grown. Nothing is known then of what the host does with what was sent before.
    """

    def __init__(self, port: Port, identity: Identity) -> None:
        self._loop = asyncio.get_running_loop()
        self._port, self._identity = port, identity
        self._inbox = Inbox(self._take)
        self._reader = Reader(port, identity, self._inbox.post)
        self._waiters = Waiters()
        self._listeners: Listeners[Message] = Listeners()
        self._watchers: Listeners[str | None] = Listeners()
        self._pace, self._sending = Pace(self._loop.time), asyncio.Lock()
        self._told, self._heard = 0, self._loop.time()
        self._dump = Dump()
        self._before: Surface | None = None
        self._settling: asyncio.Task[None] | None = None
        self._opened = self._closed = False
        self.surface = Surface(identity.model)
        self.generation = 1
        """Grows with every time that the host starts anew."""
        self.received = 0
        """Messages that came and were taken by the surface."""
        self.lost: str | None = _OPENING
        """Why nothing can be sent; None while all is well."""
        self.strangers: tuple[str, ...] = ()
        """Who else was noticed on the port, in words for people."""

    @classmethod
    async def open(cls, port: Port, identity: Identity | None = None, timeout: float = 10.0) -> Link:
        """Open the port, answer the host, and wait until it has shown everything.

        Raises UnreachableError when the port cannot be had, or no host showed anything within ``timeout``
        seconds. The port is closed again then.
        """
        link = cls(port, identity or Identity())
        try:
            await link._plug_in()
            await link._first(timeout)
        except BaseException:
            await link.close()
            raise
        link._opened, link.lost = True, None
        return link

    @property
    def sent(self) -> int:
        """Messages that went to the host, the answers to its greeting among them."""
        return self._told + self._reader.answered

    async def send(self, *messages: Message) -> None:
        """Send messages, in one piece up to 64 of them, no faster than MIDI services carry.

        Raises MessageError before anything is sent when one cannot be, UnreachableError when lost.
        """
        packets = [encode(message) for message in messages]
        async with self._sending:
            for start in range(0, len(packets), _CHUNK):
                chunk = packets[start : start + _CHUNK]
                # A press without its release is a button held down: no cancellation cuts one off.
                if delay := self._pace.wait(len(chunk)):
                    await asyncio.sleep(delay)
                self._check()
                self._send(chunk)

    def _send(self, packets: list[bytes]) -> None:
        for packet in packets:
            self._port.send(packet)
            self._told += 1

    async def click(self, button: int) -> None:
        """Press a button and let it go."""
        await self.send(Press(button, down=True), Press(button, down=False))

    async def until(self, condition: Condition, what: str, timeout: float = 2.0) -> None:
        """Wait until the surface shows what ``condition`` asks, asked now and after every change of it.

        Raises TimedOutError, which names ``what``, once the host showed nothing for ``timeout`` seconds, or
        all else for four times as long; UnreachableError when it is lost or starts anew meanwhile.
        """
        self._check()
        if condition(self.surface):
            return
        waiting = self._waiters.add(condition)
        try:
            if not await self._shown(waiting, timeout):
                raise TimedOutError(f"The host did not show it within {timeout:g} s: {what}.")
            waiting.result()
        finally:
            self._waiters.drop(waiting)

    async def _shown(self, waiting: asyncio.Future[None], timeout: float) -> bool:
        """Wait in turns, so that a pause in which the computer ran nothing counts for one of them."""
        silent, heard = 0, self._heard
        for _ in range(_PATIENCE * _TURNS):
            await asyncio.wait({waiting}, timeout=timeout / _TURNS)
            if waiting.done():
                return True
            silent, heard = 0 if self._heard != heard else silent + 1, self._heard
            if silent == _TURNS:
                return False
        return False

    async def quiet(self, gap: float = 0.03, timeout: float = 1.0) -> bool:
        """Wait until nothing but the time and meters came for ``gap`` seconds, counted from now on.

        Gives whether it was quiet before ``timeout`` seconds were over. Raises UnreachableError when lost.
        """
        begun = self._loop.time()
        while True:
            self._check()
            now = self._loop.time()
            left = max(begun, self._heard) + gap - now
            if left <= 0 and not self._inbox.waiting:
                return True
            if now >= begun + timeout:
                return False
            await asyncio.sleep(min(max(left, 0.0), begun + timeout - now))

    def subscribe(self, callback: Callable[[Message], None]) -> Callable[[], None]:
        """Tell ``callback`` of every message, after the surface took it; gives what ends that."""
        return self._listeners.add(callback)

    def watch(self, callback: Callable[[str | None], None]) -> Callable[[], None]:
        """Tell ``callback`` what ``lost`` says whenever that changes; gives what ends that."""
        return self._watchers.add(callback)

    async def close(self) -> None:
        """Let go of the port; its thread has ended then. Closing again does nothing."""
        self._closed = True
        self._lose("The connection was closed.")
        await asyncio.shield(asyncio.to_thread(self._port.close))

    async def _plug_in(self) -> None:
        opening = asyncio.ensure_future(asyncio.to_thread(self._reader.open))
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            # The thread cannot be stopped, and what it opens must be closed after it.
            await asyncio.wait({opening})
            raise

    async def _first(self, timeout: float) -> None:
        """Wait for the first dump. Raises UnreachableError when there is none."""
        end = self._loop.time() + timeout
        rest = self._port.replug_after
        if (
            rest is not None
            and not await self._whole(min(end, self._loop.time() + _REPLUG))
            and not self.received
        ):
            await asyncio.to_thread(self._port.close)
            await asyncio.sleep(rest)
            await self._plug_in()
        if not await self._whole(end):
            raise UnreachableError(self._nobody(timeout))

    async def _whole(self, end: float) -> bool:
        """Wait until all was shown, at most until ``end`` by the loop's clock; say hello in silence."""
        pause = _ANNOUNCE
        announce = self._loop.time() + pause
        while (now := self._loop.time()) < end:
            if not self._opened and self.lost != _OPENING:
                raise UnreachableError(self.lost or "")
            whole = self._dump.whole_at
            if whole is not None and now >= whole and not self._inbox.waiting:
                return True
            if whole is None and now >= max(announce, self._heard + _ANNOUNCE):
                with contextlib.suppress(UnreachableError):
                    self._send([encode(self._identity.hello())])
                pause = min(2 * pause, _SELDOM)
                announce = now + pause
            await asyncio.sleep(_STEP)
        return False

    def _nobody(self, timeout: float) -> str:
        did = "greeted this surface, and then showed nothing" if self.received else "said nothing"
        return f"The host at the MIDI port “{self._port.name}” {did} for {timeout:g} s. {_CHECK}"

    def _check(self) -> None:
        if self.lost is not None:
            raise UnreachableError(self.lost)

    def _lose(self, reason: str) -> None:
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None
        self._now_lost(reason)
        self._waiters.fail(UnreachableError(reason))

    def _now_lost(self, reason: str | None) -> None:
        before, self.lost = self.lost, reason
        if before != reason:
            self._watchers.tell(reason)

    def _begin(self, before: Surface | None = None) -> None:
        """The host starts anew; ``before`` is what it may go on with, should it turn out that it does not."""
        self._lose(_ANEW)
        self.generation += 1
        self.surface, self._before, self._dump = Surface(self._identity.model), before, Dump()
        self._settling = self._loop.create_task(self._settle())

    async def _settle(self) -> None:
        if self._before is not None:
            await self._whole(self._loop.time() + _UNSHOWN)
            if not self._dump.begun:
                self.surface = self._before
        if self.surface is not self._before:
            await self._whole(math.inf)
        self._before = self._settling = None
        self._now_lost(None)

    def _take(self, event: Event) -> None:
        if self._closed:
            return
        match event:
            case Gone(reason=reason):
                self._lose(reason)
            case There():
                if self._opened and self.lost is not None:
                    self._begin()
            case message:
                self._message(message)

    def _message(self, message: Message) -> None:
        self.received += 1
        self._notice(message)
        self._greeted(message)
        now = self._loop.time()
        self._heard = self._heard if restless(message) else now
        self._dump.take(message, now)
        if self._before is not None:
            self._before.apply(message)
        if self.surface.apply(message):
            self._waiters.changed(self.surface)
        self._listeners.tell(message)

    def _notice(self, message: Message) -> None:
        who = stranger(message, self._identity)
        if who is not None and who not in self.strangers:
            self.strangers += (who,)

    def _greeted(self, message: Message) -> None:
        """See a host that lets go, or one that starts anew, which it shows by asking who is there."""
        if not self._opened or getattr(message, "model", None) != self._identity.model:
            return
        match message:
            case GoOffline():
                self._lose(_OFFLINE)
            case DeviceQuery() if self.lost is None:
                self._begin(self.surface)
            case DeviceQuery() if self.lost != _ANEW or self._dump.begun:
                self._begin()
            case _:
                pass


_OPENING = "The connection is not open yet."
_ANEW = "The host is reconnecting; what it shows is not complete yet."
_OFFLINE = "The host dropped this surface: it quit, or its control surfaces were set up again."
_CHECK = (
    "Is the DAW running, with no dialog open, and this port chosen for a Mackie Control in its settings for "
    "control surfaces? To find out more: “orbit doctor”."
)
