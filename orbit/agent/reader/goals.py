"""The goal of a workflow, in its own words and in those of the trade, and how much of it a request says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.templates import SLOT, TRACK_TYPES, Open, Recipe, is_named
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group
from orbit.memory.words.language import Reading, read, stem, weight

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known
    from orbit.agent.offline.understanding.filling import Filling

__all__ = ["Goal", "places", "spoken"]

_HALF, _SEVERAL = 0.5, 3
_EVERYDAY = 0.3
_OF_NAMES = ("track", "device")


@dataclass(frozen=True)
class Goal:
    """What a request says of what one workflow is for."""

    text: str
    recipe: Recipe
    workflow: Mapping[str, Any]
    filling: Filling
    known: Known

    @property
    def is_said(self) -> bool:
        """Whether the goal is said; one that reaches far in its own words, any other in the trade's too."""
        own, trade = self._goal
        of_names = frozenset(word for unit in self._units_of_names for word in unit)
        more = len(self._own) > 1 and bool(self._own - of_names - group("ways"))
        apart = self._given or more or bool(self._of_title - of_names)
        meant = (own > _HALF and apart) or len(self._own) >= _SEVERAL or self._is_meant_by_title
        if self.is_titled or (self._is_bound and meant):
            return True
        if self._is_headed and apart and self._is_bound:
            return True
        near = self.recipe.scope != "session"
        some = trade >= _HALF if near else trade > _HALF
        if not some or not self._is_bound or not self.filling.slots:
            return False
        things = any(weight({word}) >= 1.0 for word in self._own - group("ways"))
        bound = self._given and (things or (len(self.filling.slots) > 1 and not self._own & group("ways")))
        return (things and (self._names_parts if near else self._given)) or (bound and near)

    @property
    def _of_title(self) -> frozenset[str]:
        """Words of the goal that stand in the title as they are said: "the mastering", no "instrumental"."""
        said = {token.text for token in self.filling.tokens} & {*self.recipe.title.casefold().split()}
        return self._own & {*map(stem, said)}

    @property
    def is_titled(self) -> bool:
        """Whether all of its title is said."""
        return is_named(self.recipe.title, self._said.text)

    @property
    def _is_headed(self) -> bool:
        """Whether the last word of its title is said, and no other workflow that was found ends so."""
        head = read(self.recipe.title).words[-1:]
        others = (each["title"] for each in self.known.workflows if each["id"] != self.recipe.id)
        return bool({*head} & self._own) and all(read(title).words[-1:] != head for title in others)

    @property
    def _is_meant_by_title(self) -> bool:
        """Whether all of its title is said, a part in another word of the trade: "a neutral mixer"."""
        named = {*read(self.recipe.title).words} & {*self._said.words}
        whole = _shares(self.recipe.title, self._said, frozenset())[1] == 1.0
        many = len(self._said.units) >= len(read(self.recipe.title).words)  # one word is not two of a title
        return whole and (many or self.open is not None) and any(weight({word}) >= 1.0 for word in named)

    @cached_property
    def _goal(self) -> tuple[float, float]:
        """How much of one of its wordings is said, in the same words and in those of the trade."""
        shares = [_shares(wording, self._said, self._aside) for wording in self._wordings]
        return max(own for own, _ in shares), max(trade for _, trade in shares)

    @property
    def _wordings(self) -> tuple[str, ...]:
        return (self.recipe.title, *map(str, self.workflow.get("phrases", ())))

    @cached_property
    def _said(self) -> Reading:
        """The request without values and clips."""
        values = places(each.mention for each in self.filling.chosen if each.mention.type not in _OF_NAMES)
        beside = (token for at, token in enumerate(self.filling.tokens) if at not in values)
        return read(spoken(token for token in beside if stem(token.text) not in self._aside))

    @cached_property
    def _own(self) -> frozenset[str]:
        """The words of the goal that are said as they stand there."""
        own = {word for wording in self._wordings for word in read(SLOT.sub(" ", wording)).words}
        return frozenset(own & {*self._said.words} - self._aside)

    @cached_property
    def _aside(self) -> frozenset[str]:
        """The words of slots that a value fills: "bar" is what bar 9 is, and no goal."""
        named = ("text", *_OF_NAMES)
        filled = (choice.slot for choice in self.filling.chosen if choice.mention.type not in named)
        words = {word for slot in filled for word in slot.name.split("_")}
        filling = (each.mention.text for each in self.filling.chosen if each.mention.type not in _OF_NAMES)
        words |= {word for text in filling for word in text.casefold().split()} | {*self._missing}
        words |= self._called - self.recipe.wordings
        return frozenset(map(stem, words))

    @property
    def _called(self) -> frozenset[str]:
        """The words of names in full: the track Keys is no key."""
        names = {name.casefold() for name in self.known.session.track_names}
        said = {each.mention.text.casefold() for each in self.filling.chosen if each.mention.type == "track"}
        return frozenset(word for name in names & said for word in name.split())

    @property
    def _given(self) -> bool:
        """Whether a slot is filled by more than the words of the goal."""
        names = sum(each.mention.type in _OF_NAMES for each in self.filling.chosen)
        other = any(not self.recipe.goal.holds(unit) for unit in self._units_of_names)
        return other or len(self.filling.slots) > names or names > 1

    @property
    def _names_parts(self) -> bool:
        """Whether a slot is filled by a part of the mix, be it one that the goal is about too."""
        return self._given or any(weight(unit) < 1.0 for unit in self._units_of_names)

    @property
    def _units_of_names(self) -> Iterator[frozenset[str]]:
        named = (each.mention for each in self.filling.chosen if each.mention.type in _OF_NAMES)
        return (unit for each in named for unit in read(each.text).units)

    @property
    def _is_bound(self) -> bool:
        """Whether what nothing else fills is filled, but for one slot to ask for, and tracks are named."""
        tracks = [slot for slot in self.recipe.slots if slot.type in TRACK_TYPES and not slot.optional]
        wide = not tracks or self.recipe.scope == "session"
        named = self.filling.slots or wide or any(each.type == "track" for each in self._mentions)
        return bool(named) and (not self._missing or (len(self._missing) == 1 and self._given))

    @cached_property
    def _missing(self) -> list[str]:
        """The slots that neither the request nor the workflow itself fills."""
        free = {"default", "find", "optional"}
        slots = self.workflow.get("slots", {}).items()
        return [name for name, slot in slots if name not in self.filling.slots and not free & {*slot}]

    @cached_property
    def _mentions(self) -> list[Mention]:
        return mentions(self.known.ground(self.text), self.filling.tokens)

    @cached_property
    def open(self) -> Open | None:
        """The track that is spoken of without saying which, where nothing was spoken of before."""
        free = (slot for slot in self.recipe.slots if slot.type in TRACK_TYPES and not slot.optional)
        slot = next((slot for slot in free if slot.name not in self.filling.slots), None)
        return slot if slot is not None and any(map(self._points, range(len(self.filling.tokens)))) else None

    def _points(self, at: int) -> bool:
        """Whether a word stands for a track that is not named: "it", "that one", "the track"."""
        words = [*(token.text for token in self.filling.tokens[at : at + 3]), "", ""]
        if words[0] in group("pointing"):
            return words[1] not in group("namers")
        thing = words[0] in group("articles") and words[1] in group("a_thing")
        return thing and words[2] not in group("namers") | {"with"}


