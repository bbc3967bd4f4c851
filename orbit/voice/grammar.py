"""A grammar of requests as a small automaton: from each state, which words lead where and how likely.

Read from JSGF: words, ``<rule>``, ``( … )``, ``[ … ]``, ``a | b`` and weights ``/2/ a``. A rule may end in
itself. A rule that is nowhere defined is a class, whose members are filled in when they are known: names of a
session change, and the rest is worked out once. Words that begin alike are followed once and states that go
on alike are one, so that it is a fiftieth of what the decoder would make of the text.

>>> muting = shape(read("<all> = /3/ mute <name> | stop [now];"), "all")
>>> muting.filled({"name": ("kick",)}).accepts(["mute", "kick"])
True
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log
from typing import NamedTuple

from daw_bridges.errors import UsageError

__all__ = ["Arc", "Automaton", "read", "shape"]

_TOKEN = re.compile(r"//[^\n]*|\s+|(<\w+>|/[\d.]+/|[=;|()\[\]]|[^\s<>=;|()\[\]/]+)")
_APART = "~"
"""Behind a word: it is not followed together with the same word without it: "and" joins more than tracks."""
_END = 0
_Node = str | tuple["_Node", ...] | frozenset[tuple[float, "_Node"]]
"""A word or ``<rule>``, a sequence, or alternatives with their shares of 1."""


class Arc(NamedTuple):
    """A word that leads from one state to another, with its probability there."""

    start: int
    end: int
    share: float
    word: str


@dataclass(frozen=True)
class Automaton:
    """Begins in state 0; ``ends`` gives in which states all may have been said, and how likely."""

    arcs: tuple[Arc, ...]
    ends: Mapping[int, float]

    def filled(self, classes: Mapping[str, Sequence[str]]) -> Automaton:
        """Put the members of each class in its place; one without members cannot be said."""

        def arcs() -> Iterator[Arc]:
            for arc in self.arcs:
                if not arc.word.startswith("<"):
                    yield arc
                    continue
                members = classes.get(arc.word.strip("<>"), ())
                yield from (Arc(arc.start, arc.end, arc.share / len(members), each) for each in members)

        return Automaton(tuple(arcs()), self.ends)

    def accepts(self, words: Iterable[str]) -> bool:
        """True where these words can be said."""
        return self.likelihood(words) > -inf

    def likelihood(self, words: Iterable[str]) -> float:
        """Give how likely somebody says just these words, as a logarithm; −∞ where they cannot be said."""
        states = {0: 0.0}
        for word in words:
            reached: dict[int, float] = {}
            for state, so_far in states.items():
                for share, to in self._leads.get((state, word), ()):
                    reached[to] = max(reached.get(to, -inf), so_far + log(share))
            states = reached
        ended = (so_far + log(self.ends[state]) for state, so_far in states.items() if state in self.ends)
        return max(ended, default=-inf)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of it."""
        return frozenset(arc.word for arc in self.arcs)

    @cached_property
    def _leads(self) -> Mapping[tuple[int, str], list[tuple[float, int]]]:
        leads: dict[tuple[int, str], list[tuple[float, int]]] = defaultdict(list)
        for start, end, share, word in self.arcs:
            leads[start, word].append((share, end))
        return dict(leads)


def read(text: str) -> dict[str, _Node]:
    """Read the rules of a grammar. Raises UsageError where it is not well formed."""
    found = [match[1] or match[0] for match in _TOKEN.finditer(text) if match[1]]
    tokens = iter([*found, ""])
    rules: dict[str, _Node] = {}
    for name in tokens:
        if not name:
            break
        if next(tokens) != "=":
            raise UsageError(f"The grammar has no “=” behind “{name}”.")
        rules[name], last = _alternatives(tokens)
        if last != ";":
            raise UsageError(f"The grammar has “{last}” in {name} where “;” belongs.")
    return rules


def _alternatives(tokens: Iterator[str]) -> tuple[_Node, str]:
    """Read up to a token that ends alternatives; give that too."""
    weighed: list[tuple[float, _Node]] = []
    weight, parts = 1.0, list[_Node]()
    while (read := next(tokens)) not in (")", "]", ";", ""):
        if read == "|":
            weighed.append((weight, _sequence(parts)))
            weight, parts = 1.0, []
        elif read.startswith("/"):
            weight = float(read.strip("/"))
        elif read in ("(", "["):
            inner, _ = _alternatives(tokens)
            parts.append(inner if read == "(" else frozenset({(0.5, inner), (0.5, ())}))
        else:
            parts.append(read)
    weighed.append((weight, _sequence(parts)))
    total = sum(each for each, _ in weighed)
    shares: dict[_Node, float] = defaultdict(float)
    for each, node in weighed:
        shares[node] += each / total
    return (
        weighed[0][1] if len(shares) == 1 else frozenset((share, node) for node, share in shares.items())
    ), read


