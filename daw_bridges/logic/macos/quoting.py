"""Python values as AppleScript expressions, so that no text can be anything but text.

A string becomes quoted runs of plain ASCII without quote and backslash, and everything else, control
characters, accents and quotes alike, goes by its number: ``Caf"é`` is ``("Caf" & (string id {34, 233}))``.
The script is ASCII throughout, so that no encoding can be misread either.
"""

from __future__ import annotations

import math
from itertools import groupby

from daw_bridges.errors import NotPossibleError

__all__ = ["literal"]

_PLAIN = frozenset(chr(code) for code in range(0x20, 0x7F)) - {'"', "\\"}

Value = str | int | float | tuple["Value", ...]


def literal(value: Value) -> str:
    """Write a value as an expression. Raises NotPossibleError for what is no text or no number."""
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, tuple):
        return "{" + ", ".join(literal(each) for each in value) + "}"
    if not math.isfinite(value):
        raise NotPossibleError(f"{value} is not a number that Logic could be given.")
    return repr(int(value)) if value == int(value) else f"{value:.6f}"


def _text(text: str) -> str:
    parts = [_run("".join(run), plain) for plain, run in groupby(text, _PLAIN.__contains__)]
    if len(parts) < 2:
        return parts[0] if parts else '""'
    return f"({' & '.join(parts)})"


def _run(text: str, plain: bool) -> str:
    if plain:
        return f'"{text}"'
    codes = [ord(each) for each in text]
    if any(code == 0 or 0xD800 <= code < 0xE000 for code in codes):
        raise NotPossibleError(f"{text!r} is not a text that a name could hold.")
    return f"(string id {{{', '.join(map(str, codes))}}})"
