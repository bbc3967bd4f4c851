"""Text from a set as it may be shown: no control or direction marks that a screen would obey."""

from __future__ import annotations

import json

from pydantic import BaseModel

__all__ = ["as_json", "plain"]


def plain(text: str, longest: int = 200) -> str:
    """Give a text on one line, shortened to ``longest`` letters, without what a screen would obey."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def as_json(told: BaseModel) -> str:
    """Give a document as JSON, with such marks written out as JSON can; what is None is left out."""
    said = told.model_dump_json(exclude_none=True)
    return said if said.isprintable() else "".join(map(_written_out, said))


def _written_out(letter: str) -> str:
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]
