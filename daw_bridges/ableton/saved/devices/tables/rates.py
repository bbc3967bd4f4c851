"""Steps of synchronised rates that several devices share, in beats."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.laws import steps

__all__ = ["DIVISIONS", "FALLING", "RISING"]

_BEATS = tuple(
    4.0 * bars
    for bars in (
        8, 6, 4, 3, 2, 3 / 2, 1, 3 / 4, 1 / 2, 3 / 8, 1 / 3, 5 / 16, 1 / 4, 3 / 16, 1 / 6, 1 / 8, 1 / 12,
        1 / 16, 1 / 24, 1 / 32, 1 / 48, 1 / 64,
    )
)  # fmt: skip

FALLING = steps(*_BEATS)
"""Steps 0 … 21 from eight bars to a sixty-fourth."""

RISING = steps(*reversed(_BEATS))
"""Steps 0 … 21 from a sixty-fourth to eight bars."""

DIVISIONS = steps(*(4.0 * 2.0**power for power in range(-6, 1)), first=-6)
"""Steps −6 … 0 from a sixty-fourth to a bar."""
