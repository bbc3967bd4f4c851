"""The options that several commands share, and the settings they add up to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from orbit.interfaces.cli.failures import keep_log_in

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["DataDir", "Daw", "Json", "Model", "Port", "load_settings"]

Daw = Annotated[
    str | None,
    typer.Option("--daw", metavar="NAME", help="practice (the default), ableton or logic."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else on stdout.")]
Model = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="offline (the default), openai:…, anthropic:…, ollama:…"),
]
DataDir = Annotated[
    Path | None, typer.Option("--data-dir", metavar="DIR", help="Where everything that Orbit keeps lives.")
]

Port = Annotated[
    int | None,
    typer.Option(
        "--port", metavar="N", min=0, max=65535, help="The port on this machine. Default: any free one."
    ),
]


def load_settings(**overrides: Any) -> Settings:
    """Gather the settings, with what this command line says on top; None counts as not said."""
    from orbit.settings import Settings

    settings = Settings.load(**overrides)
    keep_log_in(settings.data_dir)
    return settings
