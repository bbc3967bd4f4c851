"""Which preferences some words mean, and whether a preference can hold at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.preferences.preference import EVERYTHING, SlotValueWanted
from orbit.workflows.slots import SlotType
from orbit.workflows.values import parse_value

if TYPE_CHECKING:
    from orbit.memory.preferences.keeping import Known
    from orbit.workflows.workflow import Workflow

__all__ = ["about_it", "checked_slot", "meant"]

_LIKE = 75
"""From this likeness on, in percent, words are about a preference."""


def about_it(held: Sequence[Known], about: str) -> list[Known]:
    """Give the preferences that words are about, those of the best fit; an id is only itself."""
    from rapidfuzz import fuzz, utils

    if exact := [each for each in held if each.id == about]:
        return exact
    texts = [f"{each.preference.describe()} {each.words}" for each in held]
    scores = [fuzz.token_set_ratio(about, text, processor=utils.default_process) for text in texts]
    best = max(scores, default=0.0)
    return [each for each, score in zip(held, scores, strict=True) if score >= max(best - 1, _LIKE)]


def meant(held: Sequence[Known], about: str, last: str | None = None) -> list[Known]:
    """Give the preferences that an id, words or "everything" mean; with nothing said, the one of last.

    ``last`` is the id of what was spoken of last, where that is known. Raises NotFoundError for none, and
    UsageError where it could be several.
    """
    if about == EVERYTHING and held:
        return list(held)
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


def checked_slot(wanted: SlotValueWanted, workflow: Workflow) -> None:
    """See that a workflow has the slot and the slot takes the value. Raises UsageError or SlotError."""
    slot = workflow.slots.get(wanted.slot)
    if slot is None:
        known = ", ".join(workflow.slots) or "none"
        raise UsageError(f"{workflow.title} has no slot “{wanted.slot}”. Its slots are: {known}.")
    if slot.type not in (SlotType.TRACK, SlotType.TRACKS):
        parse_value(wanted.slot, slot, wanted.value)
