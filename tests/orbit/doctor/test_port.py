"""What answers at the script's port: real sockets, and real scripts in a simulated Live."""

from __future__ import annotations

import json
import os
import shutil
import socket
import socketserver
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.ableton.script import fingerprint
from daw_bridges.simulated.live import LiveHost, practice_set
from orbit import __version__
from orbit.doctor.ableton import port
from tests.orbit.doctor.conftest import MakeAround, do, free_port, orbit, told, udp_program

Answering = Callable[[socket.socket], None]


@contextmanager
def _program(answer: Answering) -> Generator[int]:
    """A program that is not Live, at a port of its own."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            answer(self.request)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


def _says(data: bytes) -> Answering:
    def answer(connection: socket.socket) -> None:
        connection.recv(4096)
        connection.sendall(data)

    return answer


def _is_silent(connection: socket.socket) -> None:
    while connection.recv(4096):
        pass


def _packet(address: str, *blobs: bytes) -> bytes:
    def padded(text: bytes) -> bytes:
        return text + b"\0" * (4 - len(text) % 4)

    body = padded(address.encode()) + padded(b"," + b"b" * len(blobs))
    for blob in blobs:
        body += struct.pack(">i", len(blob)) + blob + b"\0" * (-len(blob) % 4)
    return struct.pack(">i", len(body)) + body


@contextmanager
def _live(script: Path = REMOTE_SCRIPT, version: tuple[int, int, int] = (12, 3, 0)) -> Generator[int]:
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": "the right one"}
    with LiveHost(practice_set(version), script, script_options=options) as live:
        yield live.script.port


@pytest.fixture
def running_live(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that is called as Live is."""
    program = tmp_path / "Ableton Live 12 Suite"
    shutil.copy(shutil.which("sleep") or "", program)
    with subprocess.Popen([str(program), "60"]) as live:
        yield live
        live.kill()


def test_the_script_of_this_orbit_answers(around: MakeAround) -> None:
    with _live() as at:
        examined = around(ableton_port=at, token="the right one")
        assert told(port.answers(examined)) == ("ok", f"Live 12.3.0 answers on port {at}", "")
        assert told(port.running(examined)) == ("ok", f"{__version__}, the one of this Orbit", "")


def test_a_live_that_is_too_old_for_orbit(around: MakeAround) -> None:
    with _live(version=(10, 1, 43)) as at:
        status, detail, fix = told(port.answers(around(ableton_port=at, token="the right one")))
    assert (status, fix) == ("problem", "Update Live.")
    assert "Live 10.1.43" in detail


def test_nobody_where_there_is_no_live_is_nothing_to_say_of(around: MakeAround) -> None:
    examined = around()
    assert port.answers(examined) is None
    assert port.running(examined) is None


def test_nobody_for_whoever_wants_live(around: MakeAround) -> None:
    found = port.answers(around(daw="ableton"))
    assert told(found)[::2] == ("problem", "Start Live.")
    assert found is not None
    assert found.unreachable


@pytest.mark.usefixtures("running_live")
def test_nobody_while_live_runs(around: MakeAround, library: Path, home: Path) -> None:
    status, detail, fix = told(port.answers(around()))
    assert (status, fix) == ("warning", "orbit install ableton, then restart Live")
    orbit("install", "ableton", "--folder", str(library), "--json")
    status, detail, fix = told(port.answers(around()))
    assert "not chosen" in detail
    assert "Control Surface: choose “Orbit”" in fix
    assert "ableton.log" not in detail
    (home / ".orbit" / "ableton.log").write_text("cannot listen", encoding="utf-8")
    assert str(home / ".orbit" / "ableton.log") in told(port.answers(around()))[1]


def test_a_wrong_token(around: MakeAround, home: Path) -> None:
    (home / ".orbit").mkdir()
    (home / ".orbit" / "ableton-token").write_text("an old one", encoding="utf-8")
    with _live() as at:
        status, detail, fix = told(port.answers(around(ableton_port=at)))
        assert status == "problem"
        assert str(home / ".orbit" / "ableton-token") in detail
        assert fix.startswith("Restart Live")
        status, _, fix = told(port.answers(around(ableton_port=at, ableton_token="stale")))
        assert (status, fix.split(",")[0]) == ("problem", "Remove the setting ableton_token")


