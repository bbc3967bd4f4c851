"""``orbit als``: what Live saved, read without Live: one set, the way between two, and a set's history."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import Json
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daw_bridges.ableton.saved import SavedSet

__all__ = ["app"]

_SHOW = "FILE"


class _FileOrCommand(TyperGroup):
    """A group in which any word that is none of its commands is a file to show."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Let ``als FILE`` mean the command that shows a file."""
        words = [argument for argument in args if not argument.startswith("-") or argument == "-"]
        if words and (words[0] == _SHOW or words[0] not in self.commands):
            args = [_SHOW, *args]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Leave the name out that is only there for the group's own help."""
        name, command, rest = super().resolve_command(ctx, args)
        return "" if name == _SHOW else name, command, rest


app = typer.Typer(
    name="als",
    help="Read sets that Live saved: one, two compared, or a history.",
    no_args_is_help=True,
    cls=_FileOrCommand,
    subcommand_metavar="FILE | diff OLD NEW | history FILE",
)

_Set = Annotated[Path, typer.Argument(metavar="FILE", help="A set that Live saved (.als).")]


@app.command(_SHOW)
def show(file: _Set, as_json: Json = False) -> int:
    """Show a saved set as a session."""
    saved = _read(file)
    if as_json:
        print_json(saved.session.model_dump(mode="json"))
        return DONE
    from orbit.interfaces.cli.views.saved import set_view

    screen().print(set_view(saved))
    return DONE


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The set as it was.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The set as it is now.")],
    as_json: Json = False,
) -> int:
    """Say which actions lead from one saved set to another."""
    from daw_bridges.actions import action_json
    from daw_bridges.algebra import nearest

    way = nearest(_read(old).session, _read(new).session)
    if as_json:
        print_json({"actions": [action_json(action) for action in way.actions], "unsaid": way.unsaid})
        return DONE
    from orbit.interfaces.cli.views.saved import way_view

    screen().print(way_view(way.actions, way.unsaid))
    return DONE


@app.command()
def history(
    file: _Set,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one trajectory a line, as in .jsonl files.")
    ] = False,
) -> int:
    """Say what was done from backup to backup."""
    from daw_bridges.errors import SavedSetError
    from orbit.interfaces.cli.views.saved import steps_view
    from orbit.learning.saved_sets import history_of

    told, unread = 0, 0
    for found in history_of(file):
        if isinstance(found, SavedSetError):
            _aside([str(found)])
            unread += 1
        elif as_json:
            print_json(found.trajectory.model_dump(mode="json"))
        else:
            screen().print(steps_view(found))
        told += not isinstance(found, SavedSetError)
    if not told and not as_json:
        screen().print(
            f"There is no earlier version of {file.name} in a Backup folder beside it.", markup=False
        )
    return FAILED if unread and not told else DONE


def _read(path: Path) -> SavedSet:
    from daw_bridges.ableton.saved import read_set

    saved = read_set(path)
    _aside(f"{path.name}: {warning}" for warning in saved.warnings)
    return saved


def _aside(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stderr.write(f"{line}\n")
