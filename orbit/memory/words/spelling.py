"""Slips of the keyboard: a word nobody knows, a slip away from one the library does, is read as that one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cache, cached_property

from orbit.memory.words.language import plain, synonym_groups

__all__ = ["Speller"]

_SHORTEST = 5  # letters; below that, a slip away from a word is mostly another word
_LONG = 9  # letters from which two slips are forgiven
_HALF = 3  # letters of the shortest word that another one may be run together with


class Speller:
    """Knows the words of a library's texts and of the trade.

    ``texts`` may be what gives them: it is asked when a word is met that the trade does not know.
    """

    def __init__(self, texts: Iterable[str] | Callable[[], Iterable[str]]) -> None:
        self._texts = texts

    @cached_property
    def _known(self) -> frozenset[str]:
        texts = self._texts() if callable(self._texts) else self._texts
        return _trade() | {word for text in texts for word in plain(text).split()}

    @cached_property
    def _candidates(self) -> dict[str, list[str]]:
        """Give the words by their first letter: it is rarely the wrong one (master, faster)."""
        by_first: dict[str, list[str]] = defaultdict(list)
        for word in sorted(self._known):
            if len(word) >= _SHORTEST:
                by_first[word[0]].append(word)
        return by_first

    def corrected(self, text: str, names: Collection[str] = ()) -> str:
        """Give a text with its slips put right, as it is when it has none; words of ``names`` are left alone.

        >>> Speller(["Sidechain compression"]).corrected("sidechian the Drumms!", names=["Drumms"])
        'sidechain the drumms'
        """
        own = {word for name in names for word in plain(name).split()}
        words = plain(text).split()
        meant = [word if word in own else self._meant(word) for word in words]
        return text if meant == words else " ".join(meant)

    def _meant(self, word: str) -> str:
        if len(word) < _SHORTEST or word in _trade() or word in self._known:
            return word
        return self._run_together(word) or self._nearest(word) or word

    def _run_together(self, word: str) -> str | None:
        """Give two words of the trade that were written as one: ``pingpong``."""
        for at in range(_HALF, len(word) - _HALF + 1):
            if word[:at] in _trade() and word[at:] in _trade():
                return f"{word[:at]} {word[at:]}"
        return None

    def _nearest(self, word: str) -> str | None:
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        slips = 2 if len(word) >= _LONG else 1
        found = extractOne(word, self._candidates.get(word[0], ()), scorer=OSA.distance, score_cutoff=slips)
        return found[0] if found else None


@cache
def _trade() -> frozenset[str]:
    return frozenset(
        word for ways in synonym_groups().values() for way in ways for word in plain(way).split()
    )
