"""What a face opens: the engine of its settings' data directory, wherever that runs."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from orbit.engine.interface import AnyEngine
    from orbit.settings import Settings

__all__ = ["engine_for"]


@asynccontextmanager
async def engine_for(settings: Settings, *, stays: bool = False) -> AsyncGenerator[AnyEngine]:
    """Give the engine of the settings' data directory for as long as the block lasts.

    The first to come owns the DAW's ports and the search index, and serves those who come while it is there.
    ``stays``: this process is here for long, so as an owner it opens the index beside its work. Raises
    EngineError when the owner does not answer, or is another version of Orbit.
    """
    from orbit.engine.shared import SharedEngine

    async with SharedEngine(settings, stays=stays) as engine:
        yield engine
