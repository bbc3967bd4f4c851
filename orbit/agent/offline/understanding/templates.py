"""A workflow's phrasings, as far as filling its slots needs them: which words stand beside each slot."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.offline.understanding.vocabulary import Vocabulary
from orbit.memory.words.language import read, stem
from orbit.workflows.slots import Slot
from orbit.workflows.values import parse_value

__all__ = ["SLOT", "TRACK_TYPES", "Open", "Place", "Recipe", "content", "is_named", "recipe_of"]

SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")
"""A slot where a workflow names it."""
_MARK = "slotmark"
TRACK_TYPES = ("track", "tracks")


@dataclass(frozen=True)
class Open:
    """A slot.

    Its type, the part of the mix it is usually about, the choices it has, and the clip rule it follows.
    """

    name: str
    type: str
    ask: str = ""
    role: str | None = None
    choices: tuple[str, ...] = ()
    clip: bool = False
    optional: bool = False
    means: str | None = None
    """What of music its text is: a key, a progression, a form."""
    least: float | None = None
    most: float | None = None
    """The range of a number, in the unit of its type."""

    def reaches(self, number: str) -> bool:
        """Whether a number without a unit lies in its range, a level without its sign too."""
        value = float(number)
        meant = {value, -value} if self.type == "gain_db" else {value}
        low, high = (self.least, -math.inf), (self.most, math.inf)
        least, most = (other if bound is None else bound for bound, other in (low, high))
        return any(least <= each <= most for each in meant)


@dataclass(frozen=True)
class Place:
    """A slot's surroundings in one phrasing: the words before it, nearest first, and those behind it."""

    slot: str
    before: tuple[str, ...]
    behind: tuple[str, ...]


@dataclass(frozen=True)
class Recipe:
    """What of a workflow is needed to read a request for it; slots in the order in which people say them."""

    id: str
    title: str
    slots: tuple[Open, ...]
    places: tuple[Place, ...]
    wordings: frozenset[str]
    """All words of its title and its phrasings."""
    vocabulary: Vocabulary
    """The words of its title, its task and its phrasings."""
    goal: Vocabulary
    """The words of its title and its phrasings: what people call it when they ask for it."""
    scope: str | None = None
    """How far it says that it reaches."""

    @property
    def settings(self) -> frozenset[str]:
        """The words of its slots' names beyond its title: how it is done, and not what it is for."""
        named = {stem(word) for slot in self.slots for word in slot.name.split("_")}
        return frozenset(named).difference(read(self.title).words)

    @property
    def whole(self) -> bool:
        """Whether it is about the session rather than about tracks or clips that somebody names."""
        return not any(slot.clip or (slot.type in TRACK_TYPES and not slot.optional) for slot in self.slots)

    def reaches_all(self, given: Iterable[str]) -> bool:
        """Whether it is about the session where only these of its slots are filled."""
        tracks = {slot.name for slot in self.slots if slot.type in TRACK_TYPES and not slot.optional}
        return self.whole or (self.scope == "session" and not tracks & {*given})

    def slot(self, name: str) -> Open | None:
        """The slot of that name."""
        return next((slot for slot in self.slots if slot.name == name), None)


def content(words: Iterable[str]) -> tuple[str, ...]:
    """The words without articles and politeness."""
    return tuple(word for word in words if word not in FILLERS)


def is_named(title: str, text: str) -> bool:
    """Whether all of a workflow's title is said, in whatever order: "the drums through one bus"."""
    return {*read(title).words} <= {*read(text).words}


def recipe_of(found: Mapping[str, Any]) -> Recipe:
    """Read a workflow as ``search_workflows`` gives it."""
    slots = tuple(_open(name, slot) for name, slot in found.get("slots", {}).items())
    phrases = tuple(str(phrase) for phrase in found.get("phrases", ()))
    told = (str(found["id"]), str(found["title"]), str(found.get("task", "")))
    return _recipe(*told, slots, phrases, found.get("scope"))


@lru_cache(maxsize=256)
def _recipe(
    id: str, title: str, task: str, slots: tuple[Open, ...], phrases: tuple[str, ...], scope: str | None
) -> Recipe:
    spoken = (title, task, *phrases)
    texts = tuple(" ".join(_words(SLOT.sub(" ", text))) for text in spoken)
    places = tuple(place for phrase in phrases for place in _places(phrase))
    order = [place.slot for place in places]
    slots = tuple(
        sorted(slots, key=lambda slot: order.index(slot.name) if slot.name in order else len(order))
    )
    wordings = frozenset(word for text in (texts[0], *texts[2:]) for word in text.split())
    vocabulary, goal = Vocabulary(texts), Vocabulary((texts[0], *texts[2:]))
    return Recipe(id, title, slots, places, wordings, vocabulary, goal, scope)


def _open(name: str, slot: Mapping[str, Any]) -> Open:
    find: Mapping[str, Any] = slot.get("find") or {}
    return Open(
        name=name,
        type=str(slot["type"]),
        ask=str(slot.get("ask", "")),
        role=find.get("role"),
        choices=tuple(map(str, slot.get("choices") or ())),
        clip=bool(find.get("clip_on")) or "clip" in name,
        optional=bool(slot.get("optional")),
        means=slot.get("means"),
        least=_bound(slot, "minimum"),
        most=_bound(slot, "maximum"),
    )


def _bound(slot: Mapping[str, Any], name: str) -> float | None:
    given = slot.get(name)
    if given is None:
        return None
    return float(cast("float", parse_value(name, Slot(type=slot["type"], ask=name), given)))


def _words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


def _places(phrase: str) -> Iterable[Place]:
    names = SLOT.findall(phrase)
    words = content(_words(SLOT.sub(_MARK, phrase)))
    at_mark = [at for at, word in enumerate(words) if word == _MARK]
    for name, at in zip(names, at_mark, strict=True):
        yield Place(name, _nearest(words[:at][::-1]), _nearest(words[at + 1 :]))


def _nearest(words: Sequence[str]) -> tuple[str, ...]:
    """The words from the nearest on, up to the next slot."""
    end = words.index(_MARK) if _MARK in words else len(words)
    return tuple(words[:end][:3])
