"""Every reading of every stretch of a sentence that a slot can take, not the longest alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from orbit.agent.offline.understanding.devices import read_band
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS as _OF_RULES
from orbit.agent.offline.understanding.pattern import Clause, Kind
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.eq import read_frequency, read_region, read_width
from orbit.agent.reader.lexicon import group

__all__ = ["Lattice", "Mention"]

_OF_EQ = {"frequency": Kind(read_frequency, 3), "region": Kind(read_region, 3), "width": Kind(read_width, 3)}


def _read_velocity(_: Ground, tokens: Sequence[Token]) -> int | None:
    """How hard a note is: "velocity 110", "velocity of 90"."""
    said = tokens[0].text in group("velocity") and tokens[-1].text.isdigit()
    return int(tokens[-1].text) if said and all(each.text == "of" for each in tokens[1:-1]) else None


KINDS = {**_OF_RULES, "band": Kind(read_band, 4), "velocity": Kind(_read_velocity, 3), **_OF_EQ}
_LONGEST = 8
_LONGEST_LIST = 14
_LISTS = frozenset({"tracks", "whole_tracks", "kinds", "settings", "spots"})
_NAMES = frozenset({"name", "title"})
_SIZES = frozenset({"amount", "step", "bpm"})
"""What may begin with an article: "a dB", "a touch"."""


_ON_GROUND = frozenset(
    {"tracks", "track", "whole_track", "whole_tracks", "return", "port", "device", "parameter", "band"}
    | {"option", "settings", "clip", "slot", "scene", "that_scene", "title", "spot", "spots", "span"}
)
"""What is found in the session; an edit may bring it about."""


class Mention(NamedTuple):
    """A stretch that can fill a slot of a kind."""

    kind: str
    start: int
    end: int
    value: Any


@dataclass(frozen=True)
class Lattice:
    """The mentions of a sentence on a ground."""

    ground: Ground
    tokens: Sequence[Token]
    start: int = 0
    """What stands before this place is not read."""
    read: Mapping[str, Sequence[Mention]] | None = field(default=None, repr=False)
    """What was read of the same tokens on another ground: numbers and words are the same on any."""

    @cached_property
    def _clause(self) -> Clause:
        return Clause(self.ground, self.tokens, KINDS)

    @cached_property
    def mentions(self) -> Mapping[str, list[Mention]]:
        """The mentions of a kind, from left to right; each kind is read when it is asked for."""
        return _Read(self.of)

    def of(self, kind: str) -> list[Mention]:
        """The mentions of one kind."""
        return list(self._of(kind))

    def _of(self, kind: str) -> Iterator[Mention]:
        if self.read is not None and kind not in _ON_GROUND:
            yield from (each for each in self.read[kind] if each.start >= self.start)
            return
        found = {
            (start, end): value
            for start in range(self.start, len(self.tokens))
            if self._opens(kind, start)
            for end in self._ends(kind, start)
            if _counts(value := self._clause.value(kind, start, end))
        }
        if kind in _NAMES:
            found = {place: value for place, value in found.items() if not self._is_rest(*place, found)}
        for (start, end), value in found.items():
            within = (
                held == value or kind == "color"  # "deep blue" is no blue
                for (first, last), held in found.items()
                if first <= start and end <= last and (first, last) != (start, end)
            )
            if not any(within):
                yield Mention(kind, start, end, value)

    def _opens(self, kind: str, start: int) -> bool:
        """Whether something of a kind can begin at a place."""
        token, opens = self.tokens[start], KINDS[kind].opens
        if token.quoted:
            return True
        edge = token.text in _EDGES and token.raw != "A" and not (kind in _SIZES and token.text == "a")
        return (
            not edge and (opens is None or token.text in opens) and (kind not in _NAMES or self._names(start))
        )

    def _ends(self, kind: str, start: int) -> Iterator[int]:
        """Yield where something of a kind that begins at a place can end."""
        longest = min(KINDS[kind].longest, _LONGEST_LIST if kind in _LISTS else _LONGEST)
        for end in range(start + 1, min(start + longest, len(self.tokens)) + 1):
            last = self.tokens[end - 1]
            if last.text in _CLOSES and not last.quoted:
                return
            if kind in _NAMES and end > start + 1 and any(map(_is_no_part, self.tokens[start:end])):
                return
            edge = last.text in _EDGES and last.raw != "A" and not last.quoted
            if not edge and (kind not in _NAMES or self._ends_name(end)):
                yield end

    def _names(self, start: int) -> bool:
        token, before = self.tokens[start], self.tokens[start - 1] if start else None
        if token.quoted or token.raw[:1].isupper():
            return True
        behind = group("namers") if token.text in group("namers") else group("namers") | group("has_name")
        return before is not None and before.text in behind  # "a track named Organ" is not "named Organ"

    def _is_rest(self, start: int, end: int, found: Collection[tuple[int, int]]) -> bool:
        """Whether it is only the end of a name that began before it: "call it Men of Harlech"."""
        longer = [first for first, last in found if last == end and first < start]
        token, before = self.tokens[start], self.tokens[start - 1].text if start else ""
        titled = token.raw[:1].isupper() and before in group("has_name")  # "Locator Riser" is at "Riser"
        if before in group("namers") or token.quoted or titled:
            return False
        begins = (first for first in longer if first and self.tokens[first].text not in group("has_name"))
        if any(self.tokens[first - 1].text in group("namers") | group("pronouns") for first in begins):
            return True
        return (
            start - 1 in longer
            and self.tokens[start - 1].raw[:1].isupper()
            and not any(
                each.start < start <= each.end for kind in ("tracks", "clip") for each in self.mentions[kind]
            )
        )

    def _ends_name(self, end: int) -> bool:
        over = end == len(self.tokens) or self.tokens[end - 1].quoted
        return over or self.tokens[end].text in group("name_ends")


def _is_no_part(token: Token) -> bool:
    """Whether no name of several words holds a word: one in quotation marks is whole, "that" says more."""
    return token.quoted or token.raw in group("relatives")


class _Read(dict[str, "list[Mention]"]):
    def __init__(self, read: Callable[[str], list[Mention]]) -> None:
        super().__init__()
        self._of = read

    def __missing__(self, kind: str) -> list[Mention]:
        self[kind] = found = self._of(kind)
        return found


def _counts(value: Any) -> bool:
    """Whether a reading is of use: a complaint is, where there is something to choose from."""
    return value is not None and not (isinstance(value, Problem) and not value.options)


_EDGES = frozenset({"the", "a", "an", "my", "our", "please", ",", ".", ";"})
_CLOSES = frozenset({".", ";"})
