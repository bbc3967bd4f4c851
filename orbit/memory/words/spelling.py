"""Slips of the keyboard: a word nobody knows, a slip away from one the library does, is read as that one."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from orbit.memory.words.language import plain, synonym_groups

__all__ = ["Speller"]

_SHORTEST = 5  # letters; below that, a slip away from a word is mostly another word
_LONG = 9  # letters from which two slips are forgiven


class Speller:
    """Knows the words of a library's texts and of the trade."""

    def __init__(self, texts: Iterable[str]) -> None:
        trade = (way for ways in synonym_groups().values() for way in ways)
        self._known = frozenset(word for text in (*texts, *trade) for word in plain(text).split())
        self._candidates = sorted(word for word in self._known if len(word) >= _SHORTEST)

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
        if word in self._known or len(word) < _SHORTEST:
            return word
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        slips = 2 if len(word) >= _LONG else 1
        # The first letter is rarely the wrong one; words that differ in it are other words: master, faster.
        likely = [known for known in self._candidates if known[0] == word[0]]
        found = extractOne(word, likely, scorer=OSA.distance, score_cutoff=slips)
        return found[0] if found else word
