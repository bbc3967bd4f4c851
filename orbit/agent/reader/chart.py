"""The ways to take a sentence apart: stretches that are edits, each a frame with its slots, and remarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from daw_bridges.actions import Action, action_json
from daw_bridges.errors import OrbitError
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.features import Filled, Slotted, Words, of_frame, of_joint, of_skip, words_of
from orbit.agent.reader.frames import Frame, frames
from orbit.agent.reader.lattice import Lattice, Mention
from orbit.agent.reader.lexicon import group

__all__ = ["Arc", "Chart", "Part"]

_MOST_SEGMENTS = 8
_LONGEST_ARC, _LONGEST_AFTER = 5, 2
_MOST_FILLED = 24
_MAKERS = frozenset(
    {"track_new", "track_beside", "return_new", "track_copy", "track_rename", "device_new", "device_with"}
    | {"device_verb", "clip_new", "clip_new_beats", "clip_rename", "clip_rename_at"}
)
"""Frames behind which "it" is what they make, or has another name."""
_MADE_KINDS = frozenset({"name", "kind", "kinds", "verb_kind"})
_MOST_MADE, _MOST_LEFT = 3, 3
_CHAINED = of_joint("chain")
_TRACK_KINDS = frozenset({"tracks", "track", "whole_track", "whole_tracks"})


@dataclass(frozen=True)
class Part:
    """A frame with its slots, on the ground that they were read on."""

    frame: Frame
    filled: Filled
    ground: Ground = field(repr=False)

    @cached_property
    def built(self) -> tuple[Action, ...] | Problem | None:
        """Its actions; what is in their way; None where it makes no sense."""
        return _built(self.frame, self.filled, self.ground)


@dataclass(eq=False)
class Arc:
    """A stretch of segments taken for edits or, without parts, for a remark."""

    first: int
    last: int
    parts: tuple[Part, ...]
    left: frozenset[int]
    """The places of the words that no slot took."""
    features: NDArray[np.int32]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames of its parts."""
        return tuple(part.frame for part in self.parts)

    @cached_property
    def outcome(self) -> tuple[Action, ...] | Problem | None:
        """The actions; what is in their way; None where it makes no sense."""
        actions: list[Action] = []
        for part in self.parts:
            if part.built is None or isinstance(part.built, Problem):
                return part.built
            actions += part.built
        return tuple(actions)

    @cached_property
    def key(self) -> str:
        """Equal for arcs that come to the same."""
        match self.outcome:
            case None:
                return "?"
            case Problem(message):
                return f"! {message}"
            case actions:
                return " ".join(str(action_json(action)) for action in actions)


def _built(frame: Frame, filled: Filled, ground: Ground) -> tuple[Action, ...] | Problem | None:
    values: dict[str, Any] = {name: each.value for name, each, _ in filled if each is not None}
    problems = [value for value in values.values() if isinstance(value, Problem)]
    if problems:
        return problems[0] if len(problems) == 1 else None
    try:
        built = frame.build(ground, **values)
    except (OrbitError, ValidationError, ValueError, TypeError, IndexError, KeyError):
        return None
    if built is None or isinstance(built, Problem):
        return built
    return tuple(cast("Sequence[Action]", built)) if isinstance(built, list | tuple) and built else None


