"""The ways to take a sentence apart: stretches that are edits, each a frame with its slots, and remarks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np

from daw_bridges.actions import Action
from orbit.agent.offline.understanding.clause import TRACK_KINDS
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.arcs import Arc, Built, Part
from orbit.agent.reader.features import Filled, Slotted, Words, of_frame, of_joint, of_skip, words_of
from orbit.agent.reader.frames import Frame, Slot, frames
from orbit.agent.reader.lattice import Lattice, Mention
from orbit.agent.reader.lexicon import acts, group, senses

__all__ = ["TRACK_KINDS", "Chart", "names_of"]

_MOST_SEGMENTS = 8
_LONGEST_ARC, _LONGEST_AFTER, _LONGEST_CHAIN = 5, 2, 3
_VERB_APART = 2
"""So many segments can be one edit where no slot is in the first or the last: "the kick, mute it"."""
_MOST_FILLED = 24
_MADE_KINDS = frozenset({"name", "kind", "kinds", "verb_kind"})
_MOST_MADE, _MOST_LEFT = 3, 3
_CHAINED = of_joint("chain")
Options = list[tuple[Slotted, int]]
"""What can fill a slot, each with the bits of the words that it takes."""


@dataclass(frozen=True)
class Chart:
    """All arcs of a sentence."""

    ground: Ground
    tokens: Sequence[Token]
    known: Words | None = field(default=None, repr=False)
    """The words that the ranker knows."""
    begins: int = 0
    """The segment that it begins with; those before were read on another ground."""
    read: Mapping[str, Sequence[Mention]] | None = field(default=None, repr=False)
    """The mentions that were read on that ground."""
    made: dict[tuple[str, int], list[Arc]] = field(
        default_factory=dict[tuple[str, int], list["Arc"]], repr=False
    )
    """What can follow on what was made, by that and the segment."""
    _built: Built = field(default_factory=Built, init=False, repr=False)
    _options: dict[tuple[Slot | int, ...], Options] = field(
        default_factory=dict[tuple[Slot | int, ...], Options], init=False, repr=False
    )
    _bound: dict[str, int] = field(default_factory=dict[str, int], init=False, repr=False)

    @cached_property
    def lattice(self) -> Lattice:
        """The mentions."""
        return Lattice(self.ground, self.tokens, self.segments[self.begins][0], self.read)

    @cached_property
    def said(self) -> list[str]:
        """The words as the ranker tells them apart."""
        return words_of(self.tokens, self.known)

    @cached_property
    def segments(self) -> tuple[tuple[int, int], ...]:
        """The stretches between words that may join clauses."""
        found: list[tuple[int, int]] = []
        start = 0
        for at, token in enumerate((*self.tokens, None)):
            if token is None or (token.text in group("joins") and not token.quoted):
                if at > start:
                    found.append((start, at))
                start = at + 1
        while len(found) > _MOST_SEGMENTS:
            found[-2:] = [(found[-2][0], found[-1][1])]
        return tuple(found)

    @cached_property
    def arcs(self) -> list[Arc]:
        """Every arc: remarks of one segment, edits of up to some."""
        return [*self._remarks(), *self.edits]

    @cached_property
    def edits(self) -> list[Arc]:
        """The arcs that are no remarks."""
        return list(self._edits())

    def _remarks(self) -> Iterator[Arc]:
        numbers = {at for at, token in enumerate(self.tokens) if token.number is not None}
        tracks = {at for each in self.lattice.mentions["tracks"] for at in range(each.start, each.end)}
        for at, (start, end) in enumerate(self.segments):
            within = frozenset(range(start, end))
            seen = of_skip(
                tuple(self.said[start:end]),
                not at,
                at + 1 == len(self.segments),
                bool(within & numbers),
                bool(within & tracks),
            )
            yield Arc(at, at + 1, (), within, np.array(seen, np.int32))

    def _edits(self) -> Iterator[Arc]:
        for first in range(self.begins, len(self.segments)):
            yield from self._from(first)

    def _from(self, first: int, longest: int = _LONGEST_ARC) -> Iterator[Arc]:
        """Yield the edits that begin with a segment."""
        size = len(self.segments)
        for last in range(first + 1, min(first + longest, size) + 1):
            singles = list(self._of(first, last))
            yield from singles
            yield from self._paired(singles, last)
            if last < size:
                yield from self._chained(filter(self._makes, singles), last)

    def _of(self, first: int, last: int) -> Iterator[Arc]:
        start, end = self.segments[first][0], self.segments[last - 1][1]
        for frame in frames():
            for filled in self._fillings(frame, first, last):
                yield self._arc(first, last, start, end, frame, filled)

    def _arc(self, first: int, last: int, start: int, end: int, frame: Frame, filled: Filled) -> Arc:
        taken = {
            at for _, each, origin in filled if each and not origin for at in range(each.start, each.end)
        }
        seen = of_frame(frame.name, self.said, start, end, filled)
        left = frozenset(range(start, end)) - taken
        return Arc(first, last, (self._part(frame, filled),), left, seen)

    def _part(self, frame: Frame, filled: Filled) -> Part:
        return Part(frame, filled, self.ground, self._built)

    def _fillings(self, frame: Frame, first: int, last: int) -> Iterator[Filled]:
        start, end = self.segments[first][0], self.segments[last - 1][1]
        if not all(self._taking(slot, first, last) for slot in frame.slots if slot.required):
            return
        options = [self._taking(slot, first, last) for slot in frame.slots]
        if last - first == 1:
            yield from _disjoint(options)
            return
        whole = _bits(start, end)
        reached = self._reached(first, last, whole)
        verb_alone = not frame.slots and reached == (whole,)
        yield from _disjoint(options, self._kept(frame) & whole, () if verb_alone else reached)

    def _taking(self, slot: Slot, first: int, last: int) -> Options:
        """What can fill a slot within some segments."""
        key = slot, first, last
        if key in self._options:
            return self._options[key]
        start, end = self.segments[first][0], self.segments[last - 1][1]
        found = self._said(slot, start, end)
        if slot.name != "source" and not TRACK_KINDS.isdisjoint(slot.kinds):
            found = found + [
                ((slot.name, each, origin), 0) for each, origin in self._meant(start, end, slot.kinds[0])
            ]
        self._options[key] = found if slot.required else [*found, ((slot.name, None, ""), 0)]
        return self._options[key]

    def _said(self, slot: Slot, start: int, end: int) -> Options:
        """What fills a slot in a stretch, the longest first: not all ways to fill a frame are tried."""
        found = [
            ((slot.name, each, ""), _bits(each.start, each.end))
            for kind in slot.kinds
            for each in self.lattice.mentions[kind]
            if start <= each.start and each.end <= end
        ]
        return sorted(found, key=lambda each: -each[1].bit_count())

    def _kept(self, frame: Frame) -> int:
        """The bits of what a frame may not pass over in a long stretch: numbers, words for other edits."""
        if frame.name not in self._bound:
            found = 0
            for at, token in enumerate(self.tokens):
                act = None if token.quoted else acts().get(token.text)
                number = any(sign.isdigit() for sign in token.text) and token.raw.casefold() != "one"
                if token.quoted or number or (act and not frame.name.startswith(act.of)):
                    found |= 1 << at
            self._bound[frame.name] = found
        return self._bound[frame.name]

    def passes_over(self, arc: Arc) -> bool:
        """Whether it leaves what its frame may not pass over, or a word of the frame's own is not said."""
        frame = arc.frames[-1]
        start, end = self.segments[arc.first][0], self.segments[arc.last - 1][1]
        return self._is_unsaid(frame, start, end) or any(self._kept(frame) >> at & 1 for at in arc.left)

    def _is_unsaid(self, frame: Frame, start: int, end: int) -> bool:
        """Whether a frame has words of its own, and none of them is said in a stretch."""
        said = (token.text for token in self.tokens[start:end])
        return bool(frame.says) and frame.says.isdisjoint(said)

    def _reached(self, first: int, last: int, whole: int) -> tuple[int, ...]:
        """The stretches of each of which a slot of one edit has to take a word, as bits.

        These are the first segment and the last; of two, one may hold the verb alone: "the kick, mute it".
        """
        ends = [self.segments[first], self.segments[last - 1]]
        if last - first <= _VERB_APART:
            ends = [each for each in ends if self._silent.issuperset(range(*each))]
        return tuple(_bits(*each) for each in ends) or (whole,)

    def _meant(self, start: int, end: int, kind: str) -> Iterator[tuple[Mention, str]]:
        """Yield what was spoken of before, for a pronoun or where nothing is said."""
        before = [each for each in self.lattice.mentions[kind] if each.end <= start]
        told = _last(before)
        if told is None:
            if self.ground.tracks:
                yield Mention(kind, start, start, self.ground.tracks), "spoken of"
            return
        yield told, "before"
        returns = {track.name for track in self.ground.session.returns}
        sent = [each for each in before if not returns.issuperset(names_of(each))]
        if kind == "tracks" and returns.issuperset(names_of(told)) and (sender := _last(sent)) is not None:
            yield sender, "before a return"
        every = dict.fromkeys(name for each in before for name in names_of(each))
        said = {token.text for token in self.tokens[start:end]}
        if kind == "tracks" and len(every) > len(names_of(told)) and not said.isdisjoint(group("several")):
            yield Mention(kind, start, start, tuple(every)), "all before"

    # -- lists of pairs: "the kick down 2 and the snare 3" ------------------------------------------------

    def _paired(self, arcs: Sequence[Arc], last: int) -> Iterator[Arc]:
        """Yield arcs that go on with the next segment as the same edit of something else."""
        for arc in arcs:
            if len(arc.left - self._silent) <= _MOST_LEFT and arc.frames[0].slots:
                yield from self._goes_on(arc, last, 3)

    def _goes_on(self, arc: Arc, last: int, depth: int) -> Iterator[Arc]:
        if last >= len(self.segments) or not depth:
            return
        start, end = self.segments[last]
        within = frozenset(range(start, end))
        must = sum(1 << at for at in within - self._silent)
        frame, before = arc.frames[-1], arc.parts[-1].filled
        said = [self._taking_here(slot, last) for slot in frame.slots]
        if must & ~_reach(said):
            return
        options = [
            [*each, ((name, held, "pair"), 0)] for each, (name, held, _) in zip(said, before, strict=True)
        ]
        for filled in _disjoint(options, must):
            said_here = [each for _, each, origin in filled if each and not origin]
            if not said_here:
                continue
            left = within.difference(*(range(each.start, each.end) for each in said_here))
            seen = np.append(arc.features, of_joint("pair", frame.name, len(said_here)))
            longer = Arc(arc.first, last + 1, (*arc.parts, self._part(frame, filled)), arc.left | left, seen)
            yield longer
            yield from self._goes_on(longer, last + 1, depth - 1)

    def _taking_here(self, slot: Slot, at: int) -> Options:
        key = slot, at
        if key not in self._options:
            self._options[key] = self._said(slot, *self.segments[at])
        return self._options[key]

    # -- what speaks of something that the clause before makes -------------------------------------------

    def _chained(self, arcs: Iterable[Arc], last: int, depth: int = _LONGEST_CHAIN) -> Iterator[Arc]:
        """Yield arcs that go on with what a new thing is: "create a track called Bells and pan it left"."""
        made: dict[str, Arc] = {}
        for arc in sorted(arcs, key=lambda each: len(each.left - self._silent)):
            if len(made) >= _MOST_MADE:
                break
            if isinstance(arc.outcome, tuple) and self._is_about(arc, last):
                made.setdefault(arc.key, arc)
        found: dict[int, list[Arc]] = {}
        for arc in made.values():
            assert isinstance(arc.outcome, tuple)
            for other in self._after(arc, arc.outcome, last):
                seen = np.concatenate((arc.features, other.features, _CHAINED))
                longer = Arc(arc.first, other.last, (*arc.parts, *other.parts), arc.left | other.left, seen)
                found.setdefault(other.last, []).append(longer)
        for end, longer in found.items():
            yield from longer
            if depth > 1 and end < len(self.segments):
                yield from self._chained(longer, end, depth - 1)

    def _makes(self, arc: Arc) -> bool:
        """Whether an edit makes something that can be spoken of: a word says so, and none says more."""
        makes = arc.frames[0].makes
        silent = group("of_making").isdisjoint
        told = [at for at in arc.left - self._silent if silent(senses().get(self.tokens[at].text, ()))]
        if makes is None or len(told) > _MOST_LEFT or self.passes_over(arc):
            return False
        said = {sense for at in arc.left for sense in senses().get(self.tokens[at].text, ())}
        return not makes or not makes.isdisjoint(said)

    def _after(self, arc: Arc, actions: Sequence[Action], at: int) -> Sequence[Arc]:
        """The edits that begin with a segment, once something is made."""
        if (arc.key, at) not in self.made:
            after = Chart(self.ground.after(actions), self.tokens, self.known, at, self.lattice.mentions)
            found = (
                each for each in after._from(at, _LONGEST_AFTER) if any(each.parts[0].values)
                and not after.passes_over(each)
            )  # fmt: skip
            self.made[arc.key, at] = [each for each in found if isinstance(each.outcome, tuple)]
        return self.made[arc.key, at]

    def _is_about(self, made: Arc, at: int) -> bool:
        """Whether a segment can speak of what was made: it names nothing else, or that, or says "it"."""
        start, end = self.segments[at]
        said = {token.text for token in self.tokens[start:end]}
        named = {
            self.tokens[each].text
            for part in made.parts
            for _, mention, _ in part.filled
            if mention is not None and mention.kind in _MADE_KINDS
            for each in range(mention.start, mention.end)
        }
        return not said.isdisjoint(group("pronouns") | named) or not any(
            start <= each.start and each.end <= end for each in self.lattice.mentions["tracks"]
        )

    @cached_property
    def _silent(self) -> frozenset[int]:
        return frozenset(at for at, token in enumerate(self.tokens) if token.text in group("fillers"))


