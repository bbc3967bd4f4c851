"""``orbit install``: the plug-in of a DAW put in place, upgraded or taken away again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from daw_bridges.installer import InstallReport

__all__ = ["install"]


def install(  # noqa: PLR0913, PLR0917 - one each option
    daw: Annotated[str, typer.Argument(metavar="DAW", help="The DAW to install for, such as ableton.")],
    folder: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to put it, instead of where Live looks for it.")
    ] = None,
    uninstall: Annotated[bool, typer.Option("--uninstall", help="Remove it again.")] = False,
    port: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=65535, help="The port the script should listen on.")
    ] = None,
    reply_port: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, max=65535, help="Answer AbletonOSC's addresses too, to this port; 0: no."
        ),
    ] = None,
    new_token: Annotated[bool, typer.Option("--new-token", help="Make a new secret.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be done and do nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Replace what is not Orbit's too; a copy is kept.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Put Orbit's script into a DAW, and say what to click."""
    from daw_bridges.installer import InstallRequest, find_installer

    given: dict[str, Any] = {"port": port, "reply_port": reply_port, "new_token": new_token or None}
    request = InstallRequest(
        data_dir=load_settings(data_dir=data_dir).data_dir,
        folder=folder,
        uninstall=uninstall,
        dry_run=dry_run,
        consent=yes,
        options={name: value for name, value in given.items() if value is not None},
    )
    _show(find_installer(daw)(request), as_json=as_json)
    return DONE


def _show(report: InstallReport, *, as_json: bool) -> None:
    if as_json:
        print_json(report.to_json())
    else:
        from orbit.interfaces.cli.views.install import install_view

        screen().print(install_view(report))
