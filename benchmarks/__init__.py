"""Measurements of what Orbit promises about speed, as ratios within one run: `make bench`."""

from __future__ import annotations

import os
from typing import TypeVar

__all__ = ["SMOKE", "sized"]

SMOKE = "ORBIT_BENCH_SMOKE"
"""The environment variable under which everything is as small as it can be: to see that it ends."""

_T = TypeVar("_T")


def sized(full: _T, smallest: _T) -> _T:
    """Choose the size of a measurement: the full one, or the smallest where only its end matters."""
    return smallest if os.environ.get(SMOKE) else full
