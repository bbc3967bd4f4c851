"""A rule: the wordings of one edit, and how its actions are made of what was said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.actions import Action
from daw_bridges.errors import AmbiguousError
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.pattern import Clause, Found, match, needs_of
from orbit.agent.offline.understanding.problems import Problem
from orbit.workflows import DeviceCopy

__all__ = [
    "Aside",
    "Build",
    "Built",
    "CopyDevices",
    "Doing",
    "Forget",
    "Keep",
    "Prefer",
    "Preferences",
    "Reading",
    "Recall",
    "Remember",
    "Rule",
    "TakeBack",
    "Unprefer",
    "Usual",
    "read_clause",
]


@dataclass(frozen=True)
class TakeBack:
    """What was done last is to be undone."""


@dataclass(frozen=True)
class Remember:
    """The user says what they call a track."""

    name: str
    track: str


@dataclass(frozen=True)
class Forget:
    """A name that the user gave is to mean nothing any more."""

    name: str


@dataclass(frozen=True)
class Keep:
    """Something is to be kept in words."""

    text: str


@dataclass(frozen=True)
class Recall:
    """What is known or noted about something is to be told; about everything, with no ``text``."""

    text: str


@dataclass(frozen=True)
class Usual:
    """The user's usual device of a kind is to be put on tracks."""

    kind: str
    tracks: tuple[str, ...]


@dataclass(frozen=True)
class CopyDevices:
    """Devices of a track are to be put on others with their settings."""

    copy: DeviceCopy


@dataclass(frozen=True)
class Prefer:
    """Something is to be done the user's way from now on; ``preferences`` are as JSON."""

    preferences: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Unprefer:
    """A preference is to be forgotten: what the words are about; the last one, with no ``about``."""

    about: str = ""


@dataclass(frozen=True)
class Preferences:
    """The preferences are to be told, all or those that ``about`` is about."""

    about: str = ""


Aside = TakeBack | Remember | Forget | Keep | Recall | Usual | CopyDevices | Prefer | Unprefer | Preferences
"""What is a sentence of its own, and no part of a longer one."""

Built = Sequence[Action] | Problem | Aside | None
"""The actions; what is in their way; or None where the wording fits and makes no sense."""

Build = Callable[..., Built]
"""Called with the ground and, by name, what stood for the pattern's captures."""


@dataclass(frozen=True)
class Doing:
    """The actions a clause means; ``firm`` as in the rule."""

    actions: tuple[Action, ...]
    firm: bool = True


Reading = Doing | Problem | Aside


@dataclass(frozen=True)
class Rule:
    """Wordings (see ``pattern``) that all mean the same."""

    build: Build
    patterns: tuple[str, ...]
    firm: bool = True
    """Whether an unknown name in it is reported at once, or a workflow may still fit the sentence better."""

    def readings(self, clause: Clause, pattern: str) -> Iterator[tuple[Found, Reading]]:
        """What the clause means by one of this rule's patterns, with how it fits."""
        for found in match(pattern, clause):
            built = _built(self.build, clause.ground, found)
            if built is not None:
                yield found, self._graded(built)

    def _graded(self, built: Any) -> Reading:
        if isinstance(built, Problem):
            return built if self.firm else replace(built, firm=False)
        return built if isinstance(built, Aside) else Doing(tuple(built), self.firm)


def _built(build: Build, ground: Ground, found: Found) -> Built:
    problems = [value for value in found.values.values() if isinstance(value, Problem)]
    if len(problems) > 1:
        return None  # what is wrong in two places is no sentence of this rule
    try:
        return problems[0] if problems else build(ground, **found.values)
    except AmbiguousError as error:  # "duplicate the pad and mute it"
        return Problem(str(error), error.name)


class _Index:
    """Patterns by one of the words that each cannot do without: the one that fewest others need too."""

    def __init__(self, entries: Iterable[tuple[str, Rule]]) -> None:
        self._entries = list(entries)
        needed = [needs_of(pattern) for pattern, _ in self._entries]
        common = Counter(word for needs in needed for need in needs for word in need)
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._any: list[int] = []
        for at, needs in enumerate(needed):
            if not needs:
                self._any.append(at)
                continue
            rarest = min(needs, key=lambda need: sum(common[word] for word in need))
            for word in rarest:
                self._by_word[word].append(at)

    def fitting(self, words: Iterable[str]) -> Iterator[tuple[str, Rule]]:
        """The patterns that these words do not rule out, each with its rule, in their order."""
        found = {at for word in words for at in self._by_word.get(word, ())}
        return (self._entries[at] for at in sorted(found.union(self._any)))


_INDEXES: dict[int, tuple[Sequence[Rule], _Index]] = {}
"""The index of each table of rules, by the table's identity: it is kept here, so no other can have it."""


def _index(rules: Sequence[Rule]) -> _Index:
    held = _INDEXES.get(id(rules))
    if held is None:
        index = _Index((pattern, rule) for rule in rules for pattern in rule.patterns)
        held = _INDEXES[id(rules)] = (rules, index)
    return held[1]


def read_clause(rules: Sequence[Rule], clause: Clause) -> Reading | None:
    """What a clause means: the reading that accounts for most of its words as its own.

    One without a problem first.
    """
    best: tuple[tuple[bool, int, int], Reading] | None = None
    for pattern, rule in _index(rules).fitting(clause.words):
        for found, reading in rule.readings(clause, pattern):
            rank = (not isinstance(reading, Problem), found.words, -found.free)
            if best is None or rank > best[0]:
                best = (rank, reading)
    return best[1] if best else None
