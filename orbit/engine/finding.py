"""What a face opens: the engine of its settings' data directory, wherever that runs."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from orbit.engine.failures import UnwritableError
from orbit.engine.local import Engine

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

    async with AsyncExitStack() as open_:
        try:
            engine: AnyEngine = await open_.enter_async_context(SharedEngine(settings, stays=stays))
        except UnwritableError as error:
            # What can be read is read all the same, on a disk that is full or may not be written.
            engine = await open_.enter_async_context(Engine(settings, trouble=str(error)))
        yield engine
