"""A sentence as tokens: lower case for comparing, the original kept for names, numbers as numbers.

>>> [token.text for token in tokenize("Turn the Kick's fader down three dB, please!")]
['turn', 'the', 'kick', 'fader', 'down', '3', 'db', ',', 'please']
>>> [token.text for token in tokenize('-6dB on "Lead Vox"')]
['-6', 'db', 'on', 'lead vox']
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from orbit.agent.offline.understanding.numbers import JOINERS, SIGNS, is_number_word, spoken_number
from orbit.workflows.roles import fold, plain

__all__ = ["Token", "fold", "plain", "source_text", "tokenize", "trimmed"]


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or separator of a sentence."""

    text: str
    """Folded to lower case; number words as digits."""
    raw: str
    """As written."""
    start: int
    end: int
    quoted: bool = False

    @property
    def number(self) -> float | None:
        """Its value where it is a plain number."""
        if self.quoted or not self.text[-1:].isdigit():
            return None
        return float(self.text) if _PLAIN_NUMBER.fullmatch(self.text) else None


_PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")

# What is glued to a number and means its unit; anything else ("808s", "2nd", "50L") stays one word.
_GLUED = r"(?:db|khz|hz|ms|bpm|%|k|s|sec|st|bars?|beats?|st)(?![\w])"
_NUMBER = rf"(?<![\w.])(?!\d0s\b|\d0\ds\b)[+-]?(?:\d+(?:[.,]\d+)?|\.\d+)(?=$|[^\w.,]|[.,](?!\d)|{_GLUED}|%)"
_TOKEN = re.compile(
    rf"""
      (?P<quoted>"[^"]*"|(?:(?<=\s)|^)'[^']+'(?=[\s,.;!?]|$))
    | (?P<hash>\#[0-9a-f]{{6}}(?!\w)|\#\d+)
    | (?P<fraction>(?<![\w.])\d+\s?/\s?\d+(?:t|d|th)?(?!\w))
    | (?P<ratio>(?<![\w.])(?:\d+(?:\.\d+)?|inf)\s?:\s?1(?!\d))
    | (?P<number>{_NUMBER})
    | (?P<span>(?<=\d)-(?=\d))
    | (?P<word>[^\W_][\w&]*(?:'\w+)?|%|∞|-inf(?:inity)?\b)
    | (?P<joined>[&+](?=\s*[a-z"\#]))
    | (?P<separator>[,;]|\.(?=\s|$)|:(?=\s)|[!?](?=\s+\w))
    """,
    re.IGNORECASE | re.VERBOSE,
)

_ALIKE = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "−": "-", "–": "-", "—": "-", "\u00a0": " "}
)

# One way of writing for what is written in several; the tokens of the sentence only, names stay as they are.
_SPELLINGS = {
    "colour": "color", "colours": "colors", "centre": "center", "centred": "centered", "grey": "gray",
    "decibel": "db", "decibels": "db", "dbs": "db", "percent": "%", "per cent": "%", "hertz": "hz",
    "kilohertz": "khz", "milliseconds": "ms", "millisecond": "ms", "sidechaining": "sidechain",
    "wanna": "want", "gonna": "going", "gimme": "give", "lemme": "let", "thru": "through",
    "n": "and", "u": "you", "ur": "your", "pls": "please", "plz": "please", "vol": "volume",
    "vols": "volumes",
    "thresh": "threshold", "trk": "track", "trks": "tracks", "chan": "channel", "ch": "channel",
    "chs": "channels",
    "quarters": "quarter", "eighths": "eighth", "sixteenths": "sixteenth", "loc": "locator",
    "measures": "bars", "measure": "bar", "dupe": "duplicate", "til": "until", "till": "until",
    "mids": "mid", "tempi": "tempo", "octaves": "octave", "perc's": "perc",
}  # fmt: skip

_CONTRACTIONS = {
    "don't": "not", "dont": "not", "doesn't": "not", "won't": "not", "let's": "lets", "i'd": "i", "i'll": "i",
    "can't": "not", "shouldn't": "not",
    "mustn't": "not", "isn't": "not", "aren't": "not", "ain't": "not", "needn't": "not", "didn't": "not",
    "wouldn't": "not", "wasn't": "not", "weren't": "not",
    "him": "it", "her": "it", "it's": "it", "that's": "that", "what's": "what", "how's": "how",
    "who's": "who", "where's": "where", "i'm": "i", "there's": "there",
}  # fmt: skip


def tokenize(sentence: str) -> list[Token]:
    """Split a sentence into tokens; spoken numbers become digits."""
    return list(_tokenized(sentence))


@lru_cache(maxsize=2048)
def _tokenized(sentence: str) -> tuple[Token, ...]:
    return tuple(_halves(list(_numbers(list(_spelt_out(list(_tokens(unify(sentence)))))))))


def unify(sentence: str) -> str:
    """One kind of quotation mark, dash and space; the length stays, so that offsets fit the original."""
    return sentence.translate(_ALIKE)


