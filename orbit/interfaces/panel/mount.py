"""The panel as one application of Orbit's server, which checks who comes in before it is reached."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from orbit.engine import AnyEngine as Engine
    from orbit.settings import Settings

__all__ = ["mount"]

_RECONNECT_SECONDS = 60.0
_HISTORY = 5000


class Server(Protocol):
    """The server that the panel is mounted in."""

    settings: Settings

    async def client(self, name: str) -> Engine:
        """Open a client session in this process."""
        ...


def mount(server: Server) -> ASGIApp:
    """Make the panel's application; its lifespan opens the panel's client session and follows the DAW."""
    folder = server.settings.data_dir / "panel"
    # The page library keeps no state of its own for us; were it to, it belongs where Orbit keeps things.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(folder))
    from fastapi import FastAPI
    from nicegui import ui

    from orbit.interfaces.panel.page import add_pages
    from orbit.interfaces.panel.state import opened

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        del app
        async with opened(await server.client("panel")) as panel:
            add_pages(panel)
            yield

    _log_to(server.settings.data_dir / "orbit.log")
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    cast("Any", ui).run_with(
        app,
        title="Orbit",
        favicon=Path(__file__).parent / "assets" / "orbit.svg",
        dark=None,
        language="en-GB",
        tailwind=False,
        reconnect_timeout=_RECONNECT_SECONDS,
        message_history_length=_HISTORY,
        show_welcome_message=False,
        binding_refresh_interval=None,
    )
    return app


def _log_to(file: Path) -> None:
    """Write what nobody meant to happen where every other command writes it, not on the terminal."""
    log = logging.getLogger("nicegui")
    log.handlers[:] = [logging.FileHandler(file, encoding="utf-8", delay=True)]
    log.propagate = False
