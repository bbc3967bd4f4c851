"""What a sentence announces before it says it in full: "set this up for the next cue: 76 bpm, click on"."""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.tokens import Token, tokenize

__all__ = ["announced"]

_MOST_WORDS = 12
_NO_HEADING = words(
    "no not never don't dont if unless except without only until when while after instead but say says "
    "said tell tells told ask asks asked write wrote title note call name named called lyrics lyric "
    "rename label undo why what who which how delete remove record stop"
)
"""Words of what is a condition, a quotation or a request that a colon does not explain."""
_VERBS = words(
    "make pan spread move put pull push bring balance set place get space split arrange separate open "
    "change adjust tweak fix prepare"
)
_THEM = words("them things everything these those this all")
_HOW = words(
    "wide wider apart out around up ready straight sides stereo balanced better right tidy a bit little "
    "in to the and for now next song tune track cue scene part section take gig show verse chorus level "
    "levels pans panning volumes faders again quickly"
)
_BESIDE = words(
    "then now next please so and first let's lets us ok okay can could you we i just also want to"
)


def announced(ground: Ground, sentence: str) -> str | None:
    """What stands behind an announcement, which names nothing itself; None where there is none."""
    found = re.match(r"(?P<head>[^:;.,\"\d]{4,90}?):\s+(?P<rest>\S.*)$", sentence, re.DOTALL)
    if found is None:
        found = re.match(r"(?P<head>[^:;.,\"\d]{4,90}?)[;.,]\s+(?P<rest>\S.*)$", sentence, re.DOTALL)
        if found is None or not _speaks_of_them(found["head"]):
            found = re.match(r"(?P<head>[^:;.\"\d]{4,90}?):\s+(?P<rest>\S.*)$", sentence, re.DOTALL)
    if found is None:
        return None
    head = tokenize(found["head"])
    return found["rest"] if _is_heading(ground, head) or _speaks_of_them(found["head"]) else None


def _is_heading(ground: Ground, head: list[Token]) -> bool:
    texts = {token.text for token in head} | {token.raw.casefold() for token in head}
    if len(head) > _MOST_WORDS or not _NO_HEADING.isdisjoint(texts):
        return False
    return not any(each.type in ("track", "device", "clip") for each in mentions(ground, head))


def _speaks_of_them(head: str) -> bool:
    """Whether it says of what was not named yet how that is to be: "pan them apart"."""
    said = [token.text for token in tokenize(head) if token.text not in _BESIDE]
    return len(said) > 2 and said[0] in _VERBS and said[1] in _THEM and set(said[2:]) <= _HOW
