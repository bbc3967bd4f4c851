"""Synced rates that several devices share: lengths in bars, one per raw step."""

from __future__ import annotations

__all__ = ["DIVISIONS", "FALLING", "RISING"]

FALLING = (
    8, 6, 4, 3, 2, 1.5, 1, 3 / 4, 1 / 2, 3 / 8, 1 / 3, 5 / 16, 1 / 4, 3 / 16, 1 / 6, 1 / 8, 1 / 12, 1 / 16,
    1 / 24, 1 / 32, 1 / 48, 1 / 64,
)  # fmt: skip
"""Raw 0 … 21 of the younger devices, from eight bars to a sixty-fourth."""

RISING = FALLING[::-1]
"""Raw 0 … 21 of the older devices, the other way round."""

DIVISIONS = tuple(2.0**power for power in range(-6, 1))
"""Raw −6 … 0: a sixty-fourth to a bar."""
