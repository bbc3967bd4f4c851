"""What forbids a reading by its structure, whatever the ranker thinks of it.

A clause that is negated, reported, conditional or asked is no request, and neither is one whose verb is past.
A number, a name or a relation that no slot took is not to be passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.arcs import Arc, Part
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.features import STRANGER
from orbit.agent.reader.lattice import Mention
from orbit.agent.reader.lexicon import Act, acts, group, relations, senses, veto

__all__ = ["forbidden", "left_over", "no_requests"]

_CANNOT = frozenset({"can't", "cannot", "couldn't", "cant"})
"""Who cannot hear something asks for more of it."""


def forbidden(chart: Chart, arcs: Sequence[Arc]) -> str | None:
    """The reason why a reading is no request; None where its clauses are requests."""
    told = no_requests(chart)
    asked = chart.ground.sentence.rstrip().endswith("?")
    if any(_corrects(chart, at) for at in range(1, len(chart.segments))):
        return "corrected"
    if "conditional" in told or told[-1] == "asked" or (asked and "asked" in told):
        return "conditional" if "conditional" in told else "asked"
    for arc in arcs:
        for at in range(arc.first, arc.last):
            if told[at] is not None:
                return told[at]
    return None


def _corrects(chart: Chart, at: int) -> bool:
    """Whether a segment takes back what was said before it: "mute the kick, no, the snare"."""
    said = (token.text for token in chart.tokens[slice(*chart.segments[at])] if not token.quoted)
    return next((word for word in said if word not in group("fillers")), "") in veto("corrected")


def no_requests(chart: Chart) -> list[str | None]:
    """The reason of each segment why it is no request; None for one that is."""
    return [_no_request(chart, at) for at in range(len(chart.segments))]


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
    for before, word, behind in zip(("", *words), words, (*words[1:], ""), strict=False):
        if word in veto("conditional") and behind not in veto("polite") and before not in veto("finding"):
            return "conditional"
    opening = [word for word in words if word not in _OPENERS]
    first, second = (*opening, "", "")[:2]
    if first in veto("asked") or (first in veto("asked_of") and second in veto("persons") - {"you"}):
        return "asked"
    if _is_negated(said) and "hear" not in words:
        return "negated"
    there = first in veto("stated") and second in veto("being")
    rests = any(_is_at_rest(one, other) or _is_so_much(one, other, words) for one, other in pairwise(said))
    muses = first in veto("persons") - {"you"} and second in veto("musing")
    if there or rests or muses or (first in veto("persons") - {"you"} and second in acts()):
        return "stated"
    for kind in ("reported", "judging"):
        if not veto(kind).isdisjoint(words):
            return kind
    return "past" if _is_past(words) else None


def _is_at_rest(token: Token, behind: Token) -> bool:
    """Whether two words say where something is or was: "everything's on (the left)"."""
    is_ = token.raw.casefold().replace("’", "'").endswith("'s") and token.text not in group("pronouns")
    is_ = is_ or token.text in veto("been")
    return is_ and behind.text in veto("resting") and not behind.quoted


def _is_so_much(token: Token, behind: Token, words: Sequence[str]) -> bool:
    """Whether two words say how much something is, and not that it is too much: "the snare is 3 dB down"."""
    return token.text in veto("being") and behind.number is not None and "too" not in words


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
    """Yield what no slot took and nobody may pass over.

    These are numbers, names in quotation marks, relations, devices, and words that ask for another edit.
    """
    for nth, arc in enumerate(arcs):
        beside = [each for each in (*arcs[max(nth - 1, 0) : nth], *arcs[nth + 1 : nth + 2]) if each.frames]
        for at in sorted(arc.left):
            token = chart.tokens[at]
            if token.quoted or _counts(token, arc):
                yield token.raw
            elif token.text in acts() and not any(_asks_for(acts()[token.text], each) for each in arc.parts):
                spoken = not arc.frames and at and chart.tokens[at - 1].text in veto("persons")
                yield from () if spoken else (token.raw,)
        yield from _in_edit(chart, arc) if arc.frames else _in_remark(chart, arc)
        if not arc.frames and any(_joined(chart, arc, each) for each in beside):
            yield from (
                chart.tokens[at].raw for at in arc.left if chart.tokens[at].text not in group("fillers")
            )


def _joined(chart: Chart, arc: Arc, other: Arc) -> bool:
    """Whether a stretch and the one beside it are joined by a word: "and" goes on with a request."""
    first, second = sorted((arc, other), key=lambda each: each.first)
    between = chart.tokens[chart.segments[first.last - 1][1] : chart.segments[second.first][0]]
    return any(token.text in group("goes_on") for token in between)


_ASKING = frozenset({"put", "new", "copy"})
_WAYS = frozenset({"on", "off", "up", "down", "left", "right"})
_ARTICLES = frozenset({"the", "a", "my"})


def _counts(token: Token, arc: Arc) -> bool:
    """Whether a word holds a number; "one" in an edit may be how people say "a"."""
    said = token.number is not None or any(sign.isdigit() for sign in token.raw)
    return said and not (arc.frames and token.raw.casefold() == "one")


def _asks_for(act: Act, part: Part) -> bool:
    slots = {name for name, each, _ in part.filled if each is not None}
    return part.frame.name.startswith(act.of) and (not act.slot or act.slot in slots)


def _in_edit(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the relations and the devices that are named in an edit and are no part of it."""
    takes = frozenset[str]().union(*(frame.takes for frame in arc.frames))
    if any(origin == "all before" for part in arc.parts for _, _, origin in part.filled):
        takes |= {"both", "all"}
    if any(_is_pair(each) for part in arc.parts for _, each, _ in part.filled):
        takes |= {"both"}
    meant = any(origin in _UNSAID for part in arc.parts for _, _, origin in part.filled)
    named = any(each is not None and not origin for part in arc.parts for _, each, origin in part.filled)
    for at in sorted(arc.left):
        pair = " ".join(token.text for token in chart.tokens[at : at + 2])
        if chart.tokens[at].text in relations() - takes and pair not in group("no_relations"):
            yield chart.tokens[at].raw
        if _is_name(chart, at) or ((meant or not named) and _is_thing(chart, at, meant=meant)):
            yield chart.tokens[at].raw
    said = {token.text for token in chart.tokens[slice(*_reach(chart, arc))]}
    yield from (part.frame.name for part in arc.parts if part.frame.says and part.frame.says.isdisjoint(said))
    yield from _named(chart, arc)
    for part in arc.parts:
        for _, each, origin in part.filled:
            if each is not None and not origin:
                yield from _misheard(chart, arc, each)


