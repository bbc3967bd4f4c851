"""One connection to the Remote Script: requests by id, several in flight, and no wait without an end."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from typing import Any

from daw_bridges.ableton.wire import Message, Packets, decode, decode_json, encode
from daw_bridges.errors import (
    BridgeError,
    OrbitError,
    ProtocolError,
    RefusedError,
    TimedOutError,
    UnreachableError,
)

__all__ = ["Link", "OnEdit", "OnPush", "RequestError"]

OnEdit = Callable[[int, dict[str, Any]], None]
"""Told the place and the raw result of each edit of a batch."""

OnPush = Callable[[dict[str, Any] | None], None]
"""Told what the script pushes on a subscription; None when nothing more will come."""

PROTOCOL = 1

_OUT = logging.getLogger("daw_bridges.osc.out")
_IN = logging.getLogger("daw_bridges.osc.in")

_GONE = "Live closed the connection: it quit, another set was opened, or the script was switched off."


class RequestError(OrbitError):
    """The script answered a request with an error; ``reply_code`` is its name for it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.reply_code = code


class _Pending:
    """A request that is not answered yet, and when the host last showed that it is working on it."""

    def __init__(self, now: float, on_edit: OnEdit | None) -> None:
        self.future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.heard = now
        self.answered = False
        self._on_edit = on_edit

    def take(self, address: str, arguments: list[Any], now: float) -> None:
        """Take what the host says of this request; anything is a sign of life."""
        self.heard = now
        match address, arguments:
            case "/orbit/reply", [reply, *_]:
                self._end(self.future.set_result, reply)
            case "/orbit/error", [code, text, *_]:
                self._end(self.future.set_exception, RequestError(str(code), str(text)))
            case "/orbit/result", [int(place), result, *_]:
                self._told(place, decode_json(result))
            case _:
                pass

    def _end(self, settle: Callable[[Any], None], value: Any) -> None:
        self.answered = True
        if not self.future.done():
            settle(value)

    def _told(self, place: int, result: dict[str, Any]) -> None:
        if self._on_edit is None or self.future.done():
            return
        try:
            self._on_edit(place, result)
        except Exception as error:  # noqa: BLE001 - whatever the caller's callback raises is the caller's
            self.future.set_exception(error)


