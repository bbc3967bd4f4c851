"""What a sentence comes to, whatever its grammar: what it names, and the words that say what of it.

Tried where no rule accounts for a sentence word by word. Every word still has to be explained: it names
something, it says what is wanted, or it can stand in any request. What comes out is a plain sentence, and the
rules have to make edits of that.

"The hats must have a volume of minus five" comes to "set the volume of Hats to -5 dB".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from orbit.agent.offline.understanding.frames import FRAMES, Gist
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.mentions import Mention, mentions
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["gist"]

_MOST_WORDS = 24
"""Who says more than this at once says more than one thing."""

_ANY = words(
    "a an the i me my we our us you your it its this that those them these there of to in at on for from "
    "by with into onto is are be been being was has have having had do does did can could would should "
    "must may might shall will let lets want need like love make give put get set turn take bring go goes "
    "going gonna gotta gimme change keep place please now just really very quite rather so too much some "
    "bit little touch hair more way somewhere around about roughly maybe again right here over value "
    "amount one thing because as well also then and , real quick quickly bro man dude yo uh um okay ok "
    "thanks sit stand mix track tracks channel channels strip part somehow kind sort feel think guess "
    "sound sounds switch button control knob fix needs wants likes makes gives puts gets sets turns takes "
    "brings sits"
)
_NEVER = words(
    "no not never without don't dont except but unless if until else other others than or undo instead "
    "only what why who when where which whose how nothing none both every each last"
)
"""Words after which a sentence is not what its other words come to."""


def gist(ground: Ground, tokens: Sequence[Token]) -> str | None:
    """The plain sentence that another comes to; None where not every word is explained, or in two ways."""
    if len(tokens) > _MOST_WORDS:
        return None
    found = _apart(mentions(ground, tokens))
    if any(each.problem is not None for each in found):
        return None
    if _runs_on(found):
        return None
    named = {at for each in found for at in range(each.start, each.end)}
    rest = [token.text for at, token in enumerate(tokens) if at not in named]
    if not _NEVER.isdisjoint(rest):
        return None
    read = Gist(ground.session, tuple(found), tuple(rest))
    said = {frame.say(read) for frame in FRAMES if frame.fits(read, _ANY)} - {None}
    return said.pop() if len(said) == 1 else None


def _runs_on(found: Sequence[Mention]) -> bool:
    """Whether two names stand side by side: they may be one that is not known ("backing voices")."""
    tracks = [each for each in found if each.type == "track"]
    return any(one.end == other.start for one, other in pairwise(tracks))


def _apart(found: Sequence[Mention]) -> list[Mention]:
    """The mentions that do not overlap, the longest first; of two as long, a track goes before a device."""
    apart: list[Mention] = []
    for each in sorted(found, key=lambda each: (each.start - each.end, each.type != "track")):
        if not any(each.overlaps(other) for other in apart):
            apart.append(each)
    return sorted(apart, key=lambda each: each.start)
