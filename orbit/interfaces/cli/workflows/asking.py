"""How a command asks the library: through the engine, wherever that runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from orbit.server import Engine
    from orbit.settings import Settings

__all__ = ["Id", "ask"]

Answer = TypeVar("Answer")

Id = Annotated[str, typer.Argument(metavar="ID", help="As `orbit workflows list` gives it.")]


def ask(settings: Settings, question: Callable[[Engine], Awaitable[Answer]]) -> Answer:
    """Put a question to the engine of these settings and wait for the answer."""
    return asyncio.run(_ask(settings, question))


async def _ask(settings: Settings, question: Callable[[Engine], Awaitable[Answer]]) -> Answer:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await question(engine)
