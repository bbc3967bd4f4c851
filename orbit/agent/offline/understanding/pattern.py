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

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from orbit.agent.offline.understanding.clause import FILLERS, Clause, Kind, Kinds

__all__ = ["FILLERS", "Clause", "Found", "Kind", "Kinds", "match", "needs_of"]


@dataclass(frozen=True)
class Found:
    """A way a pattern fits: what stands for its captures, and how many of its words were said."""

    values: Mapping[str, Any]
    words: int
    free: int
    """How many tokens went into names that could be anything; of two fits, the one with fewer is nearer."""


class _State(NamedTuple):
    at: int
    words: int = 0
    free: int = 0
    values: tuple[tuple[str, Any], ...] = ()


_Needs = tuple[frozenset[str], ...]
"""Sets of words, of each of which one must be said for the pattern to fit.

Most rules are ruled out by that alone.
"""


class _Next(NamedTuple):
    """What can come next: one of some words, something of a kind, or nothing more."""

    words: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    over: bool = False

    def can_be(self, clause: Clause, at: int) -> bool:
        """Whether it can come at a place of a clause; most stretches are ruled out by that, unread."""
        if not self.words.isdisjoint(clause.ahead(at)) or not self.kinds.isdisjoint(clause.begins(at)):
            return True
        return self.over and clause.is_over(at)

    def or_else(self, other: _Next) -> _Next:
        """What can come where either can."""
        return _Next(self.words | other.words, self.kinds | other.kinds, self.over or other.over)


class _Word:
    def __init__(self, word: str) -> None:
        self.word = word
        self.needs: _Needs = (frozenset({word}),)
        self.kinds: frozenset[str] = frozenset()

    def foresee(self, _: _Next) -> _Next:
        return _Next(frozenset({self.word}))

    def ending(self, _: _Next) -> _Next:
        return _Next(frozenset({self.word}))

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        if self.word not in clause.ahead(state.at):
            return
        for at in clause.places(state.at):
            token = clause.tokens[at]
            if not token.quoted and self.word in (token.text, token.raw.casefold()):
                yield _State(at + 1, state.words + 1, state.free, state.values)


class _Capture:
    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, kind
        self.needs: _Needs = ()
        self.kinds = frozenset({kind})
        self._then = _Next()

    def foresee(self, then: _Next) -> _Next:
        self._then = then
        return _Next(kinds=self.kinds)

    def ending(self, _: _Next) -> _Next:
        return _Next(kinds=self.kinds)

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        for at in clause.places(state.at):
            last = min(at + clause.kinds[self.kind].longest, len(clause.tokens))
            for end in range(last, at, -1):
                if not self._then.can_be(clause, end):
                    continue
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
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._others: list[tuple[int, _Next]] = []

    def foresee(self, then: _Next) -> _Next:
        each = [choice.foresee(then) for choice in self.choices]
        for at, opens in enumerate(each):
            for word in opens.words or ():
                self._by_word[word].append(at)
            if opens.kinds or opens.over:
                self._others.append((at, opens))
        return functools.reduce(_Next.or_else, each)

    def ending(self, before: _Next) -> _Next:
        return functools.reduce(_Next.or_else, (choice.ending(before) for choice in self.choices))

    def match(self, clause: Clause, state: _State) -> Iterator[_State]:
        fitting = {at for word in clause.ahead(state.at) for at in self._by_word.get(word, ())}
        fitting.update(at for at, opens in self._others if opens.can_be(clause, state.at))
        for at in sorted(fitting):
            yield from self.choices[at].match(clause, state)


class _Sequence:
    def __init__(self, nodes: Sequence[_Node]) -> None:
        self.nodes = nodes
        self.needs: _Needs = tuple(need for node in nodes for need in node.needs)
        self.kinds = frozenset[str]().union(*(node.kinds for node in nodes))

    def foresee(self, then: _Next) -> _Next:
        """Have every part know what can come behind it; returned is what the whole can begin with."""
        for node in reversed(self.nodes):
            then = node.foresee(then)
        return then

    def ending(self, before: _Next) -> _Next:
        """What the whole can end with."""
        for node in self.nodes:
            before = node.ending(before)
        return before

    def match(self, clause: Clause, state: _State, nth: int = 0) -> Iterator[_State]:
        if nth == len(self.nodes):
            yield state
            return
        for reached in self.nodes[nth].match(clause, state):
            yield from self.match(clause, reached, nth + 1)


_Node = _Word | _Capture | _Either | _Sequence

_SYMBOL = re.compile(r"\{(?P<capture>[a-z_]+(?::[a-z_]+)?)\}|(?P<sign>[()\[\]|])|(?P<word>[^\s()\[\]|{}]+)")


class _Pattern:
    """A pattern as it is matched: what it needs is looked at before anything of it is read."""

    def __init__(self, whole: _Sequence) -> None:
        self.whole = whole
        self.needs, self.kinds = whole.needs, whole.kinds

    @cached_property
    def opens(self) -> _Next:
        """What it can begin with; few patterns are ever asked, as most are ruled out by what they need."""
        return self.whole.foresee(_Next(over=True))

    @cached_property
    def closes(self) -> frozenset[str] | None:
        """The words that it can end with; None where it can end otherwise."""
        ending = self.whole.ending(_Next(over=True))
        return None if ending.over or ending.kinds else ending.words

    def may_fit(self, clause: Clause) -> bool:
        """Whether nothing that is seen at once rules it out."""
        return (
            not any(need.isdisjoint(clause.words) for need in self.needs)
            and self.kinds <= clause.holds
            and (self.closes is None or not self.closes.isdisjoint(clause.behind))
            and self.opens.can_be(clause, 0)
        )


@cache
def _compiled(pattern: str) -> _Pattern:
    choices, closed = _choices(_SYMBOL.finditer(pattern))
    if closed or _SYMBOL.sub("", pattern).strip():
        raise ValueError(f"“{pattern}” has a bracket too many")
    return _Pattern(choices[0] if len(choices) == 1 else _Sequence([_Either(choices)]))


def _choices(symbols: Iterator[re.Match[str]]) -> tuple[list[_Sequence], bool]:
    """What stands up to the closing bracket, as alternatives, and whether there was one."""
    choices: list[list[_Node]] = [[]]
    closed = False
    for symbol in symbols:
        sign = symbol["sign"]
        if sign == "|":
            choices.append([])
        elif sign in (")", "]"):
            closed = True
            break
        else:
            choices[-1].append(_bracketed(sign, symbols) if sign else _leaf(symbol))
    return [_Sequence(nodes) for nodes in choices], closed


def _bracketed(sign: str, symbols: Iterator[re.Match[str]]) -> _Node:
    inner, closed = _choices(symbols)
    if not closed:
        raise ValueError("a bracket is not closed")
    return _Either([*inner, _Sequence([])] if sign == "[" else inner)


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
    if not compiled.may_fit(clause):
        return
    for state in compiled.whole.match(clause, _State(0)):
        if clause.is_over(state.at):
            yield Found(dict(state.values), state.words, state.free)
