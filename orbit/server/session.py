"""A client session: one client's settings, conversation and plans, on parts that all clients share."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from daw_bridges.errors import UsageError
from orbit.agent.approval import agreed
from orbit.agent.models import OFFLINE, resolve_model
from orbit.agent.recovery import REQUEST
from orbit.hosts import PRACTICE
from orbit.server.failures import LeavingError
from orbit.server.local import LocalEngine
from orbit.server.loop_thread import late_stop_felt, run_on, to_its_end
from orbit.server.messages import Ask, Call, Choice, Look
from orbit.server.shared_bridge import SharedDesk

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from orbit.agent import Approve, Desk
    from orbit.memory import Library
    from orbit.server.engine import Tell
    from orbit.server.messages import Asked
    from orbit.server.parts import Parts
    from orbit.settings import Settings

    Given = TypeVar("Given")

__all__ = ["ClientSession", "RunningRequests"]


@dataclass
class _Running:
    task: asyncio.Task[Any]
    begun: bool = False
    """Whether it came to the point of changing something."""
    stopped: bool = False
    """Whether the host stopped it because it leaves."""


class RunningRequests:
    """The requests that a host is carrying out, for all of its clients."""

    def __init__(self) -> None:
        self._running: dict[str, _Running] = {}
        self.leaving = False

    async def carry_out(self, request: str, work: Coroutine[Any, Any, Given]) -> Given:
        """Do the work of a request. Raises LeavingError where the host leaves before it has begun."""
        if self.leaving:
            raise LeavingError
        if request in self._running:
            raise UsageError("A request of that id is being carried out.")
        running = self._running[request] = _Running(asyncio.ensure_future(late_stop_felt(work)))
        try:
            return await to_its_end(running.task)
        except asyncio.CancelledError:
            if running.stopped and not running.begun:
                raise LeavingError from None
            raise
        finally:
            del self._running[request]

    def begin(self) -> None:
        """Note that the present request is about to change something."""
        if running := self._running.get(REQUEST.get()):
            running.begun = True

    def begun(self, request: str) -> bool:
        """Say whether a request has come to the point of changing something."""
        return request in self._running and self._running[request].begun

    async def drain(self, seconds: float) -> None:
        """Begin nothing new, and wait for what has begun; what lasts longer is stopped and taken back."""
        self.leaving = True
        for running in list(self._running.values()):
            if not running.begun:
                running.stopped = True
                running.task.cancel()
        for late in (False, True):
            tasks = [running.task for running in self._running.values()]
            for task in tasks if late else ():
                task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=seconds)


class ClientSession(LocalEngine):
    """An engine for one client, which works on its host's event loop, whichever it is asked on.

    ``keys`` are what the client's model needs. Who is asked and told is on the loop of who asks.
    """

    def __init__(
        self, settings: Settings, parts: Parts, *, name: str, keys: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(settings, name=name)
        self._parts, self._keys = parts, keys or {}
        self._requests, self._followers = parts.requests, parts.followers
        self._shared: Library | None = None
        self._chosen: Model | None = None
        self.on_begin: Callable[[str], Awaitable[None]] | None = None
        """Awaited before a request, which it is given, changes anything."""
        self._turn, self._opening = asyncio.Lock(), asyncio.Lock()

    async def ask(self, asked: Asked, tell: Tell | None = None, approve: Approve | None = None) -> Any:
        """Have something done when the requests before it have ended; see ``Engine.ask``."""
        work = self._in_turn(asked, self._told_here(tell), self._asked_here(approve))
        carried, loop = self._requests.carry_out(asked.id, work), self._parts.loop
        try:
            return await (carried if asyncio.get_running_loop() is loop else run_on(loop, carried))
        finally:
            work.close()  # stopped before it began, it was never awaited

    async def _in_turn(self, asked: Asked, tell: Tell | None, approve: Approve | None) -> Any:
        match asked:
            case Ask():
                async with self._turn:
                    return await super().ask(asked, tell, approve)
            case Look(kind="reset"):
                await (await self._parts.bridge(replace(self.settings, daw=PRACTICE))).reset()
                return None
            case Choice():
                self._keys, self._chosen = asked.keys, None
            case Call():
                await self._known()
            case Look():
                pass
        return await super().ask(asked, tell, approve)

    def _told_here(self, tell: Any) -> Any:
        loop = asyncio.get_running_loop()
        if tell is None or loop is self._parts.loop:
            return tell
        return partial(loop.call_soon_threadsafe, tell)

    def _asked_here(self, approve: Approve | None) -> Approve | None:
        loop = asyncio.get_running_loop()
        if approve is None or loop is self._parts.loop:
            return approve
        return lambda plan: asyncio.wrap_future(asyncio.run_coroutine_threadsafe(agreed(approve, plan), loop))

    async def _known(self) -> Library:
        """The library, opened beside what others do."""
        if self._shared is None:
            self._shared = await self._parts.library(self.settings)
        return self._shared

    def _open_library(self) -> Library:
        assert self._shared is not None
        return self._shared

    async def desk(self) -> Desk:
        """What can be done with the DAW. Raises BridgeError."""
        async with self._opening:
            # The practice session may be another one since, in which nothing is to be taken back.
            if self._desk is None or self._desk.place != self._desk.bridge.place:
                self._desk = await self._open_desk()
        return self._desk

    async def _open_desk(self) -> Desk:
        bridge = await self._parts.bridge(self.settings)
        await self._known()
        if self.settings.model != OFFLINE:  # half a second of imports, beside what others do
            await asyncio.to_thread(import_module, "orbit.agent.hosted.handover")
        return SharedDesk(bridge, self.library, self.settings, self._begin)

    async def _begin(self) -> None:
        if self.on_begin is not None:
            await self.on_begin(REQUEST.get())
        self._requests.begin()

    def _model(self) -> str | Model:
        if self.settings.model == OFFLINE:
            return OFFLINE
        if self._chosen is None:
            with _environment(self._keys):
                self._chosen = resolve_model(self.settings.model)
        return self._chosen


@contextmanager
def _environment(variables: Mapping[str, str]) -> Generator[None]:
    """Let a client's keys stand in the environment, which is where model libraries look, for one call.

    The call awaits nothing, so no other client's request sees them.
    """
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
