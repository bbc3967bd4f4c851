"""What a correction makes of a request that was refused: its words, with what was meant in their place."""

from __future__ import annotations

from collections.abc import Sequence

from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import Past
from orbit.agent.offline.dialogue.said import Correct
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token, plain, tokenize, unify
from orbit.agent.reader.questions import is_question

__all__ = ["refused_last", "said_anew"]

_VALUES = ("bars", "gain_db", "frequency", "time", "number", "fraction", "plain")
"""The types of mentions that are values."""


def refused_last(past: Past) -> Done | None:
    """The last request, where it was refused before it came to any edit."""
    last = next((done for done in past.recent if done.outcome != "told"), None)
    refused = last is not None and last.outcome == "declined" and not last.actions and not last.slots
    return last if refused and last is not None and not is_question(last.request) else None


def said_anew(refused: Done, correct: Correct, known: Known) -> str | None:
    """The refused request with the correction in it; None where nothing says what that replaces."""
    request = unify(refused.request)
    tokens = tokenize(request)
    found = mentions(known.ground(request), tokens)
    if correct.tracks:
        meant = " and ".join(f'"{name}"' for name in correct.tracks)
        wrong = _unknown(request, known) or _tracks(found, tokens, correct.spared)
    else:
        meant = correct.text
        wrong = _values(found, tokens, mentions(known.ground(meant), tokenize(meant)))
    if wrong is None:
        return None
    return f"{request[: wrong[0]]}{meant}{request[wrong[1] :]}"


_Span = tuple[int, int]


def _unknown(request: str, known: Known) -> _Span | None:
    """Where the words stand that the request was refused for."""
    problem = known.read(request)
    if not isinstance(problem, Problem) or not problem.phrase:
        return None
    words = plain(problem.phrase).split()
    tokens = tokenize(request)
    for at in range(len(tokens) - len(words) + 1):
        if [plain(token.raw) for token in tokens[at : at + len(words)]] == words:
            return tokens[at].start, tokens[at + len(words) - 1].end
    return None


def _tracks(found: Sequence[Mention], tokens: Sequence[Token], spared: Sequence[str]) -> _Span | None:
    """Where the only tracks are spoken of; of several, those that were not meant."""
    named = [mention for mention in found if mention.type == "track"]
    if spared:
        named = [mention for mention in named if set(mention.values) == {*spared}]
    return _span(named[0], tokens) if len(named) == 1 else None


def _values(found: Sequence[Mention], tokens: Sequence[Token], meant: Sequence[Mention]) -> _Span | None:
    """Where the only value stands that is of the kind of the one that was meant."""
    new = [mention for mention in meant if mention.type in _VALUES]
    if len(new) != 1:
        return None
    alike = [mention for mention in found if mention.type == new[0].type]
    if not alike and new[0].type == "plain":
        alike = [mention for mention in found if mention.type in _VALUES]
        return _number(alike[0], tokens) if len(alike) == 1 else None
    return _span(alike[0], tokens, new[0].type) if len(alike) == 1 else None


def _span(mention: Mention, tokens: Sequence[Token], kind: str = "") -> _Span:
    """Where a mention stands; a bar with the word before its number."""
    named = kind == "bars" and mention.start and tokens[mention.start - 1].text == "bar"
    return tokens[mention.start - bool(named)].start, tokens[mention.end - 1].end


def _number(mention: Mention, tokens: Sequence[Token]) -> _Span:
    """Where the number of a value stands, without its unit."""
    return tokens[mention.start].start, tokens[mention.start].end
