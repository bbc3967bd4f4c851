"""Values in words: tempos, meters, counts, colours, names, and the values of parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.reading import no_value, one_of_range, said
from orbit.agent.offline.understanding.tokens import Token, source_text
from orbit.agent.reader.lexicon import group

__all__ = [
    "COLORS", "read_bpm", "read_bpm_step", "read_color", "read_count", "read_name", "read_percent",
    "read_quoted", "read_rest", "read_signature", "read_tempo", "read_title", "read_value",
]  # fmt: skip


def read_bpm(ground: Ground, tokens: Sequence[Token]) -> float | Problem | None:
    """A tempo: "128", "128 bpm", "92.5 beats per minute"."""
    text = said(tokens)
    match = re.fullmatch(r"(?P<bpm>[+-]?\d+(?:\.\d+)?)(?: (?:bpm|beats(?: per| a| in| by)? minute))?", text)
    if match:
        return float(match["bpm"])
    return no_value(ground, text, "tempo. Say a number, such as 128")


def read_bpm_step(_: Ground, tokens: Sequence[Token]) -> float | None:
    """How far a tempo is to go, with its sign: "+3", "-2"."""
    match = re.fullmatch(r"(?P<step>[+-]\d+(?:\.\d+)?)", said(tokens))
    return float(match["step"]) if match else None


def read_tempo(ground: Ground, tokens: Sequence[Token]) -> float | None:
    """A tempo that is said to be one: "128 bpm"."""
    bpm = read_bpm(ground, tokens) if len(tokens) > 1 and not tokens[-1].number else None
    return bpm if isinstance(bpm, float) else None


def read_percent(_: Ground, tokens: Sequence[Token]) -> float | None:
    """A share, in percent: "ten percent"."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?) %", said(tokens))
    return float(match[1]) if match else None


def read_signature(_: Ground, tokens: Sequence[Token]) -> tuple[int, int] | None:
    """A time signature: "3/4", "six eight", "7 over 8", "waltz time"."""
    text = said(tokens).removesuffix(" time")
    match = re.fullmatch(r"(\d+)(?:/| over | )(\d+)", text)
    if match:
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"(\d+) (half|quarter|eighth|sixteenth)", text):
        return int(match[1]), {"half": 2, "quarter": 4, "eighth": 8, "sixteenth": 16}[match[2]]
    return {"common": (4, 4), "waltz": (3, 4)}.get(text)


def read_count(_: Ground, tokens: Sequence[Token]) -> int | None:
    """How many: "3", "a couple of", "two more"."""
    text = said(tokens).removesuffix(" more").removesuffix(" new")
    if text in ("couple", "couple of", "pair of"):
        return 2
    return int(text) if text.isdigit() else None


def read_color(_: Ground, tokens: Sequence[Token]) -> str | None:
    """A colour by name or ``#rrggbb``."""
    text = said(tokens)
    return text if re.fullmatch(r"#[0-9a-f]{6}", text) else COLORS.get(text)


