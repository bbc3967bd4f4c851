"""A MIDI service in memory, as a backend of mido's: ports that come and go by a test's hand.

``MIDO_BACKEND=tests.daw_bridges.mackie.rack`` chooses it, also where there is no other. A virtual input is a
port that others send to, a virtual output one that they hear.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from mido.ports import BaseInput, BaseOutput

__all__ = ["Input", "Output", "Rack", "get_devices", "rack"]


class Rack:
    """The ports that can be heard and sent to by name, and who hears them."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.clear()

    def clear(self) -> None:
        """No ports at all."""
        self.heard: dict[str, list[Callable[[Any], None]]] = {}
        self.told: dict[str, list[Callable[[Any], None]]] = {}
        self.broken = False

    def add(self, name: str) -> None:
        """Plug in a device that sends back whatever it is sent."""
        with self.lock:
            self.heard[name] = []
            self.told[name] = [lambda message: self.speak(self.heard, name, message)]

    def remove(self, name: str) -> None:
        """Unplug it."""
        with self.lock:
            self.heard.pop(name, None)
            self.told.pop(name, None)

    def speak(self, names: dict[str, list[Callable[[Any], None]]], name: str, message: Any) -> None:
        """Send to a port; OSError where it is gone."""
        with self.lock:
            if self.broken or name not in names:
                raise OSError(f"no port {name!r}")
            hearing = tuple(names[name])
        for hear in hearing:
            hear(message)


rack = Rack()


def get_devices(**_options: Any) -> list[dict[str, Any]]:
    """All ports, in mido's form."""
    if rack.broken:
        raise OSError("the service is down")
    names = {**rack.heard, **rack.told}
    return [{"name": name, "is_input": name in rack.heard, "is_output": name in rack.told} for name in names]


class Input(BaseInput):
    """A port to hear from, or with ``virtual`` one that others send to."""

    def _open(self, *, virtual: bool = False, callback: Any = None, **_options: Any) -> None:
        self._hear, self._virtual, self._port = callback, virtual, str(self.name)
        with rack.lock:
            if virtual:
                rack.told[self._port] = [callback]
            elif self._port in rack.heard:
                rack.heard[self._port].append(callback)
            else:
                raise OSError(f"unknown port {self.name!r}")

    def _close(self) -> None:
        with rack.lock:
            if self._virtual:
                rack.told.pop(self._port, None)
            elif self._hear in rack.heard.get(self._port, []):
                rack.heard[self._port].remove(self._hear)


class Output(BaseOutput):
    """A port to send to, or with ``virtual`` one that others hear."""

    def _open(self, *, virtual: bool = False, **_options: Any) -> None:
        self._virtual, self._port = virtual, str(self.name)
        with rack.lock:
            if virtual:
                rack.heard[self._port] = []
            elif self._port not in rack.told:
                raise OSError(f"unknown port {self.name!r}")

    def _send(self, msg: Any) -> None:
        rack.speak(rack.heard if self._virtual else rack.told, self._port, msg)

    def _close(self) -> None:
        if self._virtual:
            with rack.lock:
                rack.heard.pop(self._port, None)
