"""Finding the engine of a data directory: the one that runs, or one in this process."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from orbit.engine.local import Engine

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from orbit.engine.interface import AnyEngine
    from orbit.settings import Settings

__all__ = ["engine_for"]


@asynccontextmanager
async def engine_for(settings: Settings) -> AsyncGenerator[AnyEngine]:
    """Give the engine of the settings' data directory for as long as the block lasts."""
    async with Engine(settings) as engine:
        yield engine
