"""Work on another thread's event loop, awaited from this one as if it were here."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from orbit.server.failures import LostError

__all__ = ["LoopThread", "late_stop_felt", "run_on", "to_its_end", "went_through"]

Given = TypeVar("Given")


async def run_on(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Given]) -> Given:
    """Do some work on another loop and give its result.

    When this is cancelled, the work is, and is waited for all the same: whoever stops something may rely on
    it having stopped. Where that came too late, the result is given. Raises LostError when the other loop
    has ended.
    """
    here = asyncio.get_running_loop()
    ended: asyncio.Future[None] = here.create_future()
    tasks: list[asyncio.Task[Given]] = []

    def end(_task: object) -> None:
        here.call_soon_threadsafe(lambda: None if ended.done() else ended.set_result(None))

    def begin() -> None:
        task = loop.create_task(work)
        tasks.append(task)
        task.add_done_callback(end)

    def stop() -> None:
        for task in tasks:
            task.cancel()

    try:
        loop.call_soon_threadsafe(begin)
    except RuntimeError:  # it is closed
        work.close()
        raise LostError from None
    cancelled = 0
    while not ended.done():
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            cancelled += 1
            with suppress(RuntimeError):  # it is closed: what was done there has ended by itself
                loop.call_soon_threadsafe(stop)
    result = tasks[0].result()
    for _ in range(cancelled):
        went_through()
    return result


async def to_its_end(task: asyncio.Task[Given]) -> Given:
    """Wait for a task; when this is cancelled the task is, and what it came to all the same is given.

    A task may be done and not yet looked at when this is cancelled: awaiting it would lose its result.
    """
    cancelled = 0
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            cancelled += 1
            task.cancel()
    result = task.result()
    for _ in range(cancelled):
        went_through()
    return result


async def late_stop_felt(work: Awaitable[Given]) -> Given:
    """Wait for the end of a task's work; a stop that is on its way by then would be the end of the task."""
    result = await work
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        went_through()
    return result


def went_through() -> None:
    """Note that the current task goes on although it was cancelled: what it was doing was done by then."""
    task = asyncio.current_task()
    if task is not None:
        task.uncancel()


class LoopThread:
    """A thread with an event loop that does nothing but what it is given."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Coroutine[Any, Any, Given]) -> Given:
        """Do some work there."""
        return await run_on(self.loop, work)

    async def stop(self) -> None:
        """End it, with nothing left running."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.get_loop().run_forever()
