"""``orbit mcp``: Orbit as a server for other assistants, over stdin and stdout or HTTP on this machine."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import EngineError, UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Model, Port, load_settings
from orbit.interfaces.cli.serve import ended_by_signals
from orbit.interfaces.mcp import Allow

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["mcp"]


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve HTTP on this machine instead of stdin and stdout.")
    ] = False,
    port: Port = None,
    allow: Annotated[
        Allow | None,
        typer.Option("--allow", help="What may be done without asking; only you can set it. Default: edits."),
    ] = None,
    daw: Daw = None,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Serve Orbit to other assistants, over MCP."""
    settings = load_settings(daw=daw, model=model, data_dir=data_dir, server_port=port)
    if port is not None and not http:
        raise UsageError("--port goes with --http.")
    level = allow or Allow(settings.mcp_allow)
    with suppress(KeyboardInterrupt), ended_by_signals():  # a server is there until it is told to end
        if http:
            own = replace(settings, mcp_allow=level)
            asyncio.run(_over_http(own, chosen=any((port, allow, daw, model))))
        else:
            asyncio.run(_over_stdio(settings, level))
    return DONE


async def _over_stdio(settings: Settings, allow: Allow) -> None:
    from orbit.interfaces.mcp.mount import build_server, opened

    async with opened(settings, allow) as service:
        await build_server(service).run_stdio_async()


async def _over_http(settings: Settings, *, chosen: bool) -> None:
    """Host the server, or say who does; ``chosen``: it is to be as this command line says."""
    from orbit.server import engine_for
    from orbit.server.host_lock import FOLDER, NOTE, read_address

    async with engine_for(settings, hosts=True, name="mcp"):
        address = read_address(settings.data_dir)
        if address is None:
            raise EngineError(f"Orbit cannot serve {settings.data_dir}. Check the free space there.")
        url, own = f"{address.url}/mcp", address.pid == os.getpid()
        if chosen and not own:
            raise UsageError(
                f"Process {address.pid} serves {url} already, as it was started. End it first, or leave out "
                "--port, --allow, --daw and --model."
            )
        note = settings.data_dir / FOLDER / NOTE
        sys.stderr.write(f"Orbit serves {url}\nThe secret for it is in {note}\n")
        sys.stderr.flush()
        if own:
            await asyncio.Event().wait()
