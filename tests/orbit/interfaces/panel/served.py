"""A panel with the least of a server, until Orbit's is there."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import AsyncExitStack
from dataclasses import replace

import uvicorn

from orbit.engine import AnyEngine, engine_for
from orbit.interfaces.panel.mount import mount
from orbit.settings import Settings


class Server:
    url = "http://127.0.0.1"

    """The least of a server."""

    def __init__(self, settings: Settings, stack: AsyncExitStack) -> None:
        self.settings, self._stack = settings, stack

    async def client(self, name: str) -> AnyEngine:
        del name
        return await self._stack.enter_async_context(
            engine_for(replace(self.settings, confirm=True), stays=True)
        )


async def serve() -> None:
    async with AsyncExitStack() as stack:
        app = mount(Server(Settings.load(), stack))
        with socket.create_server(("127.0.0.1", int(os.environ.get("PORT", "0")))) as listener:
            server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2))
            sys.stderr.write(f"http://127.0.0.1:{listener.getsockname()[1]}/\n")
            sys.stderr.flush()
            await server.serve(sockets=[listener])


signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # raised again by the server when it is through
asyncio.run(serve())
