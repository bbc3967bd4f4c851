"""Finding bridges: each is an entry point of the group ``orbit.bridges``, ours and a third party's alike.

An entry point names an async factory: ``async def open_bridge(**options) -> Bridge``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, cast

from daw_bridges.bridge import Bridge
from daw_bridges.errors import UnsupportedError
from daw_bridges.extensions import extensions

__all__ = ["GROUP", "known_daws", "open_bridge"]

GROUP = "orbit.bridges"


def known_daws() -> list[str]:
    """The DAWs that an installed package has a bridge for."""
    return sorted({entry.name for entry in extensions(GROUP)})


async def open_bridge(daw: str, **options: Any) -> Bridge:
    """Open the bridge to a DAW. Raises UnsupportedError when no installed package has one."""
    return await _factory(daw)(**options)


def _factory(daw: str) -> Callable[..., Awaitable[Bridge]]:
    found = extensions(GROUP, daw)
    if not found:
        known = ", ".join(known_daws()) or "none: install the project (pip install -e .) to register them"
        raise UnsupportedError(f"There is no bridge to “{daw}”. Bridges installed: {known}.")
    return cast("Callable[..., Awaitable[Bridge]]", found[0].load())
