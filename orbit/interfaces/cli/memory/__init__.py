"""``orbit memory``: looking after what Orbit remembers. Each module here adds its own commands."""

from __future__ import annotations

import typer

from orbit.interfaces.cli.memory import (
    audit,
    everything,
    knowing,
    noting,
    past,
    preferences,
    reading,
    rebuild,
    removing,
    restore,
    writing,
)

__all__ = ["app"]

app = typer.Typer(name="memory", help="Look after what Orbit remembers.", no_args_is_help=True)

# One line a module; help shows the commands in this order.
reading.register(app)
writing.register(app)
removing.register(app)
rebuild.register(app)
restore.register(app)
audit.register(app)
everything.register(app)
knowing.register(app)
noting.register(app)
past.register(app)
app.add_typer(preferences.app)
