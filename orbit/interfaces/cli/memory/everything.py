"""``orbit memory forget``: all that Orbit remembers for one user and project, gone for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import interactive, print_json, screen
from orbit.interfaces.cli.workflows.asking import ask

if TYPE_CHECKING:
    from orbit.memory.trust.forgetting import Forgotten
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(forget)


def forget(
    everything: Annotated[
        bool, typer.Option("--everything", help="Confirm that everything goes: it cannot be undone.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask again.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Delete all of this user's and project's memory.

    Workflows, runs, trajectories, notes, names and keyed memory go, with all versions, and are looked for
    again; what comes with Orbit is there again the next time. No other user's or project's memory is touched.
    """
    settings = load_settings(data_dir=data_dir)
    if not everything:
        raise UsageError("This deletes everything that Orbit remembers. To do that, add --everything.")
    if not (yes or _agreed(settings)):
        raise UsageError("Nothing was deleted. Add --yes to do it without being asked.")
    gone: Forgotten = ask(settings, lambda engine: engine.call("forget_everything"))
    if as_json:
        document = {"ok": True, "rows": dict(gone.rows), "index": gone.index, "copies": list(gone.copies)}
        print_json(document)
    else:
        screen().print(gone.told(), markup=False)
    return DONE


def _agreed(settings: Settings) -> bool:
    if not interactive():
        return False
    from rich.prompt import Confirm

    whose = f"{settings.user} in {settings.project}"
    return Confirm.ask(f"Delete everything that Orbit remembers for {whose}, for good?", default=False)
