"""A clause as the patterns of the rules look at it: its words, and what each stretch of them means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group

__all__ = ["FILLERS", "TRACK_KINDS", "Clause", "Kind", "Kinds"]

FILLERS = group("passed_over")
"""Words that may stand anywhere and say nothing about what is meant."""


@dataclass(frozen=True)
class Kind:
    """How something is read from tokens: its value, a Problem, or None when it is not of this kind."""

    read: Callable[[Ground, Sequence[Token]], Any]
    longest: int = 6
    """How many tokens it can have at most."""
    opens: frozenset[str] | None = None
    """The words of which it begins with one, articles apart; None where it can begin with any."""


Kinds = Mapping[str, Kind]


_Opening = tuple[frozenset[str], Mapping[str, frozenset[str]]]
_OPENINGS: dict[int, tuple[Kinds, _Opening]] = {}
"""By the identity of a table of kinds, which is kept here, so that no other can have it."""


def _opening(kinds: Kinds) -> _Opening:
    """The kinds that can begin with any word; and by their words, those that can not."""
    held = _OPENINGS.get(id(kinds))
    if held is None:
        any_word = frozenset(name for name, kind in kinds.items() if kind.opens is None)
        words = frozenset(word for kind in kinds.values() for word in kind.opens or ())
        by_word = {
            word: frozenset(name for name, kind in kinds.items() if word in (kind.opens or ()))
            for word in words
        }
        held = _OPENINGS[id(kinds)] = (kinds, (any_word, by_word))
    return held[1]


@dataclass
class Clause:
    """Tokens being read against a ground; what a stretch of them means is worked out once."""

    ground: Ground
    tokens: Sequence[Token]
    kinds: Kinds
    words: frozenset[str] = field(init=False)
    _known: dict[tuple[str, int, int, int], Any] = field(init=False)
    _places: list[tuple[int, ...]] = field(init=False)
    _ahead: list[frozenset[str]] = field(init=False)
    _rest_from: int = field(init=False)
    _begins: dict[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])

    def __post_init__(self) -> None:
        said = [token for token in self.tokens if not token.quoted]
        self.words = frozenset(word for token in said for word in (token.text, token.raw.casefold()))
        ground = self.ground
        # The clauses of a sentence share their stretches of words, and so what these mean.
        about = (Clause, ground.sentence, ground.unknown, ground.long_names, ground.tracks, ground.device)
        self._known = ground.known.setdefault(about, {})
        size = len(self.tokens)
        self._places = [tuple(self._past_fillers(at)) for at in range(size + 1)]
        self._ahead = [frozenset(self._said_at(places)) for places in self._places]
        self._rest_from = next((at for at in range(size, 0, -1) if not self._says_nothing(at - 1)), 0)

    def _says_nothing(self, at: int) -> bool:
        # A capital A at the end is a letter of a name ("Verse A") rather than an article.
        return self.tokens[at].text in FILLERS and self.tokens[at].raw != "A"

    def _past_fillers(self, at: int) -> Iterator[int]:
        while at < len(self.tokens):
            yield at
            if self.tokens[at].text not in FILLERS or self.tokens[at].quoted:
                return
            at += 1

    def _said_at(self, places: Sequence[int]) -> Iterator[str]:
        for token in (self.tokens[at] for at in places):
            if not token.quoted:
                yield token.text
                yield token.raw.casefold()

    def places(self, at: int) -> tuple[int, ...]:
        """The places where the next thing may begin: here, or behind fillers."""
        return self._places[at]

    def ahead(self, at: int) -> frozenset[str]:
        """The words that may come next."""
        return self._ahead[at]

    def begins(self, at: int) -> frozenset[str]:
        """The kinds of things that may come next."""
        if at not in self._begins:
            fitting = self._kinds_of(self._ahead[at]) if at < len(self.tokens) else frozenset[str]()
            self._begins[at] = fitting
        return self._begins[at]

    @cached_property
    def holds(self) -> frozenset[str]:
        """The kinds of things that may be in it."""
        return self._kinds_of(self.words)

    def _kinds_of(self, said: frozenset[str]) -> frozenset[str]:
        any_word, by_word = _opening(self.kinds)
        return any_word.union(*(by_word[word] for word in said if word in by_word))

    def is_over(self, at: int) -> bool:
        """Whether nothing is left from here on but fillers."""
        return at >= self._rest_from

    @cached_property
    def behind(self) -> frozenset[str]:
        """The words that may be the last that says something."""
        return frozenset(self._said_at(range(max(self._rest_from - 1, 0), len(self.tokens))))

    def value(self, kind: str, start: int, end: int) -> Any:
        """What the tokens from ``start`` to ``end`` mean as something of a kind."""
        key = (kind, self.tokens[start].start, self.tokens[end - 1].end, end - start)
        if key not in self._known:
            self._known[key] = self.kinds[kind].read(self.ground, self.tokens[start:end])
        noun = kind in TRACK_KINDS and end < len(self.tokens) and self.tokens[end].text in _NOUNS
        if noun and isinstance(self._known[key], tuple):
            # "The vocal" of "the vocal track" is one of several, and no track yet.
            whole = self.value(kind, start, end + 1)
            if isinstance(whole, Problem) and whole.options:
                return whole
        return self._known[key]


TRACK_KINDS = frozenset({"tracks", "track", "whole_track", "whole_tracks"})
_NOUNS = frozenset({"track", "channel"})
