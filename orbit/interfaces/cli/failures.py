"""What a failure looks like from outside: an exit status, one message, and never a traceback.

Status 0 done, 1 refused or failed, 2 wrong usage, 3 no DAW reachable. With ``--json`` a failure is still one
JSON document on stdout, in the shape of ``orbit do``: ``ok`` false and ``reply`` saying why.
"""

from __future__ import annotations

import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from daw_bridges.errors import OrbitError, TimedOutError, UnreachableError, UsageError

__all__ = [
    "DONE",
    "FAILED",
    "UNREACHABLE",
    "WRONG_USAGE",
    "UnexpectedError",
    "failure_document",
    "keep_log_in",
    "report",
    "status_of",
    "unexpected",
]

DONE, FAILED, WRONG_USAGE, UNREACHABLE = 0, 1, 2, 3
_INTERRUPTED = 130  # what shells expect of a program that Ctrl-C ended

_log_folders: list[Path] = []


class UnexpectedError(OrbitError):
    """What nobody meant to happen, written down; ``str`` says where."""


def keep_log_in(folder: Path) -> None:
    """Say where an unexpected failure is to be written down, as soon as the settings are known."""
    _log_folders[:] = [folder]


def _usual_folder() -> Path:
    from orbit.settings import Settings

    return Settings().data_dir


def status_of(error: BaseException) -> int:
    """The exit status that an error ends the program with."""
    match error:
        case typer.TyperException():
            return error.exit_code
        case UsageError():
            return WRONG_USAGE
        case UnreachableError() | TimedOutError():
            return UNREACHABLE
        case KeyboardInterrupt() | typer.Abort():
            return _INTERRUPTED
        case _:
            return FAILED


def failure_document(reply: str, code: str) -> dict[str, Any]:
    """A failure in the shape of ``orbit do --json``."""
    return {
        "ok": False,
        "workflow": None,
        "slots": {},
        "plan": [],
        "results": [],
        "memory": [],
        "reply": reply,
        "code": code,
        "question": None,
        "usage": None,
        "trajectory": None,
        "rolled_back": False,
        "before": None,
        "after": None,
    }


def report(error: BaseException, *, as_json: bool) -> int:
    """Tell the user what went wrong and return the exit status."""
    from orbit.interfaces.cli.output import print_json

    reply = _sentence(error)
    if as_json:
        print_json(failure_document(reply, _code(error)))
    show = None if as_json else getattr(error, "show", None)
    if show is not None:
        show()  # typer's own, with the usage line of the command that was meant
    else:
        from orbit.interfaces.cli.harmless import harmless

        sys.stderr.write(f"{harmless(reply)}\n")
    return status_of(error)


def _code(error: BaseException) -> str:
    match error:
        case OrbitError():
            return error.code
        case typer.TyperException():
            return "usage"
        case KeyboardInterrupt() | typer.Abort():
            return "interrupted"
        case _:
            return "unexpected"


def _sentence(error: BaseException) -> str:
    match error:
        case typer.TyperException():
            return error.format_message()
        case OrbitError():
            return str(error)
        case KeyboardInterrupt() | typer.Abort():
            return "Stopped."
        case _:
            return unexpected(error)


def unexpected(error: BaseException) -> str:
    """Write down what nobody meant to happen, and say where."""
    from orbit.secrets import known_secrets, without_secrets

    known = known_secrets()
    what = f"Something went wrong inside Orbit: {type(error).__name__}"
    folder = _log_folders[-1] if _log_folders else _usual_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / "orbit.log"
        with log.open("a", encoding="utf-8") as file:
            details = without_secrets("".join(traceback.format_exception(error)), known)
            file.write(f"{datetime.now(UTC).isoformat()}\n{details}\n")
    except OSError:
        return f"{what}: {error}. The details could not be written to {folder}."
    return f"{what}. Nothing is wrong with your request; the details are in {log}."