@dataclass(frozen=True)
class Chart:
    """All arcs of a sentence."""

    ground: Ground
    tokens: Sequence[Token]
    known: Words | None = field(default=None, repr=False)
    """The words that the ranker knows."""
    begins: int = 0
    """The segment that it begins with; those before were read on another ground."""
    read: Mapping[str, Sequence[Mention]] = field(default_factory=dict[str, Sequence[Mention]], repr=False)
    """The mentions that were read on that ground."""
    training: bool = False
    """Whether frames are read by that have no weights yet."""
    made: dict[tuple[str, int], list[Arc]] = field(
        default_factory=dict[tuple[str, int], list["Arc"]], repr=False
    )
    """What can follow on what was made, by that and the segment."""

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
                yield from self._chained(singles, last)

    def _of(self, first: int, last: int) -> Iterator[Arc]:
        start, end = self.segments[first][0], self.segments[last - 1][1]
        within = self._within(start, end)
        for frame in (each for each in frames() if self.training or not each.untrained):
            for filled in self._fillings(frame, within, start, end):
                yield self._arc(first, last, start, end, frame, filled)

    def _within(self, start: int, end: int) -> dict[str, list[Mention]]:
        return {
            kind: [each for each in listed if start <= each.start and each.end <= end]
            for kind, listed in self.lattice.mentions.items()
        }

    def _arc(self, first: int, last: int, start: int, end: int, frame: Frame, filled: Filled) -> Arc:
        taken = {
            at for _, each, origin in filled if each and not origin for at in range(each.start, each.end)
        }
        seen = of_frame(frame.name, self.said, start, end, filled)
        left = frozenset(range(start, end)) - taken
        return Arc(first, last, (Part(frame, filled, self.ground),), left, seen)

    def _fillings(
        self, frame: Frame, within: dict[str, list[Mention]], start: int, end: int
    ) -> Iterator[Filled]:
        options: list[list[Slotted]] = []
        for slot in frame.slots:
            said = [(slot.name, each, "") for kind in slot.kinds for each in within[kind]]
            of_tracks = not _TRACK_KINDS.isdisjoint(slot.kinds)
            if of_tracks and slot.name != "source":
                said += [(slot.name, each, origin) for each, origin in self._meant(start, end, slot.kinds[0])]
            listed: list[Slotted] = list(said)
            if not slot.required:
                listed.append((slot.name, None, ""))
            if not listed:
                return
            options.append(listed)
        yield from _disjoint(options)

    def _meant(self, start: int, end: int, kind: str) -> Iterator[tuple[Mention, str]]:
        """Yield what was spoken of before, for a pronoun or where nothing is said."""
        before = [each for each in self.lattice.mentions[kind] if each.end <= start]
        told = _last(before)
        if told is None:
            if self.ground.tracks:
                yield Mention(kind, start, start, self.ground.tracks), "spoken of"
            return
        yield told, "before"
        every = dict.fromkeys(name for each in before for name in _names(each))
        said = {token.text for token in self.tokens[start:end]}
        if kind == "tracks" and len(every) > len(_names(told)) and not said.isdisjoint(group("several")):
            yield Mention(kind, start, start, tuple(every)), "all before"

    # -- lists of pairs: "the kick down 2 and the snare 3" ------------------------------------------------

    def _paired(self, arcs: Sequence[Arc], last: int) -> Iterator[Arc]:
        """Yield arcs that go on with the next segment as the same edit of something else."""
        for arc in arcs:
            if len(arc.left - self._silent) <= 3 and arc.frames[0].slots:
                yield from self._goes_on(arc, last, 3)

    def _goes_on(self, arc: Arc, last: int, depth: int) -> Iterator[Arc]:
        if last >= len(self.segments) or not depth:
            return
        start, end = self.segments[last]
        frame, before = arc.frames[-1], {name: (name, each, "pair") for name, each, _ in arc.parts[-1].filled}
        within = self._within(start, end)
        options: list[list[Slotted]] = []
        for slot in frame.slots:
            said = [(slot.name, each, "") for kind in slot.kinds for each in within[kind]]
            options.append([*said, before[slot.name]])
        for filled in _disjoint(options):
            said_here = [each for _, each, origin in filled if each and not origin]
            taken = {at for each in said_here for at in range(each.start, each.end)}
            left = frozenset(range(start, end)) - taken
            if not said_here or any(self.tokens[at].text not in group("fillers") for at in left):
                continue
            seen = np.append(arc.features, of_joint("pair", frame.name, len(said_here)))
            part = Part(frame, filled, self.ground)
            longer = Arc(arc.first, last + 1, (*arc.parts, part), arc.left | left, seen)
            yield longer
            yield from self._goes_on(longer, last + 1, depth - 1)

    # -- what speaks of something that the clause before makes -------------------------------------------

    def _chained(self, arcs: Sequence[Arc], last: int) -> Iterator[Arc]:
        """Yield arcs that go on with what a new thing is: "create a track called Bells and pan it left"."""
        made: dict[str, Arc] = {}
        makers = [arc for arc in arcs if arc.frames[0].name in _MAKERS]
        for arc in sorted(makers, key=lambda each: len(each.left - self._silent)):
            if len(arc.left - self._silent) > _MOST_LEFT or len(made) >= _MOST_MADE:
                break
            if isinstance(arc.outcome, tuple):
                made.setdefault(arc.key, arc)
        for arc in made.values():
            assert isinstance(arc.outcome, tuple)
            for other in self._after(arc, arc.outcome, last) if self._is_about(arc, last) else ():
                seen = np.concatenate((arc.features, other.features, _CHAINED))
                yield Arc(arc.first, other.last, (*arc.parts, *other.parts), arc.left | other.left, seen)

    def _after(self, arc: Arc, actions: Sequence[Action], at: int) -> Sequence[Arc]:
        """The edits that begin with a segment, once something is made."""
        if (arc.key, at) not in self.made:
            after = Chart(
                self.ground.after(actions), self.tokens, self.known, at, self.lattice.mentions, self.training
            )
            found = after._from(at, _LONGEST_AFTER)
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


def _names(mention: Mention) -> tuple[str, ...]:
    """The tracks of a mention; none where it is not clear which."""
    return cast("tuple[str, ...]", () if isinstance(mention.value, Problem) else mention.value)


def _last(before: Sequence[Mention]) -> Mention | None:
    """The mention that ends last, the longest of those."""
    clear = (each for each in before if _names(each))
    return max(clear, key=lambda each: (each.end, -each.start), default=None)


def _disjoint(options: Sequence[Sequence[Slotted]]) -> Iterator[Filled]:
    """Yield the choices of one option a slot that share no word, up to some."""
    count = 0

    def extend(nth: int, chosen: tuple[Slotted, ...], taken: frozenset[int]) -> Iterator[Filled]:
        nonlocal count
        if nth == len(options):
            count += 1
            yield chosen
            return
        for option in options[nth]:
            if count >= _MOST_FILLED:
                return
            _, each, origin = option
            words = frozenset(range(each.start, each.end)) if each and not origin else frozenset[int]()
            if words.isdisjoint(taken):
                yield from extend(nth + 1, (*chosen, option), taken | words)

    yield from extend(0, (), frozenset())
