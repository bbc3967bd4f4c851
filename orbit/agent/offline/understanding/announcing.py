"""What a sentence announces before it says it in full: "set this up for the next cue: 76 bpm, click on"."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.lexicon import group

__all__ = ["announced"]

_ANNOUNCED = re.compile(r"(?P<head>[^:;.\"\d]{4,90}?):\s+(?P<rest>\S.*)$", re.DOTALL)
_MOST_WORDS = 12
_NO_HEADING = group("no_heading")
"""Words of what is a condition, a quotation or a request that a colon does not explain."""


def announced(ground: Ground, sentence: str) -> str | None:
    """What stands behind an announcement, which names nothing itself; None where there is none."""
    if (found := _ANNOUNCED.match(sentence)) is None:
        return None
    head = tokenize(found["head"])
    texts = {token.text for token in head} | {token.raw.casefold() for token in head}
    named = any(each.type in ("track", "device", "clip") for each in mentions(ground, head))
    return found["rest"] if len(head) <= _MOST_WORDS and _NO_HEADING.isdisjoint(texts) and not named else None