def _shares(wording: str, said: Reading, aside: frozenset[str]) -> tuple[float, float]:
    """How much of a wording is said, in its own words and in those of the trade."""
    asked = read(SLOT.sub(" ", wording))
    own, terms = {*asked.words} - aside, {*said.terms}
    units = [unit for unit in asked.units if not unit - _groups(unit) <= aside]
    trade = [unit for unit in units if _groups(unit) & terms or (not _groups(unit) and unit & terms)]
    if not any(weight(unit) >= 1.0 for unit in trade):
        return 0.0, 0.0
    counted, most = (sum(max(weight(unit), _EVERYDAY) for unit in each) for each in (trade, units))
    return len(own & {*said.words}) / max(len(own), 1), counted / most


def _groups(unit: frozenset[str]) -> frozenset[str]:
    """The groups of the trade's words that a unit is: a cut is no low cut."""
    return frozenset(term for term in unit if term.startswith("~"))


def spoken(tokens: Iterable[Token]) -> str:
    """Words for reading: the numbers that are spelt, as in "four on the floor", are words."""
    words = ((token, token.number is not None and token.raw.isalpha()) for token in tokens)
    return " ".join(token.raw if spelt else token.text for token, spelt in words)


def places(found: Iterable[Mention]) -> frozenset[int]:
    """The places of the words of mentions."""
    return frozenset(at for each in found for at in range(each.start, each.end))
