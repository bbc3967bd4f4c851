"""What a sentence asks for that no workflow does: such a sentence is refused rather than guessed at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from orbit.agent.offline.claiming import unclaimed
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.colors import COLORS
from orbit.agent.offline.understanding.devices import read_parameter
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import recipe_of
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["asks_for_else", "mostly_spoken_of", "sets_to_nothing", "stands_for_a_track"]

_DEEDS = words(
    "split slice chop stretch warp flatten merge join crossfade comp consolidate crop invite transcribe "
    "translate render export upload bounce print burn email mail share buy download autotune melodyne tune "
    "quantize quantise humanize normalize reverse transpose pitch detect convert import freeze unfreeze save "
    "close open resample timestretch denoise separate extract loop-record rewind"
)
"""Verbs of what is done to sound, notes and files rather than to a session's tracks and devices."""
_BESIDE_A_TRACK = re.compile(
    r"\b(?:with|and|to|from|under|by|plus|into|against) (?:the|my|our) (?P<name>[a-z]+)(?=$|[\s,.!?])",
    re.IGNORECASE,
)


def asks_for_else(text: str, workflow: Mapping[str, Any]) -> bool:
    """Whether a sentence begins with the verb of something that a workflow never does."""
    tokens = tokenize(unwrapped(text))
    first = tokens[0].text if tokens else ""
    return first in _DEEDS and not recipe_of(workflow).vocabulary.covers([first])


def mostly_spoken_of(text: str, workflow: Mapping[str, Any], known: Known) -> bool:
    """Whether more of what a sentence asks for is a workflow's than is not."""
    filling = known.filling(text, workflow)
    beside = filling.strangers + len(filling.left_out) + len(unclaimed(text, workflow, known))
    return filling.explained + filling.mentioned > beside and not asks_for_else(text, workflow)


def stands_for_a_track(text: str, workflow: Mapping[str, Any], known: Known) -> str | None:
    """A word that stands where a track could, and means nothing to anybody: "with the flugelhorn"."""
    vocabulary = recipe_of(workflow).vocabulary
    ground = known.ground(text)
    for found in _BESIDE_A_TRACK.finditer(known.spelled_out(text)):
        name = found["name"]
        # "with the threshold at -24": what a parameter is called is no track that is missing.
        if vocabulary.is_stranger(name.casefold()) and read_parameter(ground, tokenize(name)) is None:
            return name
    return None


def sets_to_nothing(text: str, workflow: Mapping[str, Any]) -> bool:
    """Whether a sentence ends in a value that means nothing to anybody: "threshold to blue"."""
    found = _TO_A_WORD.search(unwrapped(text))
    value = found["value"].casefold() if found is not None else ""
    return value in COLORS or (value != "" and recipe_of(workflow).vocabulary.is_stranger(value))


_TO_A_WORD = re.compile(r"\b(?:to|at) (?P<value>[a-z]+)$", re.IGNORECASE)
