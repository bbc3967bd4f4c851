"""``orbit memory``: looking after what Orbit remembers. Each module here adds its own commands."""

from __future__ import annotations

import typer

from orbit.interfaces.cli.memory import audit, knowing, noting, rebuild

__all__ = ["app"]

app = typer.Typer(name="memory", help="Look after what Orbit remembers.", no_args_is_help=True)

# One line a module; help shows the commands in this order.
rebuild.register(app)
audit.register(app)
knowing.register(app)
noting.register(app)


@app.callback()
def _group() -> None:
    """Keep each command's name in use, also while there is only one."""
