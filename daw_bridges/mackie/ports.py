"""What a MIDI connection is to everything above it: bytes in, bytes out, and word of its going and coming."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from daw_bridges.errors import UsageError

__all__ = ["Lost", "Plugged", "Port", "Receive", "open_port"]

Receive = Callable[[bytes], None]
"""Told what arrives: whole MIDI messages, or pieces of a stream of them. Called in the port's own thread."""

Lost = Callable[[str], None]
"""Told once why the other side is gone. Called in the port's thread, after what came before."""

Plugged = Callable[[], None]
"""Told that the other side is there, now or again. Called in the port's thread, before what follows."""


class Port(ABC):
    """A way to and from the other side of a MIDI connection.

    A port that is open looks after itself: when the other side goes, ``lost`` is told, and when it comes back
    ``plugged`` is; nothing has to be opened again. All three callbacks come from one thread of the port's own
    at a time, so their order is the order in which things happened. What they raise is logged by nobody: they
    must not raise.
    """

    name: str = ""
    """What people call the port, for messages."""

    replug_after: float | None = None
    """Seconds it must stay closed before hosts take it for a new one; None where it is no matter."""

    @abstractmethod
    def open(self, receive: Receive, lost: Lost, plugged: Plugged | None = None) -> None:
        """Open, once, or again after ``close``.

        ``plugged`` is told as soon as the other side is there (at once, where it already is).
        Raises UnreachableError when the port cannot be had, with what to do about it.
        """

    @abstractmethod
    def send(self, data: bytes) -> None:
        """Send one complete MIDI message, or several; from any thread. Raises UnreachableError when gone."""

    @abstractmethod
    def close(self) -> None:
        """Let go, from any thread but the port's own: no callback follows. Again does nothing."""


def open_port(spec: str) -> Port:
    """The port that a setting names; nothing is opened yet.

    ``virtual`` (or nothing) is Orbit's own pair of ports, ``tcp:127.0.0.1:PORT`` MIDI bytes over a loopback
    connection, anything else the name of a MIDI port of this machine. UsageError for what is none of these.
    """
    kind, _, rest = spec.strip().partition(":")
    match kind.lower(), rest:
        case (("" | "virtual"), ""):
            from daw_bridges.mackie.virtual import VirtualPort

            return VirtualPort("Orbit")
        case "tcp", _:
            from daw_bridges.mackie.tcp import TcpPort

            return TcpPort(*_address(rest, spec))
        case _:
            from daw_bridges.mackie.virtual import NamedPort

            return NamedPort(spec.strip())


def _address(text: str, spec: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise UsageError(f"“{spec}” names no MIDI port. Over a loopback connection: tcp:127.0.0.1:PORT.")
    return host, int(port)