def _sequence(parts: list[_Node]) -> _Node:
    return parts[0] if len(parts) == 1 else tuple(parts)


_Steps = dict[tuple[str, int], float]


class _Builder:
    """States, each standing for something to be said and for what follows it."""

    def __init__(self, rules: Mapping[str, _Node]) -> None:
        self._rules = rules
        self._known: dict[tuple[_Node, int], int] = {}
        self._silent: list[list[tuple[float, int]]] = [[]]
        self._spoken: list[tuple[str, int] | None] = [None]
        self._steps: dict[int, _Steps] = {}

    def build(self, node: _Node, then: int) -> int:
        """Give the state in which a part is to be said and then what another state stands for."""
        if isinstance(node, tuple):
            for part in reversed(node):
                then = self.build(part, then)
            return then
        if (known := self._known.get((node, then))) is not None:
            return known
        state = self._known[node, then] = len(self._silent)
        self._silent.append([])
        self._spoken.append(None)
        if isinstance(node, frozenset):
            self._silent[state] = [(share, self.build(each, then)) for share, each in node]
        elif node in self._rules:
            self._silent[state] = [(1.0, self.build(self._rules[node], then))]
        else:
            self._spoken[state] = node, then
        return state

    def steps(self, state: int) -> _Steps:
        """Give the words that can come next, where each leads, and its share; the end is ""."""
        if state not in self._steps:
            found: _Steps = defaultdict(float)
            waiting = [(1.0, state)]
            while waiting:
                share, at = waiting.pop()
                word = ("", _END) if at == _END else self._spoken[at]
                if word is not None:
                    found[word] += share
                waiting += [(share * each, to) for each, to in self._silent[at]]
            self._steps[state] = found
        return self._steps[state]


_State = dict[str, tuple[float, int]]


def shape(rules: Mapping[str, _Node], start: str) -> Automaton:
    """Make the automaton of a rule, with those that it refers to; classes are left open."""
    builder = _Builder(rules)
    return _numbered(*_merged(*_followed(builder, builder.build(f"<{start}>", _END))))


def _followed(builder: _Builder, first: int) -> tuple[list[_State], list[float]]:
    """Follow words that begin alike once; the first way to a set of states says how likely each is."""
    number: dict[frozenset[int], int] = {frozenset({first}): 0}
    members: list[dict[int, float]] = [{first: 1.0}]
    states: list[_State] = []
    ends: list[float] = []
    while len(states) < len(members):
        reached: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        for state, share in members[len(states)].items():
            for (word, to), each in builder.steps(state).items():
                reached[word][to] += share * each
        ends.append(sum(reached.pop("", {}).values()))
        leads: _State = {}
        for word, towards in reached.items():
            total = sum(towards.values())
            key = frozenset(towards)
            if key not in number:
                number[key] = len(members)
                members.append({state: share / total for state, share in towards.items()})
            leads[word] = total, number[key]
        states.append(leads)
    return states, ends


def _merged(states: list[_State], ends: list[float]) -> tuple[list[_State], list[float]]:
    """Make one of states that go on alike, about as likely."""
    alive = list(range(len(states)))
    while True:
        first: dict[object, int] = {}
        same = {state: first.setdefault(_alike(states[state], ends[state]), state) for state in alive}
        if len(first) == len(same):
            return states, ends
        alive = [state for state in alive if same[state] == state]
        for state in alive:
            states[state] = {word: (share, same[to]) for word, (share, to) in states[state].items()}


def _alike(leads: _State, end: float) -> object:
    return round(end, 1), frozenset((word, round(log(share)), to) for word, (share, to) in leads.items())


def _numbered(states: list[_State], ends: list[float]) -> Automaton:
    order: dict[int, int] = {0: 0}
    arcs: list[Arc] = []
    waiting = [0]
    while waiting:
        state = waiting.pop()
        for word, (share, to) in states[state].items():
            if to not in order:
                order[to] = len(order)
                waiting.append(to)
            arcs.append(Arc(order[state], order[to], share, word.rstrip(_APART)))
    return Automaton(tuple(arcs), {order[state]: ends[state] for state in order if ends[state] > 0})
