"""Which wordings can fit a clause at all, by the words that they need; most of them are ruled out unseen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from orbit.agent.offline.understanding.pattern import needs_of

__all__ = ["Index"]

Of = TypeVar("Of")


class Index(Generic[Of]):
    """Patterns by one of the words that each cannot do without: the one that fewest others need too."""

    def __init__(self, entries: Iterable[tuple[str, Of]]) -> None:
        self._entries = list(entries)
        needed = [needs_of(pattern) for pattern, _ in self._entries]
        common = Counter(word for needs in needed for need in needs for word in need)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._any: list[int] = []
        for at, needs in enumerate(needed):
            if not needs:
                self._any.append(at)
                continue
            rarest = min(needs, key=lambda need: sum(common[word] for word in need))
            for word in rarest:
                self._by_word[word].append(at)

    def fitting(self, words: Iterable[str]) -> Iterator[tuple[str, Of]]:
        """The patterns that these words do not rule out, each with what it belongs to, in their order."""
        found = {at for word in words for at in self._by_word.get(word, ())}
        return (self._entries[at] for at in sorted(found.union(self._any)))
