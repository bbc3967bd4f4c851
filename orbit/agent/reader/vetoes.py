"""What forbids a reading by its structure, whatever the ranker thinks of it.

A clause that is negated, reported, conditional or asked is no request, and neither is one whose verb is past.
A number, a name or a relation that no slot took is not to be passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.chart import Arc, Chart
from orbit.agent.reader.lexicon import group, relations, veto

__all__ = ["forbidden", "left_over"]

_CANNOT = frozenset({"can't", "cannot", "couldn't", "cant"})
"""Who cannot hear something asks for more of it."""


def forbidden(chart: Chart, arcs: Sequence[Arc]) -> str | None:
    """The reason why a reading is no request; None where its clauses are requests."""
    told = [_no_request(chart, at) for at in range(len(chart.segments))]
    asked = chart.ground.sentence.rstrip().endswith("?")
    if "conditional" in told or (asked and "asked" in told):
        return "conditional" if "conditional" in told else "asked"
    for arc in arcs:
        for at in range(arc.first, arc.last):
            if told[at] is not None:
                return told[at]
    return None


def _no_request(chart: Chart, at: int) -> str | None:
    """Whether a segment is negated, asked, reported …; what is so goes on over "and" and an aside."""
    start, end = chart.segments[at]
    if (found := _by_words(chart.tokens[start:end])) is not None or not at:
        return found
    before = [chart.tokens[first:last] for first, last in chart.segments[:at]]
    alone = group("fillers") | veto("negation")
    if any(_is_negated(said) and all(token.text in alone for token in said) for said in before):
        return "negated"  # "don't, whatever you do, …"
    joined = chart.tokens[start - 1].text == "and" and _no_request(chart, at - 1) == "negated"
    return "negated" if joined else None


def _by_words(said: Sequence[Token]) -> str | None:
    words = [token.text for token in said if not token.quoted]
    if not words:
        return None
    for at, word in enumerate(words):
        behind = words[at + 1] if at + 1 < len(words) else ""
        if word in veto("conditional") and behind not in veto("polite"):
            return "conditional"
    opening = [word for word in words if word not in _OPENERS]
    first, second = (*opening, "", "")[:2]
    if first in veto("asked") or (first in veto("asked_of") and second in veto("persons") - {"you"}):
        return "asked"
    if _is_negated(said):
        return "negated"
    if not veto("reported").isdisjoint(words):
        return "reported"
    if not veto("judging").isdisjoint(words):
        return "judged"
    return "past" if _is_past(words) else None


_OPENERS = frozenset({"ok", "okay", "so", "well", "hey", "hmm", "oh", "um", "uh", "and", "yo", "please"})


def _is_negated(said: Sequence[Token]) -> bool:
    """Whether a negation stands before anything that says something: "please do not …", "never …"."""
    for token in said:
        if token.text in veto("negation"):
            return token.raw.casefold().replace("’", "'") not in _CANNOT
        if token.text not in group("fillers") | veto("persons") | veto("asked_of") | {"must", "should"}:
            return False
    return False


def _is_past(words: Sequence[str]) -> bool:
    """Whether somebody has done it: "I muted the kick"."""
    for who, word in pairwise(words):
        if who in veto("persons") and (word in veto("past") or (word.endswith("ed") and word != "need")):
            return True
    return "already" in words


def left_over(chart: Chart, arcs: Sequence[Arc]) -> Iterator[str]:
    """Yield what no slot took and nobody may pass over: numbers, names in quotation marks, relations."""
    for arc in arcs:
        takes = frozenset[str]().union(*(frame.takes for frame in arc.frames))
        if any(origin == "all before" for part in arc.parts for _, _, origin in part.filled):
            takes |= {"both", "all"}
        for at in sorted(arc.left):
            token = chart.tokens[at]
            if token.quoted or token.number is not None or (arc.frames and token.text in relations() - takes):
                yield token.raw
