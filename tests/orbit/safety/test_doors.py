"""Whatever listens does so on this machine alone, and opens to its user's own programs alone."""

from __future__ import annotations

import http.client
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest

from orbit.server.host_lock import read_address


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[psutil.Process, Path]]:
    """Orbit as a server over HTTP: with it its engine's door, and the practice session's own ports."""
    data_dir = tmp_path_factory.mktemp("served")
    command = [sys.executable, "-m", "orbit.interfaces.cli", "mcp", "--http", "--data-dir", str(data_dir)]
    environment = os.environ | {"ORBIT_EMBEDDER": "words", "XDG_CONFIG_HOME": str(data_dir)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stderr is not None
            assert "Orbit serves" in process.stderr.readline()
            yield psutil.Process(process.pid), data_dir
        finally:
            process.terminate()
            process.communicate()


@pytest.fixture(scope="module")
def door(running: tuple[psutil.Process, Path]) -> tuple[int, str, str]:
    """Its port, its path and its secret."""
    address = read_address(running[1])
    assert address is not None
    return address.port, "/mcp", address.token


HELLO: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "someone", "version": "1"},
    },
}


def asked(port: int, method: str, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str]]:
    """How a request ends: its status and the headers of the answer."""
    body = json.dumps(HELLO) if method == "POST" else None
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.putrequest(method, path, skip_host=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.putheader("Content-Length", str(len(body or "")))
        connection.endheaders(body.encode() if body else None)
        answer = connection.getresponse()
        return answer.status, {name.casefold(): value for name, value in answer.getheaders()}


def own_headers(port: int, token: str) -> dict[str, str]:
    return {
        "Host": f"127.0.0.1:{port}",
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }


def test_its_own_client_comes_in(door: tuple[int, str, str]) -> None:
    port, path, token = door
    assert asked(port, "POST", path, own_headers(port, token))[0] == 200


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Authorization": None}, {401}),
        ({"Authorization": "Bearer "}, {401}),
        ({"Authorization": "Bearer wrong"}, {401}),
        ({"Authorization": "Basic b3JiaXQ6b3JiaXQ="}, {401}),
        ({"Host": "example.org"}, {403, 421}),
        ({"Host": "127.0.0.1.example.org:80"}, {403, 421}),
        ({"Origin": "https://example.org"}, {403}),
        ({"Origin": "null"}, {403}),
        ({"Origin": "http://127.0.0.1:{port}", "Authorization": None}, {401}),
        ({"Origin": "http://127.0.0.1:1"}, {403}),
    ],
    ids=lambda each: ", ".join(f"{k}: {v}" for k, v in each.items()) if isinstance(each, dict) else "",
)
def test_nobody_else_does(
    door: tuple[int, str, str], changed: dict[str, str | None], status: set[int]
) -> None:
    port, path, token = door
    given: dict[str, str | None] = {**own_headers(port, token), **changed}
    headers = {name: value.format(port=port) for name, value in given.items() if value is not None}
    came, answered = asked(port, "POST", path, headers)
    assert came in status
    assert not any(name.startswith("access-control-") for name in answered)


def test_a_browser_is_not_told_that_it_may_ask(door: tuple[int, str, str]) -> None:
    port, path, token = door
    asking = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    came, answered = asked(port, "OPTIONS", path, own_headers(port, token) | asking)
    assert came >= 400
    assert not any(name.startswith("access-control-") for name in answered)


def test_the_engines_own_door_answers_no_plain_request(running: tuple[psutil.Process, Path]) -> None:
    address = read_address(running[1])
    assert address is not None
    own = {"Host": f"127.0.0.1:{address.port}"}
    for path, headers in (("/api/events", own), ("/", own), ("/api/events", {"Host": "example.org"})):
        assert asked(address.port, "GET", path, headers)[0] in {401, 421}


def test_everything_listens_on_this_machine_alone(
    running: tuple[psutil.Process, Path], door: tuple[int, str, str]
) -> None:
    """While it works: the engine, the server, the practice session, whatever else there is."""
    port, path, token = door
    assert asked(port, "POST", path, own_headers(port, token))[0] == 200
    process, data_dir = running
    session = [sys.executable, "-m", "orbit.interfaces.cli", "session", "--data-dir", str(data_dir)]
    subprocess.run(session, check=True, stdout=subprocess.DEVNULL)  # which opens the practice session there
    bound = [each.laddr for each in process.net_connections(kind="inet") if not each.raddr]
    assert len(bound) >= 2
    assert {address.ip for address in bound} == {"127.0.0.1"}


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
def test_the_secrets_are_for_their_user_alone(running: tuple[psutil.Process, Path]) -> None:
    address = read_address(running[1])
    assert address is not None
    files = [path for path in running[1].rglob("*") if path.is_file() and path.stat().st_size < 10_000]
    bearing = [path for path in files if address.token in path.read_text(encoding="utf-8", errors="replace")]
    assert len(bearing) == 1
    for note in bearing:
        assert stat.S_IMODE(note.stat().st_mode) & 0o077 == 0, note.name
