"""The server over HTTP, for assistants on this machine: loopback only, a secret for each launch.

A web page can make a browser knock here. It does not know the secret; and whoever names another host, or says
that they come from a page, is turned away before anything is read.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl

from daw_bridges.errors import EngineError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from mcp.server.mcpserver import MCPServer

    from orbit.interfaces.mcp.service import Service

__all__ = ["NOTE", "PATH", "Door", "serve_http"]

PATH = "/mcp"
NOTE = Path("mcp") / "http.json"
"""Where in the data directory the address and the secret are, while a server runs; for its user alone."""
_BACKLOG = 64
_MOST_BYTES = 1024 * 1024
_MOST_SESSIONS = 64
_IDLE_SECONDS = 3600.0
_LEAVING_SECONDS = 5


class Door:
    """A port of this machine, and the secret that opens it."""

    def __init__(self, port: int = 0, token: str | None = None) -> None:
        """Listen; port 0 is any free one. Raises UsageError for a port that cannot be had."""
        self.token = token or secrets.token_urlsafe(32)
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")
        try:
            self.socket.bind(("127.0.0.1", port))
        except (OSError, OverflowError) as error:
            self.socket.close()
            raise UsageError(f"Port {port} is not available: {error}. Choose another with --port.") from None
        self.socket.listen(_BACKLOG)
        self.port = int(self.socket.getsockname()[1])

    @property
    def url(self) -> str:
        """Where clients go."""
        return f"http://127.0.0.1:{self.port}{PATH}"

    @property
    def options(self) -> dict[str, Any]:
        """What the library is to know to check the secret."""
        issuer = AnyHttpUrl(f"http://127.0.0.1:{self.port}")
        return {"auth": AuthSettings(issuer_url=issuer, resource_server_url=None), "token_verifier": self}

    async def verify_token(self, token: str) -> AccessToken | None:
        """Say whether that is the secret."""
        if not compare_digest(token.encode(), self.token.encode()):
            return None
        return AccessToken(token=token, client_id="orbit", scopes=[])

    @contextmanager
    def noted(self, data_dir: Path) -> Generator[Path]:
        """Leave the address and the secret where its user finds it. Raises EngineError."""
        note = data_dir / NOTE
        draft = note.with_name(f"{note.name}.{uuid4().hex}")
        try:
            note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump({"url": self.url, "token": self.token, "pid": os.getpid()}, file)
            draft.replace(note)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise EngineError(f"Orbit cannot write {note}: {error}. Check the free space there.") from error
        try:
            yield note
        finally:
            self._unnote(note)

    def _unnote(self, note: Path) -> None:
        with suppress(OSError, ValueError):
            if json.loads(note.read_text(encoding="utf-8")).get("token") == self.token:
                note.unlink()


class _Telling(uvicorn.Server):
    """Says when it serves."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._tell()


async def serve_http(
    build: Callable[..., MCPServer[Service]], door: Door, *, started: Callable[[], None]
) -> None:
    """Serve until the process is told to end; ``build`` makes the server with the options it is given."""
    own = [f"127.0.0.1:{door.port}", f"localhost:{door.port}"]
    app = build(**door.options).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=_MOST_BYTES,
        session_idle_timeout=_IDLE_SECONDS,
        max_sessions=_MOST_SESSIONS,
        # No origin is allowed: a web page always says where it comes from, and none has business here.
        transport_security=TransportSecuritySettings(allowed_hosts=own, allowed_origins=[]),
    )
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_LEAVING_SECONDS,
    )
    await _Telling(config, started).serve(sockets=[door.socket])
    await asyncio.sleep(0)  # uvicorn raises again what ended it: it is felt here, before anything is closed
