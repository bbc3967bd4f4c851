"""Which mention of a sentence fills which slot of a workflow.

Each mention is weighed for each slot it could fill by the words around it, compared with the words around
the slot in the workflow's phrasings, and by the part of the mix the slot is usually about. The best
assignment as a whole wins, in which no track fills two slots. What stays open is left to the workflow's own
rules, or asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daw_bridges.session import Session
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.templates import TRACK_TYPES, Open, Place, Recipe, content
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.offline.understanding.vocabulary import names_a_part
from orbit.workflows.roles import ROLES, known_role, members, playing

__all__ = ["Choice", "Reader"]

# Which types of mention a slot of a type takes, and how readily.
_TAKES: dict[str, dict[str, float]] = {
    "track": {"track": 0.0},
    "tracks": {"track": 0.0},
    "device": {"device": 0.5},
    "gain_db": {"gain_db": 1.0, "plain": -1.0},
    "frequency": {"frequency": 1.0, "plain": -1.0},
    "time": {"time": 1.0, "fraction": 0.5, "plain": -1.0},
    "bars": {"bars": 1.0, "plain": 0.0},
    "number": {"number": 0.5, "plain": 0.0, "fraction": -1.0},
    "text": {"text": 1.0, "fraction": -0.5},
    "choice": {},
}
_BESIDE = (2.0, 1.0, 0.5)
_ROLE, _NAMED, _PART_OF_PHRASE, _MORE = 1.5, 3.0, -4.0, 0.2
_ENOUGH = {"track": 0.0, "tracks": 0.0, "text": 0.5}
"""The least weight at which a slot of a type takes a mention (others: 0.5)."""


@dataclass(frozen=True)
class Choice:
    """A slot filled by a mention, and how much speaks for it."""

    slot: Open
    mention: Mention
    weight: float


class Reader:
    """A sentence read for one workflow."""

    def __init__(self, recipe: Recipe, tokens: Sequence[Token], session: Session) -> None:
        self._recipe, self._tokens, self._session = recipe, tokens, session
        self._words = [token.text for token in tokens]
        self._players: dict[str, frozenset[str]] = {}

    def assign(self, found: Sequence[Mention]) -> list[Choice]:
        """The assignment of greatest weight."""
        lists = [each for each in found if each.type == "track" and len(each.values) > 1]
        choices = [
            choice
            for mention in found
            for choice in self._choices_for(mention)
            if choice.slot.type != "tracks" or not any(_is_part(mention, whole) for whole in lists)
        ]
        choices.sort(key=lambda choice: -choice.weight)
        return _best(choices[:40], [])

    def _choices_for(self, mention: Mention) -> Iterator[Choice]:
        for slot in self._recipe.slots:
            weight = self._weight(slot, mention)
            if weight is not None and weight >= _ENOUGH.get(slot.type, 0.5):
                yield Choice(slot, mention, weight + 0.5)

    def _weight(self, slot: Open, mention: Mention) -> float | None:
        base = self._base(slot, mention)
        if base is None:
            return None
        beside = self._beside(slot, mention)
        named = self._named_nearby(slot, mention)
        if mention.type == "plain" and named <= 0 and not slot.reaches(mention.values[0]):
            return None  # "EQ band 3" is no range from 3 Hz on
        weight = base + beside + named
        if mention.type != "track":
            return weight
        role = self._by_role(slot, mention)
        # What can be left open is filled only by what is clearly meant for it.
        return None if slot.optional and max(role, beside) <= 0 else weight + role + self._literal(mention)

    def _base(self, slot: Open, mention: Mention) -> float | None:
        if mention.type == "clip":
            return 2.0 if slot.clip and slot.type == "text" else None
        if slot.type == "track" and len(mention.values) > 1:
            return None
        return _TAKES.get(slot.type, {}).get(mention.type)

    def _beside(self, slot: Open, mention: Mention) -> float:
        """How alike the surroundings are to those the slot has in the workflow's phrasings."""
        before = content(self._words[: mention.start])[::-1][:3]
        behind = content(self._words[mention.end :])[:3]
        places = [place for place in self._recipe.places if place.slot == slot.name]
        return max((_alike(place, before, behind) for place in places), default=0.0)

    def _named_nearby(self, slot: Open, mention: Mention) -> float:
        """A value goes to the slot that is named beside it: "threshold -24 dB"."""
        near = {*content(self._words[: mention.start])[-2:], *content(self._words[mention.end :])[:1]}
        named = set(slot.name.split("_")) & near
        rivals = (
            other for other in self._recipe.slots if other.name != slot.name and other.type == slot.type
        )
        others = {word for other in rivals for word in other.name.split("_")}
        return (
            _NAMED
            if named
            else -1.0
            if near & others and mention.type not in ("track", "clip", "text")
            else 0.0
        )

    def _by_role(self, slot: Open, mention: Mention) -> float:
        """How well the tracks play the part that the slot is about.

        A part that another slot is about speaks against it.
        """
        if mention.problem is not None:
            return 0.0
        if slot.role is not None and self._plays(slot.role, mention):
            return _ROLE + (_MORE * (len(mention.values) - 1) if slot.type == "tracks" else 0.0)
        if slot.role is not None and not self._can_play(slot.role, mention):
            return _PART_OF_PHRASE
        others = [other.role for other in self._recipe.slots if other.name != slot.name and other.role]
        foreign = any(
            self._plays(role, mention) and not self._can_play_both(role, slot.role) for role in others
        )
        return -_ROLE if foreign else 0.0

    def _plays(self, role: str, mention: Mention) -> bool:
        if role not in self._players:
            found = [*playing(self._session, role), *members(self._session, role)]
            self._players[role] = frozenset(track.name for track in found)
        return known_role(mention.text) == role or self._players[role].issuperset(mention.values)

    def _can_play(self, role: str, mention: Mention) -> bool:
        kinds = {track.name: track.kind for track in self._session.tracks}
        return all(kinds.get(name) in (None, *ROLES[role].kinds) for name in mention.values)

    @staticmethod
    def _can_play_both(role: str, other: str | None) -> bool:
        # Of two parts of the same mix (bass under kick, kick under bass) the wording decides alone.
        return other is not None and ROLES[role].kinds == ROLES[other].kinds

    def _literal(self, mention: Mention) -> float:
        """A word of the workflow's own name ("vocal chain", "drum bus") is no mention of a track."""
        words = plain(mention.text).split()
        if not set(words) <= self._recipe.vocabulary.spoken:
            return 0.0
        behind = content(self._words[mention.end :])[:1]
        title = plain(self._recipe.title).split()
        beside = bool(behind) and words[-1] in title and behind[0] in title
        return (
            _PART_OF_PHRASE
            if beside or (" ".join(words) in plain(self._recipe.title) and len(words) == len(title))
            else 0.0
        )

    def choices(self) -> dict[str, str]:
        """Slots of few choices, where one of them is said."""
        said = f" {' '.join(self._words)} "
        found: dict[str, str] = {}
        for slot in self._recipe.slots:
            fitting = [each for each in slot.choices if f" {plain(each)} " in said or f" {each} " in said]
            if len(fitting) == 1:
                found[slot.name] = fitting[0]
        return found

    def strangers(self, found: Sequence[Mention], chosen: Sequence[Choice]) -> list[str]:
        """The words that stand where a track should and mean none: saying so beats looking nearby."""
        filled = {choice.slot.name for choice in chosen}
        slots = [slot for slot in self._recipe.slots if slot.type in TRACK_TYPES]
        free = [slot for slot in slots if slot.name not in filled]
        spoken_for = [choice.mention for choice in chosen] + [each for each in found if each.type == "track"]
        taken = {at for mention in spoken_for for at in range(mention.start, mention.end)}
        return [
            mention.text
            for mention in self._unknown(taken)
            if names_a_part(mention.text) or any(self._beside(slot, mention) >= _BESIDE[0] for slot in free)
        ]

    def twice(self, found: Sequence[Mention], chosen: Sequence[Choice]) -> tuple[str, Open] | None:
        """The track that fills a slot and is named where an open one is spoken of, and that slot."""
        filled = {choice.slot.name for choice in chosen}
        tracks = [choice.mention for choice in chosen if choice.slot.type == "track"]
        for mention in found:
            again = any(mention.values == other.values and not mention.overlaps(other) for other in tracks)
            if mention.type != "track" or mention.problem is not None or not again:
                continue
            slots = [slot for slot in self._recipe.slots if slot.type == "track"]
            for free in (slot for slot in slots if slot.name not in filled):
                where = [free] if free.optional else slots
                if any(self._beside(slot, mention) >= _BESIDE[0] for slot in where):
                    return mention.values[0], free
        return None

    def _unknown(self, taken: set[int]) -> Iterator[Mention]:
        """The stretches of words that neither the workflow nor everyday English explains."""
        at = 0
        while at < len(self._words):
            end = at
            while end < len(self._words) and end not in taken and self._is_stranger(self._words[end]):
                end += 1
            if at < end <= at + 3:
                text = " ".join(self._words[at:end])
                yield Mention("track", (text,), at, end, text)
            at = max(end, at + 1)

    def _is_stranger(self, word: str) -> bool:
        if word in self._recipe.wordings:
            return False
        return self._recipe.vocabulary.is_stranger(word) or names_a_part(word)


