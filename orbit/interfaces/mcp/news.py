"""News for those who listen: the session was changed, by whomever; something was done; the library grew.

The DAW is watched only while somebody listens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from mcp.server.subscriptions import InMemorySubscriptionBus, ResourceUpdated, ServerEvent

from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.interfaces.mcp.addresses import LAST, SESSION, WORKFLOWS, track_address

if TYPE_CHECKING:
    from daw_bridges.observation.seen import Seen
    from orbit.server import Engine

__all__ = ["News"]

_AGAIN_SECONDS = 5.0
"""How long to wait before a DAW that was lost is looked for again."""
_GATHER_SECONDS = 0.2
"""For so long changes are gathered, so that a plan of forty steps is no forty pieces of news."""


class News(InMemorySubscriptionBus):
    """Tells whoever listens."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._listening = 0
        self._watch: asyncio.Task[None] | None = None
        self._changed: dict[str, None] = {}
        self._telling: asyncio.Task[None] | None = None

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        """Let somebody listen; the DAW is watched from now on."""
        unsubscribe, once = super().subscribe(listener), iter([1])
        self._listening += 1
        if self._watch is None:
            self._watch = asyncio.ensure_future(self._watching())

        def leave() -> None:
            unsubscribe()
            self._listening -= next(once, 0)
            if not self._listening:
                self._rest()

        return leave

    def changed(self, *addresses: str) -> None:
        """Say that what stands at some addresses is not what it was."""
        self._changed.update(dict.fromkeys(addresses))
        if self._listening and self._telling is None:
            self._telling = asyncio.ensure_future(self._tell())

    def did(self) -> None:
        """Say that Orbit has done something here."""
        self.changed(SESSION, LAST)

    def learned(self) -> None:
        """Say that the library is not what it was."""
        self.changed(WORKFLOWS)

    async def close(self) -> None:
        """Watch no more, and wait until that is so."""
        ending = [task for task in (self._watch, self._telling) if task is not None]
        self._rest()
        if ending:
            await asyncio.wait(ending)

    def _rest(self) -> None:
        for task in (self._watch, self._telling):
            if task is not None:
                task.cancel()
        self._watch = self._telling = None

    async def _tell(self) -> None:
        while self._changed:
            await asyncio.sleep(_GATHER_SECONDS)
            addresses = list(self._changed)
            self._changed.clear()
            for address in addresses:
                await self.publish(ResourceUpdated(uri=address))
        self._telling = None

    async def _watching(self) -> None:
        while True:
            try:
                await self._engine.observe(self._seen)
            except OrbitError:  # whoever asks for the session is told; here it is only not seen
                await asyncio.sleep(_AGAIN_SECONDS)

    def _seen(self, seen: Seen) -> None:
        if isinstance(seen, Session):
            self.changed(SESSION)
            return
        track = getattr(seen.action, "track", None)
        self.changed(SESSION, *([track_address(track)] if isinstance(track, str) else ()))
