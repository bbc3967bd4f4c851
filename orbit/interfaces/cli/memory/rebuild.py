"""``orbit memory rebuild`` and ``verify``: the search index made anew from what is stored, or held to it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(rebuild)
    app.command()(verify)


def rebuild(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Rebuild the search index from what is stored."""
    count = asyncio.run(_rebuild(load_settings(data_dir=data_dir)))
    if as_json:
        print_json({"ok": True, "workflows": count})
    else:
        screen().print(f"The index was rebuilt: {count} workflows.")
    return DONE


def verify(as_json: Json = False, data_dir: DataDir = None) -> int:
    """Compare the search index with what is stored; change nothing."""
    faults = asyncio.run(_verify(load_settings(data_dir=data_dir)))
    if as_json:
        print_json({"ok": not faults, "faults": faults})
        return FAILED if faults else DONE
    for fault in faults:
        screen().print(f"Wrong: {fault}.", markup=False)
    screen().print(
        "Nothing is lost: “orbit memory rebuild” repairs it." if faults else "The index is as it should be."
    )
    return FAILED if faults else DONE


async def _rebuild(settings: Settings) -> int:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.rebuild()


async def _verify(settings: Settings) -> list[str]:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.verify()
