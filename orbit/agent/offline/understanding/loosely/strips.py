"""The tracks that a sentence about the mixer names: in one list, or some and the return they go to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.loosely.evidence import Evidence, quoted
from orbit.agent.offline.understanding.mentions import Mention

__all__ = ["PAST", "POINTING", "Sending", "all_of", "is_fact", "one_list", "read_sending", "strip"]

PAST = words("was were had did been")
"""Words of what has been: nothing is wanted by them."""
POINTING = words("it them")
"""Words for the tracks that were spoken of last."""
_FACTS = words("is are sounds seems feels got gets became already")
_WISHES = words(
    "should must need needs want wants too prefer like necessary needed required please make supposed ought "
    "be have get what put set enough"
)
_BELOW = words("under underneath beneath below behind")
"""What stands behind these is what something is compared with: "tuck the pad under the vocals"."""
_AND = words("and , also plus the both as well my our of all & then")


def one_list(evidence: Evidence, named: Sequence[Mention]) -> bool:
    """Whether things are named side by side: in "more bass on the kick" two tracks play two parts."""
    between = (evidence.tokens[one.end : other.start] for one, other in pairwise(named))
    return all(token.text in _AND for tokens in between for token in tokens)


def is_fact(evidence: Evidence) -> bool:
    """Whether it says how things are: "the hats are on the left"."""
    return evidence.says(*_FACTS) and not evidence.says(*_WISHES)


def all_of(names: Sequence[str]) -> str:
    """Names as a plain sentence lists them."""
    return " and ".join(quoted(name) for name in names)


def strip(evidence: Evidence, *types: str) -> str | None:
    """The tracks of a sentence that names nothing else than them, and things of these types."""
    tracks = [each for each in evidence.all("track") if evidence.before(each) not in _BELOW]
    names = {name for each in tracks for name in each.values}
    returns = {track.name for track in evidence.ground.session.returns}.intersection(names)
    if not tracks or not evidence.only("track", *types) or evidence.says(*PAST) or _is_compared(evidence):
        return None
    if (returns and len(returns) < len(names)) or not one_list(evidence, tracks):
        return None
    unclear = [each.text for each in tracks if each.problem is not None]
    clear = [name for each in tracks if each.problem is None for name in each.values]
    return " and ".join([*(quoted(name) for name in dict.fromkeys(clear)), *unclear])


def _is_compared(evidence: Evidence) -> bool:
    """Whether a value says how far apart two levels are to be: "3 dB under the kick"."""
    ends = {each.end for each in evidence.found if each.type != "track"}
    behind = {token.text for at, token in enumerate(evidence.tokens) if at in ends}
    return len(evidence.names) > 1 and not behind.isdisjoint(_BELOW | {"than", "over", "above"})


@dataclass(frozen=True)
class Sending:
    """Some tracks, and the return that is named beside them."""

    sources: tuple[str, ...]
    to: str


def read_sending(evidence: Evidence, *types: str) -> Sending | None:
    """The sends that a sentence speaks of; None where it names no return, or something else."""
    session = evidence.ground.session
    returns = {track.name for track in session.returns}
    tracks = evidence.all("track")
    to = [each for each in tracks if returns.issuperset(each.values)]
    sources = [each for each in tracks if each not in to]
    if evidence.says(*PAST) or not evidence.only("track", *types) or any(each.problem for each in tracks):
        return None
    if len({each.values for each in to}) != 1 or len(to[0].values) != 1:
        return None
    if not sources:
        spoken = tuple(name for name in evidence.ground.tracks if name not in returns)
        return Sending(spoken, to[0].values[0]) if spoken and evidence.says(*POINTING) else None
    names = tuple(dict.fromkeys(name for each in sources for name in each.values))
    return Sending(names, to[0].values[0]) if one_list(evidence, sources) else None
