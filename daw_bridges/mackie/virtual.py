"""Ports of this machine's MIDI service: a pair of Orbit's own, or those of another program or a device."""

from __future__ import annotations

import contextlib
import re
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Protocol

from daw_bridges.errors import AmbiguousError, UnreachableError
from daw_bridges.mackie.ports import Lost, Plugged, Port, Receive
from daw_bridges.mackie.service import Input, Output, Service

__all__ = ["REPLUG_AFTER", "NamedPort", "VirtualPort", "resolve"]

REPLUG_AFTER = 2.5
"""Seconds that Logic needs to notice that a pair of ports went, so that it greets the next one (measured).

Elsewhere than on its system ports are connected by hand, and would have to be again.
"""

_LOOK = 1.0
"""Seconds between two looks at whether a named port is still, or again, there."""

_WAKE = 0.1
"""Seconds within which the thread of a port sees that it is to end."""

_ADDRESS = re.compile(r" \d+:\d+$")
"""What ALSA puts behind a name, another one each time that the port comes."""

_closed_at: dict[str, float] = {}
"""When each pair of virtual ports was last closed by this process."""


class _Ends(Protocol):
    """How the two ports are had."""

    def connect(self) -> tuple[Input, Output]:
        """Open both. Raises UnreachableError, or AmbiguousError."""
        ...

    def there(self, listening: Input) -> bool:
        """Whether they can still be seen; asked now and then."""
        ...

    def closed(self) -> None:
        """Told that both were closed."""
        ...


class _Theirs:
    """Ports that are there already."""

    def __init__(self, heard: str, told: str) -> None:
        self._wanted = heard, told
        self._found = heard, told

    def connect(self) -> tuple[Input, Output]:
        service = Service()
        inputs, outputs = service.names
        self._found = resolve(self._wanted[0], inputs), resolve(self._wanted[1], outputs)
        return _both(service, *self._found, virtual=False)

    def there(self, listening: Input) -> bool:
        if (heard := listening.names()) is not None:
            return self._found[0] in heard
        try:
            inputs, outputs = Service().names
        except UnreachableError:
            return False
        return self._found[0] in inputs and self._found[1] in outputs

    def closed(self) -> None:
        pass


class _Ours:
    """Ports that this process makes, which are there for as long as their service is."""

    def __init__(self, name: str) -> None:
        self._name = name

    def connect(self) -> tuple[Input, Output]:
        # A pair that comes back too soon is taken for the one that went, and nobody greets it.
        if sys.platform == "darwin":
            time.sleep(max(_closed_at.get(self._name, -REPLUG_AFTER) + REPLUG_AFTER - time.monotonic(), 0.0))
        return _both(Service(), f"{self._name} In", f"{self._name} Out", virtual=True)

    def there(self, listening: Input) -> bool:
        # The output of the pair is among what can be heard, unless the service itself is gone.
        return listening.names() != []

    def closed(self) -> None:
        _closed_at[self._name] = time.monotonic()


def _both(service: Service, heard: str, told: str, *, virtual: bool) -> tuple[Input, Output]:
    listening = service.listen(heard, virtual=virtual)
    try:
        return listening, service.speak(told, virtual=virtual)
    except BaseException:
        listening.close()
        raise


