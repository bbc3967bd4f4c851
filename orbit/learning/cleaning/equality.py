"""Whether two values of one setting are the same, however they are written: ``-24 dB`` and -24.0."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import parse_quantity

__all__ = ["same_value"]


def same_value(one: Any, other: Any) -> bool:
    """Whether two values of one setting are the same. A number stands for itself in the setting's unit."""
    if one == other:
        return True
    if isinstance(one, str) or isinstance(other, str):
        return _plain(one) == _plain(other)
    return False


def _plain(value: Any) -> Any:
    return _read(value) if isinstance(value, str) else value


@lru_cache(maxsize=4096)
def _read(text: str) -> float | str:
    try:
        value = parse_quantity(text).value
    except QuantityError:
        value = math.nan
    # What is no quantity is a choice, and hosts write those in any case.
    return text.strip().casefold() if math.isnan(value) else value
