"""Regular expressions by RE2, whose time grows with the text alone: no pattern and no text makes it hang."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from daw_bridges.errors import UsageError

__all__ = ["compiled"]

_LARGEST = 1000
"""Of a pattern that somebody wrote, in characters; one made from a key of 256 stays within it."""
_MEMORY = 1 << 20
"""Bytes that one pattern may take."""


@lru_cache(maxsize=256)
def compiled(pattern: str) -> Any:
    """Give a pattern ready to match. Raises UsageError for one that is none."""
    import re2

    library: Any = re2  # it brings no types
    if len(pattern) > _LARGEST:
        raise UsageError(f"A pattern has at most {_LARGEST} characters.")
    options = library.Options()
    options.max_mem, options.log_errors = _MEMORY, False
    try:
        return library.compile(pattern, options)
    except library.error as error:
        said = error.args[0].decode() if error.args and isinstance(error.args[0], bytes) else str(error)
        raise UsageError(f"The pattern “{pattern[:60]}” cannot be used: {said}.") from None
