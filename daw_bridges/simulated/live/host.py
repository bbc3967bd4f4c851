"""A running Live: a set, a main loop, and one Remote Script in it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from daw_bridges.simulated.live.application import Application
from daw_bridges.simulated.live.c_instance import CInstance
from daw_bridges.simulated.live.devices.spec import DeviceSpec
from daw_bridges.simulated.live.faults import FaultPlan
from daw_bridges.simulated.live.live_api import Timer, register, unregister
from daw_bridges.simulated.live.main_loop import MainLoop
from daw_bridges.simulated.live.midi_map import MidiMap
from daw_bridges.simulated.live.script_modules import importable, load_script, unload_script
from daw_bridges.simulated.live.song import Song

__all__ = ["LiveHost"]

P = ParamSpec("P")
R = TypeVar("R")

_ENVIRONMENT = threading.Lock()


class LiveHost:
    """Runs a Remote Script from ``script_dir`` on ``song``, all on one thread of its own.

    ``tick_seconds`` is the interval of scheduled messages; with ``timers=False`` there is no
    ``Live.Base.Timer``, as in versions before it came. ``script_options`` are environment variables that the
    script finds while it starts. ``plugins`` are those that are installed, else a few invented ones.
    """

    def __init__(
        self,
        song: Song,
        script_dir: Path,
        *,
        tick_seconds: float = 0.1,
        timers: bool = True,
        version: tuple[int, int, int] | None = None,
        script_options: Mapping[str, str] | None = None,
        plugins: Sequence[DeviceSpec] | None = None,
    ) -> None:
        self.timers = timers
        self.faults = FaultPlan()
        self.log: list[str] = []
        self.messages: list[str] = []
        self.script: Any = None
        self._version = version
        self._plugins = plugins
        self._script_dir = Path(script_dir)
        self._tick_seconds = tick_seconds
        self._options = dict(script_options or {})
        self._thread: threading.Thread | None = None
        self._load(song)

    def start(self) -> Self:
        """Open the set and load the script; what the script raises while loading is raised here."""
        started: Future[None] = Future()
        self._loop = MainLoop(self._before_pass)
        self._thread = threading.Thread(target=self._main, args=(started,), name="Live main", daemon=True)
        self._thread.start()
        try:
            started.result()
        except BaseException:
            self._thread.join()  # what it had installed is gone by then
            self._thread = None
            raise
        return self

    def stop(self) -> None:
        """Disconnect the script and end; harmless when not running. On its own thread: after this pass."""
        if self._thread is not None:
            self.faults.thaw()
            self._loop.stop()
            if threading.current_thread() is not self._thread:
                self._thread.join()
                self._thread = None

    def open_set(self, song: Song) -> None:
        """Close the set and open another one, as a user does: the script is disconnected and made anew."""
        self.stop()
        self._load(song)
        self.start()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run ``function`` on Live's main thread and give what it returns or raises."""
        if self._thread is None:
            raise RuntimeError("This Live is not running")
        if threading.current_thread() is self._thread:
            return function(*args, **kwargs)
        return self._loop.call(lambda: self._guarded(function, *args, **kwargs)).result()

    def receive_midi(self, midi_bytes: tuple[int, ...]) -> None:
        """Play a MIDI message, as the hardware does: what is mapped moves, the rest the script hears."""
        self.call(self._play, midi_bytes)

    def _play(self, midi_bytes: tuple[int, ...]) -> None:
        if not self._midi_map.take(midi_bytes):
            self.script.receive_midi(midi_bytes)

    def leaked_listeners(self) -> list[str]:
        """The listeners still connected, as ``Track "Bass" name``; after ``stop`` there should be none."""
        return [
            f'{type(target).__name__} "{target.get_("name") or ""}" {name}'
            for (target, name), callbacks in self._document.listeners.items()
            for _ in callbacks
        ]

    def _load(self, song: Song) -> None:
        self.song = song
        self._document = song.document
        self._document.version = self._version or self._document.version
        with song.unrecorded():
            self.application = Application(song, self._plugins)

    def add_timer(self, timer: Timer) -> None:
        """Let a timer of the script run."""
        self._loop.after(timer.interval_seconds, lambda: self._fire(timer, timer.generation))

    def _fire(self, timer: Timer, generation: int) -> None:
        if not timer.running or timer.generation != generation:
            return
        if timer.repeat:
            self.add_timer(timer)
        else:
            timer.stop()
        if not self._attempt(timer.callback):
            timer.stop()

    def _main(self, started: Future[None]) -> None:
        with ExitStack() as stack:
            try:
                stack.enter_context(importable())
                stack.enter_context(self._document.running())
                self._open(stack)
            except BaseException as error:  # noqa: BLE001 - raised by start
                started.set_exception(error)
                return
            started.set_result(None)
            self._loop.run()
            self._attempt(self.script.disconnect)

    def _open(self, stack: ExitStack) -> None:
        register(self._document, self)
        stack.callback(unregister, self._document)
        stack.callback(setattr, self._document, "faults", None)
        self._document.faults, self._document.log = self.faults, self.log.append
        self._midi_map = MidiMap()
        c_instance = CInstance(self.song, self.log.append, self.messages.append, self._ask_for_midi_map)
        with _environment(self._options):
            module = load_script(self._script_dir)
            stack.callback(unload_script, module)
            self.script = self._guarded(module.create_instance, c_instance)
        self.application.control_surfaces = (self.script,)
        self._attempt(self.script.connect_script_instances, (self.script,))
        self._build_midi_map()
        self._attempt(self.script.refresh_state)
        self._loop.after(self._tick_seconds, self._tick)

    def _ask_for_midi_map(self) -> None:
        self._loop.after(0.0, self._build_midi_map)

    def _build_midi_map(self) -> None:
        self._midi_map = MidiMap()
        self._attempt(self.script.build_midi_map, self._midi_map)

    def _tick(self) -> None:
        self._loop.after(self._tick_seconds, self._tick)
        self._attempt(self.script.update_display)

    def _before_pass(self) -> None:
        self.faults.wait_while_frozen()
        self._guarded(self.song.advance_)

    def _attempt(self, function: Callable[..., object], *args: object) -> bool:
        """Call into the script; what it raises goes to the log, as in Live."""
        try:
            self._guarded(function, *args)
        except Exception as error:  # noqa: BLE001 - Live goes on whatever a script does
            self.log.append(f"RemoteScriptError: {type(error).__name__}: {error}")
            return False
        return True

    def _guarded(self, function: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        self._document.journal.new_call()
        return function(*args, **kwargs)


@contextmanager
def _environment(variables: Mapping[str, str]) -> Generator[None]:
    """Set environment variables for one script at a time."""
    with _ENVIRONMENT:
        before = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                if value is not None:
                    os.environ[name] = value
