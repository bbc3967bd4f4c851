"""Clauses that say what is wrong with a level: requests of their own, or why another clause asks something.

"The pad is too loud" asks for less of it; in "the pad is too loud, take 4 dB off" it is the reason alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from daw_bridges.actions import Action
from orbit.agent.offline.understanding.rule import Doing, Reading
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.reader.lexicon import group

__all__ = ["beside", "complains", "says_how_far"]

_HOW = group("complaints")
_UNHEARD = group("unheard")
_ASKS = group("remedies")


def complains(tokens: Sequence[Token]) -> bool:
    """Whether a clause says what is wrong, and nothing of what is to be done."""
    said = {token.text for token in tokens if not token.quoted}
    if not _ASKS.isdisjoint(said):
        return False
    return not _HOW.isdisjoint(said) or ("hear" in said and not _UNHEARD.isdisjoint(said))


def says_how_far(complaint: Sequence[Token], remedy: Sequence[Token]) -> bool:
    """Whether only the complaint has a number: "4 dB too loud, bring it down" is done as far as it says."""
    return _counts(complaint) and not _counts(remedy)


def _counts(tokens: Sequence[Token]) -> bool:
    return any(token.number is not None for token in tokens)


def beside(complaint: Sequence[Reading], remedy: Sequence[Reading]) -> list[Reading]:
    """What a complaint still asks for beside another clause: nothing of the tracks that it changes."""
    treated = frozenset(
        _track(action) for each in remedy if isinstance(each, Doing) for action in each.actions
    )
    left: list[Reading] = []
    for each in complaint:
        if not isinstance(each, Doing):
            left.append(each)
        elif actions := tuple(action for action in each.actions if _track(action) not in treated):
            left.append(replace(each, actions=actions))
    return left


def _track(action: Action) -> str | None:
    return getattr(action, "track", None)
