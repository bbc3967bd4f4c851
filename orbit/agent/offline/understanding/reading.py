"""What readers of values share: the words of tokens, complaints about what is no value, and leniency."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.reader.lexicon import group

__all__ = ["loosely", "no_value", "one_of_range", "said"]

_ARTICLES = group("hedges")
_RANGE = re.compile(
    r"(?:between )?(?P<low>[+-]?\d+(?:\.\d+)?)(?: \S+)? (?:and|to|or) (?P<high>[+-]?\d+(?:\.\d+)?)"
)


def said(tokens: Sequence[Token]) -> str:
    """The words without articles and hedges: "about a dB" is "db"."""
    return " ".join(token.text for token in tokens if token.text not in _ARTICLES)


def no_value(ground: Ground, text: str, what: str) -> Problem | None:
    """The complaint about a word where a value belongs, when complaints are wanted."""
    if not ground.unknown or not re.fullmatch(r"[a-z]+(?: [a-z]+)?", text):
        return None
    return Problem(f"“{text}” is not a {what}.", text)


def loosely(read: Callable[[Ground, Sequence[Token]], Any]) -> Callable[[Ground, Sequence[Token]], Any]:
    """A reader that never complains, for wordings in which another word may as well mean something else."""
    return lambda ground, tokens: read(replace(ground, unknown=False), tokens)


def one_of_range(ground: Ground, tokens: Sequence[Token], unit: str) -> Problem | None:
    """The question that a range is where one value belongs: "between 200 and 300 hertz"."""
    text = said(tokens)
    match = _RANGE.fullmatch(text.removesuffix(f" {unit.casefold()}"))
    if match is None or not text.startswith("between "):
        return None
    low, high = sorted((float(match["low"]), float(match["high"])))
    options = tuple(f"{value:g} {unit}".strip() for value in dict.fromkeys((low, (low + high) / 2, high)))
    phrase = source_text(ground.sentence, tokens)
    return Problem(f"“{phrase}” is a range, but it takes one value: {', '.join(options)}?", phrase, options)
