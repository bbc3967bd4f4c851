"""The ``orbit`` command: its commands put together, and the one place where failures end."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from orbit import __version__
from orbit.interfaces.cli.failures import report
from orbit.interfaces.cli.output import output_trouble, prepare_streams

__all__ = ["app", "main", "run"]

_COMMANDS = (
    "demo", "do", "chat", "session", "install", "doctor", "watch", "learn", "mcp", "serve", "panel",
)  # fmt: skip
"""Each a function of the module of its name."""
_GROUPS = {
    "record": "record", "als": "als", "bench": "bench", "workflows": "workflows", "memory": "memory",
    "simulate": "simulate", "practice": "session", "voice": "voice",
}  # fmt: skip
"""Each the ``app`` of a module."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"orbit {__version__}")
        raise typer.Exit


def _root(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that stand before the command."""


def app(only: str | None = None) -> typer.Typer:
    """Give the command line; ``only`` as much of it as one command needs, which is ready sooner."""
    line = typer.Typer(
        name="orbit",
        help="Say what you want done in your DAW. Orbit plans it, does it, reads it back, and can undo it.",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    line.callback()(_root)
    known = only in {*_COMMANDS, *_GROUPS}
    for name in _COMMANDS:
        if name == only or not known:
            home = "chat.command" if name == "chat" else name  # "chat.chat" is a module of its own
            line.command()(getattr(import_module(f"{__package__}.{home}"), name))
    for name, home in _GROUPS.items():
        if name == only or not known:
            line.add_typer(import_module(f"{__package__}.{home}").app)
    return line


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing is raised."""
    prepare_streams()
    try:
        line = app(next(iter(arguments), None))
        status = line(list(arguments), prog_name="orbit", standalone_mode=False) or 0
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        sys.stderr.close()  # the reader has seen enough; Python would complain about the rest
        return 0
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the end of the line for every failure
        if (trouble := output_trouble(error)) is not None:
            return report(trouble, as_json=False)
        return report(error, as_json=_wants_json(arguments))


def _wants_json(arguments: Sequence[str]) -> bool:
    # Read from the words themselves: a command line that cannot be parsed is answered in JSON too.
    options = arguments[: list(arguments).index("--")] if "--" in arguments else arguments
    return "--json" in options


def main() -> None:
    """Be the ``orbit`` program, whose files are its user's alone."""
    # A command makes much and throws little away: looking through all of it again and again takes a fifth.
    gc.set_threshold(100_000, 20, 20)
    os.umask(0o077)
    # Every package that is installed would be searched for plug-ins of pydantic's, at each command.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    status = run(sys.argv[1:])
    gc.freeze()  # nor is all of it to be looked through at the end, which takes a quarter
    sys.exit(status)
