"""``orbit workflows``: what Orbit knows how to do. Each module here adds its own commands."""

from __future__ import annotations

import typer

from orbit.interfaces.cli.workflows import (
    authorship,
    finding,
    history,
    offers,
    packs,
    refine,
    repairs,
    run,
    trust,
)

__all__ = ["app"]

app = typer.Typer(name="workflows", help="What Orbit knows how to do.", no_args_is_help=True)

# One line a module; help shows the commands in this order.
finding.register(app)
run.register(app)
authorship.register(app)
packs.register(app)
history.register(app)
trust.register(app)
offers.register(app)
repairs.register(app)
refine.register(app)
