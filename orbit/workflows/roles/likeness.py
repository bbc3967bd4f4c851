"""Which of several names a phrase means: exactly, or misspelt, and never a wild guess.

>>> closest("gutiar", ["Bass", "Guitar"])
[1]
>>> closest("theremin", ["Bass", "Guitar"])
[]

A word of the trade is no misspelling of another one:

>>> closest("brass", ["Bass", "Guitar"])
[]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from orbit.workflows.roles.spelling import plain
from orbit.workflows.roles.table import is_role_word

__all__ = ["closest", "misspells", "suggestions"]

# Likeness in percent (rapidfuzz's ratio). A short word must be nearer: one letter of four is another word.
_ALIKE, _ALIKE_SHORT, _SHORT = 82.0, 85.0, 5
_OF_A_WORD = 50.0
_TIE = 3.0
_WORTH_OFFERING = 60.0


def closest(phrase: str, names: Sequence[str]) -> list[int]:
    """The places of the names that a phrase means: none, one, or several that are equally close."""
    return list(_closest(plain(phrase), tuple(names)))


# The clauses of a sentence, and the sentences of a conversation, ask for the same words again and again.
@lru_cache(maxsize=4096)
def _closest(wanted: str, names: tuple[str, ...]) -> Sequence[int]:
    if not wanted:
        return []
    plains = [plain(name) for name in names]
    exact = [at for at, name in enumerate(plains) if name == wanted]
    return exact or _squeezed(wanted, plains) or _misspelt(wanted, plains)


def _squeezed(wanted: str, names: Sequence[str]) -> list[int]:
    # "hi hat" and "HiHat", "808 s" and "808s".
    return [at for at, name in enumerate(names) if name.replace(" ", "") == wanted.replace(" ", "")]


def _misspelt(wanted: str, names: Sequence[str]) -> list[int]:
    if len(wanted) < 3 or wanted.isdigit():
        return []
    worth = _enough(wanted) - _TIE
    likeness = [_likeness(wanted, name) for name in names]
    likeness = [
        percent if percent >= worth and _can_misspell(wanted, name) else 0.0
        for percent, name in zip(likeness, names, strict=True)
    ]
    best = max(likeness, default=0.0)
    if best < _enough(wanted):
        return []
    return [at for at, percent in enumerate(likeness) if percent > best - _TIE]


def misspells(written: str, word: str) -> bool:
    """Whether one word of a name is a slip away from another that it is not itself."""
    # Words of three letters are too close to each other: "hat" is one letter from "hit".
    long_enough = min(len(written), len(word)) >= 4
    return long_enough and _can_misspell(written, word) and _likeness(written, word) >= _ALIKE


def _enough(wanted: str) -> float:
    return _ALIKE_SHORT if len(wanted) < _SHORT else _ALIKE


def _can_misspell(written: str, meant: str) -> bool:
    """Whether every word that differs is alike, and none that the table of roles knows: brass is not Bass."""
    pairs = zip(written.split(), meant.split(), strict=False)
    differing = [(word, other) for word, other in pairs if word != other]
    known = any(is_role_word(word) for word, _ in differing)
    return not known and all(fuzz.ratio(word, other) >= _OF_A_WORD for word, other in differing)


def _likeness(wanted: str, name: str) -> float:
    # A name with a word more or less is another name, however alike the rest is.
    return fuzz.ratio(wanted, name) if len(wanted.split()) == len(name.split()) else 0.0


def suggestions(phrase: str, names: Sequence[str]) -> list[str]:
    """The names worth offering for a phrase that means none of them, nearest first."""
    likeness = [_likeness(plain(phrase), plain(name)) for name in names]
    ranked = sorted(zip(likeness, names, strict=True), key=lambda pair: -pair[0])
    return [name for percent, name in ranked if percent >= _WORTH_OFFERING][:3]
