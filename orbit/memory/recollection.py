"""Which trajectories a text is about: by their goals, by what they touch, and by meaning where there is one.

Thousands of trajectories are not read for one question: those that may fit are picked in the store first.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daw_bridges.errors import ModelError
from orbit.memory.store import Store
from orbit.memory.store.trajectories import StoredTrajectory, TrajectoryFilter
from orbit.memory.trajectory import Trajectory
from orbit.memory.words.language import read

if TYPE_CHECKING:
    from orbit.memory.meaning import Meaning

__all__ = ["asks_nothing", "candidates", "nearest", "ranked", "text_of"]

_log = logging.getLogger("orbit.memory")

_PICKED = 150
_DESCRIBED = 24
_MEANING, _WORDS = 0.6, 0.4
_EMBEDDED = 256  # at most before one question; what is left has its turn with the next
_LEAST = 0.05  # below this there is no more in common than any two requests have


def text_of(trajectory: Trajectory) -> str:
    """Give what of a trajectory is searched: its goal, and what was done, each once."""
    done = dict.fromkeys(each.action.describe() for each in trajectory.actions)
    return ". ".join(part for part in (trajectory.goal or "", *list(done)[:_DESCRIBED]) if part)


def asks_nothing(text: str) -> bool:
    """Say whether a text has no word in it that tells one piece of work from another."""
    return not read(text).units


def nearest(store: Store, meaning: Meaning | None, text: str) -> Mapping[str, float]:
    """Give the cosines of the trajectories nearest to a text, by id; none where no embedder answers.

    Those that are new are embedded first: recording them did not have to wait for that.
    """
    if meaning is None:
        return {}
    try:
        new = store.trajectories.unread(meaning.fingerprint, _EMBEDDED)
        meaning.put({each.id: text_of(each) or each.daw for each in new})
    except ModelError as error:
        _log.warning("searching what was done by words alone: %s", error)
        return {}
    return meaning.cosines(text) or {}


def candidates(
    store: Store, text: str, meant: TrajectoryFilter, cosines: Mapping[str, float]
) -> list[StoredTrajectory]:
    """Give the trajectories that are meant and may be about a text, each once."""
    reading = read(text)
    spoken = tuple(dict.fromkeys((*reading.spoken, *reading.text.split())))
    picks = [
        replace(meant, words=[word.rstrip("i") for word in reading.words if len(word) > 1]),
        replace(meant, touching=spoken),
        replace(meant, ids=_both(meant.ids, cosines)),
    ]
    found = [
        each
        for pick in picks
        if pick.words or pick.touching or pick.ids
        for each in store.trajectories.search(pick, limit=_PICKED)
    ]
    return list({each.trajectory.id: each for each in found}.values())


def ranked(
    text: str, found: Sequence[StoredTrajectory], cosines: Mapping[str, float]
) -> list[tuple[StoredTrajectory, float, str]]:
    """Give those that are about a text with their scores (0 to 1) and why, best first; ties newest first."""
    from orbit.memory.words.tfidf import TermIndex, counted

    if not found:
        return []
    reading = read(text)
    terms = [read(text_of(each.trajectory)).terms for each in found]
    near = TermIndex(terms).scores(counted(reading.terms))
    shares = (_MEANING, _WORDS) if cosines else (0.0, 1.0)
    scored = [
        (each, shares[0] * max(cosines.get(each.trajectory.id, 0.0), 0.0) + shares[1] * float(words))
        for each, words in zip(found, near, strict=True)
    ]
    told = [
        (each, round(min(score, 1.0), 4), _why(reading.terms, own, score))
        for (each, score), own in zip(scored, terms, strict=True)
        if score >= _LEAST
    ]
    newest = sorted(told, key=lambda each: each[0].trajectory.started, reverse=True)
    return sorted(newest, key=lambda each: -each[1])


def _why(asked: Sequence[str], has: Sequence[str], score: float) -> str:
    shared = [term for term in dict.fromkeys(asked) if term in set(has) and not term.startswith("~")]
    if shared:
        return f"it mentions {', '.join(shared)}"
    return "it means something similar" if score >= _LEAST else ""


def _both(ids: object, cosines: Mapping[str, float]) -> list[str]:
    return [item for item in cosines if not isinstance(ids, list | tuple | set | frozenset) or item in ids]
