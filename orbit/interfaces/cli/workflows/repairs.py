"""``orbit workflows repairs|repair``: what no longer works as it did, and what the user did instead."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import Id, ask

if TYPE_CHECKING:
    from orbit.learning.repair.operations import Repair

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(repairs)
    app.command()(repair)


def repairs(as_json: Json = False, data_dir: DataDir = None) -> int:
    """List workflows that now fail, with what you did instead."""
    found: list[Repair] = ask(load_settings(data_dir=data_dir), lambda engine: engine.call("repairs"))
    if as_json:
        print_json([_document(each) for each in found])
    else:
        from orbit.interfaces.cli.views.repairs import repairs_view

        screen().print(repairs_view(found))
    return DONE


def repair(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Put what you did instead into a workflow that fails."""
    settings = load_settings(data_dir=data_dir)
    done: Repair = ask(settings, lambda engine: engine.call("repair", workflow_id=workflow_id))
    if as_json:
        print_json({"ok": True, **_document(done)})
    else:
        changes = "\n".join(f"  {each}" for each in done.changes)
        back = f"orbit workflows revert {done.id} {done.version}"
        told = f"“{done.title}” is repaired (version {done.saved_as}):\n{changes}\nTake it back with: {back}"
        screen().print(told, markup=False)
    return DONE


def _document(repair: Repair) -> dict[str, Any]:
    return asdict(repair)
