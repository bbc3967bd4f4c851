"""The server: settings in, a DAW, a library and an agent wired together; requests in, outcomes out.

``engine_for`` is what a face opens: one process a data directory has the DAW's ports and the search index.
One that lives long hosts the server, and the others are its clients; one that does not works by itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.outcome import Outcome
    from orbit.server.client import EngineClient, engine_for
    from orbit.server.engine import Changed, Engine, Notice, OnNotice
    from orbit.server.host import Server
    from orbit.server.local import LocalEngine, open_library

__all__ = [
    "Changed",
    "Engine",
    "EngineClient",
    "LocalEngine",
    "Notice",
    "OnNotice",
    "Outcome",
    "Server",
    "engine_for",
    "open_library",
]

_HOMES = {
    "orbit.outcome": ("Outcome",),
    "orbit.server.client": ("EngineClient", "engine_for"),
    "orbit.server.engine": ("Changed", "Engine", "Notice", "OnNotice"),
    "orbit.server.host": ("Server",),
    "orbit.server.local": ("LocalEngine", "open_library"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)
