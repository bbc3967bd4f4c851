"""A workflow as a frame: its goal in its own words, its slots as typed mentions, and no word left over.

Every content word of a request is explained by the goal, a slot or what fills one, or it counts against the
workflow. One that the whole request asks for is run; one that it asks for in part is proposed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from orbit.agent.offline.understanding.clause import FILLERS
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.phrasings import fills_phrase
from orbit.agent.offline.understanding.templates import TRACK_TYPES, content, recipe_of
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.vocabulary import is_everyday
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.goals import Goal, places, spoken
from orbit.agent.reader.lexicon import group, relations, senses, veto
from orbit.agent.reader.vetoes import no_requests
from orbit.memory.words.language import read, stem
from orbit.workflows.patterns import section_names
from orbit.workflows.roles import ROLES, members

if TYPE_CHECKING:
    from orbit.agent.offline.known import Known

__all__ = ["Account", "account"]

_HALF = 0.5


class Account(Goal):
    """What a request says of one workflow."""

    @cached_property
    def runs(self) -> bool:
        """Whether the request asks for it, and for nothing else."""
        if self.is_for_another or self.is_of_what_is_there:
            return False
        if self.is_phrasing:
            return True
        if self.is_more_than_a_device:
            return False
        unclear = self.reaches_further or self.open or self.is_either_way or self.wants_more
        whole = not (self.left or unclear)
        return whole and self.asks and self.is_said

    @cached_property
    def proposes(self) -> bool:
        """Whether the request may be asking for it."""
        if not self.asks or any(map(_turns_round, self.left)) or self.open:
            return False
        beside = len(self.left) < self.explained or len(self.left) == len(self.filling.left_out)
        return self._goal[1] >= _HALF and beside

    # -- the words -------------------------------------------------------------------------------------

    @cached_property
    def left(self) -> tuple[str, ...]:
        """The words that neither goal nor slot explains."""
        return (*dict.fromkeys(self._left()),)

    def _left(self) -> Iterator[str]:
        taken = places(each.mention for each in self.filling.chosen) | self._wording
        free = ((at, token) for at, token in enumerate(self.filling.tokens) if at not in taken)
        free = ((at, token) for at, token in free if not (token.quoted or self._is_slot(token)))
        tokens = [token for at, token in free if not self._binds(at, taken)]
        yield from (token.raw for token in tokens if self._counts_against(token))
        said = read(spoken(tokens))
        for unit, words in zip(said.units, said.spoken, strict=True):
            said_little = is_everyday(words) or words in group("says_little") or not read(words).words
            if not said_little and not self._explains(unit, words):
                yield words
        yield from (mention.text for mention in self.filling.left_out if read(mention.text).words)
        yield from self._sections()

    @cached_property
    def _wording(self) -> frozenset[int]:
        """The places of tracks that are the workflow's wording: "the master bus" of a mastering chain."""
        tracks = (each for each in self._mentions if each.type == "track" and not each.problem)
        return places(each for each in tracks if each not in self.filling.left_out)

    def _is_slot(self, token: Token) -> bool:
        """Whether a word names a slot, or is what fills one."""
        values = " ".join(map(str, self.filling.slots.values())).casefold().split()
        resets = token.text in group("resets") and "reset" in self.recipe.vocabulary.spoken
        return (
            resets
            or token.text in values
            or any(token.text in slot.name.split("_") for slot in self.recipe.slots)
        )

    def _binds(self, at: int, taken: Collection[int]) -> bool:
        """Whether a word of relation stands before what fills a slot: "against the kick"."""
        tokens = self.filling.tokens
        after = next((place for place in range(at + 1, len(tokens)) if not is_filler(tokens[place])), None)
        binds = relations() - group("raising") - group("lowering")
        return after in taken and tokens[at].text in binds and not _denies(tokens[at].text)

    def _counts_against(self, token: Token) -> bool:
        if token.text in self.recipe.vocabulary.spoken | group("says_little"):
            return False
        if token.number is not None or "/" in token.text:
            return token.raw.casefold() != "one"
        many = self.recipe.scope != "track" or any(slot.type == "tracks" for slot in self.recipe.slots)
        return _turns_round(token.text) and not (many and token.text in group("whole"))

    def _explains(self, unit: frozenset[str], words: str) -> bool:
        if self.recipe.vocabulary.holds(unit):
            return True
        alike = {sense for word in words.split() for sense in senses().get(word, ())} & group("alike")
        return any(alike & {*senses().get(word, ())} for word in self.recipe.vocabulary.spoken)

    def _sections(self) -> Iterator[str]:
        """The sections that are named where the form would be one that nobody said."""
        if any(slot.means == "form" and slot.name not in self.filling.slots for slot in self.recipe.slots):
            words = (token.text for token in self.filling.tokens if read(token.text).words)
            yield from (word for word in words if word in section_names())

    @property
    def explained(self) -> int:
        """How many of the things that are said are its own."""
        return len(self.filling.slots) + self.recipe.vocabulary.explained(self._said.text)

    # -- the clause ------------------------------------------------------------------------------------

    @cached_property
    def asks(self) -> bool:
        """Whether a clause that speaks of the goal asks for it, and is not told, denied or supposed."""
        chart = Chart(Ground(self.known.session, self.text), self.filling.tokens)
        reasons = no_requests(chart)
        if {"conditional", "asked"} & {*reasons}:
            return False
        for (start, end), reason in zip(chart.segments, reasons, strict=True):
            said = read(spoken(chart.tokens[start:end]))
            if reason in (None, "judged") and any(map(self.recipe.goal.holds, said.units)):
                return True
        return False

    @cached_property
    def is_phrasing(self) -> bool:
        """Whether the request is one of the workflow's own phrasings, whose slots it fills."""
        known = self.known
        return fills_phrase(self.text, self.workflow, known.session, self.filling.slots, known.nicknames)

    # -- the reach -------------------------------------------------------------------------------------

    @cached_property
    def reaches_further(self) -> bool:
        """Whether it is about the whole session where the request names some of its tracks."""
        given = {*self.filling.slots}
        wide = {slot.name for slot in self.recipe.slots if slot.type in TRACK_TYPES and not slot.optional}
        far = self.recipe.scope in (None, "session") and (wide - given or self.recipe.reaches_all(given))
        spares = any(token.text in group("spares") for token in self.filling.tokens)
        return bool(far and self.named) and not (spares or self.is_titled)

    @cached_property
    def named(self) -> frozenset[str]:
        """The tracks that are named, but for the workflow's own words that are no name in full."""
        chosen = [choice.mention for choice in self.filling.chosen if choice.mention.type != "track"]
        return frozenset(
            name
            for each in self._mentions
            if each.type == "track" and not each.problem
            if len(each.values) < len(self.known.session.ordinary_tracks)
            if not any(each.overlaps(other) for other in chosen)
            for name in {*each.values} - {"Master"}
            if not {*each.text.casefold().split()} <= self.recipe.wordings - {name.casefold()}
        )

    @property
    def is_of_what_is_there(self) -> bool:
        """Whether a device is spoken of that a named track has: "the compressor on the pad"."""
        tracks = [each for each in self._mentions if each.type == "track"]
        the = (each for each in self._mentions if each.type == "device" and self._before(each) == "the")
        return any(self._holds(each, [other for other in tracks if not each.overlaps(other)]) for each in the)

    def _holds(self, device: Mention, tracks: Sequence[Mention]) -> bool:
        """Whether one of the tracks that are named has a device."""
        named = {name for each in tracks for name in each.values}
        held = {
            each.kind for track in self.known.session.tracks if track.name in named for each in track.devices
        }
        return not held.isdisjoint(device.values)

    @property
    def is_more_than_a_device(self) -> bool:
        """Whether one device is named and it is a whole chain: a limiter on the master is no mastering."""
        named = [each for each in self._mentions if each.type == "device" and len(each.values) == 1]
        title, filled = {*read(self.recipe.title).words}, [each.mention for each in self.filling.chosen]
        ours = any(title & {*read(f"{each.text} {each.values[0]}").words} for each in named)
        fills = any(each.overlaps(other) for each in named for other in filled)
        return len(named) == 1 and not (ours or fills or self.is_titled)

    def _before(self, mention: Mention) -> str:
        return self.filling.tokens[mention.start - 1].text if mention.start else ""

    @cached_property
    def wants_more(self) -> bool:
        """Whether more is asked for of what the workflow itself never raises: "more noise", of a gate."""
        tokens = [token for token in self.filling.tokens if not is_filler(token)]
        said = [token.text for token in tokens]
        counts = (at for at, token in enumerate(tokens) if token.number is not None)
        if any(map(_raises, (word for at in counts for word in said[at + 1 : at + 3]))):
            return True  # "3 dB more" is not at 3 dB
        things = {stem(thing) for word, thing in pairwise(said) if _raises(word)} & self._own
        pairs = (pair for text in self.recipe.goal.texts for pair in pairwise(content(text.split())))
        raised = {stem(thing) for word, thing in pairs if "up" in senses().get(word, ())}
        return not things <= raised

    @cached_property
    def is_for_another(self) -> bool:
        """Whether a track stands where it is named for another part: a guitar in a drum bus."""
        title, session = {*read(self.recipe.title).words}, self.known.session
        for choice in self.filling.chosen:
            role = choice.slot.role
            if role is not None and choice.slot.type in TRACK_TYPES and stem(role) in title:
                alike = (name for name in ROLES if role in name.split("_"))  # backing vocals are vocals
                players = {track.name for name in alike for track in members(session, name)}
                if not {*choice.mention.values} <= players:
                    return True
        return False

    def _plays(self, role: str | None, mention: Mention) -> bool:
        return role is not None and {*mention.values} <= {t.name for t in members(self.known.session, role)}

    @cached_property
    def is_either_way(self) -> bool:
        """Whether two tracks are named in one breath and neither words nor roles say which is which."""
        chosen = [choice for choice in self.filling.chosen if choice.slot.type == "track"]
        if all(self._plays(choice.slot.role, choice.mention) for choice in chosen):
            return False
        tracks = sorted((choice.mention for choice in chosen), key=lambda mention: mention.start)
        between = [self.filling.tokens[one.end : other.start] for one, other in pairwise(tracks)]
        return any(
            all(token.text in group("joins") or is_filler(token) for token in said) for said in between
        )


def account(text: str, workflow: Mapping[str, Any], known: Known) -> Account:
    """Give what a request says of a workflow, as ``search_workflows`` gives it."""
    return Account(text, recipe_of(workflow), workflow, known.filling(text, workflow), known)


def is_filler(token: Token) -> bool:
    """Whether a word says nothing."""
    return token.text in FILLERS


def _denies(word: str) -> bool:
    return word in veto("negation") or word == "no" or "off" in senses().get(word, ())


def _raises(word: str) -> bool:
    """Whether a word asks for more of what is there; what adds something new is another thing."""
    told = senses().get(word, ())
    return "up" in told and "new" not in told and word not in group("no_raise")


def _turns_round(word: str) -> bool:
    """Whether a word turns a request round, or says how one thing stands to another."""
    return _denies(word) or "down" in senses().get(word, ()) or word in relations()
