"""Stretches of a sentence that ask for nothing: remarks, and what says only what the rest is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.lexicon import NEVER, PUTTING, TAKING
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["About", "is_remark", "spoken_of"]

_OPENS_A_REMARK = words(
    "it this that they he she we i you there these those so because since cause cuz as just sorry hm oh wow "
    "ok okay yeah right thanks thank please nice great cool perfect good much too still way more less bit "
    "for like ready lets let"
)
_ASKS = (
    words(
        "mute unmute solo unsolo arm disarm pan send route rename call color delete duplicate copy set turn "
        "put make insert create record stop play loop quantize transpose sidechain bypass enable disable "
        "raise lower bring pull push move automate undo redo fade export bounce freeze split join group fix"
    )
    | PUTTING
    | TAKING
) - words("want need like run use have get give")
_MOST_WORDS = 10


@dataclass(frozen=True)
class About:
    """What the rest of a sentence is about."""

    tracks: tuple[str, ...]
    device: str | None


def is_remark(ground: Ground, tokens: Sequence[Token]) -> bool:
    """Whether a stretch says nothing that could be wanted: it opens like a remark and names no value."""
    if not 0 < len(tokens) <= _MOST_WORDS or tokens[0].text not in _OPENS_A_REMARK:
        return False
    said = {token.text for token in tokens}
    if any(token.number is not None or token.quoted for token in tokens):
        return False
    return said.isdisjoint(NEVER | _ASKS) and not any(
        each.type in ("device", "clip") for each in mentions(ground, tokens)
    )


def spoken_of(ground: Ground, tokens: Sequence[Token]) -> About | None:
    """What a stretch speaks of without asking for anything; None where it speaks of nothing, or asks."""
    if not 0 < len(tokens) <= _MOST_WORDS or any(token.number is not None for token in tokens):
        return None
    if tokens[-1].raw != ":" and tokens[0].text in _ASKS:
        return None
    if not NEVER.isdisjoint(token.text for token in tokens):
        return None
    found = mentions(ground, tokens)
    tracks = [name for each in found if each.type == "track" and not each.problem for name in each.values]
    devices = [each.values[0] for each in found if each.type == "device"]
    if not tracks and not devices:
        return None
    return About(tuple(dict.fromkeys(tracks)), devices[0] if len(devices) == 1 else None)
