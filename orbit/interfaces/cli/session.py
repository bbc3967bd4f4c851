"""``orbit session``: the session as it is now; ``orbit practice``: the practice session begun anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer

from orbit.hosts import PRACTICE
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Daw, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.settings import Settings

__all__ = ["app", "session"]

app = typer.Typer(
    name="practice", help="The practice session, which lasts between commands.", no_args_is_help=True
)


@app.command()
def reset(data_dir: DataDir = None, as_json: Json = False) -> int:
    """Reset the practice session to how it was at first."""
    fresh = asyncio.run(_reset(load_settings(daw=PRACTICE, data_dir=data_dir)))
    if as_json:
        print_json(fresh.model_dump(mode="json"))
    else:
        screen().print("The practice session was reset.")
    return DONE


def session(daw: Daw = None, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Show the session now: tracks, levels, devices, clips."""
    now, cut_short = asyncio.run(_read(load_settings(daw=daw, data_dir=data_dir)))
    if cut_short:
        screen(aside=True).print(cut_short)
    if as_json:
        print_json(now.model_dump(mode="json"))
    else:
        from orbit.interfaces.cli.views.session import session_view

        screen().print(session_view(now))
    return DONE


async def _reset(settings: Settings) -> Session:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        await engine.reset_practice()
        return await engine.session()


async def _read(settings: Settings) -> tuple[Session, str]:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.session(), engine.cut_short()
