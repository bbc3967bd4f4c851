"""How far a run came that was cut short: which of its steps are done, by what the host reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from daw_bridges.algebra import apply, diff, equivalent, invert
from daw_bridges.errors import ActionError
from daw_bridges.session import Session
from orbit.workflows.touched import Touch, come_and_go, count, part, touched
from orbit.workflows.way_back import Passage

__all__ = ["Reached", "reached"]


class Reached(NamedTuple):
    """How many steps are done; ``half``: what the next touches reads neither as before nor as after it."""

    done: int
    half: bool = False


def reached(passage: Passage, confirmed: int, now: Session) -> Reached | None:
    """Say where on a passage a session stands, in the places that it touches; None when it is elsewhere.

    Nearest to what was ``confirmed`` is looked at first: a step without effect looks like none.
    """
    if now.name != passage.states[0].name:
        # Of another set, a part that is alike says nothing; of the same one under a new name, all of it is.
        named = now.model_copy(update={"name": passage.states[0].name})
        done = passage.place_of(named, confirmed)
        return None if done is None else Reached(done)
    places = touched(passage.states[0], passage.actions)
    near = sorted(range(len(passage.states)), key=lambda done: abs(done - confirmed))
    exactly = passage._replace(assumed=frozenset())
    for done in near:
        if _stands(exactly, done, now, places):
            return Reached(done)
    for done in reversed(range(len(passage.states))):  # the more that was set, the less may read as it came
        if _stands(passage, done, now, places):
            return Reached(done)
    for done in range(confirmed, len(passage.actions)):
        if _is_half(passage, done, now, places):
            return Reached(done, half=True)
    return None


def _stands(passage: Passage, done: int, now: Session, places: Sequence[Touch]) -> bool:
    there = passage.expected(done, now)
    here = passage.shown(now)
    names = come_and_go(passage.states)
    return count(here, names) == count(there, names) and equivalent(part(here, places), part(there, places))


def _is_half(passage: Passage, done: int, now: Session, places: Sequence[Touch]) -> bool:
    """Whether nothing but what the next step touches differs from before it."""
    before, action = passage.states[done], passage.actions[done]
    try:
        own = {*touched(before, [action]), *touched(passage.states[done + 1], invert(action, before))}
        for each in diff(now, passage.expected(done, now)):
            if own >= {*touched(now, [each])}:
                now = apply(now, each)
    except ActionError:
        return False
    return _stands(passage, done, now, places)
