"""The port that AbletonOSC answers to: one number for the whole machine, so it is held only while needed."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

from daw_bridges.ableton.holders import holders_of
from daw_bridges.errors import UnreachableError

__all__ = ["IDLE_SECONDS", "ReplyPort", "holder_of"]

IDLE_SECONDS = 60.0
"""After so long without a word the port is let go, and the next client gets its turn."""

_RECEIVE_BYTES = 4 * 1024 * 1024
_OUT = logging.getLogger("daw_bridges.osc.out")


class ReplyPort(asyncio.DatagramProtocol):
    """A UDP socket on the reply port, connected to AbletonOSC's own; bound when first used."""

    def __init__(
        self,
        address: tuple[str, int],
        reply_port: int,
        heard: Callable[[bytes], None],
        refused: Callable[[], None],
        busy: Callable[[], bool],
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self._address, self._reply_port = address, reply_port
        self._heard, self._refused, self._busy = heard, refused, busy
        self._idle_seconds = idle_seconds
        self._transport: asyncio.DatagramTransport | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._opening = asyncio.Lock()
        self.buffer_bytes = 0
        """How large the socket's buffer is, once it is bound."""

    @property
    def address(self) -> tuple[str, int]:
        """Where AbletonOSC listens."""
        return self._address

    @property
    def reply_port(self) -> int:
        """Where AbletonOSC's answers arrive."""
        return self._reply_port

    @property
    def held(self) -> bool:
        """Whether the port is bound now."""
        return self._transport is not None

    async def hold(self) -> None:
        """Bind the port unless it is bound. Raises UnreachableError naming the program that has it."""
        async with self._opening:
            if self._transport is None:
                self._transport = await self._bind()
            self._stay()

    async def _bind(self) -> asyncio.DatagramTransport:
        loop = asyncio.get_running_loop()
        host = self._address[0]
        try:
            # Connected, so that only AbletonOSC is heard, and a port where nobody listens is known at once.
            transport, _ = await loop.create_datagram_endpoint(
                lambda: self, local_addr=(host, self._reply_port), remote_addr=self._address
            )
        except OSError as error:
            holder = await asyncio.to_thread(holder_of, self._reply_port)
            raise UnreachableError(_taken(self._reply_port, holder, error)) from None
        sock: socket.socket = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BYTES)
        self.buffer_bytes = sock.getsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF)
        return transport

    def send(self, packet: bytes) -> None:
        """Send a datagram; the port is held."""
        if self._transport is not None:
            _OUT.debug("%d bytes to AbletonOSC", len(packet))
            self._transport.sendto(packet)
            self._stay()

    def _stay(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._yield)

    def _yield(self) -> None:
        if self._busy():
            self._stay()
        else:
            self.release()

    def release(self) -> None:
        """Let go of the port; the next use binds it again."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._transport is not None:
            self._transport.abort()
            self._transport = None

    def datagram_received(self, data: bytes, addr: tuple[str | object, int]) -> None:
        """Take a datagram (asyncio calls this)."""
        del addr  # the socket is connected: there is one sender
        self._heard(data)

    def error_received(self, exc: Exception) -> None:
        """Hear that nobody listens there (asyncio calls this)."""
        if isinstance(exc, ConnectionRefusedError | ConnectionResetError):
            self._refused()


def holder_of(port: int, own: int | None = None) -> str:
    """The programs that have a UDP port, as ``Max (process 4711)``; empty where the system does not tell.

    ``own`` is a process that does not count.
    """
    return ", ".join(str(holder) for holder in holders_of(port, "udp") if holder.pid != own)


def _taken(port: int, holder: str, error: OSError) -> str:
    who = f"{holder} has it" if holder else f"the system says: {error.strerror or error}"
    return (
        f"AbletonOSC answers only to UDP port {port}, which is not available: {who}. Only one program at a "
        f"time can speak to AbletonOSC: quit {holder or 'the other one'} and try again, or put Orbit's own "
        "script into Live (orbit install ableton), which serves several."
    )
