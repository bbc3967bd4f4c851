"""Filling a workflow's slots from the sentence that asked for it, and what the sentence says beyond them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from daw_bridges.session import Session
from orbit.agent.offline.understanding.assigning import Choice, Reader
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.pattern import FILLERS
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import Open, Recipe
from orbit.agent.offline.understanding.tokens import Token, plain, tokenize
from orbit.workflows.roles import NO_NICKNAMES, Nicknames

__all__ = ["Filling", "covers", "fill_slots"]

_MUST_COUNT = frozenset({"track", "bars", "gain_db", "frequency", "time"})
"""The types of mention that nobody makes by the way: leaving one out is not doing what was said."""


@dataclass(frozen=True)
class Filling:
    """The slots that a sentence fills, and how much of the sentence the workflow accounts for."""

    slots: dict[str, str]
    unknown: tuple[str, ...]
    """Words that stand where a track should, and mean none."""
    mentioned: int
    """How many slots are filled."""
    explained: int
    """How many of the things it asks for are the workflow's."""
    left_out: tuple[Mention, ...] = ()
    """Tracks and values that the sentence names and no slot takes."""
    twice: tuple[str, Open] | None = None
    """A track that is named for two slots, and the slot that is open for it."""
    tokens: tuple[Token, ...] = ()
    """The words of the sentence, without what was said for slots of music."""
    chosen: tuple[Choice, ...] = ()
    """What of them fills a slot."""

    @property
    def spoken_of(self) -> bool:
        """Whether any word of the sentence is the workflow's."""
        return self.explained > 0 or self.mentioned > 1


def fill_slots(
    sentence: str, recipe: Recipe, session: Session, nicknames: Nicknames = NO_NICKNAMES
) -> Filling:
    """Read the slots out of a sentence, as text."""
    text = unwrapped(sentence)
    tokens = tokenize(text)
    ground = Ground(session, text, nicknames=nicknames)
    reader = Reader(recipe, tokens, session)
    found = mentions(ground, tokens)
    chosen = reader.assign(found)
    filled = {choice.slot.name: _value(choice) for choice in chosen} | reader.choices()
    unknown = reader.strangers(found, chosen)
    return Filling(
        slots=filled,
        unknown=tuple(unknown),
        mentioned=len(filled),
        explained=recipe.vocabulary.explained(" ".join(token.text for token in tokens)),
        twice=reader.twice(found, chosen),
        left_out=tuple(_left_out(found, chosen, recipe, session)),
        tokens=tuple(tokens),
        chosen=tuple(chosen),
    )


def _left_out(
    found: Sequence[Mention], chosen: Sequence[Choice], recipe: Recipe, session: Session
) -> Iterator[Mention]:
    used = {value for choice in chosen for value in choice.mention.values}
    for mention in found:
        taken = any(mention.overlaps(choice.mention) for choice in chosen)
        if mention.type not in _MUST_COUNT or taken or set(mention.values) <= used:
            continue
        if mention.type != "track" or not _is_wording(mention, recipe, session):
            yield mention


def _is_wording(mention: Mention, recipe: Recipe, session: Session) -> bool:
    """Whether words that could name tracks are the workflow's own way of speaking ("drum bus", "the mix")."""
    if mention.values == ("Master",) and recipe.wordings & {"master", "mix", "mastering"}:
        return True
    everything = len(mention.values) == len(session.ordinary_tracks) > 1
    one_track = any(slot.type == "track" and not slot.optional for slot in recipe.slots)
    return (everything and not one_track) or set(plain(mention.text).split()) <= recipe.wordings | FILLERS


def covers(text: str, recipe: Recipe, session: Session, nicknames: Nicknames = NO_NICKNAMES) -> bool:
    """Whether a stretch of a sentence says only what the workflow says too, names and values apart."""
    tokens = tokenize(text)
    found = mentions(Ground(session, text, nicknames=nicknames), tokens)
    taken = {at for mention in found for at in range(mention.start, mention.end)}
    return recipe.vocabulary.covers(token.text for at, token in enumerate(tokens) if at not in taken)


def _value(choice: Choice) -> str:
    mention, slot = choice.mention, choice.slot
    falls = slot.type == "gain_db" and slot.most is not None and slot.most <= 0
    if falls and mention.values[0][:1].isdigit() and not mention.values[0].startswith("0 "):
        return f"-{mention.values[0]}"  # "trim by 8 dB" says how far down
    if mention.problem is not None:
        return mention.text
    return mention.values[0] if mention.type == "clip" else ", ".join(mention.values)
