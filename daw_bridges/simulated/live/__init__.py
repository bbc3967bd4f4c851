"""Ableton Live without Ableton Live: its object model in Python, on which a Remote Script runs unchanged."""

from __future__ import annotations

from daw_bridges.simulated.live.host import LiveHost
from daw_bridges.simulated.live.practice import big_set, practice_set
from daw_bridges.simulated.live.song import Song

__all__ = ["LiveHost", "Song", "big_set", "practice_set"]
