from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

TOKEN = "practice"


@contextmanager
def _simulation(*arguments: str) -> Generator[tuple[subprocess.Popen[str], int]]:
    command = [
        sys.executable,
        "-m",
        "orbit.interfaces.cli",
        "simulate",
        "ableton",
        "--token",
        TOKEN,
        *arguments,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            ready = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert ready is not None
            yield process, int(ready[1])
        finally:
            process.kill()


def _aim(monkeypatch: pytest.MonkeyPatch, port: int, token: str = TOKEN) -> None:
    monkeypatch.setenv("ORBIT_ABLETON_PORT", str(port))
    monkeypatch.setenv("ORBIT_ABLETON_TOKEN", token)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM], ids=lambda end: end.name)
def test_it_serves_the_practice_session_until_it_is_told_to_end(
    orbit: Any, monkeypatch: pytest.MonkeyPatch, end: signal.Signals
) -> None:
    with _simulation("--port", "0") as (process, port):
        _aim(monkeypatch, port)
        seen = orbit("session", "--daw", "ableton", "--json")
        assert [track["name"] for track in seen.document["tracks"]][:2] == ["Kick", "Snare"]
        process.send_signal(end)
        out, err = process.communicate()
        assert (process.returncode, out, err) == (0, "", "")


def test_with_a_reply_port_it_answers_as_abletonosc_does() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as controller:
        controller.bind(("127.0.0.1", 0))
        controller.settimeout(30)
        with _simulation("--port", "0", "--reply-port", str(controller.getsockname()[1])) as (_, port):
            controller.sendto(OscMessageBuilder("/live/song/get/tempo").build().dgram, ("127.0.0.1", port))
            # First it says that it is there.
            started, answer = (OscMessage(controller.recv(4096)) for _ in range(2))
    assert started.address == "/live/startup"
    assert (answer.address, answer.params) == ("/live/song/get/tempo", [120.0])


def test_what_is_done_to_it_stays_and_can_be_undone_by_the_next_command(
    orbit: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with _simulation("--port", "0") as (_, port):
        _aim(monkeypatch, port)
        before = orbit("session", "--daw", "ableton", "--json").document
        assert orbit("do", "mute the kick", "--daw", "ableton", "--json").document["ok"]
        assert orbit("session", "--daw", "ableton", "--json").document["tracks"][0]["mute"] is True
        assert orbit("do", "undo", "--daw", "ableton", "--json").document["ok"]
        assert orbit("session", "--daw", "ableton", "--json").document == before


def test_a_wrong_token_is_refused(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with _simulation("--port", "0") as (_, port):
        _aim(monkeypatch, port, "guess")
        ended = orbit("session", "--daw", "ableton")
        assert ended.status == 1
        assert "token" in ended.err


def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "orbit.interfaces.cli", "simulate", "ableton", "--token", TOKEN]
        port = str(taken.getsockname()[1])
        ended = subprocess.run([*command, "--port", port], capture_output=True, text=True, check=False)
    assert ended.returncode == 3
    assert port in ended.stderr
    assert ended.stdout == ""


def test_no_live_is_no_daw_reachable(orbit: Any, monkeypatch: pytest.MonkeyPatch, data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    _aim(monkeypatch, port)
    ended = orbit("do", "mute the kick", "--daw", "ableton", "--json")
    assert ended.status == 3
    assert ended.document["ok"] is False
    assert "Is Live running" in ended.document["reply"]
