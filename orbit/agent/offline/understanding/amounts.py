"""Levels and changes of level in words, in dB."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import no_value, one_of_range, said
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group

__all__ = ["SIZES", "read_amount", "read_db", "read_level", "read_signed"]

_NUMBER = r"(?P<number>[+-]?\d+(?:\.\d+)?)"
_LEVELS = {
    "unity": 0.0,
    "unity gain": 0.0,
    "zero": 0.0,
    "nominal": 0.0,
    "default": 0.0,
    "nothing": -math.inf,
    "silence": -math.inf,
    "-inf": -math.inf,
    "-inf db": -math.inf,
    "minus infinity": -math.inf,
    "bottom": -math.inf,
    "zero volume": -math.inf,
}
_ABOVE_ALL_DB = 10.0
"""A level above this is none: who says 128 means something else."""
_PERCENT = re.compile(r"[+-]?[\d.]+ %")

_DB_OF = {"touch": 1.0, "bit": 2.0, "some": 3.0, "lot": 6.0}
SIZES = {size: group(f"size_{size}") for size in _DB_OF}
"""How much words without a number are: a touch is just noticed, a lot is twice as loud and more."""
_AMOUNT_OF = {phrase: _DB_OF[size] for size, listed in SIZES.items() for phrase in listed} | {"half db": 0.5}


def read_level(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A fader's or send's level in dB: "-6 dB", "minus six", "unity", "minus infinity"."""
    text = said(tokens)
    if text in _LEVELS:
        return _LEVELS[text]
    if _PERCENT.fullmatch(text):
        return _in_percent(text)
    match = re.fullmatch(rf"{_NUMBER}(?: db)?", text)
    if match and float(match["number"]) > _ABOVE_ALL_DB:
        return Problem(
            f"Faders and sends do not go up to {match['number']} dB. Say a level such as -6 dB.", text
        )
    if match:
        return float(match["number"])
    return one_of_range(ground, tokens, "dB") or no_value(ground, text, "level. Say one in dB, such as -6 dB")


def _in_percent(text: str) -> Problem:
    return Problem(
        f"A level is set in dB, not in percent. Say for instance “to -6 dB” instead of “{text}”.", text
    )


def read_db(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A level that is said to be one: with its unit, or by a word."""
    text = said(tokens)
    if text in _LEVELS:
        return _LEVELS[text]
    match = re.fullmatch(rf"{_NUMBER} db", text)
    return float(match["number"]) if match else None


def read_signed(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A level that its sign makes one: "-3", "+2 dB"."""
    match = re.fullmatch(r"(?P<number>[+-]\d+(?:\.\d+)?)(?: db)?", said(tokens))
    return float(match["number"]) if match else None


def read_amount(_: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """How far a level changes, in dB without sign: "3 dB", "a bit" (2), "a touch" (1), "a lot" (6)."""
    text = said(
        [token for token in tokens if token.text not in ("by", "another", "further", "extra", "only")]
    )
    if text == "db" and tokens[0].text not in ("a", "about", "one", "by", "another"):
        return None  # a unit whose number stands elsewhere: "every track 3 dB quieter"
    if text in _AMOUNT_OF:
        return _AMOUNT_OF[text]
    if _PERCENT.fullmatch(text):
        return _in_percent(text)
    match = re.fullmatch(
        r"[+-]?(?P<number>\d+(?:\.\d+)?)(?: (?:and )?(?P<half>half))?(?: more)?(?: db)?", text
    )
    return float(match["number"]) + (0.5 if match["half"] else 0.0) if match else None
