"""The panel as one application of Orbit's server, which checks who comes in before it is reached."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from orbit.server import Server

__all__ = ["mount"]

_RECONNECT_SECONDS = 60.0
_HISTORY = 5000
_POLICY = (
    # What the page may load is its own. The page library makes its code as it runs.
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; "
    "style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self' ws://{}; media-src 'self' blob:; "
    "worker-src 'self' blob:; "
    "font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "permissions-policy": "microphone=(self), camera=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def mount(server: Server) -> ASGIApp:
    """Make the panel's application; its lifespan opens the panel's client session and follows the DAW."""
    folder = server.settings.data_dir / "panel"
    # The page library keeps no state of its own for us; were it to, it belongs where Orbit keeps things.
    os.environ.setdefault("NICEGUI_STORAGE_PATH", str(folder))
    from nicegui import ui
    from starlette.applications import Starlette

    from orbit.interfaces.panel.conversation import NAME
    from orbit.interfaces.panel.page import add_pages
    from orbit.interfaces.panel.state import opened

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        # Every plan is shown before it is done; what goes through unasked is decided by the trust level.
        engine = await server.client(NAME, replace(server.settings, confirm=True))
        async with opened(engine) as panel:
            add_pages(panel)
            yield

    _log_to(server.settings.data_dir / "orbit.log")
    app = Starlette(lifespan=lifespan)
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
    return _confined(app, server.url)


def _confined(app: ASGIApp, url: str) -> ASGIApp:
    """Keep a browser from loading, framing or telling others anything of the pages."""
    headers = _HEADERS | {"content-security-policy": _POLICY.format(urlsplit(url).netloc)}
    own = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def confined(scope: Scope, receive: Receive, send: Send) -> None:
        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *own]
            await send(message)

        await app(scope, receive, told)

    return confined


def _log_to(file: Path) -> None:
    """Write what nobody meant to happen where every other command writes it, not on the terminal."""
    log = logging.getLogger("nicegui")
    log.handlers[:] = [logging.FileHandler(file, encoding="utf-8", delay=True)]
    log.propagate = False
