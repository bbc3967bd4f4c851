"""The engine of a process that hosts the server: its own client session, worked on the server's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from orbit.agent.approval import agreed
from orbit.server.engine import Engine
from orbit.server.failures import LostError
from orbit.server.loop_thread import run_on

if TYPE_CHECKING:
    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Approve, OnEvent
    from orbit.outcome import Outcome
    from orbit.server.engine import OnNotice
    from orbit.server.host import Host
    from orbit.settings import Settings
    from orbit.workflows import Plan

__all__ = ["HostedEngine"]


class HostedEngine(Engine):
    """A client session of this process's own host; who is asked and told is on the caller's loop."""

    def __init__(self, host: Host, settings: Settings, name: str) -> None:
        self.settings, self._host = settings, host
        self._session = host.open_session(settings, name)

    async def session(self) -> Session:
        """Read the session from the DAW."""
        return await self._there(self._session.session())

    def cut_short(self) -> str:
        """Say what the last reading showed of runs that were cut short."""
        return self._session.cut_short()

    async def do(
        self, text: str, *, approve: Approve | None = None, on_event: OnEvent | None = None, **options: Any
    ) -> Outcome:
        """Carry out one request; see ``Engine.do``."""
        loop = asyncio.get_running_loop()

        async def asked(plan: Plan) -> bool:
            answer = asyncio.run_coroutine_threadsafe(agreed(approve, plan), loop)
            return await asyncio.wrap_future(answer)

        there = self._session.do(
            text,
            approve=None if approve is None else asked,
            on_event=None if on_event is None else _here(on_event),
            **options,
        )
        return await self._there(there)

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW, until this is cancelled."""
        await self._there(self._session.observe(_here(tell)))

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of every client's requests, until this is cancelled."""
        await self._there(self._session.follow(_here(tell)))

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model."""
        await self._there(self._session.choose_model(model))

    async def reset_practice(self) -> None:
        """Have the practice session begun anew."""
        await self._there(self._session.reset_practice())

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations."""
        return await self._there(self._session.call(operation, **arguments))

    async def ticket(self) -> str:
        """Give a word that opens a page of the server once."""
        return self._host.ticket()

    async def close(self) -> None:
        """End the host."""
        await self._host.leave()

    async def _there(self, work: Coroutine[Any, Any, Any]) -> Any:
        if not self._host.lives:
            work.close()
            raise LostError
        return await run_on(self._host.loop, work)


def _here(tell: Callable[[Any], Any]) -> Callable[[Any], None]:
    loop = asyncio.get_running_loop()

    def told(told: Any) -> None:
        loop.call_soon_threadsafe(tell, told)

    return told
