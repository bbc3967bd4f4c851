"""The ``orbit`` command: its commands put together, and the one place where failures end."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from orbit import __version__
from orbit.interfaces.cli import (
    als,
    bench,
    chat,
    demo,
    do,
    doctor,
    install,
    learn,
    mcp,
    memory,
    panel,
    record,
    serve,
    session,
    simulate,
    voice,
    watch,
    workflows,
)
from orbit.interfaces.cli.failures import report
from orbit.interfaces.cli.output import output_trouble, prepare_streams

__all__ = ["app", "main", "run"]

app = typer.Typer(
    name="orbit",
    help="Say what you want done in your DAW. Orbit plans it, does it, reads it back, and can undo it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(demo.demo)
app.command()(do.do)
app.command()(chat.chat)
app.command()(session.session)
app.command()(install.install)
app.command()(doctor.doctor)
app.command()(watch.watch)
app.command()(learn.learn)
app.command()(mcp.mcp)
app.command()(serve.serve)
app.command()(panel.panel)
app.add_typer(record.app)
app.add_typer(als.app)
app.add_typer(bench.app)
app.add_typer(workflows.app)
app.add_typer(memory.app)
app.add_typer(simulate.app)
app.add_typer(session.app)
app.add_typer(voice.app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"orbit {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version and end.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that stand before the command."""


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing is raised."""
    prepare_streams()
    try:
        status = app(list(arguments), prog_name="orbit", standalone_mode=False) or 0
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
    gc.set_threshold(20_000, 20, 20)
    os.umask(0o077)
    sys.exit(run(sys.argv[1:]))
