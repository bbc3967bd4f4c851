"""Which preferences some words mean, and whether a preference can hold at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.preferences.preference import EVERYTHING, SlotValueWanted
from orbit.workflows.reckoning import say
from orbit.workflows.slots import SlotType, typed
from orbit.workflows.values import parse_value

if TYPE_CHECKING:
    from orbit.memory.preferences.keeping import Known
    from orbit.workflows.workflow import Workflow

__all__ = ["ANY_OF", "about_it", "meant", "settled"]

ANY_OF = "|"
_TEMPO = 120.0
_LIKE = 75
"""From this likeness on, in percent, words are about a preference."""


_SAYS_NOTHING = frozenset(("the", "a", "an", "my", "our", "that", "this", "preference", "preferences"))


def about_it(held: Sequence[Known], about: str) -> list[Known]:
    """Give the preferences that words are about, those of the best fit; an id is only itself."""
    from rapidfuzz import fuzz, utils

    if exact := [each for each in held if each.id == about]:
        return exact
    about = " ".join(word for word in about.split() if word.casefold() not in _SAYS_NOTHING)
    texts = [f"{each.preference.describe()} {each.words}" for each in held]
    scores = [fuzz.token_set_ratio(about, text, processor=utils.default_process) for text in texts]
    best = max(scores, default=0.0)
    return [each for each, score in zip(held, scores, strict=True) if score >= max(best - 1, _LIKE)]


def meant(held: Sequence[Known], about: str, last: str | None = None) -> list[Known]:
    """Give the preferences that an id, words or "everything" mean; with nothing said, the one of last.

    Ids joined by ``ANY_OF`` mean those of them that are there. ``last`` is the id of what was spoken of last,
    where that is known. Raises NotFoundError for none, and UsageError where it could be several.
    """
    if about == EVERYTHING and held:
        return list(held)
    if ANY_OF in about and (those := [each for each in held if each.id in about.split(ANY_OF)]):
        return those
    found = about_it(held, about) if about else _latest(held, last)
    if not found:
        raise NotFoundError("preference", about or "that one", [each.id for each in held][:20])
    if len(found) > 1:
        several = "; ".join(each.preference.describe() for each in found[:5])
        raise UsageError(f"That could be several preferences: {several}. Say which.")
    return found


def _latest(held: Sequence[Known], last: str | None) -> list[Known]:
    spoken = [each for each in held if each.id == last]
    said = sorted((each for each in held if each.since), key=lambda each: each.since)
    return (spoken or said or list(held))[-1:]


def settled(wanted: SlotValueWanted, workflow: Workflow) -> SlotValueWanted:
    """Give a preference with its value as it is shown: "2:1" of a ratio is 2, "-9 db" is -9.0 dB.

    Raises UsageError when the workflow has no such slot, SlotError when that does not take the value.
    """
    slot = workflow.slots.get(wanted.slot)
    if slot is None:
        known = ", ".join(workflow.slots) or "none"
        raise UsageError(f"{workflow.title} has no slot “{wanted.slot}”. Its slots are: {known}.")
    if slot.type in (SlotType.TRACK, SlotType.TRACKS):
        return wanted
    value = parse_value(wanted.slot, slot, wanted.value, _TEMPO)
    if parse_value(wanted.slot, slot, wanted.value, 2 * _TEMPO) != value:
        return wanted  # "1/8" is a note at any tempo
    return wanted.model_copy(update={"value": say(typed(slot, value))})
