"""``orbit memory preferences``: how the user wants things done, listed and forgotten."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["app"]

app = typer.Typer(name="preferences", help="How you want things done.", invoke_without_command=True)


@app.callback()
def preferences(context: typer.Context, as_json: Json = False, data_dir: DataDir = None) -> int:
    """List your preferences: said, or learned where you corrected the same thing often."""
    if context.invoked_subcommand is not None:
        return DONE
    return list_(as_json=as_json, data_dir=data_dir)


@app.command("list")
def list_(as_json: Json = False, data_dir: DataDir = None) -> int:
    """List your preferences."""
    known = asyncio.run(_call(load_settings(data_dir=data_dir), "preferences"))
    if as_json:
        print_json([_document(each) for each in known])
    else:
        from orbit.interfaces.cli.views.knowledge import preferences_view

        screen().print(preferences_view(known))
    return DONE


@app.command("forget")
def forget(
    which: Annotated[
        str, typer.Argument(metavar="ID|WORDS", help="A preference's id, words about it, or everything.")
    ],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Forget a preference."""
    gone = asyncio.run(_call(load_settings(data_dir=data_dir), "forget_preference", about=which))
    if as_json:
        print_json({"ok": True, "forgotten": [_document(each) for each in gone]})
    else:
        told = "; ".join(each.preference.describe() for each in gone)
        screen().print(f"Forgotten: {told}.", markup=False)
    return DONE


def _document(known: Any) -> dict[str, Any]:
    return {
        "id": known.id,
        **known.preference.model_dump(mode="json"),
        "source": known.source,
        "words": known.words,
        "since": known.since or None,
        "sittings": known.sittings,
        "told": known.preference.describe(),
    }


async def _call(settings: Settings, operation: str, **arguments: Any) -> Any:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.call(operation, **arguments)
