"""Logic Pro through a Mackie Control surface, with Logic's screen for what a surface cannot do.

``open_bridge`` gives the bridge; it loads MIDI only when a port is opened.
"""

from __future__ import annotations

from daw_bridges.logic.bridge import LogicBridge
from daw_bridges.logic.selection import open_bridge

__all__ = ["LogicBridge", "open_bridge"]