class _ServicePort(Port):
    """An input and an output, and the one thread that reads the first."""

    def __init__(self, name: str, ends: _Ends) -> None:
        self.name = name
        self._ends = ends
        self._both: tuple[Input, Output] | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._sending = threading.Lock()

    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Open both ports; UnreachableError says what to install, start or switch on."""
        self._closing.clear()
        opened: Future[None] = Future()
        run = lambda: self._run(opened, receive, lost, plugged)  # noqa: E731
        self._thread = threading.Thread(target=run, name=f"midi {self.name}", daemon=True)
        self._thread.start()
        opened.result()

    def send(self, data: bytes) -> None:
        """Send messages; UnreachableError while the port is gone."""
        with self._sending:
            if self._both is None:
                raise UnreachableError(f"The MIDI port “{self.name}” is not there.")
            try:
                self._both[1].send(data)
            except (OSError, RuntimeError, ValueError) as error:
                raise UnreachableError(f"The MIDI port “{self.name}” takes nothing ({error}).") from None

    def close(self) -> None:
        """Close both; returns when the thread has ended."""
        self._closing.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None

    def _run(self, opened: Future[None], receive: Receive, lost: Lost, plugged: Plugged | None) -> None:
        # All that has to do with the service is done here: CoreMIDI tells of ports that come and go only in
        # the thread that spoke to it first.
        try:
            both = self._both = self._ends.connect()
        except BaseException as error:  # noqa: BLE001 - raised where the port was to be opened
            opened.set_exception(error)
            return
        opened.set_result(None)
        while both is not None:
            if plugged is not None:
                plugged()
            self._read(both[0], receive)
            self._disconnect()
            if not self._closing.is_set():
                lost(f"The MIDI port “{self.name}” went away.")
            both = self._both = self._come_back()

    def _read(self, listening: Input, receive: Receive) -> None:
        """Hand on what arrives until the port is closed or gone."""
        look = time.monotonic() + _LOOK
        while not self._closing.is_set():
            try:
                data = listening.wait(_WAKE)
            except (OSError, RuntimeError):
                return
            if data is not None:
                receive(data)
            if time.monotonic() >= look:
                if not self._ends.there(listening):
                    return
                look = time.monotonic() + _LOOK

    def _come_back(self) -> tuple[Input, Output] | None:
        """Look until the ports are there again; None when the port is closed meanwhile."""
        while not self._closing.wait(_LOOK):
            with contextlib.suppress(UnreachableError, AmbiguousError):
                return self._ends.connect()
        return None

    def _disconnect(self) -> None:
        with self._sending:
            both, self._both = self._both, None
        for port in both or ():
            with contextlib.suppress(OSError, RuntimeError):
                port.close()
        self._ends.closed()


class NamedPort(_ServicePort):
    """A port that is there already: a device, another program's, or a loop (loopMIDI, an IAC bus).

    ``name`` is the whole name or a part that only one has; ``output`` where the way out is called otherwise.
    """

    def __init__(self, name: str, output: str | None = None) -> None:
        super().__init__(name, _Theirs(name, output or name))


class VirtualPort(_ServicePort):
    """A pair of Orbit's own: “NAME In”, which hosts send to, and “NAME Out”, which they hear.

    Windows has none of these: there, two loop ports of those names must have been made with a program for it.
    """

    def __init__(self, name: str = "Orbit") -> None:
        loops = sys.platform == "win32"
        self.replug_after = REPLUG_AFTER if sys.platform == "darwin" else None
        super().__init__(name, _Theirs(f"{name} In", f"{name} Out") if loops else _Ours(name))

    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Make both ports; on Windows UnreachableError says which program makes loop ports."""
        try:
            super().open(receive, lost, plugged)
        except UnreachableError as error:
            if sys.platform != "win32":
                raise
            raise UnreachableError(_windows(self.name, error)) from None


def resolve(wanted: str, names: Sequence[str]) -> str:
    """The one port meant by a name: the whole of it, or a part that only one has.

    Raises AmbiguousError when several fit, UnreachableError (with what there is) when none does.
    """
    if wanted in names:
        return wanted
    part = _ADDRESS.sub("", wanted).casefold()
    fits = sorted({name for name in names if part in name.casefold()})
    if len(fits) > 1:
        raise AmbiguousError("MIDI port", wanted, fits)
    if not fits:
        there = ", ".join(names) or "none"
        raise UnreachableError(
            f"There is no MIDI port “{wanted}”. Available: {there}. "
            "Switch it on, plug it in, or name another."
        )
    return fits[0]


def _windows(name: str, error: UnreachableError) -> str:
    return (
        f"Windows has no virtual MIDI ports of its own. Install loopMIDI (from tobias-erichsen.de), add "
        f"two ports in it, “{name} In” and “{name} Out”, and try again. ({error})"
    )
