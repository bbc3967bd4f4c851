"""The fixtures of the bridge's own tests, here too."""

from __future__ import annotations

from tests.daw_bridges.ableton.conftest import bridge, live, start_live

__all__ = ["bridge", "live", "start_live"]
