"""What of a sentence a workflow does not account for: with that left over, it is not run unasked.

A workflow does many things at once. So what is run for a sentence must be what the sentence says: whoever
takes something away, speaks of an "it" that nothing stands for, or gives a number or names an edit that the
workflow knows nothing of, wants something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.rules.every import rule_words
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import TRACK_TYPES, Open, Recipe, recipe_of
from orbit.agent.offline.understanding.tokens import Token, tokenize
from orbit.agent.offline.understanding.vocabulary import is_everyday

__all__ = ["NUMBER", "SAY_LITTLE", "open_reference", "takes_away", "unclaimed"]

_TAKING_AWAY = words(
    "no not never without off remove kill less fewer stop undo delete lose unmute unsolo bypass disable "
    "except nothing none neither erase strip"
)
_BACK_TO_ZERO = words("reset resets 0 neutral mixer")
"""Words of workflows that take things away themselves."""
_OPEN = re.compile(
    r"\b(?:it|them|these|those|(?:this|that) (?:one|track|channel)|these tracks|those tracks|(?:the|a) "
    r"(?:track|channel))\b(?! (?:called|named|with)\b)"
)
SAY_LITTLE = words(
    "route build effect apply starting another out can music enough drop of on in to for from by as at "
    "with and or is are be finish low high cut moves away single know ride kit balance"
)
"""Words of the rules for single edits that ask for nothing by themselves."""
_CHANGES = words("slower faster wetter drier brighter darker wider narrower higher softer")
_OF_A_MIXER = words("volume volumes pan pans panning level levels fader faders")


def unclaimed(text: str, workflow: Mapping[str, Any], known: Known) -> tuple[str, ...]:
    """The words of a sentence that forbid running a workflow for it unasked; none where it may be run."""
    recipe = recipe_of(workflow)
    said = unwrapped(known.spelled_out(text))
    tokens = tokenize(said)
    filling = known.filling(text, workflow)
    values = (*filling.slots.values(), *(mention.text for mention in filling.left_out))
    beside = [token for token in tokens if token.number is None]
    return (
        *takes_away(text, workflow),
        *_edits(beside, _names(said, tokens, known), recipe),
        *_numbers(tokens, values, recipe),
    )


def takes_away(text: str, workflow: Mapping[str, Any]) -> tuple[str, ...]:
    """The words of a sentence that take something away, where the workflow never speaks of that."""
    spoken = recipe_of(workflow).vocabulary.spoken
    said = [token.text for token in tokenize(unwrapped(text)) if not token.quoted]
    if spoken & _BACK_TO_ZERO:
        spoken |= {"undo", "remove"}
    return tuple(word for word in said if word in _TAKING_AWAY and word not in spoken)


def open_reference(text: str, workflow: Mapping[str, Any], known: Known) -> Open | None:
    """The track that a sentence speaks of without saying which, where nothing was spoken of before."""
    said = known.spelled_out(text).casefold()
    slots = known.filling(text, workflow).slots
    free = (slot for slot in recipe_of(workflow).slots if slot.type in TRACK_TYPES and not slot.optional)
    return next((slot for slot in free if slot.name not in slots), None) if _OPEN.search(said) else None


def _names(said: str, tokens: Sequence[Token], known: Known) -> set[int]:
    found = mentions(Ground(known.session, said, nicknames=known.nicknames), tokens)
    return {
        at
        for mention in found
        if mention.type in ("track", "device", "clip")
        for at in range(mention.start, mention.end)
    }


def _edits(tokens: Sequence[Token], names: set[int], recipe: Recipe) -> Iterator[str]:
    """The words of the rules for single edits that the workflow does not know."""
    for at, token in enumerate(tokens):
        word = token.text
        mixes = word in _OF_A_MIXER and bool(recipe.wordings & {"mix", "mixer", "mixing"})
        if at in names or token.quoted or mixes or word not in _rule_words() or is_everyday(word):
            continue
        if not recipe.vocabulary.covers([word]):
            yield word


def _numbers(tokens: Sequence[Token], values: Iterable[str], recipe: Recipe) -> Iterator[str]:
    """The numbers that no slot took; a "1" is a word as often as a number, and a ratio's end."""
    free = {"1"} if any(slot.type == "gain_db" for slot in recipe.slots) else {"0", "1"}
    taken = {_plainly(number) for value in values for number in NUMBER.findall(value)} | free
    for token in tokens:
        if not token.quoted and any(_plainly(number) not in taken for number in NUMBER.findall(token.text)):
            yield token.text


def _plainly(number: str) -> str:
    return f"{float(number):.12g}"


NUMBER = re.compile(r"\d+(?:\.\d+)?")


@cache
def _rule_words() -> frozenset[str]:
    return (rule_words() - SAY_LITTLE - _TAKING_AWAY) | _CHANGES