def _is_part(mention: Mention, whole: Mention) -> bool:
    """Whether a mention is one of a list: a slot for several takes the list."""
    return mention is not whole and mention.overlaps(whole) and set(mention.values) < set(whole.values)


def _alike(place: Place, before: Sequence[str], behind: Sequence[str]) -> float:
    score = 0.0
    for ours, theirs in ((before, place.before), (behind, place.behind)):
        for points, mine, other in zip(_BESIDE, ours, theirs, strict=False):
            if mine != other:
                break
            score += points
    at_the_end = not behind and not place.behind and bool(place.before)
    return score + (0.25 if at_the_end else 0.0)


def _best(choices: Sequence[Choice], chosen: list[Choice]) -> list[Choice]:
    """The heaviest set of choices that do not contradict each other; slots and mentions are few."""
    fitting = [choice for choice in choices if all(_agree(choice, other) for other in chosen)]
    if not fitting:
        return chosen
    slot = fitting[0].slot
    of_slot = [choice for choice in fitting if choice.slot == slot][:4]
    rest = [choice for choice in fitting if choice.slot != slot]
    attempts = [_best(rest, [*chosen, choice]) for choice in of_slot]
    attempts.append(_best(rest, chosen))
    return max(attempts, key=lambda attempt: sum(choice.weight for choice in attempt))


def _agree(one: Choice, other: Choice) -> bool:
    same_track = (
        "track" in one.slot.type
        and "track" in other.slot.type
        and bool(set(one.mention.values) & set(other.mention.values))
    )
    return not (one.slot == other.slot or one.mention.overlaps(other.mention) or same_track)
