"""Number words as digits: "minus six", "one twenty eight", "a couple of"; places in a row: "the second".

Runs of number words become one token that keeps what was written, so a track called “Take One” is still
found.

>>> from daw_bridges.quantities import parse_quantity
>>> spoken_number(["one", "hundred", "and", "twenty", "eight"])
128.0
>>> spoken_number(["one", "twenty", "eight"])
128.0
>>> spoken_number(["two", "point", "five"])
2.5
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

from orbit.agent.reader.lexicon import group, in_order

if TYPE_CHECKING:
    from orbit.agent.offline.understanding.tokens import Token

__all__ = ["JOINERS", "SIGNS", "in_row", "is_number_word", "nth_of", "spoken_number"]

_UNITS = in_order("numerals")[:10]
_TEENS = in_order("numerals")[10:]
_TENS = in_order("tens")
_SCALES = ("hundred", "thousand")
_VALUES = dict(zip([*_UNITS, *_TEENS], range(20), strict=True)) | {
    word: 10 * (index + 2) for index, word in enumerate(_TENS)
}

SIGNS = {"minus": "-", "negative": "-", "plus": "+"}
"""Words that sign the number behind them."""

JOINERS = group("number_joiners")
"""Words that belong to a number only between two of its words."""


def is_number_word(word: str) -> bool:
    """Whether a word (in lower case) is part of a spoken number."""
    return word in _VALUES or word in _SCALES


@cache
def _read(words: tuple[str, ...]) -> float | None:
    # text_to_num costs a tenth of a second to import, and most sentences write their numbers in digits.
    from text_to_num import text2num  # pyright: ignore[reportUnknownVariableType]

    try:
        return float(cast("int", text2num(" ".join(words), "en")))
    except ValueError:
        return None


def spoken_number(words: Sequence[str]) -> float | None:
    """The number that words say, or None when they are not one number ("one two")."""
    if "point" in words:
        return _with_decimals(words)
    whole = _read(tuple(words))
    return whole if whole is not None else _run_together(words)


def _with_decimals(words: Sequence[str]) -> float | None:
    at = list(words).index("point")
    whole = spoken_number(words[:at]) if at else 0.0
    digits = ["0" if word == "oh" else str(_VALUES.get(word, "")) for word in words[at + 1 :]]
    if whole is None or not digits or "" in digits:
        return None
    return float(f"{whole:.0f}.{''.join(digits)}")


def _run_together(words: Sequence[str]) -> float | None:
    """Tempos are said in two halves: "one twenty eight", "one oh five"."""
    first, rest = words[0], [word for word in words[1:] if word != "oh"]
    if first not in _UNITS[1:] or not rest:
        return None
    tail = _read(tuple(rest))
    if tail is None or not (10 <= tail < 100 or ("oh" in words and tail < 10)):
        return None
    return float(f"{_VALUES[first]}{tail:02.0f}")


_NTH = in_order("ordinals")
_DIGITS = re.compile(r"(?P<digit>[1-9])(?:st|nd|rd|th)")
_NUMBERED = re.compile(r"#?(?P<digit>[1-9])")
_NUMBER = {"number", "no", "nr"}
_DETERMINERS = group("determiners")


def nth_of(word: str) -> int:
    """The place that a word says, from 1; -1 for the last, 0 for no place."""
    if word in _NTH:
        return _NTH.index(word) + 1
    match = _DIGITS.fullmatch(word)
    return int(match["digit"]) if match else -1 if word == "last" else 0


def in_row(tokens: Sequence[Token]) -> tuple[int, Sequence[Token]] | None:
    """The place that tokens say, and those beside; None where they say none."""
    while tokens and tokens[0].text in _DETERMINERS:
        tokens = tokens[1:]
    if len(tokens) < 2:
        return None
    if nth := nth_of(tokens[0].text):
        return nth, tokens[1:]
    match = _NUMBERED.fullmatch(tokens[-1].text)
    if match is None:
        return None
    rest = tokens[:-2] if len(tokens) > 2 and tokens[-2].text in _NUMBER else tokens[:-1]
    return int(match["digit"]), rest
