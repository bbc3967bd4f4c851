"""The probe against any bytes: it always ends, in time, with an answer."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.ableton.probe import Answer, probe


class Parrot:
    """Says the same to whoever connects."""

    def __init__(self) -> None:
        self.says = b""
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:
                return
            with connection:
                connection.recv(4096)
                connection.sendall(self.says)

    def close(self) -> None:
        self._server.close()


@pytest.fixture(scope="module")
def parrot() -> Iterator[Parrot]:
    parrot = Parrot()
    yield parrot
    parrot.close()


@given(said=st.binary(max_size=200))
@settings(max_examples=60)
def test_whatever_is_said_there_is_an_answer(parrot: Parrot, said: bytes) -> None:
    parrot.says = said
    assert probe(parrot.port, "token", seconds=2.0).answer in (Answer.STRANGER, Answer.NOBODY)


def test_a_program_that_drips_is_not_waited_for(parrot: Parrot) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connection, _ = server.accept()
            with connection:
                for byte in struct.pack(">i", 400) + b"/orbit/welcome\0" * 20:
                    time.sleep(0.05)
                    try:
                        connection.sendall(bytes([byte]))
                    except OSError:
                        return

        threading.Thread(target=drip, daemon=True).start()
        found = probe(server.getsockname()[1], "token", seconds=0.3)
    assert found.answer is Answer.SILENCE
