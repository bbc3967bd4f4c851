"""The little language in which rules say what they match, and its matcher.

===============  ==========================================================================
``mute``         a word (number words also as digits)
``(a|b c)``      one of several
``[a]``          left out or there
``{level}``      something of that kind (see ``kinds``), under the same name
``{to:level}``   something of that kind, under another name
===============  ==========================================================================

A rule matches only when it accounts for the whole clause: articles and politeness may stand between,
nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["FILLERS", "Clause", "Found", "Kind", "Kinds", "match", "needs_of"]

FILLERS = words(
    "the a an my our your its their please just now also some kindly simply , very bit's thanks like uh um "
    "umm uhm er erm hmm basically literally actually maybe perhaps kinda sorta approximately about around "
    "roughly exactly"
)
"""Words that may stand anywhere and say nothing about what is meant."""


@dataclass(frozen=True)
class Kind:
    """How something is read from tokens: its value, a Problem, or None when it is not of this kind."""

    read: Callable[[Ground, Sequence[Token]], Any]
    longest: int = 6
    """How many tokens it can have at most."""


Kinds = Mapping[str, Kind]


@dataclass
class Clause:
    """Tokens being read against a ground; what a stretch of them means is worked out once."""

    ground: Ground
    tokens: Sequence[Token]
    kinds: Kinds
    words: frozenset[str] = field(init=False)
    _known: dict[tuple[str, int, int, int], Any] = field(init=False)
    _present: dict[str, bool] = field(default_factory=dict[str, bool])

    def __post_init__(self) -> None:
        said = [token for token in self.tokens if not token.quoted]
        self.words = frozenset(word for token in said for word in (token.text, token.raw.casefold()))
        ground = self.ground
        # The clauses of a sentence share their stretches of words, and so what these mean.
        about = (Clause, ground.sentence, ground.unknown, ground.long_names, ground.tracks, ground.device)
        self._known = ground.known.setdefault(about, {})

    def value(self, kind: str, start: int, end: int) -> Any:
        """What the tokens from ``start`` to ``end`` mean as something of a kind."""
        key = (kind, self.tokens[start].start, self.tokens[end - 1].end, end - start)
        if key not in self._known:
            self._known[key] = self.kinds[kind].read(self.ground, self.tokens[start:end])
        return self._known[key]

    def has(self, kind: str) -> bool:
        """Whether any stretch of the clause is of a kind."""
        if kind not in self._present:
            size, longest = len(self.tokens), self.kinds[kind].longest
            spans = (
                (start, end)
                for start in range(size)
                for end in range(start + 1, min(start + longest, size) + 1)
            )
            self._present[kind] = any(self.value(kind, start, end) is not None for start, end in spans)
        return self._present[kind]


@dataclass(frozen=True)
class Found:
    """A way a pattern fits: what stands for its captures, and how many of its words were said."""

    values: Mapping[str, Any]
    words: int
    free: int
    """How many tokens went into names that could be anything; of two fits, the one with fewer is nearer."""


@dataclass(frozen=True)
class _State:
    at: int
    words: int = 0
    free: int = 0
    values: tuple[tuple[str, Any], ...] = ()


_Needs = tuple[frozenset[str], ...]
"""Sets of words, of each of which one must be said for the pattern to fit.

