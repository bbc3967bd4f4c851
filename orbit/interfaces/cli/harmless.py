"""What may reach a terminal: letters, and no control characters from names that others chose.

A track's name can hold an escape sequence, or a mark that turns the text round; a terminal would obey it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderableType, RenderHook
from rich.segment import Segment

__all__ = ["Harmless", "HarmlessText", "harmless"]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""C0 but for tab and new line, DEL, C1, and Unicode's marks of direction."""


def harmless(text: str) -> str:
    r"""Give a text in which what a terminal would obey is shown as a substitute.

    >>> harmless("Ki\x1b[2Jck")
    'Ki�[2Jck'
    """
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


class HarmlessText(RenderHook):
    """Makes whatever a console prints harmless; the colours are put in by the console after that."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """Wrap what is to be printed."""
        return [Harmless(each) for each in renderables]


class Harmless:
    """A renderable of which nothing reaches a terminal that it would obey."""

    def __init__(self, inner: RenderableType) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for text, style, control in console.render(self._inner, options):
            yield Segment(text if control else harmless(text), style, control)
