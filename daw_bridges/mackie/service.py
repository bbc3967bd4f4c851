"""This machine's MIDI service, through mido on python-rtmidi: which ports there are, and opening them.

``MIDO_BACKEND`` chooses the service where there are several, in mido's own form, such as
``mido.backends.rtmidi/UNIX_JACK``. On JACK the input is asked, not called back: RtMidi would call Python in
the thread that has to deliver sound in time, and that would wait for Python's lock. Everywhere else what
comes wakes the reader by itself.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any, Protocol, cast

from daw_bridges.errors import UnreachableError

__all__ = ["Input", "Output", "Service"]

_JACK = "UNIX_JACK"
_ASK = 0.001
"""Seconds between two questions to JACK."""
_HELD = 1 << 16
"""Messages that RtMidi keeps until it is asked."""


class Output(Protocol):
    """A port to send on."""

    def send(self, data: bytes) -> None:
        """Send whole MIDI messages. Raises OSError or RuntimeError where the service does not take them."""
        ...

    def close(self) -> None:
        """Let go."""
        ...


class Input(Protocol):
    """A port to hear from."""

    def wait(self, timeout: float) -> bytes | None:
        """The next message, or None when none came within ``timeout`` seconds."""
        ...

    def names(self) -> list[str] | None:
        """What can be heard, as this input sees it; None where it cannot see: ask the service."""
        ...

    def close(self) -> None:
        """Let go."""
        ...


class _MidoPort(Protocol):
    """What is used of mido's ports."""

    def send(self, msg: Any) -> None: ...
    def close(self) -> None: ...


class _Backend(Protocol):
    """What is used of mido.Backend."""

    api: str | None
    name: str

    def get_input_names(self) -> list[str]: ...
    def get_output_names(self) -> list[str]: ...
    def open_input(self, name: str, **options: Any) -> _MidoPort: ...
    def open_output(self, name: str, **options: Any) -> _MidoPort: ...


class Service:
    """The MIDI service that ``MIDO_BACKEND`` names, or the system's own. Every error says what to do."""

    def __init__(self) -> None:
        with _explained():
            import mido

            self._backend = cast("_Backend", mido.Backend())

    @property
    def names(self) -> tuple[list[str], list[str]]:
        """What can be heard and what can be sent to, by name."""
        with _explained():
            return self._backend.get_input_names(), self._backend.get_output_names()

    def listen(self, name: str, *, virtual: bool = False) -> Input:
        """Open an input, which is a new port of that name where ``virtual``."""
        # Each has a client of its own at the service, and of its own name: JACK would rename a second one.
        options = {"virtual": True, "client_name": name} if virtual else {}
        with _explained():
            if self._backend.api == _JACK:
                return _Asked(name, virtual=virtual)
            queue: SimpleQueue[Any] = SimpleQueue()
            return _Told(self._backend.open_input(name, callback=queue.put, **options), queue)

    def speak(self, name: str, *, virtual: bool = False) -> Output:
        """Open an output, which is a new port of that name where ``virtual``."""
        options = {"virtual": True, "client_name": name} if virtual else {}
        with _explained():
            return _Spoken(self._backend.open_output(name, **options))


class _Spoken:
    """An output, given bytes."""

    def __init__(self, port: _MidoPort) -> None:
        self._port = port

    def send(self, data: bytes) -> None:
        import mido

        parser = cast("Any", mido.Parser())
        parser.feed(data)
        while (message := parser.get_message()) is not None:
            self._port.send(message)

    def close(self) -> None:
        self._port.close()


class _Told:
    """An input whose messages are put into a queue by the service's thread."""

    def __init__(self, port: _MidoPort, queue: SimpleQueue[Any]) -> None:
        self._port, self._queue = port, queue

    def wait(self, timeout: float) -> bytes | None:
        try:
            return bytes(self._queue.get(timeout=timeout).bin())
        except Empty:
            return None

    def names(self) -> list[str] | None:
        return None

    def close(self) -> None:
        self._port.close()


class _Asked:
    """An input on JACK, which is asked every millisecond."""

    def __init__(self, name: str, *, virtual: bool) -> None:
        import rtmidi

        library = cast("Any", rtmidi)
        self._client = library.MidiIn(library.API_UNIX_JACK, name=name, queue_size_limit=_HELD)
        self._client.ignore_types(sysex=False, timing=True, active_sense=True)
        if virtual:
            self._client.open_virtual_port(name)
        else:
            self._client.open_port(self._client.get_ports().index(name))

    def wait(self, timeout: float) -> bytes | None:
        until = time.monotonic() + timeout
        while (got := self._client.get_message()) is None and time.monotonic() < until:
            time.sleep(_ASK)
        return None if got is None else bytes(got[0])

    def names(self) -> list[str] | None:
        # Each client that comes or goes disturbs JACK, so none is made for a look.
        return self._client.get_ports()

    def close(self) -> None:
        self._client.close_port()
        self._client.delete()


@contextmanager
def _explained() -> Generator[None]:
    """Turn what mido, rtmidi and the system raise into one error that says what to do."""
    try:
        yield
    except UnreachableError:
        raise
    except ImportError as error:
        raise UnreachableError(
            f"MIDI needs the packages mido and python-rtmidi, and a backend that is installed ({error}). "
            "Install them with “pip install mido python-rtmidi” (ready made up to Python 3.12, for later "
            "ones it has to be compiled). If MIDO_BACKEND is set, see what it says."
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise UnreachableError(
            f"The MIDI service of this machine is not available ({error}). {_advice()}"
        ) from None


def _advice() -> str:
    if sys.platform == "darwin":
        return "Open Audio MIDI Setup, see that its MIDI Studio shows, and try again."
    if sys.platform == "win32":
        return "Make sure that no other program uses the port, and try again."
    return (
        "Either load ALSA's sequencer (modprobe snd-seq), or start JACK or PipeWire and set "
        "MIDO_BACKEND=mido.backends.rtmidi/UNIX_JACK. Without either, a loopback connection will do: "
        "tcp:127.0.0.1:PORT."
    )
