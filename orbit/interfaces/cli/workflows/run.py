"""``orbit workflows run``: a workflow by name, planned, agreed to and read back as by ``do``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.do import carry_out
from orbit.interfaces.cli.options import DataDir, Daw, Json, load_settings

if TYPE_CHECKING:
    from orbit.agent import Wanted
    from orbit.memory.authorship import Addressed
    from orbit.server import Engine

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(run)


def run(
    name: Annotated[
        str,
        typer.Argument(metavar="ID", help="Its id, its title, or one of its phrases, slots filled."),
    ],
    given: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SLOT=VALUE", help="A slot's value; can be repeated."),
    ] = None,
    daw: Daw = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the plan and change nothing.")] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Consent beforehand, also to deleting and overwriting.")
    ] = False,
    confirm: Annotated[bool, typer.Option("--confirm", help="Ask before every plan.")] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Run a workflow; "orbit do undo" takes it back."""
    slots = dict(_slot(each) for each in given or ())

    async def wanted(engine: Engine) -> Wanted:
        from orbit.agent import Wanted

        called: Addressed = await engine.call("address", text=name)
        return Wanted(workflow=called.id, slots={**called.slots, **slots}, title=called.title)

    settings = load_settings(daw=daw, data_dir=data_dir, confirm=confirm or None)
    return carry_out(settings, name, wanted, dry_run=dry_run, yes=yes, as_json=as_json)


def _slot(said: str) -> tuple[str, str]:
    slot, equals, value = said.partition("=")
    if not equals or not slot.strip():
        raise UsageError(f"“{said}” sets no slot. Say for example: --set target=Bass")
    return slot.strip(), value.strip()
