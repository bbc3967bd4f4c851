"""A stopwatch for parts of a program that call each other: each part is charged its own time only."""

from __future__ import annotations

import functools
import inspect
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

__all__ = ["Stopwatch"]


class Stopwatch:
    """Charges time to the innermost part that is running; for one task at a time."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._running: list[str] = []
        self._since = 0.0

    @contextmanager
    def part(self, name: str) -> Generator[None]:
        """Charge what happens inside to a part."""
        self._charge()
        self._running.append(name)
        try:
            yield
        finally:
            self._charge()
            self._running.pop()

    def so_far(self) -> dict[str, float]:
        """Give what each part has taken up to this moment, in seconds."""
        self._charge()
        return dict(self.seconds)

    def _charge(self) -> None:
        now = perf_counter()
        if self._running:
            self.seconds[self._running[-1]] += now - self._since
        self._since = now

    def watch(self, thing: Any, method: str, name: str) -> None:
        """Charge the calls of a method, async or not, to a part from now on."""
        original = getattr(thing, method)

        @functools.wraps(original)
        async def later(*args: Any, **kwargs: Any) -> Any:
            with self.part(name):
                return await original(*args, **kwargs)

        @functools.wraps(original)
        def at_once(*args: Any, **kwargs: Any) -> Any:
            with self.part(name):
                return original(*args, **kwargs)

        setattr(thing, method, later if inspect.iscoroutinefunction(original) else at_once)