def _tokens(sentence: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(sentence):
        raw = match[0]
        yield Token(
            _text(match.lastgroup or "", raw), raw, match.start(), match.end(), match.lastgroup == "quoted"
        )


def _text(group: str, raw: str) -> str:
    match group:
        case "quoted":
            return fold(raw[1:-1])
        case "number":
            return (
                f"{float(raw.replace(',', '.')):.12g}"
                if not raw.startswith("+")
                else "+" + raw[1:].replace(",", ".")
            )
        case "fraction" | "ratio":
            return raw.casefold().replace(" ", "").removesuffix("th")
        case "span":
            return "to"
        case "joined":
            return "and"
        case "separator":
            return ","
        case _:
            return _word(fold(raw))


def _word(word: str) -> str:
    word = _CONTRACTIONS.get(word, word)
    word = word.removesuffix("'s") if word.endswith("'s") else word.rstrip("'")
    return _SPELLINGS.get(word, word)


def trimmed(tokens: Sequence[Token], words: Collection[str]) -> Sequence[Token]:
    """The tokens without those of some words at either end; what is quoted is a name and stays."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].text in words and not tokens[start].quoted:
        start += 1
    while end > start and tokens[end - 1].text in words and not tokens[end - 1].quoted:
        end -= 1
    return tokens[start:end]


def source_text(sentence: str, tokens: Sequence[Token]) -> str:
    """What was written from the first of the tokens to the last, without quotation marks around it."""
    if not tokens:
        return ""
    text = sentence[tokens[0].start : tokens[-1].end].strip()
    return text[1:-1] if len(tokens) == 1 and tokens[0].quoted else text


_SPELT_OUT = {
    ("d", "b"): "db",
    ("e", "q"): "eq",
    ("dee", "bee"): "db",
    ("k", "hz"): "khz",
    ("kilo", "hz"): "khz",
    ("b", "p", "m"): "bpm",
    ("m", "s"): "ms",
}
"""Units that dictation writes letter by letter."""


def _spelt_out(tokens: list[Token]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        unit = next((unit for unit in _SPELT_OUT if _letters(tokens, at, len(unit)) == unit), None)
        end = at + (len(unit) if unit and at else 1)
        yield _merged(tokens[at:end], _SPELT_OUT[unit]) if unit and at else tokens[at]
        at = end


def _letters(tokens: list[Token], at: int, count: int) -> tuple[str, ...]:
    return tuple(token.text for token in tokens[at : at + count] if not token.quoted)


def _merged(tokens: list[Token], text: str) -> Token:
    return Token(text, " ".join(token.raw for token in tokens), tokens[0].start, tokens[-1].end)


_OF_A_DB: dict[tuple[str, ...], str] = {
    ("a", "db", "and", "a", "half"): "1.5",
    ("1", "db", "and", "a", "half"): "1.5",
    ("2", "db", "and", "a", "half"): "2.5",
    ("3", "db", "and", "a", "half"): "3.5",
    ("half", "a", "db"): "0.5",
    ("a", "half", "db"): "0.5",
    ("half", "db"): "0.5",
    ("half", "of", "a", "db"): "0.5",
}
"""Decibels whose half stands behind the unit, or before it."""


def _halves(tokens: list[Token]) -> Iterator[Token]:
    """Numbers with the half that is said behind them: "three and a half"; and the halves of one decibel."""
    at = 0
    while at < len(tokens):
        if (size := next((len(said) for said in _OF_A_DB if _letters(tokens, at, len(said)) == said), 0)) > 0:
            unit = next(place for place in range(at, at + size) if tokens[place].text == "db")
            yield _merged(tokens[at:unit], _OF_A_DB[_letters(tokens, at, size)])
            yield _merged(tokens[unit : at + size], "db")
            at += size
            continue
        number, behind = tokens[at].number, _letters(tokens, at + 1, 3)
        half = number is not None and number.is_integer() and behind == ("and", "a", "half")
        yield _merged(tokens[at : at + 4], f"{tokens[at].text}.5") if half else tokens[at]
        at += 4 if half else 1


def _numbers(tokens: list[Token]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        end, value = _number_at(tokens, at)
        if value is None:
            yield tokens[at]
            at += 1
            continue
        first, last = tokens[at], tokens[end - 1]
        yield Token(value, " ".join(token.raw for token in tokens[at:end]), first.start, last.end)
        at = end


def _number_at(tokens: list[Token], at: int) -> tuple[int, str | None]:
    """Where the spoken number that begins here ends, and its digits; None when none begins here."""
    sign = SIGNS.get(tokens[at].text, "")
    start = at + bool(sign)
    if start < len(tokens) and (tokens[start].text in ("infinity", "inf", "∞")) and sign == "-":
        return start + 1, "-inf"
    if sign and start < len(tokens) and tokens[start].number is not None:
        return start + 1, f"{sign}{tokens[start].text.lstrip('+-')}"
    if (
        start < len(tokens)
        and tokens[start].text in ("a", "an")
        and _text_at(tokens, start + 1) in ("hundred", "thousand")
    ):
        start += 1
    for end in range(_run_end(tokens, start), start, -1):
        value = spoken_number([token.text for token in tokens[start:end]])
        if value is not None:
            return end, f"{sign}{value:.12g}"
    return at, None


def _text_at(tokens: list[Token], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""


def _run_end(tokens: list[Token], start: int) -> int:
    """Where the run of number words ends; a joiner counts only between two of them."""
    end = start
    while end < len(tokens) and not tokens[end].quoted:
        word = tokens[end].text
        joins = (
            word in JOINERS and (end > start or word == "point") and is_number_word(_text_at(tokens, end + 1))
        )
        if not is_number_word(word) and not joins:
            break
        end += 1
    return end
