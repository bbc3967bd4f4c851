"""A client that speaks the wire by hand, for what the bridge itself would never send."""

from __future__ import annotations

import socket
import struct
from typing import Any, Self

from daw_bridges.ableton.wire import Message, Packets, decode, encode


class RawClient:
    """A blocking socket to the script; reading gives up after five seconds."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5.0)
        self._packets = Packets()
        self._waiting: list[Message] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, address: str, *arguments: Any) -> None:
        self.socket.sendall(encode(address, *arguments))

    def send_frame(self, body: bytes, size: int | None = None) -> None:
        self.socket.sendall(struct.pack(">i", len(body) if size is None else size) + body)

    def greet(self, token: str) -> Message:
        self.send("/orbit/hello", token, 1)
        return self.read()

    def read(self) -> Message:
        while not self._waiting:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError("the script closed the connection")
            self._waiting += [decode(packet) for packet in self._packets.feed(data)]
        return self._waiting.pop(0)

    def read_until(self, address: str) -> list[Message]:
        """Everything up to the first message of that address."""
        messages = [self.read()]
        while messages[-1].address != address:
            messages.append(self.read())
        return messages

    def is_closed_by_the_script(self) -> bool:
        """Read until the end."""
        try:
            while True:
                self.read()
        except (EOFError, ConnectionError):
            return True
        except TimeoutError:
            return False
