"""Places and lengths in the song, in words: bars from 1, beats from 0."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import said
from orbit.agent.offline.understanding.tokens import Token
from orbit.workflows.roles import closest

__all__ = ["read_bar", "read_bars", "read_beats", "read_place"]


def read_bar(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A place on the timeline, as a bar from 1.

    "bar 17", "17", "the 17th bar", "the start", or a locator's name.
    """
    text = said(tokens)
    if match := re.fullmatch(
        r"(?:(?:bar|measure)(?: number)? )?(\d+(?:\.\d+)?)|(\d+)(?:st|nd|rd|th) (?:bar|measure)", text
    ):
        return float(match[1] or match[2])
    if re.search(r"(?:^| )-\d", text):
        return Problem(f"“{text}” is no place in the song: bars count from 1.", text)
    if text in ("start", "beginning", "top", "very beginning", "very start"):
        return 1.0
    named = closest(
        text.removesuffix(" locator").removesuffix(" marker"), [mark.name for mark in ground.session.locators]
    )
    if len(named) == 1:
        return ground.session.locators[named[0]].bar
    return _no_such_place(ground, text)


def _no_such_place(ground: Ground, text: str) -> Problem | None:
    if not ground.unknown or not re.fullmatch(r"[a-z]+(?: [a-z]+)?", text) or text in ("bar", "measure"):
        return None
    marks = ", ".join(mark.name for mark in ground.session.locators) or "none"
    return Problem(
        f"There is no locator called “{text}”. Say a bar, such as bar 17. The locators are: {marks}.", text
    )


def read_place(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """As ``read_bar``, for what says that it is a place: a bare number is none."""
    return None if len(tokens) == 1 and tokens[0].number is not None else read_bar(ground, tokens)


def read_bars(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in bars: "8 bars", "a bar", "4-bar"."""
    text = said(tokens)
    if text in ("bar", "measure", "one bar"):
        return 1.0
    match = re.fullmatch(r"(\d+(?:\.\d+)?) (?:bars?|measures?)", text)
    return float(match[1]) if match else None


def read_beats(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in beats: "8 beats", "a beat"."""
    match = re.fullmatch(r"(?:(\d+(?:\.\d+)?) )?beats?", said(tokens))
    return float(match[1] or 1) or None if match else None
