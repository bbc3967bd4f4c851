"""``orbit memory remember`` and ``notes``: names, notes and skills, kept and found again."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(remember)
    app.command()(notes)


def remember(
    text: Annotated[str, typer.Argument(help="What to keep; with --means, the name that you use.")],
    means: Annotated[
        str | None,
        typer.Option("--means", metavar="NAME", help="What TEXT is a name for, as the DAW has it."),
    ] = None,
    plugin: Annotated[bool, typer.Option("--plugin", help="TEXT names a plug-in, not a track.")] = False,
    skill: Annotated[bool, typer.Option("--skill", help="TEXT says how something is done.")] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="A title for the note.")
    ] = None,
    tags: Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="Can be repeated.")] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Keep a note, a skill, or (--means) what you call a track."""
    settings = load_settings(data_dir=data_dir)
    if means is not None and (skill or title is not None or tags):
        raise UsageError("A name has no title and no tags, and is not a skill: leave them out with --means.")
    if means is None and plugin:
        raise UsageError("Say which plug-in is meant with --means.")
    if means is not None:
        kept = asyncio.run(
            _call(settings, "learn_name", name=text, means=means, kind="plugin" if plugin else "track")
        )
        told = f"“{text}” means {kept.name}."
    else:
        kind = "skill" if skill else "note"
        kept = asyncio.run(_call(settings, "remember", text=text, title=title, kind=kind, tags=tags or []))
        told = f"Saved as {kept.id}."
    if as_json:
        print_json({"ok": True} | asdict(kept))
    else:
        screen().print(told, markup=False)
    return DONE


def notes(
    query: Annotated[
        str | None, typer.Argument(help="What they are about; without it, all are listed.")
    ] = None,
    count: Annotated[int, typer.Option("-k", metavar="N", min=1, help="How many to find.")] = 3,
    kind: Annotated[
        Literal["note", "skill"] | None, typer.Option("--kind", help="Notes or skills alone.")
    ] = None,
    forget: Annotated[str | None, typer.Option("--forget", metavar="ID", help="Delete this note.")] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """List your notes and skills, or find some."""
    settings = load_settings(data_dir=data_dir)
    if forget is not None:
        asyncio.run(_call(settings, "forget_note", note_id=forget))
        _say({"ok": True, "forgotten": forget}, f"Forgotten: {forget}.", as_json=as_json)
        return DONE
    if query is None:
        kept = asyncio.run(_call(settings, "notes", kind=kind))
        rows: list[dict[str, Any]] = [asdict(note) for note in kept]
    else:
        found = asyncio.run(_call(settings, "search_notes", query=query, k=count, kind=kind))
        kept = [each.note for each in found]
        rows = [asdict(each.note) | {"score": round(each.score, 4)} for each in found]
    if as_json:
        print_json(rows)
    else:
        from orbit.interfaces.cli.views.knowledge import notes_view

        screen().print(notes_view(kept))
    return DONE


def _say(document: dict[str, Any], told: str, *, as_json: bool) -> None:
    if as_json:
        print_json(document)
    else:
        screen().print(told, markup=False)


async def _call(settings: Settings, operation: str, **arguments: Any) -> Any:
    from orbit.server import engine_for

    async with engine_for(settings) as engine:
        return await engine.call(operation, **arguments)
