"""Who holds a port: real sockets, and processes that end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from daw_bridges.ableton.holders import Holder, holders_of

_LISTEN = (
    "import socket, sys; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(('127.0.0.1', 0)); "
    "print(s.getsockname()[1], flush=True); sys.stdin.read()"
)


@pytest.mark.parametrize("kind", ["tcp", "udp"])
def test_this_process(kind: str) -> None:
    stream = kind == "tcp"
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM if stream else socket.SOCK_DGRAM) as held:
        held.bind(("127.0.0.1", 0))
        if stream:
            held.listen()
        port = held.getsockname()[1]
        assert [holder.pid for holder in holders_of(port, "tcp" if stream else "udp")] == [os.getpid()]
        assert holders_of(port, "udp" if stream else "tcp") == []
    assert holders_of(port, "tcp" if stream else "udp") == []


def test_another_process_until_it_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _LISTEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        port = int(other.stdout.readline())
        [holder] = holders_of(port, "udp")
        assert holder.pid == other.pid
        assert str(holder).endswith(f"(process {other.pid})")
        other.kill()
        other.wait()
        assert holders_of(port, "udp") == []


def test_a_client_of_a_port_does_not_hold_it() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        assert holders_of(client.getsockname()[1], "tcp") == []


def test_a_program_without_a_name_is_told_by_its_number() -> None:
    assert str(Holder("", 4711)) == "process 4711"
