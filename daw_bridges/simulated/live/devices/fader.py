"""The law of Live's faders: mixer volumes, sends, and the thresholds and gains that use the same one.

From the top down to 24 dB below it the law is straight, 40 dB for the whole travel; under that it bends, ever
steeper, to silence at raw 0. The bent part follows points measured on Live's mixer in steps of 3 dB.
"""

from __future__ import annotations

from functools import cache

from daw_bridges.simulated.live.devices.curves import Knots

__all__ = ["SEND_TOP_DB", "VOLUME_TOP_DB", "fader_db", "fader_law", "fader_raw"]

VOLUME_TOP_DB = 6.0
SEND_TOP_DB = 0.0

_STRAIGHT_DB = 24.0
_FLOOR_DB = -70.0

# Raw position and dB of a volume fader, from the bottom to where it gets straight.
_BEND = (
    (0.0, -70.0), (0.0213456, -63.0), (0.0346236, -60.0), (0.0510115, -57.0), (0.0677865, -54.0),
    (0.0852360, -51.0), (0.1035359, -48.0), (0.1227171, -45.0), (0.1428816, -42.0), (0.1642194, -39.0),
    (0.1870370, -36.0), (0.2116302, -33.0), (0.2384389, -30.0), (0.2682556, -27.0), (0.3024142, -24.0),
    (0.3436638, -21.0), (0.4, -18.0),
)  # fmt: skip


@cache
def fader_law(top_db: float = VOLUME_TOP_DB, floor_db: float | None = None) -> Knots:
    """The law with ``top_db`` at raw 1; at raw 0 ``floor_db``, or silence with −70 dB just above it."""
    knee_db = top_db - _STRAIGHT_DB
    bottom_db = _FLOOR_DB if floor_db is None else floor_db
    stretch = (knee_db - bottom_db) / (_BEND[-1][1] - _FLOOR_DB)
    bend = tuple((raw, bottom_db + (db - _FLOOR_DB) * stretch) for raw, db in _BEND)
    return Knots((*bend, (1.0, top_db)), silent=floor_db is None)


def fader_db(raw: float, top_db: float = VOLUME_TOP_DB) -> float:
    """The level in dB of a fader at ``raw`` (0 … 1); −inf at the bottom."""
    return fader_law(top_db).to_real(raw)


def fader_raw(db: float, top_db: float = VOLUME_TOP_DB) -> float:
    """The raw position (0 … 1) at which a fader reads ``db``; levels beyond the ends give the ends."""
    return fader_law(top_db).to_raw(db)
