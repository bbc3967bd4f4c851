"""Ableton Live: Orbit's Remote Script for it, and the bridge that speaks to the script.

The script is in ``REMOTE_SCRIPT``; it runs unchanged in Live and in the simulated Live.
"""

from __future__ import annotations

from daw_bridges.ableton.bridge import DEFAULT_PORT, AbletonBridge, open_bridge
from daw_bridges.ableton.script import REMOTE_SCRIPT

__all__ = ["DEFAULT_PORT", "REMOTE_SCRIPT", "AbletonBridge", "open_bridge"]
