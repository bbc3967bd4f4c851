"""Where output goes: JSON to stdout for programs, rich text for people, and the two never mixed."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

from daw_bridges.errors import OrbitError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["interactive", "output_trouble", "prepare_streams", "print_json", "screen"]

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
_WIDTH_WITHOUT_TERMINAL = 100  # in a pipe or a log file there is no width to ask for


_OBEYED = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What a terminal would obey and JSON leaves as it is; it stands in texts alone, where it has an escape."""


def print_json(document: Any) -> None:
    """Print one JSON document on one line of stdout."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    text = json.dumps(document, ensure_ascii=plain, allow_nan=False)
    sys.stdout.write(_OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")
    sys.stdout.flush()


def screen(*, aside: bool = False) -> Console:
    """The console for people; ``aside`` writes to stderr, which keeps stdout for the answer.

    Colour is rich's decision: none into a pipe, none with NO_COLOR. Of what others wrote, nothing reaches it
    that a terminal would obey.
    """
    from rich.console import Console

    from orbit.interfaces.cli.harmless import HarmlessText

    console = Console(stderr=aside, highlight=False)
    console.push_render_hook(HarmlessText())
    if not console.is_terminal:
        console.width = _WIDTH_WITHOUT_TERMINAL
    return console


def interactive() -> bool:
    """Whether someone is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def output_trouble(error: BaseException) -> OrbitError | None:
    """Give an error that is stdout's, which takes no more, in words; None for any other."""
    if not isinstance(error, OSError) or error.errno not in _FULL:
        return None
    try:
        os.write(sys.stdout.fileno(), b"\n")
    except OSError:
        with suppress(OSError):  # Python writes what is left at the end, and would complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OrbitError(
            f"The output cannot be written: {error.strerror}. The request may have been carried out all "
            "the same: check with “orbit session” before you ask again."
        )
    return None


def prepare_streams() -> None:
    """Let a character that cannot be read or shown be a substitute instead of ending the program.

    And let it show nothing but Orbit's own output: pydantic-ai would print a banner on it.
    """
    os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - it was closed before we began
        sys.stdin = TextIOWrapper(BytesIO())
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
