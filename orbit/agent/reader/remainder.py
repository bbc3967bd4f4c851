"""The words of a sentence that no slot took and that none may pass over: a number, a name, a relation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, cast

from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.arcs import Arc, Part
from orbit.agent.reader.chart import TRACK_KINDS, Chart, names_of
from orbit.agent.reader.features import STRANGER
from orbit.agent.reader.lattice import Mention
from orbit.agent.reader.lexicon import Act, acts, group, relations, senses, veto

__all__ = ["ARTICLES", "ASKING", "left_over"]


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
            elif token.text in acts() and not any(
                _asks_for(acts()[token.text], each) for each in arc.parts or _restated(chart, arc, arcs)
            ):
                spoken = not arc.frames and at and chart.tokens[at - 1].text in veto("persons")
                yield from () if spoken else (token.raw,)
        yield from _in_edit(chart, arc) if arc.frames else _in_remark(chart, arc)
        if not arc.frames:
            yield from _added(chart, arc, arcs)
        if not arc.frames and any(_lacks_name(each) for each in beside):
            yield from _strange(chart, arc)
        if not arc.frames and any(_joined(chart, arc, each) for each in beside):
            yield from (
                chart.tokens[at].raw for at in arc.left if chart.tokens[at].text not in group("fillers")
            )


def _joined(chart: Chart, arc: Arc, other: Arc) -> bool:
    """Whether a stretch and the one beside it are joined by a word: "and" goes on with a request."""
    first, second = sorted((arc, other), key=lambda each: each.first)
    between = chart.tokens[chart.segments[first.last - 1][1] : chart.segments[second.first][0]]
    return any(token.text in group("goes_on") for token in between)


def _added(chart: Chart, arc: Arc, arcs: Sequence[Arc]) -> Iterator[str]:
    """Yield the tracks that are all a stretch says, where nothing is done to them: "…, keys too"."""
    idle = group("fillers") | group("pronouns") | group("goes_on") | veto("lacking")
    said = {at for at in arc.left if chart.tokens[at].text not in idle}
    named = chart.lattice.mentions["tracks"]
    found = [each for each in named if names_of(each) and said.issuperset(range(each.start, each.end))]
    places = {at for each in found for at in range(each.start, each.end)}
    filled = (each for other in arcs for part in other.parts for _, each, _ in part.filled if each)
    edited = {name for each in filled if each.kind in TRACK_KINDS for name in names_of(each)}
    if said and said <= places and not edited.issuperset(name for each in found for name in names_of(each)):
        yield from (chart.tokens[at].raw for at in sorted(said))


def _restated(chart: Chart, arc: Arc, arcs: Sequence[Arc]) -> Sequence[Part]:
    """What a word alone can say once more: "percussion out. Mute."."""
    said = [at for at in arc.left if chart.tokens[at].text not in group("fillers") | group("pronouns")]
    return [part for each in arcs for part in each.parts] if len(said) == 1 else ()


def _lacks_name(arc: Arc) -> bool:
    """Whether something new has no name: one may stand beside it."""
    named = (part.frame.makes is not None and name == "name" and each is None
             for part in arc.parts for name, each, _ in part.filled)  # fmt: skip
    return any(named)


def _strange(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the word that a stretch is, where it has no sense: "a new track, lullaby, …"."""
    said = [chart.tokens[at] for at in sorted(arc.left) if chart.tokens[at].text not in group("fillers")]
    yield from (each.raw for each in said if len(said) == 1 and not _says(each.text))


def _says(word: str) -> bool:
    """Whether a word has a sense, or is one that has none to have."""
    return word in senses() or word in acts() or word in group("fillers")


