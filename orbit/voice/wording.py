"""Wording of requests: how likely a word stands behind another, by what people say.

>>> wording = Wording([["mute", NAME], ["solo", NAME]])
>>> wording.cost("mute", NAME) < wording.cost("mute", "coffee")
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from importlib.resources import files
from itertools import pairwise
from math import log

from orbit.voice.vocabulary import spoken_data

__all__ = ["END", "NAME", "Wording", "number_parts", "shapes"]

NAME, _NUMBER, END = "<name>", "<number>", ""
"""Stand for every name, for every word of a number, and for both ends of a request."""
_SHARE = {NAME: 1 / 8, _NUMBER: 1 / 12}
"""How likely it is one of them, where any of its kind may stand."""
_NEW = 0.6
"""How much of what follows a word is left for what nobody put behind it."""
_UNHEARD = 3e-6
"""How likely a word is that nobody says in any request."""


@cache
def number_parts() -> frozenset[str]:
    """Give the words that numbers are said with."""
    numbers = spoken_data()["numbers"]
    return frozenset((*numbers["units"], *numbers["tens"], numbers["hundred"]))


@cache
def shapes() -> tuple[tuple[str, ...], ...]:
    """Give how people worded requests; ``python -m benchmarks.voice_shapes`` makes it of rows."""
    text = files("orbit.voice").joinpath("shapes.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.splitlines())


class Wording:
    """Made of requests, names of which are ``<name>``, and of pairs of words that may follow each other."""

    def __init__(self, requests: Iterable[Iterable[str]], pairs: Iterable[tuple[str, str]] = ()) -> None:
        said = (pair for request in requests for pair in pairwise([END, *map(_kind, request), END]))
        self._pairs = Counter(said) + Counter({(_kind(one), _kind(other)) for one, other in pairs})
        self._before, self._follow, self._each = Counter[str](), Counter[str](), Counter[str]()
        for (one, other), count in self._pairs.items():
            self._before[one] += count
            self._follow[one] += 1
            self._each[other] += count
        self._costs: dict[tuple[str, str], float] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word but names."""
        return (frozenset(self._each) | number_parts()) - {NAME, _NUMBER, END}

    @cached_property
    def _all(self) -> int:
        return max(self._each.total(), 1)

    def cost(self, before: str, word: str) -> float:
        """Give how unlikely a word is behind another: the logarithm of one in so many."""
        pair = one, other = _kind(before), _kind(word)
        if (known := self._costs.get(pair)) is not None:
            return known
        likely = max(self._each[other] / self._all, _UNHEARD)
        if there := self._before[one]:
            left = _NEW * self._follow[one]
            likely = (max(self._pairs[one, other] - _NEW, 0.0) + left * likely) / there
        self._costs[pair] = -log(likely * _SHARE.get(other, 1.0))
        return self._costs[pair]


def _kind(word: str) -> str:
    return _NUMBER if word in number_parts() else word
