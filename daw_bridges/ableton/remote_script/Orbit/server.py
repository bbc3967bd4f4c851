"""Non-blocking TCP on the loopback interface, pumped from Live's main thread: no thread fights for the GIL.

A packet is an int32 (big-endian) size and that many bytes, as in OSC 1.0 over a stream.
"""

from __future__ import annotations

import os
import socket
import struct
import time
from typing import Any, Callable, List, Optional

from .errors import WireError
from .osc import encode

MAX_FRAME = 4 * 1024 * 1024
MAX_GREETING = 4096
_MAX_PENDING = 64 * 1024 * 1024
_MAX_CONNECTIONS = 16
_READ_SIZE = 256 * 1024
_MOST_READS = 32
_GREETING_SECONDS = 5.0
_REBIND_SECONDS = 2.0


class Connection:
    """One client: bytes that came and are not yet a packet, and bytes that the socket did not take yet."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._inbound = bytearray()
        self._outbound = bytearray()
        self._opened = time.monotonic()
        self.welcome = False
        self.closing = False
        self.closed = False

    @property
    def backlog(self) -> int:
        """How many bytes the socket has not taken yet."""
        return len(self._outbound)

    def send(self, address: str, *arguments: Any) -> None:
        """Queue a message and hand the socket what it takes at once."""
        if self.closed or self.closing:
            return
        packet = encode(address, *arguments)
        self._outbound += struct.pack(">i", len(packet)) + packet
        self.flush()

    def flush(self) -> None:
        """Give the socket what it takes; a client that reads nothing is dropped in the end."""
        try:
            while self._outbound:
                del self._outbound[: self._socket.send(memoryview(self._outbound)[:_READ_SIZE])]
        except (BlockingIOError, InterruptedError):
            self.closed = self.closed or len(self._outbound) > _MAX_PENDING
        except OSError:
            self.closed = True
        if self.closing and not self._outbound:
            self.closed = True

    def packets(self) -> List[bytes]:
        """The whole packets that have arrived. Raises WireError when what arrives cannot become one.

        It reads to the end: a client that hung up is known to be gone before anything it asked for is begun.
        """
        packets: List[bytes] = []
        for _ in range(_MOST_READS):
            data = self._read()
            if data is None:
                break
            self._inbound += data
            packets.extend(iter(self._packet, None))
        return packets

    def _read(self) -> Optional[bytes]:
        try:
            data = self._socket.recv(_READ_SIZE)
        except (BlockingIOError, InterruptedError):
            if not self.welcome and time.monotonic() - self._opened > _GREETING_SECONDS:
                raise WireError("no greeting came") from None
            return None
        except OSError:
            data = b""
        self.closed = self.closed or not data
        return data or None

    def _packet(self) -> Optional[bytes]:
        if len(self._inbound) < 4:
            return None
        (size,) = struct.unpack_from(">i", self._inbound)
        if not 0 < size <= (MAX_FRAME if self.welcome else MAX_GREETING):
            raise WireError("a packet of %d bytes" % size)
        if len(self._inbound) < 4 + size:
            return None
        packet = bytes(self._inbound[4 : 4 + size])
        del self._inbound[: 4 + size]
        return packet

    def refuse(self) -> None:
        """Close as soon as what was said so far has gone out."""
        self.closing = True
        self.flush()

    def close(self) -> None:
        """Let go of the socket."""
        self.closed = True
        self._socket.close()


class Server:
    """The listening socket and its clients; their packets and ends go to ``on_packet`` and ``on_closed``."""

    def __init__(self, host: str, port: int, on_packet: Callable, on_closed: Callable, log: Callable) -> None:
        self._address = (host, port)
        self._on_packet, self._on_closed, self._log = on_packet, on_closed, log
        self._listener: Optional[socket.socket] = None
        self._next_try = 0.0
        self.connections: List[Connection] = []
        self._listen()

    @property
    def port(self) -> int:
        """The port that is listened on; 0 while there is none."""
        return self._listener.getsockname()[1] if self._listener else 0

    def _listen(self) -> None:
        if time.monotonic() < self._next_try:
            return
        self._next_try = time.monotonic() + _REBIND_SECONDS
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            # On Windows the same option would let two programs share the port.
            if os.name == "posix":
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.setblocking(False)
            sock.bind(self._address)
            sock.listen(_MAX_CONNECTIONS)
        except OSError as error:
            sock.close()
            self._log(
                "cannot listen on %s:%d (%s); trying again" % (self._address[0], self._address[1], error)
            )
            return
        self._listener = sock
        self._log("listening on %s:%d" % (self._address[0], self.port))

    def pump(self) -> None:
        """Read, write and accept once, without ever waiting."""
        if self._listener is None:
            self._listen()
        for connection in list(self.connections):
            self._serve(connection)
        # Those who left have made room by now, and who comes is served at once.
        for connection in iter(self._accept, None):
            self._serve(connection)

    def _accept(self) -> Optional[Connection]:
        """The next client that waits; while there is no room for more, they go on waiting."""
        if self._listener is None or len(self.connections) >= _MAX_CONNECTIONS:
            return None
        try:
            return self._take(self._listener.accept()[0])
        except OSError:
            return None

    def _take(self, sock: socket.socket) -> Connection:
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(sock)
        self.connections.append(connection)
        self._log("a client came, %d now" % len(self.connections))
        return connection

    def _serve(self, connection: Connection) -> None:
        try:
            if not connection.closing and not connection.closed:
                for packet in connection.packets():
                    self._on_packet(connection, packet)
            connection.flush()
        except (WireError, RecursionError) as error:
            self._log("a client is sent away: %s" % error)
            connection.send("/orbit/error", 0, "protocol", str(error))
            connection.refuse()
        if connection.closed:
            self._drop(connection)

    def _drop(self, connection: Connection) -> None:
        self.connections.remove(connection)
        connection.close()
        self._log("a client left, %d now" % len(self.connections))
        self._on_closed(connection)

    def close(self) -> None:
        """Close every socket."""
        for connection in list(self.connections):
            connection.flush()
            self._drop(connection)
        if self._listener is not None:
            self._listener.close()
            self._listener = None
