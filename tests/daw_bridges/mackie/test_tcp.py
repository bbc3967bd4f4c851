"""MIDI over loopback TCP: between processes, with mido's own ports, with callers who go or do not listen."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import mido
import mido.sockets
import pytest

from daw_bridges.errors import UnreachableError, UsageError
from daw_bridges.mackie.tcp import TcpListener, TcpPort
from tests.daw_bridges.mackie.ear import WAIT, Ear


@pytest.fixture
def listener() -> Iterator[Ear]:
    ear = Ear(TcpListener())
    ear.open()
    yield ear
    ear.port.close()
    assert not any(thread.name == f"midi {ear.port.name}" for thread in threading.enumerate())


@pytest.fixture
def caller(listener: Ear) -> Iterator[Ear]:
    ear = Ear(TcpPort("127.0.0.1", number(listener)))
    ear.open()
    assert (ear.next(), listener.next()) == ("there", "there")
    yield ear
    ear.port.close()


def number(ear: Ear) -> int:
    assert isinstance(ear.port, TcpListener)
    return ear.port.port


def test_bytes_go_both_ways_as_they_are(listener: Ear, caller: Ear) -> None:
    every = bytes(range(256)) * 40
    caller.port.send(every)
    listener.port.send(every[::-1])
    assert listener.hears(len(every)) == every
    assert caller.hears(len(every)) == every[::-1]


def test_many_threads_send_whole_messages(listener: Ear, caller: Ear) -> None:
    def send(channel: int) -> None:
        for value in range(500):
            caller.port.send(bytes((0xB0 + channel, value % 128, channel)))

    threads = [threading.Thread(target=send, args=(channel,)) for channel in range(4)]
    for thread in threads:
        thread.start()
    data = listener.hears(4 * 500 * 3)
    for thread in threads:
        thread.join()
    assert all(data[at] - 0xB0 == data[at + 2] for at in range(0, len(data), 3))


def test_a_caller_who_goes_is_lost_and_the_next_one_is_told(listener: Ear, caller: Ear) -> None:
    caller.port.close()
    assert str(listener.next()).startswith("lost: The other side hung up")
    with pytest.raises(UnreachableError, match="Nobody is connected"):
        listener.port.send(b"\xfe")
    caller.open()
    assert (caller.next(), listener.next()) == ("there", "there")


def test_one_may_call_again_at_once(listener: Ear) -> None:
    caller = Ear(TcpPort("127.0.0.1", number(listener)))
    for _ in range(30):
        caller.open()
        caller.port.send(b"\xd0\x0c")
        assert listener.next() == "there"
        assert listener.hears(2) == b"\xd0\x0c"
        caller.port.close()
        assert str(listener.next()).startswith("lost: ")


def test_a_second_caller_is_hung_up_on_while_the_first_is_there(listener: Ear, caller: Ear) -> None:
    with socket.create_connection(("127.0.0.1", number(listener)), timeout=WAIT) as second:
        assert second.recv(1) == b""
    caller.port.send(b"\x90\x00\x7f")
    assert listener.hears(3) == b"\x90\x00\x7f"


def test_a_listener_that_comes_back_is_called_again(listener: Ear, caller: Ear) -> None:
    listener.port.close()
    assert str(caller.next()).startswith("lost: ")
    again = Ear(TcpListener(number(listener)))
    again.open()
    assert (caller.next(), again.next()) == ("there", "there")
    again.port.send(b"\xd0\x0c")
    assert caller.hears(2) == b"\xd0\x0c"
    caller.port.close()
    again.port.close()


def test_closing_while_nobody_answers_ends_the_knocking(listener: Ear, caller: Ear) -> None:
    listener.port.close()
    assert str(caller.next()).startswith("lost: ")
    caller.port.close()
    assert not any(thread.name == caller.port.name for thread in threading.enumerate())
    assert caller.told.empty()


def test_who_leaves_everything_lying_is_given_up(listener: Ear) -> None:
    with socket.create_connection(("127.0.0.1", number(listener)), timeout=WAIT) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        assert listener.next() == "there"
        with pytest.raises(UnreachableError, match="does not get there"):
            listener.port.send(b"\xb0\x30\x01" * 20_000_000)
        assert str(listener.next()).startswith("lost: ")


def test_nobody_listens(listener: Ear) -> None:
    listener.port.close()
    port = TcpPort("127.0.0.1", number(listener))
    with pytest.raises(UnreachableError, match=r"Nothing listens at tcp:127.0.0.1:\d+ .* Start the host"):
        port.open(lambda _data: None, lambda _reason: None)


def test_a_port_that_is_taken_is_named(listener: Ear) -> None:
    with pytest.raises(UnreachableError, match=f"Cannot listen at tcp:127.0.0.1:{number(listener)}"):
        Ear(TcpListener(number(listener))).open()


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "example.org", ""])
def test_only_loopback(host: str) -> None:
    with pytest.raises(UsageError, match="loopback"):
        TcpPort(host, 9000)
    with pytest.raises(UsageError, match="loopback"):
        TcpListener(0, host)


def test_the_other_loopback(listener: Ear) -> None:
    six = Ear(TcpListener(0, "::1"))
    try:
        six.open()
    except UnreachableError:
        assert not socket.has_ipv6 or _without_six()
        return
    caller = Ear(TcpPort("::1", number(six)))
    caller.open()
    assert six.next() == "there"
    caller.port.close()
    six.port.close()


def _without_six() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return True
    return False


def test_midos_own_socket_port_can_call(listener: Ear) -> None:
    port = mido.sockets.connect("127.0.0.1", number(listener))
    assert listener.next() == "there"
    port.send(mido.Message("sysex", data=[0, 0, 0x66, 0x14, 0]))
    assert listener.hears(7).hex(" ") == "f0 00 00 66 14 00 f7"
    listener.port.send(bytes.fromhex("e0 40 20"))
    assert port.receive() == mido.Message("pitchwheel", channel=0, pitch=0x20 * 128 + 0x40 - 8192)
    let_go(port)
    assert str(listener.next()).startswith("lost: ")


def test_midos_own_socket_port_can_be_called() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        free = probe.getsockname()[1]
    server = mido.sockets.PortServer("127.0.0.1", free)
    caller = Ear(TcpPort("127.0.0.1", free))
    caller.open()
    caller.port.send(bytes.fromhex("90 18 7f"))
    port = server.accept()
    assert port is not None
    assert port.receive() == mido.Message("note_on", note=24, velocity=127)
    server.close()
    let_go(port)
    assert caller.next() == "there"
    assert str(caller.next()).startswith("lost: ")
    caller.port.close()


def let_go(port: Any) -> None:
    """Close a socket port of mido's, and the files of its socket that its own ``close`` leaves open."""
    port.close()
    port._rfile.close()
    port._wfile.close()


ECHO = """
import sys
from daw_bridges.mackie.tcp import TcpListener

port = TcpListener()
port.open(port.send, lambda reason: None)
print(port.port, flush=True)
sys.stdin.read()
port.close()
"""


def test_another_process_echoes_everything_until_it_is_killed() -> None:
    arguments = [sys.executable, "-c", ECHO]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ear = Ear(TcpPort("127.0.0.1", int(process.stdout.readline())))
        ear.open()
        assert ear.next() == "there"
        sent = b"".join(bytes((0xE0, low, 64)) for low in range(128)) * 20
        for at in range(0, len(sent), 3):
            ear.port.send(sent[at : at + 3])
        assert ear.hears(len(sent)) == sent
        process.kill()
        assert str(ear.next()).startswith("lost: ")
        ear.port.close()
