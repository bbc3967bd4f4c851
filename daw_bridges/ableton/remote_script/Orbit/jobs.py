"""Long work in short pieces: Live's main thread draws and answers the user, so no tick may take long.

A job is a generator. ``yield`` says "time may be up", ``yield WAIT`` "nothing more before the next tick":
Live needs to run before what was written can be read. Jobs run one after another, so that two batches never
mix within one undo step.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any, Callable, Deque, Iterator, NamedTuple

WAIT = "wait"
_SIGN_OF_LIFE_SECONDS = 1.0


class Job(NamedTuple):
    """Work for one request of a connection, its ``owner``; ``alive`` is called about once a second."""

    owner: Any
    request_id: int
    steps: Iterator[Any]
    alive: Callable[[], None]


class Jobs:
    """A queue of jobs that is worked off within a time budget per tick."""

    def __init__(self, log: Callable[[str], None]) -> None:
        self._queue: Deque[Job] = deque()
        self._log = log
        self._last_sign = 0.0

    def __len__(self) -> int:
        return len(self._queue)

    def add(self, job: Job) -> None:
        """Put a job behind the others."""
        self._queue.append(job)

    def run(self, budget_seconds: float) -> None:
        """Work until the budget is spent or nothing can go on in this tick."""
        deadline = time.perf_counter() + budget_seconds
        while self._queue and self._step(self._queue[0]) and time.perf_counter() < deadline:
            pass
        self._show_life()

    def _step(self, job: Job) -> bool:
        try:
            return next(job.steps) != WAIT
        except StopIteration:
            self._remove(job)
        except Exception as error:  # noqa: BLE001 - one bad request must not stop the others
            self._log("a request ended badly: %r" % error)
            self._remove(job)
        return True

    def _remove(self, job: Job) -> None:
        if job in self._queue:
            self._queue.remove(job)

    def _show_life(self) -> None:
        now = time.perf_counter()
        if now - self._last_sign < _SIGN_OF_LIFE_SECONDS:
            return
        self._last_sign = now
        for job in self._queue:
            job.alive()

    def cancel(self, owner: Any, request_id: Any = None) -> bool:
        """Stop one job of a connection, or all of them; whether there was one."""
        doomed = [job for job in self._queue if job.owner is owner and request_id in (None, job.request_id)]
        for job in doomed:
            self._remove(job)
            _close(job, self._log)
        return bool(doomed)

    def clear(self) -> None:
        """Stop everything."""
        while self._queue:
            _close(self._queue.popleft(), self._log)


def _close(job: Job, log: Callable[[str], None]) -> None:
    try:
        job.steps.close()  # type: ignore[attr-defined]
    except Exception as error:  # noqa: BLE001 - it is thrown away either way
        log("a request could not be stopped cleanly: %r" % error)
