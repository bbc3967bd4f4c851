"""How each action is done through AbletonOSC, as one table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from daw_bridges.ableton.abletonosc.edits import clips, devices, mixer, scenes, tracks, transport
from daw_bridges.ableton.abletonosc.hand import Hand
from daw_bridges.ableton.step import Fields

__all__ = ["EDITS", "Edit"]

Edit = Callable[[Hand], Awaitable[Fields]]
"""Does the hand's action and gives what was read back, in the terms of Orbit's own script."""

EDITS: dict[str, Edit] = {
    **transport.EDITS,
    **tracks.EDITS,
    **mixer.EDITS,
    **devices.EDITS,
    **clips.EDITS,
    **scenes.EDITS,
}
