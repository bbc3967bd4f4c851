"""Levels in dB and the raw positions of Live's faders, which AbletonOSC tells without the displayed text.

From the top down to 24 dB below it a fader is straight, 40 dB for the whole travel; under that it bends, ever
steeper, to silence at raw 0. The bent part follows points measured on Live's mixer in steps of 3 dB. Volumes
end at +6 dB, sends at 0 dB.
"""

from __future__ import annotations

import math
from itertools import pairwise

__all__ = ["SEND_TOP_DB", "VOLUME_TOP_DB", "level_text", "raw_level"]

VOLUME_TOP_DB = 6.0
SEND_TOP_DB = 0.0

_FLOOR_DB = -70.0
_STRAIGHT_DB = 24.0
_STRAIGHT_RAW = 0.4

# Raw position of a volume fader and dB, from the bottom to where it gets straight.
_BEND = (
    (0.0, -70.0), (0.0213456, -63.0), (0.0346236, -60.0), (0.0510115, -57.0), (0.0677865, -54.0),
    (0.0852360, -51.0), (0.1035359, -48.0), (0.1227171, -45.0), (0.1428816, -42.0), (0.1642194, -39.0),
    (0.1870370, -36.0), (0.2116302, -33.0), (0.2384389, -30.0), (0.2682556, -27.0), (0.3024142, -24.0),
    (0.3436638, -21.0), (_STRAIGHT_RAW, -18.0),
)  # fmt: skip


def _points(top_db: float) -> list[tuple[float, float]]:
    # A send's bent part is a volume's, stretched to its own top.
    stretch = (top_db - _STRAIGHT_DB - _FLOOR_DB) / (VOLUME_TOP_DB - _STRAIGHT_DB - _FLOOR_DB)
    return [*((raw, _FLOOR_DB + (db - _FLOOR_DB) * stretch) for raw, db in _BEND), (1.0, top_db)]


def level_text(raw: float, top_db: float = VOLUME_TOP_DB) -> str:
    """How Live displays a fader at ``raw`` (0 … 1): ``-6.0 dB``, at the bottom ``-inf dB``."""
    if raw <= 0.0:
        return "-inf dB"
    for (left, low), (right, high) in pairwise(_points(top_db)):
        if raw <= right:
            level = low + (high - low) * (raw - left) / (right - left)
            return f"{round(level, 1) + 0.0:.1f} dB"
    return f"{top_db:.1f} dB"


def raw_level(db: float, top_db: float = VOLUME_TOP_DB) -> float:
    """The raw position (0 … 1) at which a fader reads ``db``; levels beyond the ends give the ends."""
    if math.isinf(db):
        return 0.0 if db < 0 else 1.0
    for (left, low), (right, high) in pairwise(_points(top_db)):
        if db <= high:
            return max(0.0, left + (right - left) * (db - low) / (high - low))
    return 1.0
