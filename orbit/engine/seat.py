"""A client's seat at the owner: its own settings, conversation and plans, on parts that all share."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import OrbitError
from orbit.agent.models import OFFLINE, resolve_model
from orbit.engine.ledger import Ledger
from orbit.engine.local import Engine
from orbit.engine.turns import NotedDesk
from orbit.hosts import PRACTICE

if TYPE_CHECKING:
    from pydantic_ai.models import Model

    from orbit.engine.parts import Parts
    from orbit.engine.wire import Choice
    from orbit.memory import Library
    from orbit.outcome import Outcome
    from orbit.settings import Settings

__all__ = ["Seat"]


class Seat(Engine):
    """An engine for one client, on its owner's event loop. ``keys`` are what the client's model needs."""

    def __init__(
        self, settings: Settings, parts: Parts, ledger: Ledger, keys: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(settings)
        self._parts, self._ledger, self._keys = parts, ledger, keys or {}
        self._shared: Library | None = None
        self._chosen: Model | None = None
        self._turn = asyncio.Lock()
        self._opening = asyncio.Lock()

    async def _known(self) -> Library:
        """The library, opened beside what others do."""
        if self._shared is None:
            self._shared = await self._parts.library(self.settings)
        return self._shared

    def _open_library(self) -> Library:
        assert self._shared is not None
        return self._shared

    async def desk(self) -> NotedDesk:
        """What can be done with the DAW. Raises BridgeError."""
        async with self._opening:
            desk = self._desk
            # The practice session may be another one since, in which nothing is to be taken back.
            if not isinstance(desk, NotedDesk) or desk.place != desk.bridge.place:
                self._desk = desk = await self._open_desk()
        return desk

    async def _open_desk(self) -> NotedDesk:
        bridge = await self._parts.bridge(self.settings)
        await self._known()
        if self.settings.model != OFFLINE:  # half a second of imports, beside what others do
            await asyncio.to_thread(import_module, "orbit.agent.hosted.handover")
        return NotedDesk(bridge, self.library, self.settings, ledger=self._ledger)

    async def reset_practice(self) -> None:
        """Have the practice session as it was at first. Raises BridgeError."""
        await (await self._parts.bridge(replace(self.settings, daw=PRACTICE))).reset()

    def choose(self, choice: Choice) -> None:
        """Answer with another model from the next request on."""
        self._keys, self._chosen = choice.keys, None
        self.settings = replace(self.settings, model=choice.model)
        if self._desk is not None:
            self._desk.settings = self.settings

    async def request(self, request_id: str, text: str, **options: Any) -> Outcome:
        """Carry out a request under its id, noting it in the ledger; one after the other. See ``do``."""
        async with self._turn:
            desk = await self.desk()
            desk.request = request_id
            try:
                outcome = await self.do(text, **options)
            except BaseException as error:
                self._ledger.end(request_id, ok=False, reply=_ending(error), code=_code(error))
                raise
            finally:
                desk.request = None
            self._ledger.end(request_id, ok=outcome.ok, reply=outcome.reply, code=outcome.answer.code)
            return outcome

    async def noted_call(self, request_id: str, operation: str, arguments: Mapping[str, Any]) -> Any:
        """Do a named operation under its id, noting it in the ledger where it changes something."""
        from orbit.engine.operations import operation as named

        chosen = named(operation)
        await self._known()
        if not chosen.changes:
            return await self.call(operation, **arguments)
        self._ledger.begin(request_id, operation)
        try:
            result = await self.call(operation, **arguments)
        except BaseException as error:
            self._ledger.end(request_id, ok=False, reply=_ending(error))
            raise
        self._ledger.end(request_id, ok=True, result=chosen.pack_result(result))
        return result

    def _model(self) -> str | Model:
        if self.settings.model == OFFLINE:
            return OFFLINE
        if self._chosen is None:
            with _environment(self._keys):
                self._chosen = resolve_model(self.settings.model)
        return self._chosen


def _ending(error: BaseException) -> str:
    if isinstance(error, asyncio.CancelledError):
        return "It was stopped, and what it had changed was put back as far as the DAW allowed."
    return str(error)


def _code(error: BaseException) -> str | None:
    if isinstance(error, asyncio.CancelledError):
        return "cancelled"
    return error.code if isinstance(error, OrbitError) else None


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
