"""Who answers at the port of Orbit's script: asked by hand, so that every wrong answer can be told apart."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, cast

from daw_bridges.ableton.link import PROTOCOL
from daw_bridges.ableton.wire import Message, Packets, decode, decode_json, encode
from daw_bridges.errors import ProtocolError

__all__ = ["Answer", "Probe", "probe"]


class Answer(Enum):
    """What there is at a port."""

    ORBIT = auto()
    """Orbit's script, which welcomes us."""
    WRONG_TOKEN = auto()
    """Orbit's script, which refuses the token."""
    OTHER_PROTOCOL = auto()
    """Orbit's script, of a version that speaks otherwise."""
    STRANGER = auto()
    """A program that is not Orbit's script."""
    SILENCE = auto()
    """A program that says nothing: a Live that is busy, or a stranger."""
    NOBODY = auto()


@dataclass(frozen=True)
class Probe:
    """The answer, and what the script says of itself."""

    answer: Answer
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    """``protocol``, ``live`` (its version), ``script`` (its version), ``fingerprint``."""
    said: str = ""
    """Why it refused, in its own words."""


def probe(port: int, token: str, *, host: str = "127.0.0.1", seconds: float = 3.0) -> Probe:
    """Connect, greet, hear the answer and hang up. It takes ``seconds`` at most."""
    end = time.monotonic() + seconds
    try:
        with socket.create_connection((host, port), timeout=seconds) as connection:
            connection.sendall(encode("/orbit/hello", token, PROTOCOL))
            return _heard(_first(connection, end))
    except TimeoutError:
        return Probe(Answer.SILENCE)
    except ConnectionRefusedError:
        return Probe(Answer.NOBODY)
    except (ProtocolError, OSError):
        return Probe(Answer.STRANGER)


def _first(connection: socket.socket, end: float) -> Message:
    """The first message. Raises TimeoutError, OSError for a connection that ends, ProtocolError."""
    packets = Packets()
    while True:
        connection.settimeout(max(end - time.monotonic(), 0.001))
        data = connection.recv(65536)
        if not data:
            raise ConnectionAbortedError
        for packet in packets.feed(data):
            return decode(packet)
        if time.monotonic() > end:
            raise TimeoutError


def _heard(message: Message) -> Probe:
    match message:
        case Message("/orbit/welcome", (blob, *_)):
            return _welcomed(decode_json(blob))
        case Message("/orbit/error", (_, "refused", str(text), *_)):
            return Probe(Answer.WRONG_TOKEN, said=text)
        case Message("/orbit/error", (_, _, str(text), *_)):
            return Probe(Answer.OTHER_PROTOCOL, said=text)
        case _:
            return Probe(Answer.STRANGER)


def _welcomed(about: Any) -> Probe:
    if not isinstance(about, dict):
        return Probe(Answer.STRANGER)
    known = cast("dict[str, Any]", about)
    return Probe(Answer.ORBIT if known.get("protocol") == PROTOCOL else Answer.OTHER_PROTOCOL, known)
