"""Who comes to the server: other pages of this machine, garbage, a dropped stream, a face that is mounted."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from daw_bridges.errors import UsageError
from orbit.agent import Planned
from orbit.outcome import Outcome
from orbit.server import EngineClient, Notice, Server
from orbit.server import app as server_app
from orbit.server.engine import Changed
from orbit.server.host_lock import FOLDER, NOTE, Address, read_address
from orbit.server.messages import MAX_BODY_BYTES, SESSION_HEADER
from orbit.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def host(settings: Settings) -> AsyncGenerator[EngineClient]:
    async with EngineClient(settings, hosts=True, name="host") as engine:
        yield engine


@pytest.fixture
def address(host: EngineClient, settings: Settings) -> Address:
    address = read_address(settings.data_dir)
    assert address is not None
    assert address.port
    return address


@pytest.fixture
async def http(address: Address) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {address.token}"}
    async with httpx.AsyncClient(base_url=address.url, headers=headers, trust_env=False) as client:
        yield client


async def opened(http: httpx.AsyncClient, **settings: Any) -> None:
    """Open a client session, by which the client is known from then on."""
    greeting = {"name": "test", "settings": {"embedder": "words"} | settings}
    answer = await http.post("/api/sessions", json=greeting)
    assert answer.status_code == 200, answer.text
    http.headers[SESSION_HEADER] = answer.json()["session"]


@asynccontextmanager
async def streamed(http: httpx.AsyncClient, after: int = 0) -> AsyncGenerator[AsyncIterator[dict[str, Any]]]:
    """What is told after a message, each with its number."""

    async def told(response: httpx.Response) -> AsyncIterator[dict[str, Any]]:
        number = 0
        async for line in response.aiter_lines():
            if line.startswith("id: "):
                number = int(line[4:])
            if line.startswith("data: "):
                yield {"number": number} | json.loads(line[6:])

    async with http.stream("GET", "/api/events", headers={"Last-Event-ID": str(after)}) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        yield told(response)


async def asked(http: httpx.AsyncClient, **ask: Any) -> str:
    request = uuid4().hex
    answer = await http.post("/api/requests", json={"id": request} | ask)
    assert answer.status_code == 200, answer.text
    return request


# -- who may come in -------------------------------------------------------------------------------------


async def test_its_note_is_for_its_user_alone(address: Address, settings: Settings) -> None:
    folder = settings.data_dir / FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / NOTE).stat().st_mode) == 0o600
    assert len(address.token) >= 32
    assert address.token not in repr(address)


WRONG = {
    "no token": ({"Authorization": ""}, 401),
    "another token": ({"Authorization": "Bearer guess"}, 401),
    "a token that is no ASCII": ({"Authorization": "Bearer é".encode()}, 401),
    "another kind of token": ({"Authorization": "Basic b3JiaXQ6b3JiaXQ="}, 401),
    "a cookie made up": ({"Authorization": "", "Cookie": "orbit=x; orbit-1=y"}, 401),
    "a page of the world": ({"Origin": "https://example.org"}, 403),
    "a page of this machine": ({"Origin": "http://127.0.0.1:3000"}, 403),
    "a page from a file": ({"Origin": "null"}, 403),
    "another host": ({"Host": "example.org"}, 421),
    "another port": ({"Host": "127.0.0.1:1"}, 421),
}


@pytest.mark.parametrize(("headers", "status"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("path", ["/api/events", "/mcp", "/", "/_nicegui/x"])
async def test_nobody_else_comes_in(
    http: httpx.AsyncClient, address: Address, path: str, headers: dict[str, Any], status: int
) -> None:
    for method in ("GET", "POST", "OPTIONS"):
        answer = await http.request(method, path, headers=headers)
        assert answer.status_code == status
        assert address.token not in answer.text
        assert not [name for name in answer.headers if name.startswith("access-control-")]


async def test_a_websocket_is_no_other_way_in(address: Address) -> None:
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    for headers in ({}, {"Authorization": f"Bearer {address.token}", "Origin": "http://127.0.0.1:3000"}):
        with pytest.raises(InvalidStatus) as raised:
            async with connect(
                f"ws://127.0.0.1:{address.port}/voice", additional_headers=headers, proxy=None
            ):
                pass
        assert raised.value.response.status_code == 403


async def test_a_link_opens_one_page_once(host: EngineClient, address: Address) -> None:
    link = await host.link("/library")
    assert address.token not in link
    async with httpx.AsyncClient(trust_env=False) as page, httpx.AsyncClient(trust_env=False) as other:
        came = await page.get(link)
        assert came.status_code == 303
        assert came.headers["location"] == "/library"
        cookie = came.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        assert address.token not in cookie
        assert (await other.get(link)).status_code == 401
        for site, status in (("same-origin", 410), ("none", 410), ("same-site", 401), ("cross-site", 401)):
            answer = await page.get(f"{address.url}/api/events", headers={"Sec-Fetch-Site": site})
            assert answer.status_code == status
        away = await page.get((await host.link()).replace("/?", "//example.org/?"))
        assert away.headers["location"] == "/example.org/"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\xff\xfe",
        b'{"id": "x", "kind": "session"}',
        b'{"id": "0123456789abcdef0123456789abcdef", "kind": "format"}',
        b'{"id": "0123456789abcdef0123456789abcdef", "kind": "do"}',
        b'{"id": "0123456789abcdef0123456789abcdef", "kind": "do", "text": "x", "approved": true}',
        b"[" * 100_000,
    ],
    ids=lambda said: said[:60],
)
async def test_garbage_is_refused(host: EngineClient, http: httpx.AsyncClient, said: bytes) -> None:
    await opened(http)
    answer = await http.post("/api/requests", content=said)
    assert answer.status_code == 400
    assert answer.json()["error"] == "UsageError"
    assert await host.search("duck the bass")


async def test_a_key_is_not_said_back(http: httpx.AsyncClient) -> None:
    greeting = {"name": "x", "settings": {"daw": 5}, "keys": {"OPENAI_API_KEY": "sk-of-the-user"}}
    for sent in (greeting, greeting | {"keys": {"OPENAI_API_KEY": ["sk-of-the-user"]}}):
        answer = await http.post("/api/sessions", json=sent)
        assert answer.status_code == 400
        assert "sk-of-the-user" not in answer.text


async def test_a_client_cannot_ask_for_too_much_at_once(http: httpx.AsyncClient) -> None:
    await opened(http)
    async with streamed(http):  # a session that nobody listens to is let go
        for _ in range(64):
            await asked(http, kind="follow")
        one_more = await http.post("/api/requests", json={"id": uuid4().hex, "kind": "follow"})
    assert (one_more.status_code, "too much at once" in one_more.text) == (400, True)


async def test_a_body_without_end_is_cut_off(host: EngineClient, http: httpx.AsyncClient) -> None:
    async def body() -> AsyncIterator[bytes]:
        for _ in range(MAX_BODY_BYTES // 2**20 + 1):
            yield b"x" * 2**20

    await opened(http)
    assert (await http.post("/api/requests", content=body())).status_code == 400
    async with EngineClient(host.settings) as client:
        with pytest.raises(UsageError, match="too long"):
            await client.search("x" * MAX_BODY_BYTES)
        assert await client.search("duck the bass")


async def test_a_client_does_not_choose_where_things_are_kept(
    http: httpx.AsyncClient, tmp_path: Path
) -> None:
    await opened(http, data_dir=str(tmp_path / "elsewhere"))
    await asked(http, kind="call", operation="titles", arguments={})
    async with streamed(http) as told:
        assert (await anext(told))["kind"] == "done"
    assert not (tmp_path / "elsewhere").exists()


async def test_nobody_from_elsewhere_can_come(address: Address) -> None:
    """It listens on loopback alone: this machine's other addresses do not lead to it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        outward = probe.getsockname()[0]
    if outward.startswith("127."):
        return
    with pytest.raises(OSError):  # noqa: PT011 - refused, or no way there
        socket.create_connection((outward, address.port), timeout=5).close()


