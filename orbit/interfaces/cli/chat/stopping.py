"""Ctrl-C: while a request runs it stops that request; between two it ends the program, as anywhere."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

__all__ = ["Stopped", "between_requests", "on_interrupt", "stoppable"]

Given = TypeVar("Given")


class Stopped(Exception):  # noqa: N818 - it is what happened, and nothing went wrong
    """The user stopped what was under way, and it has stopped."""


async def stoppable(work: Coroutine[Any, Any, Given], on_stop: Callable[[int], None]) -> Given:
    """Do some work that Ctrl-C stops; ``on_stop`` is told how often it was pressed.

    What was stopped is waited for: it takes back what it changed. What was done before it could be stopped
    is given as ever. Raises Stopped.
    """
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
    pressed = 0

    def stop() -> None:
        nonlocal pressed
        pressed += 1
        if pressed == 1:
            task.cancel()
        on_stop(pressed)

    with on_interrupt(lambda: loop.call_soon_threadsafe(stop)):
        try:
            return await task
        except asyncio.CancelledError:
            if not pressed:
                raise
            raise Stopped from None


@contextmanager
def between_requests() -> Generator[None]:
    """Let Ctrl-C interrupt a wait for a line that blocks the loop."""
    with on_interrupt(None):
        yield


@contextmanager
def on_interrupt(handler: Callable[[], object] | None) -> Generator[None]:
    """Do this on Ctrl-C while the block lasts, in the main thread; None is what Python does of itself."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's
        return

    def interrupted(number: int, frame: FrameType | None) -> None:
        if handler is None:
            signal.default_int_handler(number, frame)
        else:
            handler()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