ASKING = frozenset({"put", "new", "copy"})
"""Senses of the verbs that ask for something."""
_WAYS = frozenset({"on", "off", "up", "down", "left", "right"})
ARTICLES = frozenset({"the", "a", "my"})


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
    meant = any(origin and origin not in _SHARED for part in arc.parts for _, _, origin in part.filled)
    named = any(each is not None and not origin for part in arc.parts for _, each, origin in part.filled)
    for at in sorted(arc.left):
        pair = " ".join(token.text for token in chart.tokens[at : at + 2])
        if chart.tokens[at].text in relations() - takes and pair not in group("no_relations"):
            yield chart.tokens[at].raw
        if _is_of_slot(chart, arc, at):
            yield chart.tokens[at].raw
        if _is_name(chart, at) or ((meant or not named) and _is_thing(chart, at, meant=meant)):
            yield chart.tokens[at].raw
    said = {token.text for token in chart.tokens[slice(*_reach(chart, arc))]}
    yield from (part.frame.name for part in arc.parts if part.frame.says and part.frame.says.isdisjoint(said))
    yield from _turned_round(chart, arc)
    yield from _strange_verb(chart, arc)
    yield from _named(chart, arc)
    for part in arc.parts:
        for _, each, origin in part.filled:
            if each is not None and not origin:
                yield from _misheard(chart, arc, each)


def _is_of_slot(chart: Chart, arc: Arc, at: int) -> bool:
    """Whether a word belongs to what a slot took: "3 semitones", "a deep blue", "the snare bottom"."""
    word, taken = chart.tokens[at].text, [each for part in arc.parts for _, each, _ in part.filled if each]
    if (
        at
        and chart.tokens[at - 1].number is not None
        and (
            word in group("foreign_units") or (chart.said[at] == STRANGER and chart.tokens[at].raw.isupper())
        )
    ):
        return True
    sets = [
        each
        for part in arc.parts
        if part.frame.name.endswith(("_to", "_with"))
        for _, each, _ in part.filled
        if each and each.kind != "pan"
    ]
    if any(at == each.start - 1 for each in sets):
        by = {"up", "down"}.intersection(_ways(word)) and chart.tokens[at + 1].raw[:1].isdigit()
        if by or word in group("moved"):
            return True  # "by -3 dB" is not to -3 dB, and "up 2" not to 2
    return any(
        (each.kind == "color" and word in group("shades"))
        or (each.kind in TRACK_KINDS and at == each.end and word in group("parts_of_sources"))
        for each in taken
    )


_SHARED = frozenset({"pair", "all before"})


def _is_thing(chart: Chart, at: int, *, meant: bool) -> bool:
    """Whether a word behind an article names something: "mute the theremin".

    Where what was spoken of before would be meant, every word does that has no sense; else one of no row.
    """
    word = chart.tokens[at].text
    thing = not (_says(word) or word in relations()) if meant else chart.said[at] == STRANGER
    return thing and at > 0 and chart.tokens[at - 1].text in ARTICLES


def _reach(chart: Chart, arc: Arc) -> tuple[int, int]:
    return chart.segments[arc.first][0], chart.segments[arc.last - 1][1]


def _is_pair(mention: Mention | None) -> bool:
    value: Any = None if mention is None else mention.value
    return isinstance(value, tuple) and len(cast("tuple[Any, ...]", value)) == _BOTH


_BOTH = 2


