"""Live's main loop: one thread on which timers, ticks, and calls from outside take turns."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

__all__ = ["MainLoop"]

LONGEST_WAIT_SECONDS = 0.02


class MainLoop:
    """Runs what is due, in order of time; ``before_pass`` is called each time round, and may block."""

    def __init__(self, before_pass: Callable[[], object]) -> None:
        self._before_pass = before_pass
        self._wake = threading.Condition()
        self._calls: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._stopping = False

    def call(self, action: Callable[[], Any]) -> Future[Any]:
        """Have ``action`` run on the loop's thread; RuntimeError once it has ended."""
        future: Future[Any] = Future()
        with self._wake:
            if self._stopping:
                raise RuntimeError("This Live has been closed")
            self._calls.append((action, future))
            self._wake.notify()
        return future

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Have ``action`` run in so many seconds; only from the loop's own thread."""
        heapq.heappush(self._due, (time.monotonic() + seconds, next(self._order), action))

    def stop(self) -> None:
        """Let ``run`` return."""
        with self._wake:
            self._stopping = True
            self._wake.notify()

    def run(self) -> None:
        """Go round until stopped; calls that were still waiting are refused."""
        while not self._stopping:
            self._before_pass()
            self._run_calls()
            self._run_due()
            self._wait()
        self._refuse_calls()

    def _run_calls(self) -> None:
        for _ in range(len(self._calls)):
            action, future = self._calls.popleft()
            if future.set_running_or_notify_cancel():
                _complete(future, action)

    def _run_due(self) -> None:
        now = time.monotonic()
        while self._due and self._due[0][0] <= now and not self._stopping:
            heapq.heappop(self._due)[2]()

    def _wait(self) -> None:
        with self._wake:
            if not self._calls and not self._stopping:
                until_due = self._due[0][0] - time.monotonic() if self._due else LONGEST_WAIT_SECONDS
                self._wake.wait(min(max(until_due, 0.0), LONGEST_WAIT_SECONDS))

    def _refuse_calls(self) -> None:
        while self._calls:
            self._calls.popleft()[1].set_exception(RuntimeError("This Live has been closed"))


def _complete(future: Future[Any], action: Callable[[], Any]) -> None:
    try:
        future.set_result(action())
    except BaseException as error:  # noqa: BLE001 - whoever called gets it
        future.set_exception(error)
