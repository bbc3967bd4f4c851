"""Which way to Logic: the port that a surface is on, and the screen of the Mac that Logic runs on."""

from __future__ import annotations

from daw_bridges.logic.bridge import LogicBridge
from daw_bridges.logic.macos import AbsentDesktop, Desktop, open_desktop
from daw_bridges.mackie.ports import Port, open_port

__all__ = ["VIRTUAL", "open_bridge"]

VIRTUAL = "virtual"
"""The port of Orbit's own that Logic finds by itself."""
_TIMEOUT = 10.0
_SETTLE = 0.1


async def open_bridge(
    *,
    port: str | Port = VIRTUAL,
    desktop: Desktop | None = None,
    timeout: float = _TIMEOUT,
    settle: float = _SETTLE,
) -> LogicBridge:
    """Open the bridge to Logic.

    ``port`` is ``virtual``, ``tcp:127.0.0.1:PORT``, the name of a MIDI port, or a port. ``desktop`` is
    Logic's screen; without one it is this Mac's where the port is a MIDI port. ``timeout`` is how many
    seconds to wait for Logic to greet the surface, ``settle`` how many of silence prove that nothing changed.

    Raises UnreachableError saying what to check in Logic.
    """
    if desktop is None:
        elsewhere = isinstance(port, Port) or port.startswith("tcp:")
        desktop = AbsentDesktop() if elsewhere else open_desktop()

    def chosen() -> Port:
        return port if isinstance(port, Port) else open_port(port)

    bridge = LogicBridge(chosen, desktop, timeout, settle)
    try:
        await bridge.connect()
    except BaseException:
        await bridge.close()
        raise
    return bridge
