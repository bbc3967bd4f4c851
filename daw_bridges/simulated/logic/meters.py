"""What the level meters show while the project plays: strips whose regions sound, and the outputs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from daw_bridges.mackie.messages import Meter
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.strips import Strip, StripKind

__all__ = ["meters"]

_FULL = 0xC
_SUMS = (StripKind.OUTPUT, StripKind.MASTER)


def meters(desk: Desk) -> Iterator[Meter]:
    """One message for each strip of the bank that can be heard now."""
    project = desk.project
    heard = [strip for strip in project.strips if _sounds(strip, project.playhead)]
    if any(strip.solo for strip in project.strips):
        heard = [strip for strip in heard if strip.solo]
    level = _level(project.playhead)
    for slot, strip in enumerate(desk.slots):
        if strip is not None and (strip in heard or (heard and strip.kind in _SUMS and not strip.mute)):
            yield Meter(slot, level if strip.volume_db > -math.inf else 0)


def _sounds(strip: Strip, at: float) -> bool:
    return not strip.mute and any(each.start <= at < each.start + each.length for each in strip.regions)


def _level(at: float) -> int:
    """Loud on the beat, and dying away until the next."""
    return round(_FULL * (1 - at % 1.0 / 2))
