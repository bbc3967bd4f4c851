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
from uuid import uuid4

from orbit.agent.approval import agreed
from orbit.agent.models import OFFLINE, resolve_model
from orbit.agent.recovery import REQUEST
from orbit.hosts import PRACTICE
from orbit.server.failures import LeavingError
from orbit.server.local import LocalEngine
from orbit.server.loop_thread import run_on, to_its_end
from orbit.server.shared_bridge import SharedDesk

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import Approve, Desk, OnEvent
    from orbit.memory import Library
    from orbit.outcome import Outcome
    from orbit.server.engine import OnNotice
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

    async def carry_out(self, work: Coroutine[Any, Any, Given]) -> Given:
        """Do the work of a request. Raises LeavingError where the host leaves before it has begun."""
        if self.leaving:
            work.close()
            raise LeavingError
        request = REQUEST.get()
        if not request or request in self._running:
            request = uuid4().hex
        held = REQUEST.set(request)
        running = self._running[request] = _Running(asyncio.ensure_future(work))
        try:
            return await to_its_end(running.task)
        except asyncio.CancelledError:
            if running.stopped and not running.begun:
                raise LeavingError from None
            raise
        finally:
            REQUEST.reset(held)
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

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError."""
        return await self._there(super().session())

    async def do(
        self, text: str, *, approve: Approve | None = None, on_event: OnEvent | None = None, **options: Any
    ) -> Outcome:
        """Carry out a request when those before it have ended; see ``Engine.do``."""
        told = {"approve": self._asked_here(approve), "on_event": self._told_here(on_event)}
        return await self._there(self._in_turn(text, options | told))

    async def _in_turn(self, text: str, options: dict[str, Any]) -> Outcome:
        async with self._turn:
            return await super().do(text, **options)

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW until this is cancelled; see ``Engine.observe``."""
        await self._there(super().observe(self._told_here(tell)))

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of every client's requests until this is cancelled."""
        await self._there(super().follow(self._told_here(tell)))

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations."""
        return await self._there(self._call(operation, arguments))

    async def _call(self, operation: str, arguments: dict[str, Any]) -> Any:
        await self._known()
        return await super().call(operation, **arguments)

    async def reset_practice(self) -> None:
        """Have the practice session as it was at first. Raises BridgeError."""
        await self._there(self._reset())

    async def _reset(self) -> None:
        await (await self._parts.bridge(replace(self.settings, daw=PRACTICE))).reset()

    async def choose_model(self, model: str, keys: Mapping[str, str] | None = None) -> None:
        """Answer with another model from the next request on; ``keys`` are what it needs."""
        self._keys, self._chosen = keys or {}, None
        await super().choose_model(model)

    async def _there(self, work: Coroutine[Any, Any, Given]) -> Given:
        carried, loop = self._requests.carry_out(work), self._parts.loop
        try:
            return await (carried if asyncio.get_running_loop() is loop else run_on(loop, carried))
        finally:
            work.close()  # stopped before it began, it was never awaited

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
