"""Telling mutes from what only blinks: while a strip is soloed, Logic lets the mute lamps of others blink.

Some hosts send one message for a blinking lamp, Logic was seen to send it on and off in turn. So while any
solo is on, a lamp that is on is looked at for longer than it would blink.
"""

from __future__ import annotations

from daw_bridges.errors import TimedOutError
from daw_bridges.logic.pulse import Pulse
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.messages import LampState
from daw_bridges.mackie.surface import Surface

__all__ = ["soloing", "steady_mutes"]

_LONGEST_BLINK = 1.0


def _lit(surface: Surface) -> list[bool]:
    return [surface.lit(StripButton.MUTE + slot) for slot in range(STRIPS)]


def soloing(surface: Surface) -> bool:
    """Whether a strip is soloed, in sight or not."""
    in_sight = any(surface.lit(StripButton.SOLO + slot) for slot in range(STRIPS))
    return in_sight or surface.lamp(Button.RUDE_SOLO_LAMP) is not LampState.OFF


async def steady_mutes(pulse: Pulse) -> list[bool]:
    """Which of the eight mute lamps are on and stay on."""
    steady = _lit(pulse.surface)
    if not soloing(pulse.surface):
        return steady

    def gone(surface: Surface) -> bool:
        steady[:] = [before and now for before, now in zip(steady, _lit(surface), strict=True)]
        return not any(steady)

    try:
        await pulse.link.until(gone, "mute lamps that blink", _LONGEST_BLINK)
    except TimedOutError:
        pulse.check_dialog()
    return steady
