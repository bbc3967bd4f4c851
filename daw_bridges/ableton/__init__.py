"""Ableton Live: Orbit's Remote Script for it, and the bridge that speaks to the script.

The script is in ``REMOTE_SCRIPT``; it runs unchanged in Live and in the simulated Live.
"""

from __future__ import annotations

from pathlib import Path

from daw_bridges.ableton.bridge import DEFAULT_PORT, AbletonBridge, open_bridge

__all__ = ["DEFAULT_PORT", "REMOTE_SCRIPT", "AbletonBridge", "open_bridge"]

REMOTE_SCRIPT = Path(__file__).parent / "remote_script" / "Orbit"
"""The folder that goes into Live's User Library under ``Remote Scripts``."""
