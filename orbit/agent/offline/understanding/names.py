"""Which of the session's names a phrase means: exactly, or misspelled, and never a wild guess.

>>> closest("gutiar", ["Bass", "Guitar"])
[1]
>>> closest("theremin", ["Bass", "Guitar"])
[]
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from orbit.agent.offline.understanding.tokens import plain

__all__ = ["closest", "suggestions"]

# Likeness in percent (rapidfuzz's ratio). A short word must be nearer: one letter of four is another word.
_ALIKE, _ALIKE_SHORT, _SHORT = 80.0, 85.0, 5
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
    return exact or _squeezed(wanted, plains) or _misspelled(wanted, plains)


def _squeezed(wanted: str, names: Sequence[str]) -> list[int]:
    # "hi hat" and "HiHat", "808 s" and "808s".
    return [at for at, name in enumerate(names) if name.replace(" ", "") == wanted.replace(" ", "")]


def _misspelled(wanted: str, names: Sequence[str]) -> list[int]:
    likeness = _likeness(wanted, names)
    best = max(likeness, default=0.0)
    enough = _ALIKE_SHORT if len(wanted) < _SHORT else _ALIKE
    if len(wanted) < 3 or best < enough or wanted.isdigit():
        return []
    return [at for at, percent in enumerate(likeness) if percent > best - _TIE]


def _likeness(wanted: str, names: Sequence[str]) -> list[float]:
    from rapidfuzz import fuzz

    # A name with a word more or less is another name, however alike the rest is.
    return [fuzz.ratio(wanted, name) if len(wanted.split()) == len(name.split()) else 0.0 for name in names]


def suggestions(phrase: str, names: Sequence[str]) -> list[str]:
    """The names worth offering for a phrase that means none of them, nearest first."""
    likeness = _likeness(plain(phrase), [plain(name) for name in names])
    ranked = sorted(zip(likeness, names, strict=True), key=lambda pair: -pair[0])
    return [name for percent, name in ranked if percent >= _WORTH_OFFERING][:3]