# -- the stream ------------------------------------------------------------------------------------------


async def test_a_dropped_stream_is_taken_up_where_it_was(http: httpx.AsyncClient) -> None:
    await opened(http)
    request = await asked(http, kind="do", text="mute the kick and mute the snare")
    async with streamed(http) as told:
        first = [await anext(told), await anext(told)]
    async with streamed(http, first[-1]["number"]) as told:
        rest = [await anext(told)]
        while rest[-1]["kind"] != "done":
            rest.append(await anext(told))
    all_of_it = [*first, *rest]
    assert [each["number"] for each in all_of_it] == list(range(1, len(all_of_it) + 1))
    assert {each["id"] for each in all_of_it} == {request}
    assert rest[-1]["body"]["answer"]["ok"]
    async with streamed(http, first[0]["number"]) as told:
        assert await anext(told) == first[1]
    gone = await http.get("/api/events", headers={"Last-Event-ID": "1000"})
    assert gone.status_code == 410


async def test_a_question_is_answered_over_the_api(http: httpx.AsyncClient) -> None:
    await opened(http)
    request = await asked(http, kind="do", text="delete the FX track", asks=True)
    async with streamed(http) as told:
        while (message := await anext(told))["kind"] != "ask":
            pass
        answer = {"number": message["body"]["number"], "agreed": True}
        await http.post(f"/api/requests/{request}/answer", json=answer)
        while (message := await anext(told))["kind"] != "done":
            pass
    assert message["body"]["answer"]["ok"]


