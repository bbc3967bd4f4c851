"""``orbit mcp``: Orbit as a server for other assistants, over stdin and stdout or HTTP on this machine."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Model, load_settings
from orbit.interfaces.mcp.allowing import Allow

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["ended_politely", "mcp"]


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve HTTP on this machine instead of stdin and stdout.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", metavar="N", min=0, max=65535, help="The port for --http. Default: any free one."
        ),
    ] = None,
    allow: Annotated[
        Allow, typer.Option("--allow", help="What may be done without asking; only you can set it.")
    ] = Allow.EDITS,
    daw: Daw = None,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Serve Orbit to other assistants, over MCP."""
    settings = load_settings(daw=daw, model=model, data_dir=data_dir)
    if port is not None and not http:
        raise UsageError("--port goes with --http.")
    with suppress(KeyboardInterrupt):  # a server is there until it is told to end
        asyncio.run(_over_http(settings, allow, port or 0) if http else _over_stdio(settings, allow))
    return DONE


async def _over_stdio(settings: Settings, allow: Allow) -> None:
    from orbit.interfaces.mcp.server import build_server
    from orbit.interfaces.mcp.service import opened

    async with opened(settings, allow) as service:
        await build_server(service).run_stdio_async()


async def _over_http(settings: Settings, allow: Allow, port: int) -> None:
    from orbit.interfaces.mcp.http import Door, serve_http
    from orbit.interfaces.mcp.server import build_server
    from orbit.interfaces.mcp.service import opened

    door = Door(port)
    async with opened(settings, allow) as service:
        with ended_politely(), door.noted(settings.data_dir) as note:
            said = f"Orbit serves {door.url}\nThe secret for it is in {note}\n"
            await serve_http(partial(build_server, service), door, started=partial(_say, said))


@contextmanager
def ended_politely() -> Generator[None]:
    """Let the process be told to end as Ctrl-C tells it."""
    interrupt = signal.getsignal(signal.SIGINT)  # ignored where a shell has put it in the background
    before = signal.signal(signal.SIGTERM, interrupt if callable(interrupt) else signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(said: str) -> None:
    sys.stderr.write(said)
    sys.stderr.flush()
