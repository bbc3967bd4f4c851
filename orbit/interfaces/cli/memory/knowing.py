"""``orbit memory entities`` and ``know``: the user's own tracks, plug-ins, names and habits."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(entities)
    app.command()(know)


def entities(
    kind: Annotated[
        Literal["track", "plugin"] | None, typer.Option("--kind", help="Tracks or plug-ins alone.")
    ] = None,
    forget: Annotated[
        str | None, typer.Option("--forget", metavar="NAME|ID", help="Forget a name, or a thing by its id.")
    ] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """List the tracks and plug-ins that Orbit knows."""
    settings = load_settings(data_dir=data_dir)
    if forget is not None:
        return _forget(settings, forget, as_json=as_json)
    known = asyncio.run(_call(settings, "entities", kind=kind))
    if as_json:
        print_json([asdict(each) for each in known])
    else:
        from orbit.interfaces.cli.views.knowledge import entities_view

        screen().print(entities_view(known))
    return DONE


def _forget(settings: Settings, name: str, *, as_json: bool) -> int:
    by_id = name.partition(":")[0] in ("track", "plugin") and ":" in name
    if by_id:
        asyncio.run(_call(settings, "forget_entity", entity_id=name))
        meant = [name]
    else:
        meant = asyncio.run(_call(settings, "forget_name", name=name))
    if as_json:
        print_json({"ok": True, "forgotten": name, "meant": meant})
    else:
        screen().print(
            f"Forgotten: {name}." if by_id else f"“{name}” no longer means {' or '.join(meant)}.",
            markup=False,
        )
    return DONE


def know(
    name: Annotated[
        str, typer.Argument(help="A track, a plug-in, a part (vocal) or a kind of device (compressor).")
    ],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Say what a name means, and what is usual for it."""
    about = asyncio.run(_call(load_settings(data_dir=data_dir), "know", name=name))
    if as_json:
        told = [str(habit) for habit in (*about.devices, *about.levels)]
        print_json(asdict(about) | {"told": told})
    else:
        from orbit.interfaces.cli.views.knowledge import known_of_view

        screen().print(known_of_view(about))
    return DONE


async def _call(settings: Settings, operation: str, **arguments: Any) -> Any:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.call(operation, **arguments)
