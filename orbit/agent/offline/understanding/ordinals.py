"""Which of several is meant: "the second compressor", "compressor number 2", "the last EQ"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group, in_order

__all__ = ["in_row", "nth_of"]

_NTH = in_order("ordinals")
_DIGITS = re.compile(r"(?P<digit>[1-9])(?:st|nd|rd|th)")
_BEHIND = re.compile(r"#?(?P<digit>[1-9])")
_NUMBER = {"number", "no", "nr"}
_ARTICLES = group("determiners")


def nth_of(word: str) -> int:
    """The place that a word says, from 1; -1 for the last, 0 for no place."""
    if word in _NTH:
        return _NTH.index(word) + 1
    match = _DIGITS.fullmatch(word)
    return int(match["digit"]) if match else -1 if word == "last" else 0


def in_row(tokens: Sequence[Token]) -> tuple[int, Sequence[Token]] | None:
    """The place that tokens say, and those beside; None where they say none."""
    while tokens and tokens[0].text in _ARTICLES:
        tokens = tokens[1:]
    if len(tokens) < 2:
        return None
    if nth := nth_of(tokens[0].text):
        return nth, tokens[1:]
    match = _BEHIND.fullmatch(tokens[-1].text)
    if match is None:
        return None
    rest = tokens[:-2] if len(tokens) > 2 and tokens[-2].text in _NUMBER else tokens[:-1]
    return int(match["digit"]), rest
