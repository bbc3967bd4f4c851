"""Several locators at once, in words: "Intro at 1, Verse at bar 9 and Chorus at 25"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.tokens import Token, source_text, trimmed
from orbit.agent.reader.lexicon import group

__all__ = ["Marks", "read_marks"]

Marks = tuple[tuple[float, str], ...]
"""Bars, each with the name of the locator there."""

_JOINS = group("goes_on") | {"but", ","}
_AROUND = group("around_a_marker")
_BAR = group("bar_words") | {"number"}
_CALLED = group("called") | group("is_called")
_NO_NAME = group("no_marker_name")
_ANOTHER = group("one_more")
_LONGEST = 5


def read_marks(ground: Ground, tokens: Sequence[Token]) -> Marks | None:
    """Two or more bars with their names, the bar before or behind the name in all of them."""
    tokens = list(_without_one(tokens))
    if not tokens or tokens[-1].text in _JOINS or _numbers(tokens) < 2:
        return None
    found: list[tuple[float, str]] = []
    for part in _parts(tokens):
        mark = _mark(ground, part)
        if mark is None:
            return None
        found.append(mark)
    return tuple(found) if len(found) > 1 and len({bar for bar, _ in found}) == len(found) else None


def _without_one(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without the number that is none: "another one", "one more"."""
    for before, token, behind in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        pronoun = (before and before.text in _ANOTHER) or (behind and behind.text in ("more", "called"))
        if token.text != "1" or not pronoun or (before and before.text in _BAR and token.raw == "1"):
            yield token


def _parts(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The stretches that hold one number each: a comma between a bar and its name ends none."""
    ends = [at for at, token in enumerate(tokens) if token.text in _JOINS and not token.quoted]
    start = 0
    for end, following in pairwise([*ends, len(tokens)]):
        here, there = _numbers(tokens[start:end]), _numbers(tokens[end:following])
        if here and there and end > start and _has_name(tokens[start:end]):
            yield tokens[start:end]
            start = end
    yield tokens[start:]


def _numbers(tokens: Sequence[Token]) -> int:
    return sum(token.number is not None for token in tokens)


def _has_name(tokens: Sequence[Token]) -> bool:
    beside = _JOINS | _AROUND | _BAR | _CALLED
    return any(token.quoted or (token.number is None and token.text not in beside) for token in tokens)


def _mark(ground: Ground, tokens: Sequence[Token]) -> tuple[float, str] | None:
    """One bar and one name, in either order."""
    part = trimmed(tokens, _JOINS | _AROUND)
    at = next((nth for nth, token in enumerate(part) if token.number is not None), None)
    number = None if at is None else part[at].number
    if at is None or number is None or number < 1:
        return None
    before, behind = trimmed(part[:at], _BEFORE_BAR), trimmed(part[at + 1 :], _BEHIND_BAR)
    if bool(before) == bool(behind):
        return None
    name = _name(ground, before or behind)
    return None if name is None else (number, name)


_BEFORE_BAR = _JOINS | _AROUND | _BAR | _CALLED | group("before_a_bar")
_BEHIND_BAR = _JOINS | _AROUND | _CALLED | group("behind_a_bar")


def _name(ground: Ground, tokens: Sequence[Token]) -> str | None:
    inner = any(
        token.number is not None or token.text in _NO_NAME | _JOINS or token.text in _CALLED
        for token in tokens
        if not token.quoted
    )
    if inner or len(tokens) > _LONGEST:
        return None
    return re.sub(r"[\s.!?:,;]+$", "", source_text(ground.sentence, tokens)) or None
