"""Ardour's own OSC: the second way in which the tests ask what became of a move.

Addresses are those of Ardour's manual ("Controlling Ardour with OSC"). Strips count from 1 there, in the
order in which Ardour lists them; an answer comes as feedback on the address that was asked about.
"""

from __future__ import annotations

import socket
import time
from typing import Any, NamedTuple, Self

from pythonosc.osc_message_builder import OscMessageBuilder
from pythonosc.osc_packet import OscPacket

from tests.ardour.prepared import OSC_PORT

__all__ = ["Osc", "Strip"]

_FEEDBACK = 1 + 2 + (1 << 14)
"""Buttons, values, and /reply as the address of answers."""

_BUFFER = 1 << 21
"""Bytes. Nobody listens between two tests, and what does not fit is lost."""


class Strip(NamedTuple):
    """A strip as Ardour lists it."""

    kind: str
    """``AT`` audio track, ``MT`` MIDI track, ``B`` bus, ``MB`` MIDI bus, ``MA`` master, ``V`` VCA."""
    name: str
    number: int
    mute: bool
    solo: bool
    arm: bool


class Osc:
    """A socket of one's own; Ardour answers to it. Use as a context manager."""

    def __init__(self, port: int = OSC_PORT) -> None:
        self._to = ("127.0.0.1", port)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
        self._socket.bind(("127.0.0.1", 0))
        self._said: dict[tuple[str, int], Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, address: str, *values: float | str) -> None:
        """Send one message, with room made for what is answered."""
        self.listen()
        builder = OscMessageBuilder(address)
        for value in values:
            builder.add_arg(value)
        self._socket.sendto(builder.build().dgram, self._to)

    def subscribe(self, *, timeout: float = 3.0) -> None:
        """Have Ardour say every strip's values, now and when they change; once is enough.

        Raises:
            TimeoutError: it says nothing of the first strip.
        """
        self.send("/set_surface", 0, 31, _FEEDBACK, 0, 0, 0, 0)
        for _ in self._until(timeout):
            if ("/strip/gain", 1) in self._said:
                return
        raise TimeoutError("Ardour's OSC says nothing of its strips")

    def strips(self, *, timeout: float = 3.0) -> list[Strip]:
        """List the strips.

        Raises:
            TimeoutError: Ardour did not answer to the end of its list.
        """
        self.send("/strip/list")
        found: list[Strip] = []
        for address, values in self._until(timeout):
            if address == "/reply" and values and values[0] == "end_route_list":
                return found
            if address == "/reply" and len(values) >= 7:
                kind, name, _, _, mute, solo, number, *arm = values  # a bus has no arm
                found.append(Strip(kind, name, int(number), bool(mute), bool(solo), bool(arm and arm[0])))
        raise TimeoutError("Ardour's OSC did not list its strips")

    def wait(self, address: str, number: int, value: float, *, within: float, timeout: float = 3.0) -> float:
        """Wait until Ardour says a value, to within a tolerance; give what it says then, or said last."""
        end = time.monotonic() + timeout
        self.listen()
        while True:
            said = self._said.get((address, number))
            if isinstance(said, int | float) and abs(said - value) <= within:
                return float(said)
            if time.monotonic() > end:
                raise TimeoutError(f"{address} {number} is {said} by OSC, not {value} (± {within})")
            self._hear(0.05)

    def listen(self) -> None:
        """Take in what has come, without waiting."""
        while self._hear(0):
            pass

    def _until(self, timeout: float) -> Any:
        """Yield messages as they come, until the time is up."""
        end = time.monotonic() + timeout
        while (left := end - time.monotonic()) > 0:
            yield from self._hear(left)

    def _hear(self, timeout: float) -> list[tuple[str, list[Any]]]:
        self._socket.settimeout(timeout or 0.000_1)
        try:
            packet = OscPacket(self._socket.recv(65_536))
        except TimeoutError:
            return []
        heard = [(timed.message.address, list(timed.message.params)) for timed in packet.messages]
        for address, values in heard:
            if len(values) >= 2 and isinstance(values[0], int | float):
                self._said[address, int(values[0])] = values[-1]
            elif values:
                self._said[address, 0] = values[0]
        return heard
