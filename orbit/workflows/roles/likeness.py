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

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

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
    spelt = _spellings(names)
    # "hi hat" and "HiHat", "808 s" and "808s".
    return spelt.exact.get(wanted) or spelt.squeezed.get(wanted.replace(" ", "")) or _misspelt(wanted, spelt)


class _Spellings:
    """Names by how they are compared, each with its place."""

    def __init__(self, names: Sequence[str]) -> None:
        self.exact: dict[str, list[int]] = defaultdict(list)
        self.squeezed: dict[str, list[int]] = defaultdict(list)
        self.by_size: dict[int, list[tuple[int, str]]] = defaultdict(list)
        for at, name in enumerate(map(plain, names)):
            self.exact[name].append(at)
            self.squeezed[name.replace(" ", "")].append(at)
            self.by_size[len(name.split())].append((at, name))


@lru_cache(maxsize=256)
def _spellings(names: tuple[str, ...]) -> _Spellings:
    return _Spellings(names)


def _misspelt(wanted: str, names: _Spellings) -> list[int]:
    if len(wanted) < 3 or wanted.isdigit():
        return []
    enough = _enough(wanted)
    # A name with a word more or less is another name, however alike the rest is.
    alike = {
        at: percent
        for at, name in names.by_size.get(len(wanted.split()), ())
        if (percent := _ratio(wanted, name, enough - _TIE)) and _can_misspell(wanted, name)
    }
    best = max(alike.values(), default=0.0)
    return [] if best < enough else [at for at, percent in alike.items() if percent > best - _TIE]


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
    return not known and all(_ratio(word, other) >= _OF_A_WORD for word, other in differing)


def _likeness(wanted: str, name: str) -> float:
    # A name with a word more or less is another name, however alike the rest is.
    return _ratio(wanted, name) if len(wanted.split()) == len(name.split()) else 0.0


def _ratio(one: str, other: str, least: float = 0.0) -> float:
    from rapidfuzz import fuzz  # whoever only shows a plan compares no names

    return fuzz.ratio(one, other, score_cutoff=least)


def suggestions(phrase: str, names: Sequence[str]) -> list[str]:
    """The names worth offering for a phrase that means none of them, nearest first."""
    likeness = [_likeness(plain(phrase), plain(name)) for name in names]
    ranked = sorted(zip(likeness, names, strict=True), key=lambda pair: -pair[0])
    return [name for percent, name in ranked if percent >= _WORTH_OFFERING][:3]
