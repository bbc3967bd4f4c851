"""Text from a set as one line that says nothing but itself: no line breaks, no control or direction marks."""

from __future__ import annotations

__all__ = ["plain"]


def plain(text: str, longest: int = 200) -> str:
    """Give a text on one line, shortened to ``longest`` letters, without what a screen would obey."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
