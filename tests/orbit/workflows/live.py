"""A simulated Live with the practice session and Orbit's Remote Script in it, and the bridge to it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from daw_bridges.ableton import REMOTE_SCRIPT, AbletonBridge
from daw_bridges.ableton.bridge import open_bridge
from daw_bridges.simulated.live import LiveHost, practice_set

TOKEN = "a token for tests"


@asynccontextmanager
async def running_live(**bridge_options: Any) -> AsyncGenerator[tuple[LiveHost, AbletonBridge]]:
    """A host on a port of its own, and the bridge to it; both are gone afterwards."""
    options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": TOKEN}
    with LiveHost(practice_set(), REMOTE_SCRIPT, script_options=options) as host:
        async with await open_bridge(port=host.script.port, token=TOKEN, **bridge_options) as bridge:
            yield host, bridge
