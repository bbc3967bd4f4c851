"""A MIDI pad or footswitch as the talk button: it needs no permission, and the DAW keeps the keyboard.

>>> Button.read("Launchpad Mini: note 60")
Button(port='Launchpad Mini', kind='note', number=60)
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, NamedTuple, Self, cast

from daw_bridges.errors import OrbitError, SoundError, UsageError
from daw_bridges.mackie.ports import open_port
from daw_bridges.mackie.service import Service
from daw_bridges.mackie.virtual import resolve

__all__ = ["Button", "learn", "talk_button"]

_WRITTEN = re.compile(r"\s*(?P<port>.+?)\s*:\s*(?P<kind>note|cc)\s*(?P<number>\d{1,3})\s*", re.IGNORECASE)
_DOWN = 64
"""The value from which a controller counts as pressed."""
_WAKE = 0.1
"""Seconds within which the thread of a port sees that it is to end."""


class Button(NamedTuple):
    """A note or a controller of a port; ``str`` gives it as it stands in the settings."""

    port: str
    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.port}: {self.kind} {self.number}"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read it from the settings. Raises UsageError."""
        found = _WRITTEN.fullmatch(text)
        if found is None or int(found["number"]) > 127:
            raise UsageError(
                f"“{text}” names no talk button. Write the port and what to press: “Launchpad Mini: note "
                "60”, “FS-1: cc 64”; “orbit voice learn” prints it when you press it."
            )
        return cls(found["port"], found["kind"].lower(), int(found["number"]))


@contextmanager
def talk_button(
    button: Button, press: Callable[[], object], release: Callable[[], object]
) -> Generator[None]:
    """Tell when a button goes down and comes up, in a thread of its port. Raises OrbitError without one."""
    down = False

    def take(_port: str, kind: str, number: int, value: int) -> None:
        nonlocal down
        if kind == button.kind and number == button.number and down != (now := _pressed(kind, value)):
            down = now
            (press if now else release)()

    with _port(button.port, take):
        yield
    if down:
        release()


def learn(port: str | None = None, seconds: float = 30.0) -> Button:
    """Wait until something is pressed, on a port or on any. Raises OrbitError where nothing is."""
    found: list[Button] = []
    pressed = threading.Event()

    def take(port: str, kind: str, number: int, value: int) -> None:
        if _pressed(kind, value):
            found.append(Button(port, kind, number))
            pressed.set()

    with ExitStack() as ports:
        names = [port] if port is not None else _inputs()
        for name in names:
            ports.enter_context(_port(name, take))
        if not pressed.wait(seconds):
            raise SoundError(f"Nothing was pressed on {', '.join(names)}. Press it while Orbit waits for it.")
    return found[0]


def _pressed(kind: str, value: int) -> bool:
    return value >= _DOWN if kind == "cc" else value > 0


def _inputs() -> list[str]:
    names = [name for name in Service().names[0] if "through" not in name.casefold()]
    if not names:
        raise SoundError("No MIDI device is connected. Plug the controller or the footswitch in.")
    return names


@contextmanager
def _port(name: str, take: Callable[[str, str, int, int], None]) -> Generator[None]:
    """Take apart what a port sends: its name, ``note`` or ``cc``, the number, the value."""
    from mido import Parser

    parser = cast("Any", Parser())

    def feed(data: bytes) -> None:
        parser.feed(data)
        while (message := parser.get_message()) is not None:
            match message.type:
                case "note_on" | "note_off":
                    take(name, "note", message.note, message.velocity * (message.type == "note_on"))
                case "control_change":
                    take(name, "cc", message.control, message.value)
                case _:
                    pass

    if name.casefold().startswith("tcp:"):
        port = open_port(name)
        port.open(feed, lambda _why: None)
        try:
            yield
        finally:
            port.close()
        return
    closing, service = threading.Event(), Service()
    heard = service.listen(resolve(name, service.names[0]))

    def run() -> None:
        with suppress(OSError, RuntimeError, OrbitError):  # it was unplugged
            while not closing.is_set():
                feed(heard.wait(_WAKE) or b"")
        with suppress(OSError, RuntimeError):
            heard.close()

    thread = threading.Thread(target=run, name=f"button {name}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        closing.set()
        thread.join()
