"""AbletonOSC's two UDP ports, asked once: whether somebody is at them, and whether it is AbletonOSC."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass

from daw_bridges.ableton.wire import decode, encode
from daw_bridges.errors import ProtocolError

__all__ = ["OscPorts", "ask"]

_HOST = "127.0.0.1"
_SECONDS = 1.0
"""AbletonOSC answers at Live's next tick, a tenth of a second later."""


@dataclass(frozen=True)
class OscPorts:
    """What there is at the ports."""

    taken: bool
    """Whether somebody is at AbletonOSC's own port."""
    replies_taken: bool
    """Whether somebody is at the port that it answers to."""
    answers: bool = False
    """Whether ``/live/test`` was answered; it is not asked when somebody else would get the answer."""


def ask(port: int, reply_port: int) -> OscPorts:
    """Look at both ports, and ask where somebody listens and the answer would come here."""
    taken, replies_taken = not _is_free(port), not _is_free(reply_port)
    asked = taken and not replies_taken
    return OscPorts(taken, replies_taken, asked and _answers(port, reply_port))


def _is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        try:
            free.bind((_HOST, port))
        except OSError:
            return False
    return True


def _answers(port: int, reply_port: int) -> bool:
    question, end = encode("/live/test")[4:], time.monotonic() + _SECONDS  # a datagram: no size in front
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as waiting:
        waiting.settimeout(_SECONDS)
        try:
            waiting.bind((_HOST, reply_port))
            waiting.sendto(question, (_HOST, port))
            # What a client before this one listens to comes here too.
            while time.monotonic() < end:
                if decode(waiting.recv(65536)).address == "/live/test":
                    return True
        except (OSError, ProtocolError):
            return False
    return False
