"""Ableton Live through stock AbletonOSC: the second way to Live, where Orbit's own script is not installed.

UDP on the loopback to port 11000, answers to port 11001 whoever asks; no acknowledgements, no identities, and
gaps that ``AbletonOscBridge.capabilities`` names.
"""

from __future__ import annotations

from daw_bridges.ableton.abletonosc.bridge import AbletonOscBridge, open_bridge

__all__ = ["AbletonOscBridge", "open_bridge"]
