"""``orbit workflows standing|pin|trust|merge|forget``: which are to be relied on, which are no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import Id, ask

if TYPE_CHECKING:
    from orbit.memory.trust.forgetting import Forgotten
    from orbit.memory.trust.merging import Merged
    from orbit.memory.trust.operations import Reliance
    from orbit.server import Engine

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(standing)
    app.command()(pin)
    app.command()(trust)
    app.command()(merge)
    app.command()(forget)


def standing(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Which; all by default.")] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Show how reliable each workflow is."""
    found = ask(load_settings(data_dir=data_dir), lambda engine: _reliances(engine, ids or []))
    if as_json:
        print_json([_document(name, each) for name, each in found.items()])
    else:
        from orbit.interfaces.cli.views.trust import reliances_view

        screen().print(reliances_view(found))
    return DONE


async def _reliances(engine: Engine, ids: list[str]) -> dict[str, Reliance]:
    if not ids:
        return await engine.call("reliances")
    return {name: await engine.call("reliance", workflow_id=name) for name in ids}


def _document(workflow_id: str, reliance: Reliance) -> dict[str, Any]:
    origin, sure, usage = reliance.origin, reliance.confidence, reliance.usage
    return {
        "id": workflow_id,
        "version": reliance.version,
        "source": origin.source,
        "file": origin.file,
        "trajectories": list(origin.trajectories),
        **asdict(reliance.standing),
        "confidence": {"expected": round(sure.expected, 4), "lower": sure.lower, "runs": sure.runs},
        "last_run": usage.last_run,
        "last_verified": usage.last_verified,
    }


def pin(
    workflow_id: Id,
    off: Annotated[bool, typer.Option("--off", help="Unpin it.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Keep a workflow ranked high in searches, however old."""
    settings = load_settings(data_dir=data_dir)
    ask(settings, lambda engine: engine.call("pin", workflow_id=workflow_id, pinned=not off))
    _say({"ok": True, "id": workflow_id, "pinned": not off}, as_json=as_json)
    if not as_json:
        screen().print(f"“{workflow_id}” is {'no longer ' if off else ''}pinned.", markup=False)
    return DONE


def trust(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Take an imported workflow as your own.

    Orbit no longer asks before it runs, unless it deletes or overwrites.
    """
    settings = load_settings(data_dir=data_dir)
    ask(settings, lambda engine: engine.call("trust", workflow_id=workflow_id))
    _say({"ok": True, "id": workflow_id, "trusted": True}, as_json=as_json)
    if not as_json:
        screen().print(f"“{workflow_id}” is trusted.", markup=False)
    return DONE


def merge(
    kept: Annotated[str, typer.Argument(metavar="A", help="The workflow that stays.")],
    other: Annotated[str, typer.Argument(metavar="B", help="The one it replaces.")],
    anyway: Annotated[bool, typer.Option("--anyway", help="Also when they do different things.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Take the merge back.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Replace one workflow with another.

    What is linked to either is kept, and --undo takes it back.
    """
    settings = load_settings(data_dir=data_dir)
    merged: Merged = ask(
        settings,
        lambda engine: (
            engine.call("unmerge", other=other, kept=kept)
            if undo
            else engine.call("merge", kept=kept, other=other, anyway=anyway)
        ),
    )
    _say(
        {
            "ok": True,
            "id": merged.kept,
            "superseded": None if undo else merged.superseded,
            "version": merged.version,
        },
        as_json=as_json,
    )
    if not as_json:
        screen().print(_merged(merged, undo=undo), markup=False)
    return DONE


def _merged(merged: Merged, *, undo: bool) -> str:
    if not undo:
        back = f"orbit workflows merge {merged.kept} {merged.superseded} --undo"
        return f"“{merged.kept}” now also stands for “{merged.superseded}”. To take that back: {back}"
    changed = " It had been changed since, so its content was left alone." if merged.changed_since else ""
    return f"“{merged.superseded}” stands for itself again, and “{merged.kept}” is as it was.{changed}"


def forget(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Delete a workflow for good, with all its versions."""
    settings = load_settings(data_dir=data_dir)
    gone: Forgotten = ask(settings, lambda engine: engine.call("forget", workflow_id=workflow_id))
    document = {
        "ok": True,
        "id": workflow_id,
        "rows": dict(gone.rows),
        "index": gone.index,
        "lives_on_in": list(gone.lives_on_in),
        "copies": list(gone.copies),
    }
    _say(document, as_json=as_json)
    if not as_json:
        screen().print(gone.told(workflow_id), markup=False)
    return DONE


def _say(document: Mapping[str, object], *, as_json: bool) -> None:
    if as_json:
        print_json(document)
