"""The parts that all clients of a host share: a library for each scope, a bridge for each DAW."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from orbit.hosts import connected
from orbit.server.local import open_library
from orbit.server.loop_thread import LoopThread
from orbit.server.session import RunningRequests

if TYPE_CHECKING:
    from orbit.memory import Library
    from orbit.server.engine import OnNotice
    from orbit.server.shared_bridge import SharedBridge
    from orbit.settings import Settings

__all__ = ["Parts"]

_OF_A_LIBRARY = (
    "store_url", "index_url", "user", "project",
    "embedder", "embedder_url", "embedder_model", "embedder_key",
)  # fmt: skip
_OF_A_DAW = ("daw", "ableton_port", "ableton_token", "ableton_via", "ableton_reply_port", "logic_port")

_SETTLED_SECONDS = 1.0
"""A host that is gone by then was here for one command, which is not to wait for a warm index."""


class Parts:
    """Opened when they are first needed, shared by every client whose settings mean the same, closed at once.

    They belong to one event loop.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.requests = RunningRequests()
        self.followers: set[OnNotice] = set()
        self._open, self._threads = AsyncExitStack(), AsyncExitStack()
        self._libraries: dict[tuple[Any, ...], Library] = {}
        self._bridges: dict[tuple[Any, ...], SharedBridge] = {}
        self._opening, self._reaching = asyncio.Lock(), asyncio.Lock()
        self._daws: LoopThread | None = None

    async def library(self, settings: Settings) -> Library:
        """The library of these settings. Raises MemoryStoreError or UsageError."""
        key = _key(settings, _OF_A_LIBRARY)
        async with self._opening:
            if key not in self._libraries:
                library = await asyncio.to_thread(open_library, settings)
                self._open.callback(library.close)
                timer = asyncio.get_running_loop().call_later(_SETTLED_SECONDS, self._settle, library)
                self._open.callback(timer.cancel)
                self._libraries[key] = library
        return self._libraries[key]

    def _settle(self, library: Library) -> None:
        """Do beside the work what is worth it to a process that is here for longer."""
        from orbit.learning.online.keeping import catching_up

        library.hold()
        library.warm()
        self._open.enter_context(catching_up(library))
        self._open.enter_context(library.files.watched())

    async def bridge(self, settings: Settings) -> SharedBridge:
        """The bridge to the DAW of these settings. Raises BridgeError."""
        key = _key(settings, _OF_A_DAW)
        async with self._reaching:
            if key not in self._bridges:
                self._bridges[key] = await self._bridge(settings)
        return self._bridges[key]

    async def _bridge(self, settings: Settings) -> SharedBridge:
        from orbit.server.shared_bridge import SharedBridge

        if self._daws is None:
            self._daws = LoopThread("orbit-daws")
            self._threads.push_async_callback(self._daws.stop)
        there, way = self._daws, connected(settings)
        inner = await there.do(way.__aenter__())
        self._open.push_async_callback(lambda: there.do(way.__aexit__(None, None, None)))
        return SharedBridge(inner, there)

    async def close(self) -> None:
        """Let go of everything."""
        try:
            await self._open.aclose()
        finally:
            await self._threads.aclose()


def _key(settings: Settings, names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(getattr(settings, name) for name in names)
