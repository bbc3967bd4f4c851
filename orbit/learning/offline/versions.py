"""Versions of one set: saved under another name, dated or copied, it is one piece of work and one example."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.offline.sets import is_of_a_set

__all__ = ["each_once"]

_ALIKE, _NAMESAKES = 0.8, 0.3
"""So much in common, of all that is in either (Jaccard), have two versions; and two of one name."""

_DATED = re.compile(r"\s*\[[^\]]*\]\s*$")
"""What Live puts behind the name of a version in the Backup folder."""

_Edits = frozenset[str]


def each_once(demonstrations: Sequence[Demonstration]) -> list[Demonstration]:
    """Give demonstrations, of which the later come last, with the latest version alone of each saved set.

    What was done from one version to the next counts once, too, whichever copy tells it.
    """
    kept: list[Demonstration] = []
    sets: list[tuple[str, _Edits]] = []
    histories: set[tuple[object, ...]] = set()
    for each in reversed(demonstrations):
        edits = [event.action.model_dump_json() for event in each.events]
        if is_of_a_set(each.trajectory):
            mine = _DATED.sub("", each.project).casefold(), frozenset(edits)
            if any(_is_one(mine, other) for other in sets):
                continue
            sets.append(mine)
        elif (told := (each.started, *edits)) in histories:
            continue
        else:
            histories.add(told)
        kept.append(each)
    return kept[::-1]


def _is_one(one: tuple[str, _Edits], other: tuple[str, _Edits]) -> bool:
    share = _NAMESAKES if one[0] == other[0] else _ALIKE
    fewer, more = sorted((len(one[1]), len(other[1])))
    return fewer >= share * more and len(one[1] & other[1]) >= share * len(one[1] | other[1])
