"""Putting a session back after a run that did not end well."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from daw_bridges.actions import Action, CreateTrack, DeleteTrack, DuplicateTrack
from daw_bridges.algebra import apply, diff
from daw_bridges.bridge import Bridge
from daw_bridges.errors import ActionError, BridgeError
from daw_bridges.session import Session
from orbit.workflows.touched import touched
from orbit.workflows.way_back import Passage, settled

__all__ = ["Restored", "restore"]


class Restored(NamedTuple):
    """How far the way back went."""

    complete: bool
    """Whether the session was read and is as it was before the run."""
    session: Session | None
    """The session as it was read last; None when the host could not be asked."""
    expected: Session | None
    """Where the host was, as far as is known, when it could not be asked."""
    left: tuple[Action, ...] | None
    """What would still have to be done; None when the vocabulary has no way."""
    said: str
    """The sentence for people."""


async def restore(bridge: Bridge, passage: Passage, confirmed: int) -> Restored:
    """Lead the session back to where the passage began, and read it.

    Where the session reads like a place on the passage, the way back from there is taken; else each confirmed
    step is taken back, and what then still differs in the places that were touched is set to what it was.
    """
    try:
        now = await bridge.snapshot()
        place = passage.place_of(now, confirmed)
        way = passage.back(confirmed if place is None else place, now)
        now = await _walk(bridge, way or (), now)
        if _differences(now, passage):
            now = await _walk(bridge, _repairs(now, passage), now)
    except BridgeError as error:
        return _unread(passage, confirmed, error)
    return _read(now, passage)


async def _walk(bridge: Bridge, way: Sequence[Action], now: Session) -> Session:
    if not way:
        return now
    await bridge.perform(way)
    return await bridge.snapshot()


def _differences(now: Session, passage: Passage) -> list[str]:
    return passage.astray(now, 0)


def _repairs(now: Session, passage: Passage) -> list[Action]:
    """What leads back from here where the plan touched it; the rest is not ours to move.

    A track that went away under the plan went by the user's hand, and is not made again from what was read of
    it.
    """
    possible: list[Action] = []
    try:
        ours = {place.track for place in touched(passage.states[0], passage.actions)}
        way = diff(now, settled(passage.states[0], now, ()))
    except ActionError:
        return possible
    for action in way:
        if _is_ours(action, ours, passage.states[0]):
            try:
                now = apply(now, action)
            except ActionError:
                continue
            possible.append(action)
    return possible


def _is_ours(action: Action, ours: set[str], before: Session) -> bool:
    if isinstance(action, CreateTrack | DuplicateTrack):
        return False
    if isinstance(action, DeleteTrack):
        return action.track in ours and action.track not in before.track_names
    return str(getattr(action, "track", "")) in ours


def _unread(passage: Passage, confirmed: int, error: BridgeError) -> Restored:
    said = f"It could not be put back: {error} “undo” takes it back once the DAW is back."
    return Restored(False, None, passage.states[confirmed], passage.inverses(confirmed), said)


def _read(now: Session, passage: Passage) -> Restored:
    left = _differences(now, passage)
    if not left:
        return Restored(True, now, None, (), "The session is as it was before.")
    said = f"Not everything could be put back ({'; '.join(left[:5])})."
    return Restored(False, now, None, tuple(_repairs(now, passage)), said)
