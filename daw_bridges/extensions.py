"""What installed packages bring, ours and a third party's alike: the entry points of a group."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import cast

__all__ = ["extensions"]


def extensions(group: str, name: str | None = None) -> list[EntryPoint]:
    """The entry points of a group, all or those of a name."""
    found = _installed(*sys.path).select(group=group)
    return list(found if name is None else found.select(name=name))


# Reading what is installed takes longer than the rest of a short command; it changes with the path alone.
@lru_cache(maxsize=4)
def _installed(*_path: str) -> EntryPoints:
    # Python 3.11 gives a dictionary for the sake of older code, which selects alike.
    return cast("EntryPoints", entry_points())