def names_of(mention: Mention) -> tuple[str, ...]:
    """The tracks of a mention; none where it is not clear which."""
    return cast("tuple[str, ...]", () if isinstance(mention.value, Problem) else mention.value)


def _last(before: Sequence[Mention]) -> Mention | None:
    """The mention that ends last, the longest of those."""
    clear = (each for each in before if names_of(each))
    return max(clear, key=lambda each: (each.end, -each.start), default=None)


def _bits(start: int, end: int) -> int:
    return (1 << end) - (1 << start)


def _reach(options: Sequence[Options]) -> int:
    """The bits of all words that some choice takes."""
    found = 0
    for listed in options:
        for _, words in listed:
            found |= words
    return found


def _disjoint(options: Sequence[Options], must: int = 0, reached: Sequence[int] = ()) -> Iterator[Filled]:
    """Yield the choices of one option a slot that share no word, up to some.

    They take every word of ``must``, and one of each stretch that has to be reached.
    """
    behind = [_reach(options[nth:]) for nth in range(len(options) + 1)]
    count = 0

    def extend(nth: int, chosen: tuple[Slotted, ...], taken: int) -> Iterator[Filled]:
        nonlocal count
        can = taken | behind[nth]
        if must & ~can or not all(can & each for each in reached):
            return
        if nth == len(options):
            count += 1
            yield chosen
            return
        for option, words in options[nth]:
            if count >= _MOST_FILLED:
                return
            if not words & taken:
                yield from extend(nth + 1, (*chosen, option), taken | words)

    yield from extend(0, (), 0)
