"""The server of assistants: what it offers, mounted at ``/mcp`` of Orbit's one server, or over stdio."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import yaml
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.prompts.base import PromptArgument
from starlette.applications import Starlette

from orbit import __version__
from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.documents import plain
from orbit.interfaces.mcp.resources import News, add_completion, add_resources
from orbit.interfaces.mcp.tools import Tools

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from orbit.server import Server
    from orbit.settings import Settings

__all__ = ["build_server", "mount", "opened"]

_MOST_BYTES = 1024 * 1024
_QUIET = logging.NullHandler()
logging.getLogger("mcp").addHandler(_QUIET)  # its warnings are of no use to who sits at this terminal
logging.getLogger("mcp").propagate = False


def mount(server: Server) -> ASGIApp:
    """Serve streamable HTTP at ``/mcp``, to whom the server lets in, all on one client session."""

    @asynccontextmanager
    async def living(app: Starlette) -> AsyncGenerator[None]:
        allow = Allow(server.settings.mcp_allow)
        engine = await server.client("mcp", _asking(server.settings, allow))
        async with aclosing(Tools(engine, allow)) as tools:
            http = build_server(tools).streamable_http_app(max_request_body_size=_MOST_BYTES)
            app.mount("/", http)
            async with http.router.lifespan_context(http):
                yield

    return Starlette(lifespan=living)


@asynccontextmanager
async def opened(settings: Settings, allow: Allow) -> AsyncGenerator[Tools]:
    """Open the engine of the settings for an assistant. Raises EngineError."""
    from orbit.server import engine_for

    async with (
        engine_for(_asking(settings, allow), hosts=True, name="mcp") as engine,
        aclosing(Tools(engine, allow)) as tools,
    ):
        yield tools


def _asking(settings: Settings, allow: Allow) -> Settings:
    return replace(settings, confirm=settings.confirm or allow is Allow.ASK)


def build_server(tools: Tools) -> MCPServer[Any]:
    """Give a server over an engine."""
    texts = yaml.safe_load((files("orbit.interfaces.mcp") / "texts.yaml").read_text(encoding="utf-8"))
    root = logging.getLogger()
    root.addHandler(_QUIET)  # where it has none, the library has all logs of the process at the terminal
    server: MCPServer[Any] = MCPServer(
        "orbit",
        title="Orbit",
        version=__version__,
        instructions=texts["instructions"],
        tools=tools.announced(),
        subscriptions=News(tools.engine),
    )
    root.removeHandler(_QUIET)
    add_resources(server, tools)
    add_completion(server, tools)
    for name, prompt in texts["prompts"].items():
        server.add_prompt(_prompt(name, **prompt))
    return server


def _prompt(name: str, title: str, says: str, tracks: dict[str, str] | None = None) -> Prompt:
    usual = tracks or {}

    async def said(**given: str) -> str:
        return says.format_map(usual | {track: plain(called) for track, called in given.items()})

    arguments = [PromptArgument(name=track, description="A track's name.") for track in usual]
    return Prompt(
        name=name, title=title, description=f"{title}.", arguments=arguments, fn=said, context_kwarg=None
    )
