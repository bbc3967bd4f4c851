"""How much of a request a workflow accounts for.

Its own words, the trade's, everyday English, and strangers to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.reader.lexicon import group
from orbit.memory.words.language import read, synonym_groups, weight

__all__ = ["Vocabulary", "is_everyday", "names_a_part"]


@dataclass(frozen=True)
class Vocabulary:
    """What a workflow's title, task and phrasings speak of."""

    texts: tuple[str, ...]

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Its words as they stand there."""
        return frozenset(word for text in self.texts for word in text.split())

    @cached_property
    def _units(self) -> frozenset[frozenset[str]]:
        return frozenset(frozenset(unit) for text in self.texts for unit in read(text).units)

    @cached_property
    def _terms(self) -> frozenset[str]:
        return frozenset(term for text in self.texts for term in read(text).terms)

    def holds(self, unit: Iterable[str]) -> bool:
        """Whether a thing that is asked for is one of the workflow's."""
        return not self._terms.isdisjoint(unit)

    def says(self, unit: Iterable[str]) -> bool:
        """Whether a thing that is asked for is called so here, and not only by another word for it."""
        return any(shared - _groups(shared) for shared in self._shared(frozenset(unit)))

    def names(self, unit: Iterable[str]) -> bool:
        """Whether a thing that is asked for is called so here, or by another word for it."""
        return any(self._shared(frozenset(unit)))

    def _shared(self, unit: frozenset[str]) -> Iterator[frozenset[str]]:
        """The terms that a unit shares with each here. A word of a term is none: a cut is no low cut."""
        return (each & unit for each in self._units if not _groups(each) - unit)

    def explained(self, text: str) -> int:
        """How many things that the text asks for are the workflow's.

        The parts of a mix it names do not count.
        """
        return sum(1 for unit in read(text).units if unit & self._terms and weight(unit) >= 1.0)

    def is_stranger(self, word: str) -> bool:
        """Whether it is neither the workflow's, nor the trade's, nor everyday English."""
        reading = read(word)
        return word.isalpha() and not (
            is_everyday(word) or reading.groups or self._terms.intersection(reading.words)
        )

    def covers(self, words: Iterable[str]) -> bool:
        """Whether the words say only what the workflow's own wordings say."""
        return all(is_everyday(word) or self._terms.intersection(read(word).terms) for word in words)


def _groups(unit: frozenset[str]) -> frozenset[str]:
    """The terms of the trade in what a word or several are read as."""
    return frozenset(term for term in unit if term.startswith("~"))


@cache
def _parts() -> frozenset[str]:
    groups = synonym_groups().items()
    return frozenset(str(way) for group, ways in groups if weight({f"~{group}"}) < 1.0 for way in ways)


def names_a_part(words: str) -> bool:
    """Whether words are what people call a part of a mix: "brass", "the strings"."""
    return words in _parts() or words.removesuffix("s") in _parts()


@cache
def is_everyday(word: str) -> bool:
    """Whether a word can stand in any request and says nothing of what is wanted."""
    return word in FILLERS or word in _EVERYDAY or not read(word).units


_EVERYDAY = group("everyday")
