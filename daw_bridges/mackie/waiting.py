"""Those who wait for something to show on a surface, and those who are told whatever comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from daw_bridges.mackie.surface import Surface

__all__ = ["Condition", "Listeners", "Waiters"]

Condition = Callable[[Surface], bool]

_T = TypeVar("_T")


class Waiters:
    """Conditions that are asked after every change, each until it holds."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], Condition] = {}

    def add(self, condition: Condition) -> asyncio.Future[None]:
        """Done when a change makes ``condition`` hold; fails with what it raises, or ``fail``'s error."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = condition
        return future

    def drop(self, future: asyncio.Future[None]) -> None:
        """Nobody waits for that any more."""
        self._waiting.pop(future, None)
        if not future.cancel() and not future.cancelled():
            future.exception()  # seen, also where whoever waited was cancelled meanwhile

    def changed(self, surface: Surface) -> None:
        """Ask all of them."""
        for future, condition in tuple(self._waiting.items()):
            if future.done():
                continue
            try:
                if condition(surface):
                    future.set_result(None)
            except Exception as error:  # noqa: BLE001 - a condition's error is for who waits on it
                future.set_exception(error)

    def fail(self, error: Exception) -> None:
        """End all waiting."""
        for future in self._waiting:
            if not future.done():
                future.set_exception(error)


class Listeners(Generic[_T]):
    """Callbacks. What one raises goes to the event loop's handler for that; the others hear all the same."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callable[[_T], None]] = {}

    def add(self, callback: Callable[[_T], None]) -> Callable[[], None]:
        """Tell ``callback`` from now on; gives what ends that."""
        key = object()
        self._callbacks[key] = callback

        def end() -> None:
            self._callbacks.pop(key, None)

        return end

    def tell(self, what: _T) -> None:
        """Tell all of them."""
        for callback in tuple(self._callbacks.values()):
            try:
                callback(what)
            except Exception as error:  # noqa: BLE001 - whatever a callback raises is the caller's
                context = {"message": "A listener on a control surface failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(context)
