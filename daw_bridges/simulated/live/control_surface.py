"""The base classes Remote Scripts derive from: those of ``_Framework``, ``ableton.v2`` and ``ableton.v3``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from daw_bridges.simulated.live.components import guards
from daw_bridges.simulated.live.control_elements import InputControlElement
from daw_bridges.simulated.live.live_api import runtime

if TYPE_CHECKING:
    from daw_bridges.simulated.live.application import Application
    from daw_bridges.simulated.live.c_instance import CInstance
    from daw_bridges.simulated.live.song import Song

__all__ = ["ControlSurface", "FrameworkSurface", "SurfaceV2", "SurfaceV3"]


class ControlSurface:
    """What the three generations have in common."""

    def __init__(self, c_instance: CInstance | None = None, *_: Any, **__: Any) -> None:
        if c_instance is None:
            raise TypeError("A control surface needs Live's c_instance")
        self._c_instance = c_instance
        self._scheduling = threading.Lock()
        self._messages: list[tuple[int, Callable[..., object], object]] = []
        self._disconnectables: list[Any] = []
        self._controls: list[InputControlElement] = []

    def schedule_message(
        self, delay_in_ticks: int, callback: Callable[..., object], parameter: object = None
    ) -> None:
        """Call back after so many of Live's ticks (100 ms nominal), with ``parameter`` unless it is None."""
        if delay_in_ticks < 0 or not callable(callback):
            raise AssertionError("A delay of 0 or more ticks and something to call are expected")
        # Scripts do it from threads of their own, although Live does not allow for that.
        with self._scheduling:
            self._messages.append((delay_in_ticks, callback, parameter))

    def update_display(self) -> None:
        """Do one tick: run the scheduled messages that are due."""
        with self._scheduling:
            waiting, self._messages = self._messages, []
            self._messages += [(delay - 1, call, value) for delay, call, value in waiting if delay > 1]
        due = [entry for entry in waiting if entry[0] <= 1]
        for _, callback, value in due:
            with self.component_guard():
                callback() if value is None else callback(value)

    @contextmanager
    def component_guard(self) -> Generator[None]:
        """Bracket the making and changing of components."""
        guards.surfaces.append(self)
        try:
            yield
        finally:
            guards.surfaces.pop()

    def register_disconnectable(self, disconnectable: Any) -> Any:
        """Let something be disconnected together with the surface."""
        self._disconnectables.append(disconnectable)
        return disconnectable

    def register_control(self, control: InputControlElement) -> None:
        """Pass MIDI on to a control, and disconnect it with the surface."""
        self._controls.append(control)
        self.register_disconnectable(control)

    def show_message(self, message: str) -> None:
        """Show a line in Live's status bar."""
        self._c_instance.show_message(message)

    def request_rebuild_midi_map(self) -> None:
        """Have Live ask for the MIDI map again."""
        self._c_instance.request_rebuild_midi_map()

    def disconnect(self) -> None:
        """End: nothing scheduled runs any more."""
        self._messages.clear()
        for disconnectable in self._disconnectables:
            disconnectable.disconnect()
        self._disconnectables.clear()

    def build_midi_map(self, midi_map_handle: object) -> None:
        """Map MIDI; the simulated Live has no ports."""

    def refresh_state(self) -> None:
        """Show everything anew."""

    def update(self) -> None:
        """Show everything anew."""

    def receive_midi(self, midi_bytes: tuple[int, ...]) -> None:
        """Take a MIDI message and let the control it is for hear of it."""
        with self.component_guard():
            for control in self._controls:
                control.take(midi_bytes)

    def port_settings_changed(self) -> None:
        """Hear of other ports."""

    def connect_script_instances(self, instantiated_scripts: object) -> None:
        """Hear of the other scripts."""

    def can_lock_to_devices(self) -> bool:
        return False

    def suggest_input_port(self) -> str:
        return ""

    def suggest_output_port(self) -> str:
        return ""

    def suggest_map_mode(self, cc_no: int, channel: int) -> int:
        return -1

    def suggest_needs_takeover(self, cc_no: int, channel: int) -> bool:
        return True

    def supports_pad_translation(self) -> bool:
        return False

    def instance_identifier(self) -> int:
        return self._c_instance.instance_identifier()


class FrameworkSurface(ControlSurface):
    """_Framework.ControlSurface: ``song`` and ``application`` are methods."""

    def song(self) -> Song:
        return self._c_instance.song()

    def application(self) -> Application:
        return runtime().application

    def log_message(self, *message: object) -> None:
        """Write a line to Log.txt."""
        self._c_instance.log_message(" ".join(str(part) for part in message))


class SurfaceV2(ControlSurface):
    """ableton.v2: ``song`` and ``application`` are properties, logging goes through Python's."""

    @property
    def song(self) -> Song:
        return self._c_instance.song()

    @property
    def application(self) -> Application:
        return runtime().application


class SurfaceV3(SurfaceV2):
    """ableton.v3: made with a specification, set up by the script's ``setup``."""

    def __init__(
        self, specification: object = None, *args: Any, c_instance: CInstance | None = None, **kwargs: Any
    ) -> None:
        super().__init__(c_instance, *args, **kwargs)
        self.specification = specification

    def setup(self) -> None:
        """Build what the script needs; overridden by scripts."""
