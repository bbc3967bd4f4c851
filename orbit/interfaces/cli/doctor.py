"""``orbit doctor``: everything checked, and what to do about what is not as it should be."""

from __future__ import annotations

from typing import Annotated

import typer

from orbit.interfaces.cli.failures import keep_log_in
from orbit.interfaces.cli.options import DataDir, Json, Model
from orbit.interfaces.cli.output import print_json, screen

__all__ = ["doctor"]


def doctor(
    daw: Annotated[
        str | None,
        typer.Option(
            "--daw", metavar="NAME", help="The DAW to check: ableton, logic, practice. Default: all."
        ),
    ] = None,
    as_json: Json = False,
    model: Model = None,
    data_dir: DataDir = None,
) -> int:
    """Check everything, and say how to fix what is wrong."""
    from orbit.doctor import Case, examine

    case = Case.gather(only=daw, model=model, data_dir=data_dir)
    keep_log_in(case.settings.data_dir)
    examined = examine(case)
    if as_json:
        print_json(examined.to_json())
    else:
        from orbit.interfaces.cli.views.doctor import examined_view

        screen().print(examined_view(examined))
    return examined.exit_code
