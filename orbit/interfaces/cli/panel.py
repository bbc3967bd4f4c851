"""``orbit panel``: Orbit on a page of its own, beside the DAW."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import EngineError, UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Model, Port, load_settings
from orbit.interfaces.cli.serve import ended_by_signals

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["panel"]

_ELSEWHERE = (
    "Another Orbit is open already: the page is that one's and stays as long as it is open, so this command "
    "ends here."
)


def panel(
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only say the address; open no browser.")
    ] = False,
    port: Port = None,
    daw: Daw = None,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Open Orbit on a page beside the DAW."""
    settings = load_settings(daw=daw, model=model, data_dir=data_dir, server_port=port)
    with suppress(KeyboardInterrupt), ended_by_signals():  # it is there until it is told to end
        asyncio.run(_serve(settings, opens=not no_browser, chosen=any((port, daw, model))))
    return DONE


async def _serve(settings: Settings, *, opens: bool, chosen: bool) -> None:
    """Host the panel, or open the one of who hosts; ``chosen``: it is to be as this command line says."""
    from orbit.server import EngineClient, engine_for

    async with engine_for(settings, hosts=True, name="panel") as engine:
        if not isinstance(engine, EngineClient):
            raise EngineError(f"Orbit cannot write in {settings.data_dir}, so it serves no panel there.")
        if chosen and not engine.owns:
            raise UsageError(
                "Another Orbit is open already and has the panel, as it was started. Close that one first, "
                "or leave out --port, --daw and --model."
            )
        ends = "Ctrl-C ends it." if engine.owns else _ELSEWHERE
        sys.stderr.write(f"Orbit's panel is at {await engine.link()}\nThe link opens once. {ends}\n")
        sys.stderr.flush()
        if opens:
            await asyncio.to_thread(webbrowser.open, await engine.link())
        if engine.owns:
            await asyncio.Event().wait()
