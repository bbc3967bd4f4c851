"""What "it" means that is no track: the click, the loop and the tempo, where a sentence speaks of them first.

"I can't play without a click, turn it on" and "the song's dragging, bump it up to 128".
"""

from __future__ import annotations

import re

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.tokens import tokenize

__all__ = ["with_its_name"]

_THINGS = {"click": "the metronome", "metronome": "the metronome", "metro": "the metronome"}
_LOOPED = {"loop": "the loop", "looping": "the loop"}
_NO_REASON = words("if unless when while until except instead only after")
_SPEED = words(
    "dragging drags drag dragged slow slower sluggish rushing rushes rush rushed fast faster quick sleepy "
    "lazy hectic tempo bpm speed lazily tired energy"
)
_OF_THE_SONG = words(
    "the this it that song songs track tune beat groove whole thing piece feels feel felt sounds sound is "
    "was 's s a an bit little too way so much very really just kind of sort kinda pretty quite still "
    "seems at live now here and we i are play playing think for me us to my our like lacks needs more "
    "rather lot no be man ugh boring"
)
_SWITCHED = words("on off enable disable activate deactivate kill back out start stop running")
_SPLIT = re.compile(
    r"(?P<why>[^,;.!:\d\"]{4,80}?)(?:\s*[,;.!:–]+\s+|\s+-+\s+|,?\s+(?:so|and)\s+)(?P<rest>[^\"]+)$"
)
_IT = re.compile(r"\b(?:it|that|this|one)\b(?!'s)", re.IGNORECASE)
_VALUE = re.compile(r"\b(?:to|at|by|around|about|like)\s+(?:\w+\s+){0,2}\d{1,3}\b|\b\d{1,3}\s*bpm\b|\bto \d")


def with_its_name(ground: Ground, sentence: str) -> str | None:
    """The request of a sentence with the name of what its reason speaks of."""
    found = _SPLIT.match(sentence)
    if found is None or len(_IT.findall(found["rest"])) != 1:
        return None
    why = tokenize(found["why"].replace("'s ", " is "))
    texts = {token.text for token in why}
    if not _NO_REASON.isdisjoint(texts):
        return None
    rest = {token.text for token in tokenize(found["rest"])}
    named = {name for word, name in (_THINGS | _LOOPED).items() if word in texts}
    if len(named) == 1 and not _SWITCHED.isdisjoint(rest) and not _names_anything(ground, found["why"]):
        return _IT.sub(named.pop(), found["rest"])
    of_speed = bool(texts & _SPEED) and texts <= _SPEED | _OF_THE_SONG
    return _IT.sub("the tempo", found["rest"]) if of_speed and _VALUE.search(found["rest"]) else None


def _names_anything(ground: Ground, text: str) -> bool:
    return any(each.type in ("track", "device", "clip") for each in mentions(ground, tokenize(text)))
