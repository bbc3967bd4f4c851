"""Reaching the DAW that the settings name; the only place that knows what each host needs to be opened."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import UnreachableError

if TYPE_CHECKING:
    from daw_bridges.bridge import Bridge
    from daw_bridges.simulated.live import LiveHost
    from daw_bridges.simulated.logic import LogicHost
    from orbit.settings import Settings

__all__ = [
    "LOGIC_PORT",
    "PRACTICE",
    "connected",
    "fresh_practice",
    "logic_port",
    "script_port",
    "simulated_live",
    "simulated_logic",
]

PRACTICE = "practice"
"""The DAW's name for the practice session: a simulated Live, one a data directory."""


LOGIC_PORT = 11020
"""Where a simulated Logic listens, unless it is told otherwise."""


@asynccontextmanager
async def connected(settings: Settings) -> AsyncGenerator[Bridge]:
    """Open the bridge to the DAW of the settings, and close it. Raises BridgeError."""
    if settings.daw == PRACTICE:
        from orbit.practice import PracticeBridge

        async with PracticeBridge(settings.data_dir, fresh_practice) as bridge:
            yield bridge
    else:
        from daw_bridges.discovery import open_bridge

        async with await open_bridge(settings.daw, **_options(settings)) as bridge:
            yield bridge


@asynccontextmanager
async def fresh_practice() -> AsyncGenerator[Bridge]:
    """Start a simulated Live with the practice session as it is at first, and give the bridge to it."""
    from daw_bridges.discovery import open_bridge

    token = secrets.token_urlsafe(16)
    with simulated_live(token=token) as live:
        async with await open_bridge("ableton", port=script_port(live), token=token) as bridge:
            yield bridge


def _options(settings: Settings) -> dict[str, Any]:
    if settings.daw == "ableton":
        return {
            "port": settings.ableton_port,
            "token": settings.ableton_token,
            "via": settings.ableton_via,
            "reply_port": settings.ableton_reply_port,
        }
    if settings.daw == "logic":
        return {"port": logic_port(settings.logic_port)}
    return {}


def logic_port(chosen: str) -> str:
    """The way to Logic; ``auto`` takes a simulated one where it runs."""
    if chosen != "auto":
        return chosen
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", LOGIC_PORT), timeout=0.2):
        return f"tcp:127.0.0.1:{LOGIC_PORT}"
    return "virtual"


@contextmanager
def simulated_live(
    *,
    port: int = 0,
    reply_port: int = 0,
    token: str | None = None,
    tick_seconds: float = 0.1,
    timers: bool = True,
) -> Generator[LiveHost]:
    """Run a simulated Live with the practice session and Orbit's Remote Script; port 0 is any free one.

    With a ``reply_port`` the script answers AbletonOSC's addresses too. Without a token it keeps one for its
    user, as in Live. Raises UnreachableError for a taken port.
    """
    from daw_bridges.ableton import REMOTE_SCRIPT
    from daw_bridges.simulated.live import LiveHost, practice_set

    options = {"ORBIT_ABLETON_PORT": str(port), "ORBIT_ABLETON_REPLY_PORT": str(reply_port)}
    # What happens in a simulated Live has no place in the log of the real one.
    options["ORBIT_ABLETON_LOG"] = ""
    options |= {"ORBIT_ABLETON_TOKEN": token} if token else {}
    host = LiveHost(
        practice_set(), REMOTE_SCRIPT, tick_seconds=tick_seconds, timers=timers, script_options=options
    )
    with host:
        if not script_port(host):
            raise UnreachableError(
                f"Port {port} is taken, by Live itself or another simulation. Choose one with --port."
            )
        yield host


def script_port(host: LiveHost) -> int:
    """The port that Orbit's script listens on in a simulated Live; 0 where it could not get one."""
    port: int = host.call(lambda: host.script.port)
    return port


@contextmanager
def simulated_logic(*, port: int = 0) -> Generator[tuple[LogicHost, int]]:
    """Run a simulated Logic with the practice session, reached by MIDI over TCP; gives it and its port.

    Port 0 is any free one. Raises UnreachableError for a taken port.
    """
    from daw_bridges.mackie.tcp import TcpListener
    from daw_bridges.simulated.logic import LogicHost, practice_project

    listener = TcpListener(port)
    with LogicHost(practice_project(), listener) as host:
        yield host, listener.port
