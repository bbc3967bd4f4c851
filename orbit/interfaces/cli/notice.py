"""A line at a terminal that says what is under way, until there is something to show."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Self, cast

if TYPE_CHECKING:
    from rich.console import Console, ConsoleRenderable, RenderHook

__all__ = ["Notice"]


class Notice:
    """Stands from its making until its block ends; on a console, until that prints the first thing.

    In a pipe or a file there is none.
    """

    def __init__(self, text: str) -> None:
        shown = sys.stdout.isatty() and sys.stderr.isatty()
        self._stands = shown and os.name == "posix" and os.environ.get("TERM", "dumb") != "dumb"
        # What is shown live puts something else in the place of sys.stderr, which prints by the console.
        self._stream = sys.stderr
        self._write(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def stand_on(self, console: Console) -> None:
        """Make room as soon as a console prints."""
        console.push_render_hook(cast("RenderHook", self))  # it is none by class: rich is imported later

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Make room for what is printed."""
        self._clear()
        return renderables

    def _clear(self) -> None:
        self._write("\r\x1b[2K")
        self._stands = False

    def _write(self, text: str) -> None:
        if self._stands:
            self._stream.write(text)
            self._stream.flush()
