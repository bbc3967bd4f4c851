"""``orbit memory rebuild``: the search index made anew from what is stored."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(rebuild)


def rebuild(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Make the search index anew from what is stored."""
    count = asyncio.run(_rebuild(load_settings(data_dir=data_dir)))
    if as_json:
        print_json({"ok": True, "workflows": count})
    else:
        screen().print(f"The index was made anew: {count} workflows.")
    return DONE


async def _rebuild(settings: Settings) -> int:
    from orbit.engine import engine_for

    async with engine_for(settings) as engine:
        return await engine.rebuild()