_UNSAID = frozenset({"spoken of", "before"})


def _is_thing(chart: Chart, at: int, *, meant: bool) -> bool:
    """Whether a word behind an article names something: "mute the theremin".

    Where what was spoken of before would be meant, every word does that has no sense; else one of no row.
    """
    word = chart.tokens[at].text
    known = word in senses() or word in acts() or word in group("fillers") | relations()
    thing = not known if meant else chart.said[at] == STRANGER
    return thing and at > 0 and chart.tokens[at - 1].text in _ARTICLES


def _reach(chart: Chart, arc: Arc) -> tuple[int, int]:
    return chart.segments[arc.first][0], chart.segments[arc.last - 1][1]


def _is_pair(mention: Mention | None) -> bool:
    value: Any = None if mention is None else mention.value
    return isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) == _BOTH


_BOTH = 2


def _named(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the devices and clips that are named and that no slot took."""
    for kind in ("kind", "verb_kind", "clip"):
        for each in chart.lattice.mentions[kind]:
            if arc.left.issuperset(range(each.start, each.end)):
                yield " ".join(token.raw for token in chart.tokens[each.start : each.end])


def _misheard(chart: Chart, arc: Arc, mention: Mention) -> Iterator[str]:
    """Yield a verb that was taken for something's name ("revert"), or a value for a name ("100 bpm")."""
    said = chart.tokens[mention.start : mention.end]
    names = " ".join(chart.ground.session.track_names).casefold().split()
    if mention.kind not in ("name", "title"):
        foreign = (token for token in said if token.text in acts() and not acts()[token.text].of)
        yield from (token.raw for token in foreign if token.text not in names)
    if mention.kind == "name" and not any(token.quoted for token in said):
        naming = any("name" in senses().get(chart.tokens[at].text, ()) for at in arc.left)
        yield from (token.raw for token in said if token.number is not None and not naming)


def _is_name(chart: Chart, at: int) -> bool:
    """Whether a word inside a stretch is written as a name: "set Pad Low to -6"."""
    token = chart.tokens[at]
    known = token.text in group("fillers") or token.text in senses() or token.text in acts()
    return token.raw.istitle() and not known and all(at != start for start, _ in chart.segments)


def _in_remark(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield what makes a remark more: a verb or a relation that opens it, tracks that are spared."""
    start, end = chart.segments[arc.first]
    said = chart.tokens[start:end]
    opens = next((token for token in said if token.text not in group("fillers")), None)
    if opens is None:
        return
    verb = said[0].text not in _ARTICLES and not _ASKING.isdisjoint(senses().get(opens.text, ()))
    content = [token for token in said if token.text not in group("fillers") | group("pronouns")]
    told = {sense for token in said for sense in senses().get(token.text, ())}
    empty = len(content) == 1 and told.isdisjoint(_WAYS)  # "could you set that"
    please = any(one.text == "please" and other is opens for one, other in pairwise(said))
    negation = all(token.text in group("fillers") | veto("negation") for token in said)
    if (verb and not empty) or please or opens.text in relations() or negation:
        yield opens.raw
    tracks = any(start <= each.start and each.end <= end for each in chart.lattice.mentions["tracks"])
    if tracks and not (relations() | veto("negation")).isdisjoint(token.text for token in said):
        yield opens.raw
