"""The owner's door: a port on loopback, and the checks on whoever comes to it.

The WebSocket library is imported when somebody knocks: most commands end before anybody does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING

from orbit import __version__
from orbit.engine.ownership import Address
from orbit.engine.wire import GREETING_SECONDS, MAX_FROM_CLIENT, PATH, PROTOCOL

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

    from orbit.engine.client import Client
    from orbit.engine.hub import Hub

__all__ = ["Door", "wire_log"]

_BACKLOG = 64
_MOST_CLIENTS = 256
_GOODBYE_SECONDS = 5.0


def wire_log() -> logging.Logger:
    """Where the WebSocket library's own remarks go: nowhere near a user's terminal."""
    log = logging.getLogger("orbit.engine.wire")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
        log.propagate = False
    return log


class Door:
    """Lets clients of other processes in. It belongs to one event loop."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._socket: socket.socket | None = None
        self._watched = False
        self._server: Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self._inside: dict[Client, asyncio.Task[None] | None] = {}
        self.token = secrets.token_urlsafe(32)

    def open(self) -> Address:
        """Listen on a free port of this machine alone, and say which. Raises OSError."""
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.bind(("127.0.0.1", 0))
        listening.listen(_BACKLOG)
        listening.setblocking(False)
        self._socket = listening
        try:
            asyncio.get_running_loop().add_reader(listening, self._knocked)
            self._watched = True
        except RuntimeError:  # a loop that cannot watch a socket, as on Windows
            self._knocked()
        port = int(listening.getsockname()[1])
        return Address(port, self.token, os.getpid(), __version__, PROTOCOL)

    def _knocked(self) -> None:
        self._unwatch()
        self._serving = asyncio.ensure_future(self._serve())

    def _unwatch(self) -> None:
        if self._watched and self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
        self._watched = False

    async def _serve(self) -> None:
        from websockets.asyncio.server import serve

        # No pings: on loopback a process that ends is noticed at once, and one at a prompt need not answer.
        self._server = await serve(
            self._meet,
            sock=self._socket,
            process_request=self._check,
            origins=[None],  # a web page always says where it comes from, and none has business here
            compression=None,
            max_size=MAX_FROM_CLIENT,
            open_timeout=GREETING_SECONDS,
            ping_interval=None,
            close_timeout=1.0,
            server_header=None,
            logger=wire_log(),
        )

    def _check(self, connection: ServerConnection, request: Request) -> Response | None:
        assert self._socket is not None
        own = f"127.0.0.1:{self._socket.getsockname()[1]}"
        if request.headers.get_all("Host") != [own] or request.path != PATH:
            return connection.respond(HTTPStatus.FORBIDDEN, "This is not for you.\n")
        if len(self._inside) >= _MOST_CLIENTS:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many clients.\n")
        return None

    async def _meet(self, connection: ServerConnection) -> None:
        from orbit.engine.client import Client

        client = Client(connection, self._hub, self.token)
        self._inside[client] = asyncio.current_task()
        try:
            await client.serve()
        finally:
            del self._inside[client]

    def shut(self) -> None:
        """Let nobody new in. Again does nothing."""
        self._unwatch()
        if self._serving is None and self._socket is not None:
            self._socket.close()
        if self._server is not None:
            self._server.close(close_connections=False)

    async def see_out(self) -> None:
        """Say goodbye to those inside, and wait until they have been seen to."""
        if self._serving is not None:
            with suppress(OSError):
                await self._serving
        if self._server is not None:
            self._server.close(close_connections=False)
            inside = [task for task in self._inside.values() if task is not None]
            await asyncio.gather(*(client.see_out(_GOODBYE_SECONDS) for client in list(self._inside)))
            if inside:
                await asyncio.wait(inside, timeout=_GOODBYE_SECONDS)
            await self._server.wait_closed()
