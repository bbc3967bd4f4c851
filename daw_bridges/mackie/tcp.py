"""MIDI over a loopback TCP connection: the bytes as they are on a cable, nothing around them.

The format is that of mido's socket ports, and either can stand at the other end. Their code is not used: it
asks the system twice for every byte, cannot be closed from another thread while it waits, sends without a
limit of time, and drops what mido has no message for, which the codec above wants to see.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import threading

from daw_bridges.errors import UnreachableError, UsageError
from daw_bridges.mackie.ports import Lost, Plugged, Port, Receive

__all__ = ["TcpListener", "TcpPort"]

_RETRY = 0.25
"""Seconds between two attempts to get a lost connection back."""

_STUCK = 2.0
"""Seconds for which the other side may leave what is sent to it lying."""

_LOOK = 0.25
"""Seconds between two looks of a listener at whether it is to end: not every system wakes it for that."""

_CHUNK = 1 << 16


class _Stream(Port):
    """What both ends have in common: one socket at a time, read by one thread."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (_loopback(host), port)
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._sending = threading.Lock()

    @property
    def name(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The address, as ``open_port`` takes it."""
        return f"tcp:{self._address[0]}:{self._address[1]}"

    def send(self, data: bytes) -> None:
        """Send bytes; UnreachableError when nobody is there, or does not take them for two seconds."""
        with self._sending:
            connection = self._socket
            if connection is None:
                raise UnreachableError(f"Nobody is connected at {self.name}.")
            try:
                connection.sendall(data)
            except OSError as error:
                # Half a message may be on its way: nothing sensible can follow it on this connection.
                _hang_up(connection)
                raise UnreachableError(f"What is sent to {self.name} does not get there ({error}).") from None

    def _start(self, target: threading.Thread) -> None:
        self._closing.clear()
        self._thread = target
        target.start()

    def _take(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        connection.settimeout(_STUCK)
        self._socket = connection

    def _read(self, connection: socket.socket, receive: Receive, lost: Lost, plugged: Plugged | None) -> None:
        """Hand on what comes until the connection ends; returns with the socket closed."""
        self._take(connection)
        if plugged is not None:
            plugged()
        reason = self._until_end(connection, receive)
        with self._sending:
            self._socket = None
            connection.close()
        if not self._closing.is_set():
            lost(reason)

    def _until_end(self, connection: socket.socket, receive: Receive) -> str:
        """Hand on what comes; gives why it ended."""
        spoke = False
        while not self._closing.is_set():
            try:
                data = connection.recv(_CHUNK)
            except TimeoutError:
                continue
            except OSError as error:
                return f"The connection at {self.name} broke ({error})."
            if not data:
                taken = "" if spoke else " without a word; another surface may be connected there"
                return f"The other side hung up at {self.name}{taken}."
            spoke = True
            receive(data)
        return ""

    def close(self) -> None:
        """Hang up; returns when the thread has ended."""
        self._closing.set()
        if (connection := self._socket) is not None:
            _hang_up(connection)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
            self._thread = None


class TcpPort(_Stream):
    """The end that calls: connects to a host that listens on this machine, and again when it has gone."""

    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Connect; UnreachableError where nobody listens."""
        try:
            connection = _call(self._address)
        except OSError as error:
            raise UnreachableError(
                f"Nothing listens at {self.name} ({error}). Start the host there, or name another port."
            ) from None
        self._take(connection)  # whoever opened may send at once
        run = lambda: self._run(connection, receive, lost, plugged)  # noqa: E731
        self._start(threading.Thread(target=run, name=f"midi {self.name}", daemon=True))

    def _run(
        self, connection: socket.socket | None, receive: Receive, lost: Lost, plugged: Plugged | None
    ) -> None:
        while connection is not None:
            self._read(connection, receive, lost, plugged)
            connection = self._again()

    def _again(self) -> socket.socket | None:
        """Knock until somebody answers; None when the port is closed meanwhile."""
        while not self._closing.wait(_RETRY):
            with contextlib.suppress(OSError):
                return _call(self._address)
        return None


class TcpListener(_Stream):
    """The end that is called: one caller at a time, on loopback; further ones are hung up on at once."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        super().__init__(host, port)
        self._listening: socket.socket | None = None

    @property
    def port(self) -> int:
        """The port number; where 0 was asked for, the one that was given, once open."""
        return self._address[1]

    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Listen; ``plugged`` is told of each caller. UnreachableError where the port is taken."""
        try:
            listening = socket.create_server(self._address, family=_family(self._address[0]), backlog=4)
        except OSError as error:
            raise UnreachableError(f"Cannot listen at {self.name} ({error}). Name another port.") from None
        listening.settimeout(_LOOK)
        self._address = (self._address[0], listening.getsockname()[1])
        self._listening = listening
        run = lambda: self._run(listening, receive, lost, plugged)  # noqa: E731
        self._start(threading.Thread(target=run, name=f"midi {self.name}", daemon=True))

    def _run(self, listening: socket.socket, receive: Receive, lost: Lost, plugged: Plugged | None) -> None:
        readers: list[threading.Thread] = []
        while (connection := self._accept(listening)) is not None:
            for reader in readers:
                reader.join(_LOOK)  # one that went a moment ago may not have been seen to go
            if any(reader.is_alive() for reader in readers):
                connection.close()
                continue
            args = (connection, receive, lost, plugged)
            readers = [threading.Thread(target=self._read, args=args, name=f"midi {self.name}", daemon=True)]
            readers[0].start()
        for reader in readers:
            reader.join()

    def _accept(self, listening: socket.socket) -> socket.socket | None:
        while not self._closing.is_set():
            try:
                return listening.accept()[0]
            except TimeoutError:
                continue
            except OSError:
                break
        return None

    def close(self) -> None:
        """Stop listening and hang up; returns when the threads have ended."""
        self._closing.set()
        if self._listening is not None:
            _hang_up(self._listening)
            self._listening.close()
            self._listening = None
        super().close()


def _hang_up(connection: socket.socket) -> None:
    """End a connection so that whoever waits on it wakes; its thread closes it."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _call(address: tuple[str, int]) -> socket.socket:
    connection = socket.create_connection(address, timeout=_STUCK)
    if connection.getsockname() == connection.getpeername():
        # TCP lets a socket answer itself, when its own port happens to be the one it calls.
        connection.close()
        raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
    return connection


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _loopback(host: str) -> str:
    if host == "localhost":
        return "127.0.0.1"
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(host.strip("[]")).is_loopback:
            return host.strip("[]")
    raise UsageError(f"MIDI goes over loopback connections only, and {host} is not one. Use 127.0.0.1.")
