"""What forbids a reading by its structure, whoever read it so: a rule, a frame or a workflow.

A clause that is negated, reported, conditional or asked is no request, and neither is one whose verb is past.
A number, a name or a relation that no slot took is not to be passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, cast

from daw_bridges.session import Session
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.restating import restated
from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.offline.understanding.wrapping import unwrapped
from orbit.agent.reader.arcs import Arc, Part
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.features import STRANGER
from orbit.agent.reader.lattice import Mention
from orbit.agent.reader.lexicon import Act, acts, group, phrases, relations, senses, veto
from orbit.workflows.roles import known_role

__all__ = ["forbidden", "left_over", "no_requests", "unasked"]

_CANNOT = frozenset({"can't", "cannot", "couldn't", "cant"})
"""Who cannot hear something asks for more of it."""


def forbidden(chart: Chart, arcs: Sequence[Arc]) -> str | None:
    """The reason why a reading is no request; None where its clauses are requests."""
    told = no_requests(chart)
    within = (told[at] for arc in arcs for at in range(arc.first, arc.last))
    return _as_a_whole(chart, told) or next(filter(None, within), None)


def unasked(text: str, session: Session) -> tuple[str, str] | None:
    """Why a sentence, or a part of it, asks for nothing, and what else it says; None where all of it asks."""
    said = unwrapped(restated(text) or text)
    chart = Chart(Ground(session, said), tokenize(said))
    told = [None if each and _excludes(chart, at) else each for at, each in enumerate(no_requests(chart))]
    if (reason := _as_a_whole(chart, told)) is not None:
        return reason, ""
    if (reason := next(filter(None, told), None)) is None:
        return None
    asks = (
        list(run)
        for free, run in groupby(zip(chart.segments, told, strict=True), lambda each: each[1] is None)
        if free
    )
    spans = ((chart.tokens[run[0][0][0]].start, chart.tokens[run[-1][0][1] - 1].end) for run in asks)
    return reason, ", ".join(said[start:end] for start, end in spans)


def _excludes(chart: Chart, at: int) -> bool:
    """Whether a segment only says which one is not meant: "mute the keys, not the pad"."""
    said = chart.tokens[slice(*chart.segments[at])]
    words = [token.text for token in said]
    spares = at > 0 or not veto("sparing").isdisjoint(words)
    return spares and _is_negated(said) and veto("persons").isdisjoint(words) and not _has_verb(said)


def _has_verb(said: Sequence[Token]) -> bool:
    return any(_asks(token.text) for token in said)


def _asks(word: str) -> bool:
    """Whether a clause that begins with a word asks for something."""
    return word in acts() or not _ASKING.isdisjoint(senses().get(word, ()))


def _as_a_whole(chart: Chart, told: Sequence[str | None]) -> str | None:
    """The reason why nothing of a sentence is a request."""
    _, mark, behind = chart.ground.sentence.rpartition("?")
    denied = bool(mark) and next((token.text for token in tokenize(behind)), "") in veto("corrected")
    if denied or any(_corrects(chart, at) for at in range(1, len(chart.segments))):
        return "corrected"
    asked = chart.ground.sentence.rstrip().endswith("?")
    if (
        reason := next((each for each in ("conditional", "corrected", "elsewhere") if each in told), None)
    ) is not None:
        return reason
    return "asked" if told and (told[-1] == "asked" or (asked and "asked" in told)) else None


def _corrects(chart: Chart, at: int) -> bool:
    """Whether a segment takes back what was said before it: "mute the kick, no, the snare"."""
    start, end = chart.segments[at]
    said = [token.text for token in chart.tokens[start:end] if not token.quoted]
    place, word = next(
        ((at, word) for at, word in enumerate(said) if word not in group("fillers") | {"or"}), (0, "")
    )
    meant = chart.tokens[start - 1].text == "and" or (place and word == "rather" and said[place - 1] == "i")
    return (word in veto("corrected") and not meant) or said[place : place + 2] == ["never", "mind"]


def no_requests(chart: Chart) -> list[str | None]:
    """The reason of each segment why it is no request; None for one that is."""
    return [_no_request(chart, at) for at in range(len(chart.segments))]


def _no_request(chart: Chart, at: int) -> str | None:
    """Whether a segment is negated, asked, reported …; what is so goes on over "and" and an aside."""
    start, end = chart.segments[at]
    if at and chart.tokens[start - 1].text == "while":
        return None
    if (found := _by_words(chart.tokens[start:end])) is not None or not at:
        return found
    before = [chart.tokens[first:last] for first, last in chart.segments[:at]]
    alone = group("fillers") | veto("negation")
    if any(_is_negated(said) and all(token.text in alone for token in said) for said in before):
        return "negated"  # "don't, whatever you do, …"
    between = [token.text for token in chart.tokens[chart.segments[at - 1][1] : start]]
    colon = next(
        (place for place, (first, _) in enumerate(chart.segments[1 : at + 1]) if _opens(chart, first)), None
    )
    if colon is not None:
        return _no_request(chart, colon)  # "she texted: …", "to do: …"
    spares = between == ["but"] and not _has_verb(chart.tokens[start:end])
    joined = spares or (between and {*between} <= {"and", "then"})
    reason = _no_request(chart, at - 1) if joined else None
    return reason if reason in ("negated", "reported", "later") else None


def _opens(chart: Chart, start: int) -> bool:
    """Whether what begins at a place stands behind a colon that opens somebody's words, or a list."""
    return chart.tokens[start - 1].raw == ":" and chart.tokens[start - 2].text in veto("opening")