async def test_everybody_sees_what_becomes_of_anybodys_request(
    host: EngineClient, settings: Settings
) -> None:
    seen: dict[str, list[Notice | Changed]] = {"host": [], "panel": []}
    async with EngineClient(settings, name="panel") as panel, EngineClient(settings, name="do") as client:
        following = [
            asyncio.create_task(engine.follow(seen[name].append))
            for name, engine in (("host", host), ("panel", panel))
        ]
        while not all(seen.values()):  # until both follow
            await client.call("learn_name", name="the low end", means="Bass")
        outcome = await client.do("mute the kick")
        assert (await host.do("unmute the kick")).ok
        async with asyncio.timeout(60):
            while len([each for each in seen["panel"] if _ended(each)]) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        for task in following:
            task.cancel()
        await asyncio.wait(following)
    kept = min(map(len, seen.values()))
    assert [_content(each) for each in seen["panel"][-kept:]] == [
        _content(each) for each in seen["host"][-kept:]
    ]
    assert isinstance(seen["panel"][0], Changed)
    notices = [each for each in seen["panel"] if isinstance(each, Notice) and each.client == "do"]
    assert [notices[0].event, type(notices[1].event)] == [None, Planned]
    assert _content(notices[-1])[-1] == outcome.to_json()
    assert {each.text for each in notices} == {"mute the kick"}
    assert len({each.request for each in notices}) == 1
    assert [_content(each)[1] for each in seen["panel"] if _ended(each)] == ["do", "host"]


def _content(each: Notice | Changed) -> tuple[Any, ...]:
    if isinstance(each, Changed):
        return (each.operation,)
    event = each.event.to_json() if isinstance(each.event, Outcome) else each.event
    return (each.request, each.client, each.text, event)


def _ended(each: Notice | Changed) -> bool:
    return isinstance(each, Notice) and isinstance(each.event, Outcome)


# -- what is mounted -------------------------------------------------------------------------------------


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A face that is mounted; what it went through."""
    went: list[str] = []

    def mount(server: Server) -> Starlette:
        went.append("mounted")

        @asynccontextmanager
        async def lifespan(_app: Starlette) -> AsyncGenerator[None]:
            went.append("started")
            yield
            went.append("ended")

        async def look(request: Request) -> Response:
            engine = await server.client("face")
            tracks = (await engine.session()).track_names
            return JSONResponse({"path": request.url.path, "tracks": list(tracks), "url": server.url})

        return Starlette(routes=[Route("/{rest:path}", look)], lifespan=lifespan)

    module = ModuleType("a_face_of_the_tests")
    module.mount = mount  # pyright: ignore[reportAttributeAccessIssue]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    face = EntryPoint("panel", f"{module.__name__}:mount", server_app.MOUNTS)
    monkeypatch.setattr(server_app, "entry_points", lambda group: [face] if group == face.group else [])
    return went


async def test_a_face_is_mounted_at_its_first_request_and_ended_with_the_server(
    settings: Settings, mounted: list[str]
) -> None:
    async with EngineClient(settings, hosts=True) as host:
        assert await host.titles()
        address = read_address(settings.data_dir)
        assert address is not None
        headers = {"Authorization": f"Bearer {address.token}"}
        async with httpx.AsyncClient(base_url=address.url, headers=headers, trust_env=False) as http:
            assert (await http.get("/mcp")).status_code == 404
            assert mounted == []
            first, second = await asyncio.gather(http.get("/"), http.get("/library"))
        assert first.json()["path"] == "/"
        assert second.json() == first.json() | {"path": "/library"}
        assert first.json()["url"] == address.url
        assert list((await host.session()).track_names) == first.json()["tracks"]
        assert mounted == ["mounted", "started"]
    assert mounted == ["mounted", "started", "ended"]