def _turned_round(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the way that an edit goes, where no word says it: "mount it 2 dB" is not down."""
    told, here = (
        {way for token in said for way in _ways(token.text)}
        for said in (chart.tokens, chart.tokens[slice(*_reach(chart, arc))])
    )
    signed = any(token.text[:1] in _SIGNS and token.number for token in chart.tokens)
    for way in (frame.name.rpartition("_")[2] for frame in arc.frames if not signed):
        ways = here if _OTHER_WAY.get(way) in here else told
        if way in _OTHER_WAY and way not in ways:
            yield way


def _strange_verb(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield a verb that only its particle makes an edit of: "even out the bass" mutes nothing."""
    idle = group("fillers") | group("pronouns")
    for start, end in chart.segments[arc.first : arc.last]:
        said = [at for at in range(start, end) if chart.tokens[at].text not in idle]
        words = [chart.tokens[at].text for at in (*said[:2], *said[-1:])]
        strange = said[:1] and said[0] in arc.left and not _says(words[0])
        valued = any(token.number is not None for token in chart.tokens[start:end])
        if (
            strange
            and not valued
            and words[0] not in group("switching")
            and {*words[1:]} & group("particles")
        ):
            yield chart.tokens[said[0]].raw


def _ways(word: str) -> Iterator[str]:
    """Yield the ways that a word says something goes."""
    yield from senses().get(word, ())
    yield from (way for way, words in (("up", "raising"), ("down", "lowering")) if word in group(words))


_SIGNS = ("+", "-")
_OTHER_WAY = {"up": "down", "down": "up", "left": "right", "right": "left"}


def _named(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield the devices, clips and tracks that are named and that no slot took."""
    taken = [each for part in arc.parts for _, each, _ in part.filled if each is not None]
    edited = {name for each in taken if each.kind in TRACK_KINDS for name in names_of(each)}
    makes = any(frame.makes is not None for frame in arc.frames)  # a track for the choir is its own
    for kind in ("kind", "verb_kind", "clip", *(() if makes and not edited else ("tracks",))):
        for each in chart.lattice.mentions[kind]:
            words = range(each.start, each.end)
            if arc.left.issuperset(words) and not (kind == "tracks" and _is_beside(chart, arc, each, edited)):
                yield " ".join(chart.tokens[at].raw for at in words)


def _is_beside(chart: Chart, arc: Arc, tracks: Mention, edited: set[str]) -> bool:
    """Whether tracks that no slot took are meant by it all the same, or by nothing."""
    pointing = group("fillers") | group("pronouns") | relations() | veto("having")
    compound = tracks.end < _reach(chart, arc)[1] and tracks.end not in arc.left  # "a noise gate"
    before = [token.text for token in chart.tokens[: tracks.start] if token.text not in group("fillers")]
    said = [token.text for token in chart.tokens[tracks.start : tracks.end]]
    return (
        compound
        or (not edited and any(word in senses() for word in said))  # "faster" is no slip for the master
        or before[-1:] == ["instead"]
        or edited >= {*names_of(tracks)}
        or all(word in pointing for word in said)
    )


def _misheard(chart: Chart, arc: Arc, mention: Mention) -> Iterator[str]:
    """Yield a verb that was taken for something's name ("revert"), or a value for a name ("100 bpm")."""
    said = chart.tokens[mention.start : mention.end]
    names = " ".join(chart.ground.session.track_names).casefold().split()
    if mention.kind not in ("name", "title", "parameter"):
        foreign = (token for token in said if token.text in acts() and not acts()[token.text].of)
        yield from (token.raw for token in foreign if token.text not in names)
    if mention.kind == "name" and not any(token.quoted for token in said):
        naming = any("name" in senses().get(chart.tokens[at].text, ()) for at in arc.left)
        yield from (token.raw for token in said if token.number is not None and not naming)


def _is_name(chart: Chart, at: int) -> bool:
    """Whether a word inside a stretch is written as a name: "set Pad Low to -6"."""
    token = chart.tokens[at]
    opens = not at or chart.tokens[at - 1].raw in _ENDS
    unit = at > 0 and chart.tokens[at - 1].number is not None
    return token.raw.istitle() and not (_says(token.text) or unit or opens)


_ENDS = frozenset(".;:")


def _in_remark(chart: Chart, arc: Arc) -> Iterator[str]:
    """Yield what makes a remark more: a verb or a relation that opens it, tracks that are spared."""
    start, end = chart.segments[arc.first]
    said = chart.tokens[start:end]
    opens = next((token for token in said if token.text not in group("fillers")), None)
    if opens is None:
        return
    verb = said[0].text not in ARTICLES and not ASKING.isdisjoint(senses().get(opens.text, ()))
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
