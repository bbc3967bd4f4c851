"""Observation of a running Logic: what the surface shows is seen at once, the rest with the next look.

Logic tells a surface of the eight strips under it, and of nothing else. So a move on one of these is told
right away, and every ``interval`` seconds all banks are looked through.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING

from daw_bridges.errors import RefusedError, UnreachableError
from daw_bridges.mackie.buttons import StripButton
from daw_bridges.mackie.messages import Fader, Lamp, Message, Ring
from daw_bridges.observation.observed import Observed, OnSession
from daw_bridges.observation.polling import Polling
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.logic.bridge import LogicBridge

__all__ = ["LogicPolling"]

_WHOLE_EVERY = 10
"""So many looks at all banks come to one at everything, plug-ins and sends among it."""
_GESTURE_SECONDS = 0.15
"""A hand that rests for so long has finished a move."""


class LogicPolling(Polling):
    """Waits for what the surface shows, and looks through all banks from time to time."""

    def __init__(self, bridge: LogicBridge, interval: float, on_session: OnSession | None) -> None:
        super().__init__(bridge, interval, on_session)
        self._logic, self._seconds = bridge, interval
        self._moved = asyncio.Event()
        self._turned = False
        self._looks = self._generation = 0
        self._due = 0.0

    async def observed(self) -> AsyncGenerator[Observed]:
        """What is done, as it is found; raises as ``snapshot`` does if Logic is not there at first."""
        await self._logic.connect()
        self._generation = self._logic.generation
        unsubscribe = self._logic.subscribe(self._saw, lambda _: self._moved.set())
        try:
            async with aclosing(super().observed()) as seen:
                async for each in seen:
                    yield each
        except RefusedError:
            if not self._logic.closed:
                raise
        finally:
            unsubscribe()

    def _saw(self, message: Message) -> None:
        """Hear a move of a hand in Logic; what the bridge's own walk over the banks brings is none."""
        if not self._logic.busy and _is_move(message):
            self._moved.set()
            self._turned = self._turned or isinstance(message, Ring)

    async def pause(self) -> None:
        """Wait for a move on the strips in sight, but no longer than the interval."""
        now = asyncio.get_running_loop().time()
        self._due = max(self._due, now) if self._due > now else now + self._seconds
        try:
            async with asyncio.timeout_at(self._due):
                await self._moved.wait()
                await asyncio.sleep(_GESTURE_SECONDS)
        except TimeoutError:
            return

    async def read(self) -> Session:
        """What is there to be seen. Raises UnreachableError once where Logic started anew meanwhile."""
        session = await self._read()
        before, self._generation = self._generation, self._logic.generation
        if self._generation != before:
            raise UnreachableError("Logic, or its control surface, was restarted.")
        return session

    async def _read(self) -> Session:
        """What the surface shows, after a move; all banks when it is time; everything now and then."""
        moved, turned = self._moved.is_set(), self._turned
        self._moved.clear()
        self._turned = False
        if moved and asyncio.get_running_loop().time() < self._due:
            return await self._logic.pushed(turned=turned)
        self._looks += 1
        return await (self._logic.glance() if self._looks % _WHOLE_EVERY else self._logic.snapshot())

    async def look(self) -> Session | None:
        """The session now; None while there is nothing to be told, as behind a dialog."""
        try:
            return await super().look()
        except RefusedError:
            if self._logic.closed:
                raise
            return None


def _is_move(message: Message) -> bool:
    match message:
        case Fader() | Ring():
            return True
        case Lamp(button=button):
            return button < StripButton.SELECT
        case _:
            return False