Most rules are ruled out by that alone.
"""

_TELLING = frozenset(
    (
        "device",
        "parameter",
        "value",
        "level",
        "pan",
        "clip",
        "return",
        "color",
        "percent",
        "kind",
        "bar",
        "bars",
    )
)
"""Kinds of which few stretches of words are: where none is, what needs one is ruled out."""


class _Word:
    def __init__(self, word: str) -> None:
        self.word = word
        self.needs: _Needs = (frozenset({word}),)
        self.kinds: frozenset[str] = frozenset()

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        for at in _past_fillers(clause, state.at):
            token = clause.tokens[at]
            if not token.quoted and self.word in (token.text, token.raw.casefold()):
                yield _State(at + 1, state.words + 1, state.free, state.values)


class _Capture:
    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, kind
        self.needs: _Needs = ()
        self.kinds = _TELLING & {kind}

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        for at in _past_fillers(clause, state.at):
            last = min(at + clause.kinds[self.kind].longest, len(clause.tokens))
            for end in range(last, at, -1):
                value = clause.value(self.kind, at, end)
                if value is not None:
                    free = state.free + (end - at if self.kind == "name" else 0)
                    yield _State(end, state.words, free, (*state.values, (self.name, value)))


class _Either:
    def __init__(self, choices: Sequence[_Sequence]) -> None:
        self.choices = choices
        each: list[_Needs] = [choice.needs for choice in choices]
        # Whichever is taken, one of these words was said; if one can be taken without a word, none need be.
        self.needs: _Needs = (frozenset(word for needs in each for word in needs[0]),) if all(each) else ()
        self.kinds = frozenset[str].intersection(*(choice.kinds for choice in choices))

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        for choice in self.choices:
            yield from choice.match(clause, state)


class _Sequence:
    def __init__(self, nodes: Sequence[_Node]) -> None:
        self.nodes = nodes
        self.needs: _Needs = tuple(need for node in nodes for need in node.needs)
        self.kinds = frozenset[str]().union(*(node.kinds for node in nodes))

    def match(self, clause: Clause, state: _State, nth: int = 0) -> Iterator[_State]:
        if nth == len(self.nodes):
            yield state
            return
        for reached in self.nodes[nth].match(clause, state):
            yield from self.match(clause, reached, nth + 1)


_Node = _Word | _Capture | _Either | _Sequence


def _past_fillers(clause: Clause, at: int) -> Iterator[int]:
    """The places where the next thing may begin: here, or behind fillers."""
    while at < len(clause.tokens):
        yield at
        if clause.tokens[at].text not in FILLERS or clause.tokens[at].quoted:
            return
        at += 1


_SYMBOL = re.compile(r"\{(?P<capture>[a-z_]+(?::[a-z_]+)?)\}|(?P<sign>[()\[\]|])|(?P<word>[^\s()\[\]|{}]+)")


@cache
def _compiled(pattern: str) -> _Sequence:
    choices, rest = _choices(list(_SYMBOL.finditer(pattern)))
    if rest or _SYMBOL.sub("", pattern).strip():
        raise ValueError(f"“{pattern}” has a bracket too many")
    return choices[0] if len(choices) == 1 else _Sequence([_Either(choices)])


def _choices(symbols: list[re.Match[str]]) -> tuple[list[_Sequence], list[re.Match[str]]]:
    """What stands up to the closing bracket, as alternatives, and the symbols behind it."""
    choices: list[list[_Node]] = [[]]
    while symbols:
        symbol, symbols = symbols[0], symbols[1:]
        sign = symbol["sign"]
        if sign == "|":
            choices.append([])
        elif sign in (")", "]"):
            return [_Sequence(nodes) for nodes in choices], [symbol, *symbols]
        elif sign:
            inner, symbols = _bracketed(sign, symbols)
            choices[-1].append(inner)
        else:
            choices[-1].append(_leaf(symbol))
    return [_Sequence(nodes) for nodes in choices], []


def _bracketed(sign: str, symbols: list[re.Match[str]]) -> tuple[_Node, list[re.Match[str]]]:
    inner, rest = _choices(symbols)
    if not rest:
        raise ValueError("a bracket is not closed")
    return _Either([*inner, _Sequence([])] if sign == "[" else inner), rest[1:]


def _leaf(symbol: re.Match[str]) -> _Node:
    if symbol["word"]:
        return _Word(symbol["word"])
    name, _, kind = symbol["capture"].partition(":")
    return _Capture(name, kind or name)


def needs_of(pattern: str) -> _Needs:
    """The sets of words of each of which one must be said for the pattern to fit."""
    return _compiled(pattern).needs


def match(pattern: str, clause: Clause) -> Iterator[Found]:
    """The ways in which a pattern accounts for a whole clause."""
    compiled = _compiled(pattern)
    if any(need.isdisjoint(clause.words) for need in compiled.needs):
        return
    if not all(clause.has(kind) for kind in compiled.kinds):
        return
    for state in compiled.match(clause, _State(0)):
        # A capital A at the end is a letter of a name ("Verse A") rather than an article.
        if all(token.text in FILLERS and token.raw != "A" for token in clause.tokens[state.at :]):
            yield Found(dict(state.values), state.words, state.free)
