"""A panel with the least of a server, until Orbit's is there."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import replace

import uvicorn

from orbit.engine import AnyEngine, engine_for
from orbit.interfaces.panel.mount import mount
from orbit.settings import Settings


class Server:
    """The least of a server."""

    def __init__(self, settings: Settings, stack: AsyncExitStack) -> None:
        self.settings, self._stack = settings, stack

    async def client(self, name: str) -> AnyEngine:
        del name
        return await self._stack.enter_async_context(engine_for(replace(self.settings, confirm=True), stays=True))


async def serve(port: int) -> None:
    async with AsyncExitStack() as stack:
        app = mount(Server(Settings.load(), stack))
        sys.stdout.write(f"http://127.0.0.1:{port}/\n")
        sys.stdout.flush()
        await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error")).serve()


asyncio.run(serve(int(sys.argv[1])))