def _by_words(said: Sequence[Token]) -> str | None:
    words = [token.text for token in said if not token.quoted]
    first, second, third = (*(word for word in words if word not in _OPENERS), "", "", "")[:3]
    if (reason := _supposed(words)) is not None:
        return reason
    asks = first in veto("asked") and second not in _NO_SUBJECT
    tag = not third and first in veto("tags")  # "…, could we?"
    if asks or ((tag or first in veto("asked_of")) and second in veto("speakers")):
        return "asked"
    if _is_negated(said) and "hear" not in words:
        return "negated"
    of_others = third in acts() and first in veto("speakers") - {"i", "we"}
    muses = first in veto("persons") - {"you"} and second in veto("musing")
    if muses or of_others or (first in veto("persons") - {"you"} and second in acts()):
        return "stated"
    if any(word in veto("reported") and not _is_own(before, word) for before, word in pairwise(("", *words))):
        return "reported"
    return None if _asks(first) else _told(said, words)


def _supposed(words: Sequence[str]) -> str | None:
    """The reason by words that make one wherever they stand: "if", "later", "on second thought"."""
    line = f" {' '.join(words)} "
    gentle = any(f" {phrase} " in line for phrase in veto("gentle"))
    for before, word, behind in zip(("", *words), words, (*words[1:], ""), strict=False):
        finding = behind in veto("polite") or before in veto("finding")
        if word in veto("conditional") and not (finding or gentle):
            return "conditional"
        if word in veto("later") and before not in veto("counted"):
            return "later"
    return next((reason for phrase, reason in phrases() if phrase in line), None)


def _told(said: Sequence[Token], words: Sequence[str]) -> str | None:
    """The reason why a clause that begins with no verb of a request is none."""
    if words and _is_so(said, words):
        return "stated"
    return "judging" if not veto("judging").isdisjoint(words) else "past" if _is_past(words) else None


_NO_SUBJECT = frozenset({"to", "be", "about"})


def _is_own(before: str, word: str) -> bool:
    """Whether it is no speech of another: "I said", "the track that says FX", "the snare wants more body"."""
    return (
        (word == "said" and before == "i")
        or before in ("that", "which")
        or (word == "wants" and known_role(before) is not None)
    )


def _is_so(said: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether it says how something is: "everything's on the left", "there is a marker at bar 17"."""
    if any(_is_at_rest(one, other) or _is_so_much(one, other, words) for one, other in pairwise(said)):
        return True
    if not veto("lacking").isdisjoint(words):
        return False
    there = words[0] in veto("stated") and not (veto("being") | _ARTICLES).isdisjoint(words[1:2])
    about = words[0] in _ARTICLES and veto("wanting").isdisjoint(words[:-2])
    being = words[-2:-1] and (words[-2] in veto("being") or said[-2].raw.casefold().endswith(_IS))
    has = next((at for at, word in enumerate(words[1:5], 1) if word in veto("having")), 0)
    owns = about and has > 0 and words[has + 1 : has + 2] in _OWNED
    return there or owns or (about and bool(being) and words[-1] in veto("states") and len(words) <= _SHORT)


_IS = ("'s", "’s")
_OWNED = (["a"], ["an"], ["already"], ["its"])
_SHORT = 5


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
    """Whether somebody has done it: "I muted the kick", "my mate soloed the guitar"."""
    did = [at for at, word in enumerate(words) if _is_done(word)]
    for at in did:
        who = next((word for word in reversed(words[:at]) if word not in veto("meanwhile")), "")
        if who in veto("persons") - {"everybody"}:
            return True
    begun = (at for at in did if 0 < at < _EARLY and words[at].endswith("ed"))
    return "already" in words or any(
        not _ARTICLES.isdisjoint(words[at + 1 : at + 2]) and veto("wanting").isdisjoint(words[:at])
        for at in begun
    )


_EARLY = 4


def _is_done(word: str) -> bool:
    return word in veto("past") or (word.endswith("ed") and word not in veto("no_past"))


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
    yield from _turned_round(chart, arc)
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


def _turned_round(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the word that says the other way than an edit goes, where none says that way: "2 dB more"."""
    start, end = _reach(chart, arc)
    said = [(token.raw, senses().get(token.text, ())) for token in chart.tokens[start:end]]
    for way in (frame.name.rpartition("_")[2] for frame in arc.frames):
        other = _OTHER_WAY.get(way)
        if other is not None and not any(way in told for _, told in said):
            yield from (word for word, told in said if other in told)


_OTHER_WAY = {"up": "down", "down": "up"}


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
