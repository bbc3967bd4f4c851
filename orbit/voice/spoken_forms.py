"""How a name or a phrase is said: "TR-808" as "t r eight oh eight", "02 Gtr L" as "guitar l".

>>> spoken_forms("TR-808")
('t r eight oh eight', 't r eight hundred eight')
>>> spoken_forms("A-Reverb")
('a reverb', 'reverb')
>>> spoken_words("10 % swing, in the centre")
['ten', 'percent', 'swing', 'in', 'the', 'center']
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product

from orbit.voice.vocabulary import spoken_data
from orbit.workflows.roles import fold

__all__ = ["number_words", "spoken_forms", "spoken_words"]

_MOST = 4
"""Ways in which one name can be said; more make what is heard less sure."""
_PIECE = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]?[a-z']+|[A-Z]+|\d+|[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|\d+")
_LEADING = re.compile(r"^\s*(?:\d+|[A-Za-z])\s*[-_. ]\s*(?=[^\W_]{2})")
"""What DAWs put before a name: "1-Kick", "A-Reverb"."""
_VOWELS = frozenset("aeiouy")


def number_words(number: int) -> str:
    """Say a number from 0 to 999; a larger one digit by digit."""
    data = spoken_data()["numbers"]
    units, tens = data["units"], data["tens"]
    if number < 20:
        return units[number]
    if number < 100:
        return f"{tens[number // 10 - 2]} {units[number % 10] if number % 10 else ''}".strip()
    if number < 1000:
        rest = number_words(number % 100) if number % 100 else ""
        return f"{units[number // 100]} {data['hundred']} {rest}".strip()
    return _digits(str(number))


def _digits(text: str) -> str:
    data = spoken_data()["numbers"]
    return " ".join(data["zero_between"] if digit == "0" else data["units"][int(digit)] for digit in text)


@lru_cache(maxsize=4096)
def spoken_forms(name: str) -> tuple[str, ...]:
    """Give the ways in which a name is said, likelier first; none for one in another script."""
    bare = _LEADING.sub("", name)
    names = (name, bare) if name[:1].isalpha() else (bare, name)
    ways = (way for each in dict.fromkeys(names) for way in _ways(each))
    return tuple(islice(dict.fromkeys(ways), _MOST))


def _ways(name: str) -> list[str]:
    signs = spoken_data()["signs"]
    for sign, said in signs.items():
        name = name.replace(sign, f" {said} ")
    pieces = [fold(piece) for piece in _PIECE.findall(name)]
    if not pieces or not all(piece.isascii() for piece in pieces):
        return []
    return [" ".join(way) for way in islice(product(*map(_said, pieces)), _MOST)]


def _said(piece: str) -> list[str]:
    data = spoken_data()
    if piece.isdigit():
        return _number(piece)
    if (known := data["short_for"].get(piece)) is not None:
        return known
    if piece in data["also"]:
        return [piece, *data["also"][piece]]
    return [" ".join(piece) if len(piece) > 1 and _VOWELS.isdisjoint(piece) else piece]


def _number(digits: str) -> list[str]:
    """Say the digits of a name: machines by their digits ("808"), what is counted as a number."""
    if digits.startswith("0") or len(digits) > 3:
        return [_digits(digits)]
    return [number_words(int(digits))] if len(digits) < 3 else [_digits(digits), number_words(int(digits))]


def spoken_words(text: str) -> list[str]:
    """Give the words of a sentence as they are said, in one spelling."""
    data = spoken_data()
    for pattern, said in data["heard"]:
        text = re.sub(pattern, said, text)
    for sign, said in data["signs"].items():
        text = text.replace(sign, f" {said} ")
    found: list[str] = _WORD.findall(fold(text.replace("’", "'")))
    pieces = (data["spellings"].get(word, word) for word in found)
    return [word for piece in pieces for word in (_number(piece)[-1].split() if piece.isdigit() else [piece])]
