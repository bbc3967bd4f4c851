"""The control surface that Live sees: it starts the server and gives it a little time, often."""

from __future__ import annotations

import importlib
import os
import time
from typing import Any, Optional

from . import about, config
from .controllers import Controllers
from .jobs import Jobs
from .live import LiveSet
from .logbook import Logbook
from .observing import Observing
from .protocol import Protocol
from .server import Server

_TIMER_MILLISECONDS = 10
_TIMER_BUDGET_SECONDS = 0.008
_TICK_BUDGET_SECONDS = 0.040
_SLOW_SECONDS = 0.25
_COMPLAINT_SECONDS = 10.0


def _base_class() -> Any:
    try:
        return importlib.import_module("_Framework.ControlSurface").ControlSurface
    except ImportError:
        return importlib.import_module("ableton.v2.control_surface").ControlSurface


class Orbit(_base_class()):
    """Orbit in Live: a server on the loopback, pumped on Live's main thread until ``disconnect``."""

    def __init__(self, c_instance: Any) -> None:
        super().__init__(c_instance)
        self._say = Logbook(c_instance.log_message)
        self._ended = False
        settings = config.load(os.path.dirname(os.path.abspath(__file__)), self._say)
        self._jobs = Jobs(self._say)
        live = LiveSet(c_instance)
        self._observing = Observing(live)
        self._protocol = Protocol(live, settings.token, self._jobs, self._observing, self._say)
        self._server = Server(
            config.HOST, settings.port, self._protocol.received, self._protocol.closed, self._say
        )
        self._controllers = self._answer_controllers(live, settings.reply_port)
        self._pump_timer = self._start_timer()
        self._next_complaint = 0.0
        self._say("started, version %s, in Live %s" % (about.VERSION, ".".join(map(str, live.version))))
        if self._pump_timer is None:
            self.schedule_message(1, self._on_tick)

    @property
    def port(self) -> int:
        """The port the script listens on; 0 while it could not get one."""
        return self._server.port

    def _answer_controllers(self, live: LiveSet, reply_port: int) -> Optional[Controllers]:
        if not reply_port or not self.port:
            return None
        return Controllers(
            live,
            (config.HOST, self.port),
            reply_port,
            self._say,
            self.show_message,
            self.request_rebuild_midi_map,
        )

    def build_midi_map(self, midi_map_handle: Any) -> None:
        """Live calls this when controllers are to be mapped anew."""
        super().build_midi_map(midi_map_handle)
        if self._controllers is not None:
            self._controllers.build_midi_map(midi_map_handle)

    def _start_timer(self) -> Any:
        try:
            timer = importlib.import_module("Live").Base.Timer(
                callback=self._on_timer, interval=_TIMER_MILLISECONDS, repeat=True
            )
            timer.start()
        except (ImportError, AttributeError, TypeError):
            self._say("this Live has no timer; working at its 100 ms tick")
            return None
        return timer

    def _on_timer(self) -> None:
        self._pump(_TIMER_BUDGET_SECONDS)

    def _on_tick(self) -> None:
        if not self._ended:
            self._pump(_TICK_BUDGET_SECONDS)
            self.schedule_message(1, self._on_tick)

    def _pump(self, budget_seconds: float) -> None:
        if self._ended:
            return
        started = time.perf_counter()
        try:
            self._server.pump()
            if self._controllers is not None:
                self._controllers.pump()
            deadline = time.perf_counter() + budget_seconds
            self._jobs.run(budget_seconds)
            self._observing.run(deadline)
            # Answers of this tick leave in this tick, and a request that came in meanwhile is not left lying.
            if self._jobs:
                self._server.pump()
        except Exception as error:  # noqa: BLE001 - see below
            # Whatever happens here must not reach Live: it would switch the script off for the session.
            self._say("a tick failed: %r" % error)
        self._complain_of(time.perf_counter() - started)

    def _complain_of(self, seconds: float) -> None:
        now = time.monotonic()
        if seconds > _SLOW_SECONDS and now >= self._next_complaint:
            self._next_complaint = now + _COMPLAINT_SECONDS
            self._say("a tick took %d ms, with %d requests waiting" % (1000 * seconds, len(self._jobs)))

    def disconnect(self) -> None:
        """Live calls this when the set or the script is closed; nothing of Orbit stays behind."""
        if not self._ended:
            self._ended = True
            if self._pump_timer is not None:
                self._pump_timer.stop()
            self._jobs.clear()
            self._observing.close()
            self._server.close()
            if self._controllers is not None:
                self._controllers.close()
            self._say("stopped")
            self._say.close()
        super().disconnect()