def test_no_token(around: MakeAround) -> None:
    with _live() as at:
        found = told(port.answers(around(ableton_port=at)))
    assert found[::2] == ("problem", "orbit install ableton, then restart Live")


@pytest.mark.parametrize(
    "answer",
    [
        _says(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        _says(b""),
        _says(_packet("/somebody/else")),
        _says(_packet("/orbit/welcome", b"no json")),
        _says(_packet("/orbit/welcome", b"[1]")),
        _says(struct.pack(">i", 8) + b"no osc!!"),
    ],
    ids=["http", "hangs up", "another osc", "no json", "no object", "no osc"],
)
@pytest.mark.parametrize(("daw", "status"), [("practice", "warning"), ("ableton", "problem")])
def test_a_program_that_is_not_orbit_is_named(
    around: MakeAround, answer: Answering, daw: str, status: str
) -> None:
    with _program(answer) as at:
        found = port.answers(around(ableton_port=at, daw=daw))
    assert told(found)[0] == status
    assert f"(process {os.getpid()}) uses port {at} and is not Orbit" in told(found)[1]
    assert f"orbit install ableton --port {at + 10 if at < 65000 else at - 10}" in told(found)[2]
    assert found is not None
    assert found.unreachable


def test_a_program_that_says_nothing(around: MakeAround) -> None:
    with _program(_is_silent) as at:
        status, detail, _ = told(port.answers(around(ableton_port=at, daw="ableton")))
    assert status == "problem"
    assert "does not answer" in detail


def test_a_live_that_says_nothing_has_a_dialog_open(around: MakeAround, tmp_path: Path) -> None:
    python = tmp_path / "Ableton Live 12 Suite"
    shutil.copy(os.path.realpath(sys.executable), python)
    code = (
        "import socket, sys, time; s = socket.create_server(('127.0.0.1', 0)); "
        "print(s.getsockname()[1], flush=True); time.sleep(60)"
    )
    environment = os.environ | {"PYTHONHOME": sys.base_prefix}
    with subprocess.Popen([str(python), "-c", code], stdout=subprocess.PIPE, env=environment) as frozen:
        assert frozen.stdout is not None
        at = int(frozen.stdout.readline())
        status, detail, fix = told(port.answers(around(ableton_port=at, daw="ableton")))
        frozen.kill()
    assert (status, detail) == ("problem", f"Live uses port {at} and does not answer.")
    assert "dialog" in fix


def test_a_script_that_speaks_otherwise(around: MakeAround) -> None:
    welcome = json.dumps({"protocol": 99, "live": "12.3.0"}).encode()
    with _program(_says(_packet("/orbit/welcome", welcome))) as at:
        found = told(port.answers(around(ableton_port=at)))
    assert found[::2] == ("problem", "orbit install ableton, then restart Live")


@pytest.mark.parametrize("on_disk", ["older", "newer"])
def test_live_goes_on_with_the_script_it_loaded(
    around: MakeAround, library: Path, place: Path, on_disk: str
) -> None:
    orbit("install", "ableton", "--folder", str(library), "--json")
    about = place / "about.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', '"0.0.9"'), encoding="utf-8")
    with _live(place) as at:
        if on_disk == "newer":
            do("orbit install ableton")
            assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
        status, detail, fix = told(port.running(around(ableton_port=at, token="the right one")))
    assert status == "warning"
    assert f"is 0.0.9; this Orbit's is {__version__}" in detail
    assert fix == ("Restart Live." if on_disk == "newer" else "orbit install ableton, then restart Live")


def test_the_ports_in_the_advice_can_be_taken(library: Path, place: Path) -> None:
    at = free_port()
    orbit("install", "ableton", "--folder", str(library), "--json")
    do(f"orbit install ableton --port {at}")
    with LiveHost(practice_set(), place) as live:
        assert live.script.port == at


def test_where_abletonosc_answers_orbit_works_through_it(around: MakeAround) -> None:
    replies = free_port(socket.SOCK_DGRAM)
    with udp_program(answer_to=replies) as at:
        found = port.answers(around(daw="ableton", controllers=(at, replies)))
        assert told(found)[0] == "warning"
        assert "Orbit works through it" in told(found)[1]
    with udp_program(answer_to=replies) as at:
        examined = around(daw="ableton", ableton_via="orbit", controllers=(at, replies))
        assert told(port.answers(examined))[0] == "problem"
