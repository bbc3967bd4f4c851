"""Names that stand side by side with nothing between them, as they are dictated: "kick snare hats".

Two may be one name that nothing has ("guitar pad"), so two are a list only where no one puts one before the
other.
"""

from __future__ import annotations

from collections.abc import Iterator

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import BEFORE, Tracks, can_be_a_name, tracks_named
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.reader.lexicon import group
from orbit.workflows.roles import known_role

__all__ = ["side_by_side"]

_LONGEST_NAME = 3
_MOST_WORDS = 10
_FEWEST = 3
_STAND_ALONE = group("stand_alone")
"""Roles whose names stand before no other."""


def side_by_side(ground: Ground, text: str, fewest: int = _FEWEST) -> Tracks | None:
    """The tracks of names that stand side by side; None where one of them is none, or they may be one."""
    said = text.split()
    while said and said[0] in BEFORE:
        said = said[1:]
    if not BEFORE.isdisjoint(said):
        return None  # "kick the bass up" is no list
    if not 1 < len(said) <= _MOST_WORDS or not all(map(can_be_a_name, said)):
        return None
    names = list(_names(ground, said))
    if len(names) < 2 or any(found is None for _, found in names):
        return None
    roles = [known_role(name) for name, _ in names]
    alone = _STAND_ALONE.issuperset(roles[:-1]) and roles[-1] in _STAND_ALONE | {"bass"}
    if len(names) < fewest and not alone:
        return None
    tracks = tuple(dict.fromkeys(track for _, found in names for track in found or ()))
    returns = {track.name for track in ground.session.returns}.intersection(tracks)
    return None if returns and len(returns) < len(tracks) else tracks  # "snare verb" is the snare's send


def _names(ground: Ground, said: list[str]) -> Iterator[tuple[str, Tracks | None]]:
    """Each name, the longest first, with the tracks it means; None where a word means none."""
    at = 0
    while at < len(said):
        ends = range(min(len(said), at + _LONGEST_NAME), at, -1)
        read = ((end, " ".join(said[at:end])) for end in ends)
        found = ((end, name, tracks_named(ground, name)) for end, name in read)
        end, name, meant = next((each for each in found if isinstance(each[2], tuple)), (at + 1, "", None))
        yield name, None if isinstance(meant, Problem) else meant
        if meant is None:
            return
        at = end
