"""Values in words: levels, changes of level, panning, tempos, bars, colours and the like."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_pan, parse_quantity
from orbit.agent.offline.understanding.colors import COLORS
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import phrases
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.workflows.roles import closest

__all__ = [
    "loosely",
    "read_amount",
    "read_bar",
    "read_bars",
    "read_beats",
    "read_bpm",
    "read_color",
    "read_count",
    "read_db",
    "read_level",
    "read_name",
    "read_pan",
    "read_quoted",
    "read_rest",
    "read_signature",
    "read_tempo",
    "read_value",
]

_ARTICLES = frozenset({"the", "a", "an", "about", "around", "roughly", "exactly"})


def _text(tokens: Sequence[Token]) -> str:
    return " ".join(token.text for token in tokens if token.text not in _ARTICLES)


_LEVELS = {
    "unity": 0.0,
    "unity gain": 0.0,
    "zero": 0.0,
    "nothing": -math.inf,
    "silence": -math.inf,
    "-inf": -math.inf,
    "-inf db": -math.inf,
    "minus infinity": -math.inf,
    "bottom": -math.inf,
}


def read_level(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A fader's or send's level in dB: "-6 dB", "minus six", "unity", "minus infinity"."""
    text = _text(tokens)
    if text in _LEVELS:
        return _LEVELS[text]
    if re.fullmatch(r"[+-]?[\d.]+ %", text):
        return Problem(
            f"A level is set in dB, not in percent. Say for instance “to -6 dB” instead of “{text}”.", text
        )
    match = re.fullmatch(r"(?P<number>[+-]?\d+(?:\.\d+)?)(?: db)?", text)
    return float(match["number"]) if match else _no_value(ground, text, "level. Say one in dB, such as -6 dB")


def loosely(read: Callable[[Ground, Sequence[Token]], Any]) -> Callable[[Ground, Sequence[Token]], Any]:
    """A reader that never complains, for wordings in which another word may as well mean something else."""
    return lambda ground, tokens: read(replace(ground, unknown=False), tokens)


