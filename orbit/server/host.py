"""The host: a thread with an event loop of its own, which serves this process and others.

It is a thread of its own because faces block: one that waits at a prompt, or for a line of input, must not
keep the clients of other processes waiting. Starlette and uvicorn are imported when somebody comes, or once
there is time: most commands end before anybody does.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from daw_bridges.errors import EngineError, UsageError
from orbit.server.access import Access
from orbit.server.host_lock import UnwritableError
from orbit.server.parts import Parts
from orbit.server.session import ClientSession

if TYPE_CHECKING:
    from uvicorn import Server as Uvicorn

    from orbit.server.app import App
    from orbit.server.host_lock import HostLock
    from orbit.settings import Settings

__all__ = ["Server"]

_log = logging.getLogger("orbit.server")

DRAIN_SECONDS = 30.0
"""How long a host that leaves waits for what it has begun on a DAW; then it is stopped and put back."""
_START_SECONDS = 30.0
_IDLE_SECONDS = 2.0
"""By then the server is made ready, whether anybody came or not."""
_LEAVING_SECONDS = 5
_KEEP_ALIVE_SECONDS = 600
"""Clients let go of a connection earlier, so that none is closed under a request."""
_BACKLOG = 64


class Server:
    """The server of a data directory, while this process holds its lock; what mounted faces have of it."""

    def __init__(self, lock: HostLock, settings: Settings) -> None:
        self._lock, self.settings = lock, settings
        self.data_dir = lock.data_dir
        self._ready, self._watched = threading.Event(), False
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._live, name="orbit-server", daemon=True)

    # -- from any thread -------------------------------------------------------------------------------

    def start(self) -> None:
        """Open for clients, of this process and others. Raises EngineError or UsageError."""
        self._thread.start()
        self._ready.wait(_START_SECONDS)
        if isinstance(self._failed, UnwritableError):
            raise self._failed
        if isinstance(self._failed, OSError):
            raise UsageError(
                f"Port {self.settings.server_port} is not available: {self._failed}. Choose another with "
                "--port, or by the setting server_port."
            )
        if self._failed is not None:
            raise EngineError(f"Orbit's server could not start: {self._failed}") from self._failed

    async def leave(self) -> None:
        """Begin nothing new, end what has begun, and let the next one have the data directory."""
        with suppress(RuntimeError):  # its loop is closed: it has ended by itself
            self.loop.call_soon_threadsafe(self._left.set)
        await asyncio.to_thread(self._thread.join)

    # -- on its own loop -------------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """Where it is reached: ``http://127.0.0.1:PORT``."""
        return self.address.url

    @property
    def token(self) -> str:
        """The token of this launch."""
        return self.access.token

    def ticket(self) -> str:
        """Give a word that opens a page once: ``URL/?ticket=WORD``."""
        return self.access.ticket()

    async def client(
        self, name: str, settings: Settings | None = None, keys: Mapping[str, str] | None = None
    ) -> ClientSession:
        """Give a client session; ``keys`` are what its model needs. The host's settings if no others."""
        return ClientSession(settings or self.settings, self.parts, name=name, keys=keys)

    # -- its life --------------------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - told to who waits for the start, or to the log
            self._failed = error
            if self._ready.is_set():
                _log.exception("the server did not end well")
        finally:
            with suppress(OSError):
                self._lock.release()
            self._ready.set()

    async def _serve(self) -> None:
        self.loop, self._left, self.parts = asyncio.get_running_loop(), asyncio.Event(), Parts()
        self._app: App | None = None
        self._uvicorn: Uvicorn | None = None
        self._serving: asyncio.Task[None] | None = None
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as self._socket:
            try:
                self._listen()
                self._ready.set()
                await self._left.wait()
            finally:
                self._lock.withdraw()
                try:
                    await self._end()
                finally:
                    await self.parts.close()

    def _listen(self) -> None:
        self._idle = self.loop.call_later(_IDLE_SECONDS, self._prepare)
        self._socket.bind(("127.0.0.1", self.settings.server_port))
        self._socket.listen(_BACKLOG)
        self._socket.setblocking(False)
        port = int(self._socket.getsockname()[1])
        self.access = Access(port)
        try:
            self.loop.add_reader(self._socket, self._prepare)
            self._watched = True
        except RuntimeError:  # a loop that cannot watch a socket, as on Windows
            self._prepare()
        self.address = self._lock.announce(port, self.access.token)

    def _unwatch(self) -> None:
        self._idle.cancel()
        if self._watched:
            self._watched = False
            self.loop.remove_reader(self._socket)

    def _prepare(self) -> None:
        self._unwatch()
        if self._serving is None:
            self._serving = asyncio.ensure_future(self._answer())

    async def _answer(self) -> None:
        from uvicorn import Config
        from uvicorn import Server as Uvicorn

        from orbit.server.app import App

        self._app = App(self)
        config = Config(
            self._app.asgi,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=_KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=_LEAVING_SECONDS,
        )
        self._uvicorn = Uvicorn(config)
        await self._uvicorn.serve(sockets=[self._socket])

    async def _end(self) -> None:
        self._unwatch()
        await self.parts.requests.drain(DRAIN_SECONDS)
        if self._app is not None:
            await self._app.close()
        if self._uvicorn is not None and self._serving is not None:
            self._uvicorn.should_exit = True
            await self._serving
