"""``orbit workflows versions|revert|diff``: what a workflow was before, and having it back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import Id, ask

if TYPE_CHECKING:
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.operations import Version

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(versions)
    app.command()(revert)
    app.command()(diff)


def versions(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """List every version of a workflow ever saved."""
    saved: list[Version] = ask(
        load_settings(data_dir=data_dir), lambda engine: engine.call("versions", workflow_id=workflow_id)
    )
    if as_json:
        print_json([_document(each) for each in saved])
    else:
        from orbit.interfaces.cli.views.trust import versions_view

        screen().print(versions_view(saved))
    return DONE


def revert(
    workflow_id: Id,
    number: Annotated[int, typer.Argument(metavar="N", help="The version, as `versions` gives it.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Go back to an earlier version; the ones since are kept."""
    now: Version = ask(
        load_settings(data_dir=data_dir),
        lambda engine: engine.call("revert", workflow_id=workflow_id, version=number),
    )
    if as_json:
        print_json({"ok": True, "id": workflow_id, **_document(now)})
    else:
        screen().print(
            f"“{workflow_id}” is back to version {number}, saved as version {now.version}.",
            markup=False,
        )
    return DONE


def diff(
    workflow_id: Id,
    before: Annotated[str, typer.Argument(metavar="A", help="A version, or the ID of another workflow.")],
    after: Annotated[
        str | None, typer.Argument(metavar="[B]", help="Another version; the current one by default.")
    ] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Compare two versions, or two workflows."""
    found: list[Difference] = ask(
        load_settings(data_dir=data_dir),
        lambda engine: engine.call("diff", workflow_id=workflow_id, before=before, after=after or ""),
    )
    if as_json:
        print_json([asdict(each) for each in found])
    else:
        from orbit.interfaces.cli.views.trust import differences_view

        screen().print(differences_view(found))
    return DONE


def _document(version: Version) -> dict[str, Any]:
    return {
        "version": version.version,
        "created": version.created,
        "source": version.origin.source,
        "file": version.origin.file,
        "steps": version.steps,
        "note": version.note,
        "current": version.current,
    }
