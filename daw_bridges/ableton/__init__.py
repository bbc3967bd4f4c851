"""Ableton Live: Orbit's Remote Script for it, and the bridges that speak to the script or to AbletonOSC.

The script is in ``REMOTE_SCRIPT``; it runs unchanged in Live and in the simulated Live.
"""

from __future__ import annotations

from daw_bridges.ableton.bridge import DEFAULT_PORT, AbletonBridge
from daw_bridges.ableton.script import REMOTE_SCRIPT
from daw_bridges.ableton.selection import open_bridge

__all__ = ["DEFAULT_PORT", "REMOTE_SCRIPT", "AbletonBridge", "open_bridge"]
