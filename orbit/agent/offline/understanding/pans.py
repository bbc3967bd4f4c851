"""Places in the panorama, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import parse_pan
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import no_value, said
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group

__all__ = ["PanStep", "read_pan", "read_side"]


class PanStep(float):
    """How far something goes to a side from where it is: "a bit right"."""


_SIDE = (
    r"(?:to |on |in |into |towards )?(?:the )?(?P<side>left|right)"
    r"(?: (?:side|speaker|channel|ear|hand side))?"
)
_LITTLE = "bit|little|slightly|little bit|touch|tad|somewhat|gently|hair|smidge|tiny bit|subtly|bit more"
_WIDTHS = {
    phrase: width
    for listed, width in (
        ("hard|fully|full|all the way|all way|completely|totally|far|way over|extreme|100 %", 1.0),
        ("half way|halfway|half|midway|halfways", 0.5),
        ("third|third of way", 0.33),
        ("quarter|quarter of way", 0.25),
        ("3 quarter|3/4|3 quarters|3 quarter of way|3/4 of way|3 quarters of way", 0.75),
    )
    for phrase in listed.split("|")
} | dict.fromkeys(_LITTLE.split("|"), PanStep(0.2))
_BEHIND = {"hard", "fully", "all the way", "all way", "completely", *_LITTLE.split("|")}
"""What can stand behind the side as well."""
_TO_A_SIDE = re.compile(rf"(?:(?P<before>.+?) )??{_SIDE}(?: (?P<behind>.+))?")
_PAN_NUMBER = re.compile(
    rf"(?P<number>\d+(?:\.\d+)?) ?(?P<percent>%)? {_SIDE}|{_SIDE.replace('side>', 'first>')} (?:by "
    rf"|(?:{_LITTLE}) )?(?P<n2>\d+(?:\.\d+)?) ?(?P<p2>%)?"
)
_SIDES = {"l": "left", "r": "right"}
_DISPLAYED = re.compile(r"(?:(?P<n1>\d+(?:\.\d+)?)(?P<behind>[lr])|(?P<before>[lr])(?P<n2>\d+(?:\.\d+)?))")
_STEPS = 50
"""How many steps a mixer's display has to a side: who speaks a higher number means percent."""


def _spelt(word: str) -> str:
    """A side that is written as a letter, as it is spoken: "40L" is "40 left"."""
    if shown := _DISPLAYED.fullmatch(word):
        return f"{shown['n1'] or shown['n2']} {_SIDES[shown['behind'] or shown['before']]}"
    return _SIDES.get(word, word)


def _width(before: str | None, behind: str | None) -> float | None:
    """How far to a side, by the words beside it."""
    if behind is None:
        return 1.0 if before is None else _WIDTHS.get(before)
    return _WIDTHS[behind] if before is None and behind in _BEHIND else None


_CLOCK = re.compile(r"(?:at )?(7|8|9|10|11|12|1|2|3|4|5) o'?clock")
"""A knob points to seven at the left stop and to five at the right one."""
_MIDDLE = group("middle")


def read_side(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """As ``read_pan``, for what names a side or the middle: "the snare by 1" is no panning."""
    return read_pan(ground, tokens) if re.search(r"[a-z]", said(tokens).removeprefix("by")) else None


def read_pan(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A panning, −1 … 1: "hard left", "30 % right", "25L", "the centre".

    A bare number of fifty needs its side.
    """
    kept = said([token for token in tokens if token.text not in ("by", "way", ",")])
    text = " ".join(_spelt(word) for word in kept.split())
    if text in _MIDDLE:
        return 0.0
    if (match := _TO_A_SIDE.fullmatch(text)) and (width := _width(match["before"], match["behind"])):
        return type(width)(-width if match["side"] == "left" else width)
    if match := _CLOCK.fullmatch(text):
        return round((int(match[1]) % 12 - (12 if int(match[1]) % 12 > 6 else 0)) / 5, 3)
    match = _PAN_NUMBER.fullmatch(text)
    if match:
        side, number = match["side"] or match["first"], match["number"] or match["n2"]
        spoken = "left" in kept or "right" in kept
        share = match["percent"] or match["p2"] or (spoken and _STEPS < float(number) <= 100)
        text = f"{number}{' %' if share else ''} {side}"
    elif not re.fullmatch(r"[+-]?[01](?:\.\d+)?|[+-]?0?\.\d+", text):
        return no_value(ground, text, "pan position. Say for instance “30 % left”, “center” or “hard right”")
    try:
        return parse_pan(text)
    except QuantityError as error:
        return Problem(str(error), text)