def read_db(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A level that is said to be one: with its unit, or by a word."""
    text = _text(tokens)
    return None if read_count(_, tokens) is not None else _db(text)


def _db(text: str) -> float | None:
    match = re.fullmatch(r"(?P<number>[+-]?\d+(?:\.\d+)?) db", text)
    return float(match["number"]) if match else _LEVELS.get(text)


# How much "a bit" is, in dB: a touch is just heard, a lot is twice as loud and more.
_AMOUNTS = {
    1.0: ("touch", "hair", "tad", "smidge", "tiny bit", "smidgen", "fraction", "notch"),
    2.0: (
        "bit",
        "little",
        "slightly",
        "little bit",
        "gently",
        "somewhat",
        "couple db",
        "couple of db",
        "subtly",
    ),
    3.0: ("few db", "some"),
    6.0: (
        "lot",
        "much",
        "way",
        "loads",
        "considerably",
        "significantly",
        "half",
        "by half",
        "whole lot",
        "far",
        "twice",
        "good bit",
    ),
}
_AMOUNT_OF = {words: db for db, listed in _AMOUNTS.items() for words in listed} | {"half db": 0.5}


def read_amount(_: Ground, tokens: Sequence[Token]) -> float | None:
    """How far a level changes, in dB without sign: "3 dB", "a bit" (2), "a touch" (1), "a lot" (6)."""
    text = _text([token for token in tokens if token.text not in ("by", "just")])
    if text in _AMOUNT_OF:
        return _AMOUNT_OF[text]
    match = re.fullmatch(r"[+-]?(?P<number>\d+(?:\.\d+)?)(?: (?:and )?(?P<half>half))?(?: db)?", text)
    return float(match["number"]) + (0.5 if match["half"] else 0.0) if match else None


_SIDE = r"(?:to |on |towards )?(?:the )?(?P<side>left|right)(?: side)?"
_PAN_FORMS = (
    (re.compile(rf"(?:hard|fully|full|all the way|completely|totally|far) {_SIDE}"), 1.0),
    (re.compile(rf"{_SIDE} (?:hard|fully|all the way|completely)"), 1.0),
    (re.compile(rf"(?:half ?way|half|midway) {_SIDE}"), 0.5),
    (re.compile(rf"(?:bit|little|slightly|little bit|touch|tad|somewhat|gently) {_SIDE}"), 0.2),
    (re.compile(rf"{_SIDE} (?:bit|little|slightly|touch|tad)"), 0.2),
    (re.compile(_SIDE), 1.0),
)
_PAN_NUMBER = re.compile(
    rf"(?P<number>\d+(?:\.\d+)?) ?(?P<percent>%)? {_SIDE}|{_SIDE.replace('side>', 'first>')} (?:by "
    rf")?(?P<n2>\d+(?:\.\d+)?) ?(?P<p2>%)?"
)
_MIDDLE = phrases(
    "center, middle, dead center, c, back to center, in center, in middle, centered, mono, back in center"
)


def read_pan(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A panning, −1 … 1: "hard left", "30 % right", "25L", "the centre".

    A bare number of fifty needs its side.
    """
    text = _text([token for token in tokens if token.text not in ("by", "way")])
    if text in _MIDDLE:
        return 0.0
    for form, width in _PAN_FORMS:
        if match := form.fullmatch(text):
            return -width if match["side"] == "left" else width
    match = _PAN_NUMBER.fullmatch(text)
    if match:
        side, number = match["side"] or match["first"], match["number"] or match["n2"]
        text = f"{number} {'%' if match['percent'] or match['p2'] else ''} {side}"
    elif not re.fullmatch(r"\d+(?:\.\d+)?[lr]|[+-]?[01](?:\.\d+)?|[+-]?0?\.\d+", text):
        return _no_value(ground, text, "panning. Say for instance “30 % left”, “center” or “hard right”")
    try:
        return parse_pan(text)
    except QuantityError as error:
        return Problem(str(error), text)


def read_bpm(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A tempo: "128", "128 bpm", "92.5 beats per minute"."""
    text = _text(tokens)
    match = re.fullmatch(r"(?P<bpm>[+-]?\d+(?:\.\d+)?)(?: (?:bpm|beats per minute|beats a minute))?", text)
    if match:
        return float(match["bpm"])
    return _no_value(ground, text, "tempo. Say a number, such as 128")


def _no_value(ground: Ground, text: str, what: str) -> Problem | None:
    """The complaint about a word where a value belongs, when complaints are wanted."""
    if not ground.unknown or not re.fullmatch(r"[a-z]+(?: [a-z]+)?", text):
        return None
    return Problem(f"“{text}” is no {what}.", text)


def read_tempo(ground: Ground, tokens: Sequence[Token]) -> float | None:
    """A tempo that is said to be one: "128 bpm"."""
    bpm = read_bpm(ground, tokens) if len(tokens) > 1 and not tokens[-1].number else None
    return bpm if isinstance(bpm, float) else None


def read_signature(_: Ground, tokens: Sequence[Token]) -> tuple[int, int] | None:
    """A time signature: "3/4", "six eight", "7 over 8", "waltz time"."""
    text = _text(tokens).removesuffix(" time")
    match = re.fullmatch(r"(\d+)(?:/| over | )(\d+)", text)
    if match:
        return int(match[1]), int(match[2])
    return {"common": (4, 4), "waltz": (3, 4), "4 4": (4, 4)}.get(text)


def read_bar(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A place on the timeline, as a bar from 1.

    "bar 17", "17", "the 17th bar", "the start", or a locator's name.
    """
    text = _text(tokens)
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


def read_bars(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in bars: "8 bars", "a bar", "4-bar"."""
    text = _text(tokens)
    if text in ("bar", "measure", "one bar"):
        return 1.0
    match = re.fullmatch(r"(\d+(?:\.\d+)?) (?:bars?|measures?)", text)
    return float(match[1]) if match else None


def read_beats(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A length in beats: "8 beats", "a beat"."""
    match = re.fullmatch(r"(?:(\d+(?:\.\d+)?) )?beats?", _text(tokens))
    return float(match[1] or 1) or None if match else None


def read_count(_: Ground, tokens: Sequence[Token]) -> int | None:
    """How many: "3", "a couple of", "two more"."""
    text = _text(tokens).removesuffix(" more").removesuffix(" new")
    if text in ("couple", "couple of", "pair of"):
        return 2
    return int(text) if text.isdigit() else None


def read_color(_: Ground, tokens: Sequence[Token]) -> str | None:
    """A colour by name or ``#rrggbb``."""
    text = _text(tokens)
    return text if re.fullmatch(r"#[0-9a-f]{6}", text) else COLORS.get(text)


def read_name(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A name somebody gives, exactly as written."""
    joined = any(token.text in ("and", "then", ",") and not token.quoted for token in tokens)
    if joined and not ground.long_names:
        return None
    text = source_text(ground.sentence, tokens).strip(" .,;!?\"'")
    return text or None


def read_rest(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """Words as they are written, to the end of the sentence."""
    whole = bool(tokens) and not ground.sentence[tokens[-1].end :].strip(" .!?")
    return source_text(ground.sentence, tokens).lstrip(" :,-") or None if whole else None


def read_quoted(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A name in quotation marks."""
    return read_name(ground, tokens) if len(tokens) == 1 and tokens[0].quoted else None


_RATIO = re.compile(r"(\d+(?:\.\d+)?|inf)(?: to |:)1")
_SWITCH = {"on": "on", "off": "off", "enabled": "on", "disabled": "off"}


def read_value(_: Ground, tokens: Sequence[Token]) -> float | str | None:
    """A parameter's value: a number, or text with its unit ("-24 dB", "4:1", "1/8", "30 ms", "on")."""
    text = _text(tokens)
    if text in _SWITCH:
        return _SWITCH[text]
    if match := _RATIO.fullmatch(text):
        return f"{match[1]}:1"
    try:
        quantity = parse_quantity(text)
    except QuantityError:
        return None
    if quantity.unit in (Unit.NONE, Unit.BEATS):
        return text if quantity.unit else quantity.value
    return f"{quantity.value:.12g} {quantity.unit.value}"
