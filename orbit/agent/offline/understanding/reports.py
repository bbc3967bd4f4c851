"""What only tells how things are, or what somebody did: "I just muted the kick", "the loop is on".

Its words are those of a request, and it is none.
"""

from __future__ import annotations

from collections.abc import Sequence

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["reports"]

_PEOPLE = words("i we you he she they somebody someone nobody everybody everyone")
_PEOPLE_HAVE = words("i've we've you've he's she's they've")
_PEOPLE_ARE = words("we're i'm you're they're")
_MEANWHILE = words("just already also only never finally even then have has had accidentally recently once")
_DID = words(
    "muted unmuted soloed unsoloed panned renamed deleted removed added inserted armed disarmed routed "
    "turned raised lowered moved copied duplicated coloured colored automated boosted dropped pulled set "
    "pushed made took gave brought sent threw stuck changed switched bypassed disabled enabled loaded "
    "recorded created called named looped launched placed bumped nudged trimmed"
)
_LONG_AGO = words("yesterday ago")
_ARTICLES = words("the a an my our your his her their its")
_THINGS = _ARTICLES | words("it that this them all everything both")
_WANTS = words(
    "want wants need needs should must like would let get have with keep leave please if be is are was were "
    "can could"
)
_ARE = words("is are was were")
_HAVE = words("has have had")
_STATES = words("on off armed muted soloed unmuted bypassed enabled disabled")
_TOO_LITTLE = words("too no not enough missing much little to")


def reports(tokens: Sequence[Token]) -> bool:
    """Whether a clause only tells something."""
    texts = [token.raw.casefold() if not token.quoted else "" for token in tokens]
    return bool(texts) and (_done_by_somebody(texts) or _as_it_is(texts))


def _done_by_somebody(texts: Sequence[str]) -> bool:
    """Whether it tells what was done: "you deleted the pad", "my mate soloed the guitar"."""
    if not _LONG_AGO.isdisjoint(texts):
        return True
    at = 1 if texts[0] in _PEOPLE | _PEOPLE_HAVE else 0
    while at and at < len(texts) and texts[at] in _MEANWHILE:
        at += 1
    if at and at < len(texts) and texts[at] in _DID:
        return at > 1 or texts[0] in _PEOPLE_HAVE or texts[at] not in _NOW_TOO
    behind = next((at for at, word in enumerate(texts[1:4], 1) if word in _DID - _NOW_TOO), 0)
    return behind > 0 and _WANTS.isdisjoint(texts[:behind]) and texts[behind + 1 : behind + 2] in _EACH_THING


_NOW_TOO = words("set")
"""Verbs that are the same in the past: "we set it to 120" may be what is to be done."""
_EACH_THING = [[each] for each in _THINGS]


def _as_it_is(texts: Sequence[str]) -> bool:
    """Whether it tells how something is: "there is a delay on the guitar", "the pad has a reverb on it"."""
    if not _TOO_LITTLE.isdisjoint(texts):
        return False
    if texts[0] in _PEOPLE_ARE or (texts[0] in _PEOPLE and len(texts) > 1 and texts[1] in ("are", "am")):
        return "at" in texts[:4] or "in" in texts[:4]
    there = texts[0] == "there's" or (texts[0] == "there" and texts[1:2] in [["is"], ["are"], ["was"]])
    if there:
        return not _ARTICLES.isdisjoint(texts[1:3])
    last, before = texts[-1], texts[-2] if len(texts) > 1 else ""
    subject = before in _ARE and texts[0] in _ARTICLES and not {"that", "which"} & {*texts}
    if last in _STATES and (subject or before.endswith("'s")) and len(texts) <= _SHORT:
        return _WANTS.isdisjoint(texts[:-2])
    if "sits" in texts[1:5]:
        return _WANTS.isdisjoint(texts[: texts.index("sits")])
    has = next((at for at, word in enumerate(texts[1:5], 1) if word in _HAVE), 0)
    owns = has > 0 and texts[has + 1 : has + 2] in _OWNED and texts[0] not in _PEOPLE
    return owns and _WANTS.isdisjoint(texts[:has])


_OWNED = [["a"], ["an"], ["already"], ["its"]]
_SHORT = 5
