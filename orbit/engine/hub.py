"""The owner's side of the engine: a thread with an event loop of its own, serving this process and others.

It is a thread of its own because faces block: one that waits at a prompt, or for a line of input, must not
keep the clients of other processes waiting.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from daw_bridges.errors import EngineError, UsageError
from orbit.engine.across import run_on, to_its_end
from orbit.engine.door import Door
from orbit.engine.failures import MovedError, UnwritableError
from orbit.engine.ledger import Entry, Ledger
from orbit.engine.parts import Parts

if TYPE_CHECKING:
    from orbit.engine.ownership import Ownership
    from orbit.engine.seat import Seat
    from orbit.settings import Settings

__all__ = ["Hub"]

_log = logging.getLogger("orbit.engine")

Given = TypeVar("Given")

DRAIN_SECONDS = 30.0
"""How long a leaving owner waits for what it has begun on a DAW; then it is stopped and put back."""
_START_SECONDS = 30.0


class Hub:
    """The one engine of a data directory, while this process owns it."""

    def __init__(self, ownership: Ownership, *, stays: bool = False) -> None:
        self._ownership, self._stays = ownership, stays
        self._ready = threading.Event()
        self._failed: BaseException | None = None
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._moved: set[str] = set()
        self.data_dir = ownership.data_dir
        self.leaving = False
        self.thread = threading.Thread(target=self._live, name="orbit-engine", daemon=True)

    # -- from any thread -------------------------------------------------------------------------------

    def start(self) -> None:
        """Open for clients, of this process and others. Raises EngineError."""
        self.thread.start()
        self._ready.wait(_START_SECONDS)
        if isinstance(self._failed, UnwritableError):
            raise self._failed
        if self._failed is not None:
            raise EngineError(f"Orbit's engine could not start: {self._failed}") from self._failed

    async def here(self, work: Coroutine[Any, Any, Given]) -> Given:
        """Do some work on the hub's loop, for a caller on another."""
        return await run_on(self.loop, work)

    # -- on its own loop -------------------------------------------------------------------------------

    def seat(self, settings: Settings, keys: Mapping[str, str] | None = None) -> Seat:
        """Give a client its seat."""
        from orbit.engine.seat import Seat

        return Seat(settings, self._parts, self.ledger, keys)

    async def carry_out(self, request_id: str, work: Coroutine[Any, Any, Given]) -> Given:
        """Do a client's request, known by its id while it runs. Raises MovedError when this owner leaves."""
        if self.leaving or request_id in self._running:
            work.close()
            if self.leaving:
                raise MovedError
            raise UsageError(f"The request {request_id} is already being carried out.")
        task = asyncio.ensure_future(work)
        self._running[request_id] = task
        try:
            return await to_its_end(task)
        except asyncio.CancelledError:
            if request_id in self._moved:
                raise MovedError from None
            raise
        finally:
            del self._running[request_id]
            self._moved.discard(request_id)

    async def recall(self, request_id: str) -> Entry:
        """Say what is known of a request, whoever carried it out; of one that runs, once it has ended."""
        task = self._running.get(request_id)
        if task is not None:
            await asyncio.wait({task})
        return self.ledger.entry(request_id)

    def begun(self, request_id: str) -> bool:
        """Say whether a request has come to the point of changing something."""
        return self.ledger.entry(request_id).stage == "begun"

    async def leave(self, own: Seat) -> None:
        """Hand over: nothing new is begun, what is begun is ended, and the next owner can take its place."""
        self.leaving = True
        try:
            self._ownership.withdraw()
            self._door.shut()
            await self._drain()
            await self._door.see_out()
            await own.__aexit__()
        finally:
            self._left.set()

    async def _drain(self) -> None:
        for request_id, task in list(self._running.items()):
            if not self.begun(request_id):
                self._moved.add(request_id)
                task.cancel()
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=DRAIN_SECONDS)
        late = list(self._running.values())
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=DRAIN_SECONDS)

    # -- its life --------------------------------------------------------------------------------------

    def _live(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - told to who waits for the start, or to the log
            self._failed = error
            if self._ready.is_set():
                _log.exception("the engine did not end well")
        finally:
            with suppress(OSError):
                self._ownership.release()
            self._ready.set()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._left = asyncio.Event()
        self._parts = Parts(stays=self._stays)
        self.ledger = Ledger(self._ownership.folder)
        self._door = Door(self)
        try:
            self._ownership.announce(self._door.open())
            self._ready.set()
            await self._left.wait()
        finally:
            try:
                self._door.shut()
            finally:
                await self._parts.close()
