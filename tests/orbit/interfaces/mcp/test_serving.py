from __future__ import annotations

import json
import signal
import socket
import stat
from collections.abc import Generator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from orbit.server import engine_for
from orbit.settings import Settings
from tests.orbit.interfaces.mcp.every_tool import call_every_tool
from tests.orbit.interfaces.mcp.serving import (
    ServedAlone,
    command,
    environment,
    over_http,
    over_stdio,
    served,
)
from tests.orbit.interfaces.mcp.talking import User, called

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServedAlone]:
    """One for all of these; at its end it says nothing, and its secret goes with it."""
    with served(tmp_path_factory.mktemp("served")) as one:
        yield one
        one.process.send_signal(signal.SIGTERM)
        assert one.process.communicate(timeout=60) == ("", "")
        assert one.process.returncode == 0
        assert not one.note.exists()


@pytest.mark.anyio
async def test_every_tool_can_be_called_over_stdio(tmp_path: Path) -> None:
    user = User()
    async with over_stdio(tmp_path, "legacy", user) as client:
        assert await call_every_tool(client) == {tool.name for tool in (await client.list_tools()).tools}
    assert len(user.asked) == 3


@pytest.mark.anyio
async def test_every_tool_can_be_called_over_http(server: ServedAlone) -> None:
    user = User()
    async with over_http(server, "2026-07-28", user) as client:
        assert await call_every_tool(client) == {tool.name for tool in (await client.list_tools()).tools}
        await called(client, "edit", edits=[{"action": "set_mute", "track": "Kick", "on": False}])
    assert len(user.asked) == 3


@pytest.mark.anyio
async def test_two_assistants_work_on_one_session(server: ServedAlone) -> None:
    async with over_http(server, "legacy") as one, over_http(server, "auto") as other:
        async with anyio.create_task_group() as group:
            for client, track in ((one, "Snare"), (other, "Hats")):
                edits = [{"action": "set_mute", "track": track, "on": True}]
                group.start_soon(lambda client=client, edits=edits: called(client, "edit", edits=edits))
        for client in (one, other):
            tracks = (await called(client, "session"))["session"]["tracks"]
            assert {track["name"] for track in tracks if track.get("mute")} >= {"Snare", "Hats"}


async def knocked(
    server: ServedAlone, method: str = "POST", path: str = "", **request: Any
) -> httpx2.Response:
    headers = ACCEPT | {"Authorization": f"Bearer {server.token}"} | request.pop("headers", {})
    sent = {name: value for name, value in headers.items() if value is not None}
    content = request.pop("content", json.dumps(LIST))
    async with httpx2.AsyncClient(timeout=60) as http:
        url = server.url + path
        return await http.request(
            method, url, headers={"Content-Type": "application/json"} | sent, content=content
        )


WRONG: dict[str, tuple[dict[str, Any], int]] = {
    "no secret": ({"headers": {"Authorization": None}}, 401),
    "another secret": ({"headers": {"Authorization": "Bearer guess"}}, 401),
    "a secret of another kind": ({"headers": {"Authorization": "Basic Z3Vlc3M="}}, 401),
    "a secret that is no ASCII": ({"headers": {"Authorization": "Bearer é".encode()}}, 401),
    "a web page": ({"headers": {"Origin": "https://example.com"}}, 403),
    "a page of this machine": ({"headers": {"Origin": "http://localhost:3000"}}, 403),
    "a page from a file": ({"headers": {"Origin": "null"}}, 403),
    "another host": ({"headers": {"Host": "example.com"}}, 421),
    "another port": ({"headers": {"Host": "127.0.0.1:1"}}, 421),
    "a page asking whether it may": ({"method": "OPTIONS", "headers": {"Authorization": None}}, 401),
    "another path": ({"path": "/secret"}, 404),
    "too long": ({"content": "x" * (1024 * 1024 + 1)}, 413),
    "no JSON": ({"content": "{"}, 400),
}


@pytest.mark.anyio
@pytest.mark.parametrize(("knock", "status"), WRONG.values(), ids=WRONG)
async def test_whoever_may_not_is_turned_away(
    server: ServedAlone, knock: dict[str, Any], status: int
) -> None:
    answer = await knocked(server, **knock)
    assert answer.status_code == status
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]
    assert server.token not in answer.text


@pytest.mark.anyio
async def test_a_client_that_breaks_off_is_no_news_at_the_terminal(server: ServedAlone) -> None:
    url = httpx2.URL(server.url)
    head = f"POST {url.path} HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nAuthorization: Bearer {server.token}"
    kind = "Content-Type: application/json\r\nAccept: application/json, text/event-stream"
    with socket.create_connection((url.host, url.port or 0)) as client:
        client.sendall(f"{head}\r\n{kind}\r\nContent-Length: 100\r\n\r\n{{".encode())
    assert (await knocked(server)).status_code in (200, 400)  # it goes on, and at its end has said nothing


def test_the_secret_is_for_its_user_alone(server: ServedAlone) -> None:
    assert stat.S_IMODE(server.note.stat().st_mode) == 0o600
    assert stat.S_IMODE(server.note.parent.stat().st_mode) & 0o077 == 0
    assert len(server.token) >= 32


def test_options_that_are_wrong_are_said_to_be(orbit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = orbit("mcp", "--http", "--port", str(taken.getsockname()[1]))
    assert (ended.status, ended.out) == (2, "")
    assert "another with --port" in ended.err
    assert orbit("mcp", "--port", "8000").status == 2
    assert orbit("mcp", "--allow", "anything").status == 2
    monkeypatch.setenv("ORBIT_MCP_ALLOW", "anything")
    ended = orbit("mcp")
    assert (ended.status, ended.out) == (2, "")
    assert "mcp_allow: look, ask, edits, everything" in ended.err


@pytest.mark.anyio
async def test_stdout_carries_the_protocol_only_beside_an_orbit_that_runs(tmp_path: Path) -> None:
    messages = [
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        },
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "list_workflows", "arguments": {}}},
        {"id": 3, "method": "tools/call", "params": {"name": "nonsense", "arguments": {}}},
        {"id": 4, "method": "tools/call", "params": {"name": "plan", "arguments": {"text": 5}}},
    ]
    async with engine_for(Settings(data_dir=tmp_path / "data", embedder="words"), hosts=True) as owner:
        await owner.titles()
        process = await anyio.open_process(command(), env=environment(tmp_path))
        assert process.stdin is not None
        assert process.stdout is not None
        for message in messages:
            await process.stdin.send(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        await process.stdin.send(b"this is no message\n")
        out = b""
        with anyio.fail_after(60):
            while not all(f'"id":{number}'.encode() in out for number in (1, 2, 3, 4)):
                out += await process.stdout.receive()
            await process.stdin.aclose()
            assert await process.wait() == 0
    answers = {answer.get("id"): answer for answer in map(json.loads, out.splitlines())}
    assert all(answer["jsonrpc"] == "2.0" for answer in answers.values())
    assert len(answers[2]["result"]["structuredContent"]["workflows"]) >= 10
    assert answers[3]["result"]["isError"]
    assert answers[4]["result"]["isError"]
