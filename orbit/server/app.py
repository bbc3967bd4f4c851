"""The server's one ASGI app: the JSON API with its stream of events, and the faces that are mounted in it."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import fields
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Annotated, Any
from uuid import uuid4

from pydantic import Field, TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from daw_bridges.errors import EngineError, UsageError
from orbit.server.access import Guard
from orbit.server.connection import Connection
from orbit.server.failures import LeavingError, pack_error
from orbit.server.messages import GREET, MAX_BODY_BYTES, SESSION_HEADER, Answer, Asked, Greeting
from orbit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from orbit.server.host import Server

__all__ = ["App"]

MOUNTS = "orbit.mounts"
"""The entry points of the faces that are mounted: ``mount(server) -> ASGIApp``."""
_MOST_CLIENTS = 256


class _NoSessionError(EngineError):
    """A client names a session that is gone."""


_STATUS: dict[type[Exception], int] = {LeavingError: 503, _NoSessionError: 410}


class App:
    """Serves one host's clients."""

    def __init__(self, host: Server) -> None:
        self._host = host
        self._connections: dict[str, Connection] = {}
        self._mounts = {name: Mount(name, host) for name in ("mcp", "panel")}
        self._closing: set[asyncio.Task[None]] = set()
        self._api = Starlette(
            routes=[
                Route(GREET, self._greet, methods=["GET"]),
                Route("/api/sessions", self._open_session, methods=["POST"]),
                Route("/api/sessions", self._close_session, methods=["DELETE"]),
                Route("/api/requests", self._begin, methods=["POST"]),
                Route("/api/requests/{id}", self._cancel, methods=["DELETE"]),
                Route("/api/requests/{id}/answer", self._answer, methods=["POST"]),
                Route("/api/tickets", self._ticket, methods=["POST"]),
                Route("/api/events", self._events, methods=["GET"]),
            ],
            exception_handlers={EngineError: _why_not, UsageError: _why_not},
        )
        self.asgi: ASGIApp = Guard(self._route, host.access, GREET)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        first = scope["path"].partition("/")[2].partition("/")[0]
        if first == "api":
            await self._api(scope, receive, send)
        else:
            await self._mounts["mcp" if first == "mcp" else "panel"](scope, receive, send)

    # -- sessions --------------------------------------------------------------------------------------

    async def _greet(self, request: Request) -> Response:
        proof = self._host.address.proof(request.query_params.get("nonce", ""))
        return JSONResponse({"pid": os.getpid(), "proof": proof})

    async def _open_session(self, request: Request) -> Response:
        if self._host.parts.requests.leaving:
            raise LeavingError
        if len(self._connections) >= _MOST_CLIENTS:
            raise UsageError("Too many clients.")
        greeting: Greeting = await _body(request, Greeting)
        settings = _settings(greeting.settings, self._host)
        session = await self._host.client(greeting.name, settings, greeting.keys)
        number = uuid4().hex
        self._connections[number] = Connection(session, self._host.parts.requests, lambda: self._drop(number))
        return JSONResponse({"session": number})

    async def _close_session(self, request: Request) -> Response:
        self._connection(request)
        self._drop(request.headers[SESSION_HEADER])
        return JSONResponse(None)

    def _drop(self, number: str) -> None:
        connection = self._connections.pop(number, None)
        if connection is not None:
            task = asyncio.ensure_future(connection.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def _connection(self, request: Request) -> Connection:
        known = self._connections.get(request.headers.get(SESSION_HEADER, ""))
        if known is None:
            raise _NoSessionError("There is no such session; open one first.")
        return known

    # -- requests --------------------------------------------------------------------------------------

    async def _begin(self, request: Request) -> Response:
        asked: Asked = await _body(request, Annotated[Asked, Field(discriminator="kind")])
        if self._host.parts.requests.leaving:
            raise LeavingError
        self._connection(request).begin(asked)
        return JSONResponse(None)

    async def _cancel(self, request: Request) -> Response:
        self._connection(request).cancel(request.path_params["id"])
        return JSONResponse(None)

    async def _answer(self, request: Request) -> Response:
        answer: Answer = await _body(request, Answer)
        self._connection(request).answer(request.path_params["id"], answer)
        return JSONResponse(None)

    async def _ticket(self, _request: Request) -> Response:
        return JSONResponse({"ticket": self._host.ticket()})

    async def _events(self, request: Request) -> Response:
        connection = self._connections.get(request.headers.get(SESSION_HEADER, ""))
        after = request.headers.get("Last-Event-ID", "0")
        if connection is None or not after.isdecimal() or not connection.keeps(int(after)):
            return PlainTextResponse("What came after that is not kept.\n", 410)
        return StreamingResponse(
            connection.stream(int(after)),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    # -- its end ---------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Tell every client what there is still to tell, and end its stream; end the mounts."""
        for number in list(self._connections):
            self._drop(number)
        if self._closing:
            await asyncio.wait(self._closing)
        for mount in self._mounts.values():
            await mount.close()


class Mount:
    """A face's own app, loaded at the first request to it."""

    def __init__(self, name: str, host: Server) -> None:
        self._name, self._host = name, host
        self._opening, self._open = asyncio.Lock(), AsyncExitStack()
        self._app: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the face answer."""
        async with self._opening:
            if self._app is None:
                self._app = await self._loaded()
        await self._app(scope, receive, send)

    async def _loaded(self) -> ASGIApp:
        found = [each for each in entry_points(group=MOUNTS) if each.name == self._name]
        if not found:
            return PlainTextResponse("There is nothing here.\n", 404)
        app: ASGIApp = (await asyncio.to_thread(found[0].load))(self._host)
        await self._open.enter_async_context(_lifespan(app))
        return app

    async def close(self) -> None:
        """End it, if it was loaded."""
        await self._open.aclose()


@asynccontextmanager
async def _lifespan(app: ASGIApp) -> AsyncGenerator[None]:
    """Run an app's lifespan, as a server does. Raises EngineError where it does not start."""
    from uvicorn import Config
    from uvicorn.lifespan.on import LifespanOn

    lifespan = LifespanOn(Config(app, log_config=None, lifespan="on"))
    await lifespan.startup()
    if lifespan.should_exit:
        raise EngineError("A part of the server did not start; its log says why.")
    try:
        yield
    finally:
        await lifespan.shutdown()


async def _why_not(_request: Request, error: Exception) -> Response:
    return JSONResponse(pack_error(error), _STATUS.get(type(error), 400))


async def _body(request: Request, model: Any) -> Any:
    read = bytearray()
    async for piece in request.stream():
        read += piece
        if len(read) > MAX_BODY_BYTES:
            raise UsageError(f"That is too long: the server takes {MAX_BODY_BYTES} bytes.")
    try:
        return TypeAdapter(model).validate_json(bytes(read))
    except ValidationError as error:  # without what was given: it may hold a key
        raise UsageError(f"That is not what the server takes: {error.errors()[0]['msg']}.") from None


def _settings(told: dict[str, Any], host: Server) -> Settings:
    """A client's settings; where they are kept is the host's to say. Raises UsageError."""
    known = {field.name for field in fields(Settings)} - {"data_dir"}
    given = {name: value for name, value in told.items() if name in known}
    try:
        return TypeAdapter(Settings).validate_python(given | {"data_dir": host.data_dir})
    except ValidationError as error:
        raise UsageError(f"Those are not settings: {error.errors()[0]['msg']}.") from None