def read_name(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A name somebody gives, exactly as written."""
    joined = any(token.text in ("and", "then", ",") and not token.quoted for token in tokens)
    two_things = not ground.long_names or any(token.text in _IN_NO_NAME for token in tokens)
    if joined and two_things and not _ends_in_one_word(ground, tokens):
        return None
    text = source_text(ground.sentence, tokens)
    if not any(token.quoted for token in tokens):
        if _NO_NAME.search(text.strip(" .,;:")) or text in _OPEN:
            return None
        text = _AT_THE_END.sub("", _WHAT_FOR.sub("", _FROM_NOW.sub("", text))) or text
    return text.strip(" .,;!?\"'") or None


def _ends_in_one_word(ground: Ground, tokens: Sequence[Token]) -> bool:
    """Whether one word more is the whole rest of the sentence: "Rock and roll", but for a bare "and play"."""
    if len(tokens) < 3 or tokens[-2].text != "and" or ground.sentence[tokens[-1].end :].strip(" .!?"):
        return False
    return tokens[-1].raw != tokens[-1].raw.lower() or tokens[-1].text not in _DONE_ALONE


_DONE_ALONE = group("done_alone")
_IN_NO_NAME = group("in_no_name")
"""Words that, in what joins several things, speak of more than a name."""

_OPEN = ("track", "channel", "to", "as", "into", "in", "called", "named", "with")
_NO_NAME = re.compile(
    r"^(?:(?i:whose|new name|(?:the |its )?name (?:is|should|shall|will|must))\b.*|"
    r"to be|in|into|as|by|from|should|shall|must|has to|needs to|becomes?|be|is|please|instead|with|copy|"
    r"it|them|there|one|of|like|out of|name|title|when|if|once|unless|until|"
    r"(?:change|make|call|set|turn|put) (?:it|that|this|to))\s|"
    r"\s(?:please|instead|(?i:i (?:want|wish|need|like|would))|from now|on it|"
    r"(?:called|named|titled|labelled|with (?:a|an|the|some|its|input|output|title|name))\s|"
    r"(?:panned|at) [-+]?\d\S*|n (?:make|mute|put|set|turn|solo|pan|arm)|"
    r"(?:panned|muted|soloed|armed|routed)(?: .*)?$|"
    r"in (?:color|red|blue|green|yellow|pink|orange|purple)$)(?=\s|$|(?<=\s))"
)
"""What no name begins or goes on with, written small: a sentence that is read otherwise, or not at all."""

_FROM_NOW = re.compile(
    r",?\s+(?:from (?:now|here) on(?:wards?)?|from now|going forward|henceforth)$", re.IGNORECASE
)
_AT_THE_END = re.compile(
    r",?\s+(?:right |all the way )?(?:at|to) the (?:very )?(?:end|bottom)"
    r"(?: of (?:the |my |our |this )?(?:list|set|session|song|project|scenes|tracks|row|live set))?$"
)
"""Where what is new is put anyway is no part of its name: "called Encore at the end"."""

_WHAT_FOR = re.compile(
    r"\s+(?:to (?:play|write|record|work|sing|jam|mess|program|draw|practise|practice|use|try)"
    r"|so (?:that|i|we)|for (?:playing|writing|recording|working|singing))\b.*$",
    re.IGNORECASE,
)
"""What something is wanted for is no part of its name: "called Plucks to play on"."""


def read_title(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A name that stands without "called" before it, so it must not look like the rest of a sentence."""
    plain_words = any(token.text in _NOT_A_TITLE and not token.quoted for token in tokens)
    return None if plain_words else read_name(ground, tokens)


_NOT_A_TITLE = group("no_title")


def read_rest(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """Words as they are written, to the end of the sentence."""
    whole = bool(tokens) and not ground.sentence[tokens[-1].end :].strip(" .!?")
    return source_text(ground.sentence, tokens).lstrip(" :,-") or None if whole else None


def read_quoted(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """A name in quotation marks."""
    return read_name(ground, tokens) if len(tokens) == 1 and tokens[0].quoted else None


_RATIO = re.compile(r"(\d+(?:\.\d+)?|inf)(?: to |:)1")
_SWITCH = {"on": "on", "off": "off", "enabled": "on", "disabled": "off"} | {
    phrase: value
    for value, listed in {
        "max": "max, maximum, full, all way up, fully up, fully open, all way open, fully wet, full blast",
        "min": "min, minimum, all way down, fully down, fully closed, all way closed, fully dry, bone dry",
        "middle": "halfway, half way, middle, half, 12 o'clock",
    }.items()
    for phrase in listed.split(", ")
}
_NOTES = {"whole": "1/1", "half": "1/2", "quarter": "1/4", "eighth": "1/8", "sixteenth": "1/16"}
_NOTE = re.compile(
    r"(?:(?P<before>dotted|triplet) )?(?:1 )?(?P<name>whole|half|quarter|eighth|sixteenth|1/\d+)"
    r"(?: (?P<after>dotted|triplets?))?(?: notes?)?(?: (?P<last>triplets?|dotted))?"
)


def read_value(ground: Ground, tokens: Sequence[Token]) -> float | str | Problem | None:
    """A parameter's value: a number, or text with its unit ("-24 dB", "4:1", "1/8", "30 ms", "on")."""
    text = said(tokens)
    if text in _SWITCH:
        return _SWITCH[text]
    if match := _RATIO.fullmatch(text):
        return f"{match[1]}:1"
    if (asked := _range(ground, tokens, text)) is not None:
        return asked
    if note := _note_value(text):
        return note
    text = _HALVES.sub(r"\g<number>.5", text).replace("half second", "0.5 s")
    try:
        quantity = parse_quantity(text)
    except QuantityError:
        return None
    if quantity.unit in (Unit.NONE, Unit.BEATS):
        return text if quantity.unit else quantity.value
    return f"{quantity.value:.12g} {quantity.unit.value}"


_HALVES = re.compile(r"(?P<number>\d+) (?:and )?half(?= |$)")


def _range(ground: Ground, tokens: Sequence[Token], text: str) -> Problem | None:
    """The question that a range is: the unit stands behind it, or behind both its ends."""
    unit = text.rsplit(" ", 1)[-1]
    return one_of_range(ground, tokens, "" if unit[-1:].isdigit() else _UNIT_NAMES.get(unit, unit))


_UNIT_NAMES = {"db": "dB", "hz": "Hz", "khz": "kHz"}


def _note_value(text: str) -> str | None:
    """A note's length: "a dotted eighth", "1/8 triplet", "a quarter note"."""
    match = _NOTE.fullmatch(text)
    if match is None or (match["name"] in ("half", "quarter", "whole") and " " not in text):
        return None
    feel = (match["before"] or match["after"] or match["last"] or "")[:1]
    return f"{_NOTES.get(match['name'], match['name'])}{feel.upper()}"


COLORS: dict[str, str] = {
    "red": "#ff3636",
    "orange": "#f66c03",
    "brown": "#99724b",
    "gold": "#cc9927",
    "yellow": "#fff034",
    "lime": "#87ff67",
    "light green": "#87ff67",
    "green": "#3dc300",
    "dark green": "#3dc300",
    "teal": "#00bfaf",
    "turquoise": "#00bfaf",
    "cyan": "#19e9ff",
    "aqua": "#19e9ff",
    "light blue": "#8bc5ff",
    "sky blue": "#8bc5ff",
    "blue": "#10a4ee",
    "dark blue": "#007dc0",
    "deep blue": "#007dc0",
    "navy": "#007dc0",
    "purple": "#886ce4",
    "violet": "#886ce4",
    "lilac": "#b677c6",
    "lavender": "#b677c6",
    "magenta": "#ff39d4",
    "pink": "#ff94a6",
    "hot pink": "#ff39d4",
    "white": "#ffffff",
    "light gray": "#d0d0d0",
    "gray": "#a9a9a9",
    "dark gray": "#7b7b7b",
    "black": "#3c3c3c",
    "salmon": "#ffa374",
    "peach": "#ffa374",
    "beige": "#d3ad71",
}
