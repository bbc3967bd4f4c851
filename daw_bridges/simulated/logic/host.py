"""The simulated Logic: a project, and a Mackie Control host on any MIDI port, in a thread of its own.

::

    with LogicHost(practice_project(), port) as logic:
        logic.call(lambda: logic.project.select(logic.project.strip("Bass")))

Everything happens on the host's thread: what the surface sends, what ``call`` is given, and what time brings.
After each of these the surface is told what has changed, and nothing else.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.codec import Direction
from daw_bridges.mackie.ports import Port
from daw_bridges.mackie.stream import Decoder
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.latency import Latency
from daw_bridges.simulated.logic.mackie_host import MackieHost
from daw_bridges.simulated.logic.project import Change, Project

__all__ = ["LogicHost"]

T = TypeVar("T")


class _Stop:
    """The end of the thread's work."""


_Job = Callable[[], None] | _Stop


class LogicHost:
    """A running Logic. ``journal`` tells every change made, whoever made it, in whichever project."""

    def __init__(
        self,
        project: Project,
        port: Port,
        *,
        latency: Latency | None = None,
        faults: Faults | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.port = port
        self.faults = faults or Faults()
        self.latency = latency or Latency()
        self._clock = clock
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._decoder = Decoder(Direction.UP)
        self.failure: BaseException | None = None
        """What went wrong on the host's thread; ``call`` and leaving the context raise it."""
        self.mackie = MackieHost(project, port, self.latency, self.faults, clock)
        """The host's end of the wire: desk, connection, what was sent. For its thread."""

    # -- from outside ----------------------------------------------------------------------------------------

    @property
    def project(self) -> Project:
        """The project that is open now."""
        return self.mackie.project

    @property
    def journal(self) -> list[Change]:
        """Every change, in order, of all projects that were open."""
        return self.mackie.journal

    def start(self) -> Self:
        """Opens the port and begins."""
        self._thread = threading.Thread(target=self._run, name="simulated Logic", daemon=True)
        self._thread.start()
        self.port.open(self._receive, self._lost, self._plugged)
        return self

    def stop(self) -> None:
        """Logic quits: the surface is told to go offline, the port is closed. Again does nothing.

        On the host's own thread (in ``faults.before_message``) it quits before that message is heard.
        """
        thread, self._thread = self._thread, None
        if thread is None:
            return
        if thread is threading.current_thread():
            self.mackie.quit()
        else:
            self._jobs.put(self.mackie.quit)
        self._jobs.put(_Stop())
        if thread is not threading.current_thread():
            thread.join()
        self.port.close()

    def call(self, function: Callable[[], T]) -> T:
        """Does something on the host's thread and waits for what it gives or raises.

        The surface has been told of it by then (as far as latency lets it). UnreachableError when Logic is
        not running. On the host's own thread (in ``faults.before_message``) it is simply done.
        """
        if threading.current_thread() is self._thread:
            return function()
        if self._thread is None:
            raise UnreachableError("The simulated Logic is not running; start it first.")
        if self.failure is not None:
            raise self.failure
        answer: Future[T] = Future()
        self._jobs.put(lambda: self._answer(answer, function))
        return answer.result(timeout=60)

    def open_project(self, project: Project) -> None:
        """The user opens another project; the surface shows that one now."""
        self.call(lambda: self.mackie.open(project))

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if kind is None and self.failure is not None:
            raise self.failure

    # -- the port's thread -----------------------------------------------------------------------------------

    def _receive(self, data: bytes) -> None:
        self._jobs.put(lambda: self._take(data))

    def _lost(self, reason: str) -> None:
        del reason
        self._jobs.put(self.mackie.lost)

    def _plugged(self) -> None:
        self._jobs.put(self.mackie.plugged)

    # -- the host's thread -----------------------------------------------------------------------------------

    def _take(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            self.mackie.take(message)

    def _answer(self, answer: Future[Any], function: Callable[[], Any]) -> None:
        try:
            result = function()
        except BaseException as error:  # noqa: BLE001 - whatever it is belongs to who asked
            answer.set_exception(error)
            return
        self.mackie.refresh()
        answer.set_result(result)

    def _run(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=self._until_next())
            except queue.Empty:
                job = self.mackie.refresh
            if isinstance(job, _Stop):
                return
            self._attempt(job)

    def _attempt(self, job: Callable[[], None]) -> None:
        """A test's hook that raises must not end the thread others wait for; it is told to them."""
        try:
            job()
        except BaseException as error:  # noqa: BLE001
            self.failure = self.failure or error

    def _until_next(self) -> float | None:
        due = self.mackie.next_due
        return None if due == math.inf else max(0.0, min(due - self._clock(), 60.0))