class Link(asyncio.Protocol):
    """A greeted connection; made by ``Link.open``."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._packets = Packets()
        self._transport: asyncio.Transport | None = None
        self._pending: dict[int, _Pending] = {}
        self._streams: dict[int, OnPush] = {}
        self._ids = itertools.count(1)
        self._greeting: asyncio.Future[dict[str, Any]] = self._loop.create_future()
        self._lost: BridgeError | None = None
        self.about: dict[str, Any] = {}

    @classmethod
    async def open(cls, host: str, port: int, token: str, timeout: float) -> Link:
        """Connect and greet. UnreachableError, RefusedError or TimedOutError say what to check."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                _, link = await loop.create_connection(cls, host, port)
                await link.greet(token)
        except TimeoutError:
            raise TimedOutError(_silent(host, port, timeout)) from None
        except OSError:
            raise UnreachableError(_nobody(host, port)) from None
        return link

    async def greet(self, token: str) -> None:
        """Say the token and hear who answers. Raises RefusedError for a wrong one."""
        self._send(encode("/orbit/hello", token, PROTOCOL))
        try:
            self.about = await self._greeting
            if self.about["protocol"] != PROTOCOL:
                raise RefusedError(_OTHER_VERSION)
        except BaseException:
            self.close()
            raise

    @property
    def closed(self) -> bool:
        """Whether the connection is gone."""
        return self._lost is not None or self._transport is None or self._transport.is_closing()

    async def request(
        self, verb: str, body: dict[str, Any] | None = None, *, timeout: float, on_edit: OnEdit | None = None
    ) -> Any:
        """Ask and wait for the reply; ``timeout`` seconds without a sign of life are too many.

        Raises RequestError for the script's own errors, UnreachableError or TimedOutError for a lost host.
        A request that is given up is cancelled in the host too.
        """
        return await self._request(self._next_id(), verb, body or {}, timeout, on_edit)

    def _next_id(self) -> int:
        return next(self._ids)

    async def _request(
        self, request_id: int, verb: str, body: dict[str, Any], timeout: float, on_edit: OnEdit | None
    ) -> Any:
        if self._lost is not None:
            raise self._lost
        pending = self._pending[request_id] = _Pending(self._loop.time(), on_edit)
        self._send(encode(f"/orbit/{verb}", request_id, body))
        try:
            return decode_json(await self._answer(pending, timeout))
        finally:
            if not pending.answered:
                self._send(encode("/orbit/cancel", next(self._ids), {"request": request_id}))
            del self._pending[request_id]

    async def subscribe(self, verb: str, on_push: OnPush, *, timeout: float) -> None:
        """Ask for a subscription and wait until it stands; ``on_push`` is told its reply and what follows.

        Raises as ``request`` does; then nothing follows.
        """
        request_id = self._next_id()
        self._streams[request_id] = on_push
        try:
            await self._request(request_id, verb, {}, timeout, None)
        except BaseException:
            self._streams.pop(request_id, None)
            raise

    def unsubscribe(self, on_push: OnPush) -> None:
        """End a subscription; ``on_push`` is told nothing more."""
        for request_id in [each for each, known in self._streams.items() if known == on_push]:
            del self._streams[request_id]
            self._send(encode("/orbit/cancel", self._next_id(), {"request": request_id}))

    async def _answer(self, pending: _Pending, timeout: float) -> Any:
        while True:
            left = pending.heard + timeout - self._loop.time()
            await asyncio.wait({pending.future}, timeout=max(left, 0.0))
            if pending.future.done():
                return pending.future.result()
            if self._loop.time() >= pending.heard + timeout:
                # What is still queued there must not be done later, behind the caller's back: the socket is
                # closed, which is certain once the loop has gone round, before anybody hears of it.
                pending.future.cancel()
                self.close()
                await asyncio.sleep(0)
                raise TimedOutError(_busy(timeout))

    def _send(self, packet: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            _OUT.debug("%d bytes", len(packet))
            self._transport.write(packet)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection (asyncio calls this)."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take bytes (asyncio calls this)."""
        try:
            for packet in self._packets.feed(data):
                self._received(decode(packet))
        except ProtocolError as error:
            self._lose(error)
            self.close()

    def eof_received(self) -> None:
        """See at once that the other side hung up (asyncio calls this, and closes)."""
        self._lose(UnreachableError(_GONE))

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell everybody who waits (asyncio calls this)."""
        self._lose(UnreachableError(_GONE if exc is None else f"{_GONE} ({exc})"))

    def _lose(self, error: BridgeError) -> None:
        self._lost = self._lost or error
        while self._streams:
            self._streams.popitem()[1](None)
        for future in (self._greeting, *(pending.future for pending in self._pending.values())):
            if not future.done():
                future.set_exception(self._lost)
        if self._greeting.done() and not self._greeting.cancelled():
            self._greeting.exception()

    def _received(self, message: Message) -> None:
        _IN.debug("%s", message.address)
        match message:
            case Message("/orbit/welcome", (about, *_)) if not self._greeting.done():
                self._greeting.set_result(decode_json(about))
            case Message("/orbit/error", (0, _, str(text), *_)):
                self._lose(RefusedError(text))
            case Message("/orbit/changed", (int(request_id), body, *_)) if request_id in self._streams:
                self._streams[request_id](decode_json(body))
            case Message(address, (int(request_id), *arguments)) if request_id in self._pending:
                if address == "/orbit/reply" and request_id in self._streams:
                    self._streams[request_id](decode_json(arguments[0] if arguments else None))
                self._pending[request_id].take(address, arguments, self._loop.time())
            case _:
                pass

    def close(self) -> None:
        """Let go of the connection."""
        if self._transport is not None:
            self._transport.abort()


_OTHER_VERSION = "Orbit's script in Live is of another version. Run “orbit install ableton” and restart Live."
_CHECK = (
    "Is Live running, with the Control Surface “Orbit” chosen under Settings → Link, Tempo & MIDI? "
    "If it is not offered there: “orbit install ableton”. To find out more: “orbit doctor”."
)


def _nobody(host: str, port: int) -> str:
    return f"Nothing answers at {host}:{port}. {_CHECK}"


def _silent(host: str, port: int, timeout: float) -> str:
    return f"{host}:{port} is open but said nothing for {timeout:g} s. Is a dialog open in Live? {_CHECK}"


def _busy(timeout: float) -> str:
    return f"Live did not answer for {timeout:g} s. Is a dialog open in it, or is it loading? Try again then."
