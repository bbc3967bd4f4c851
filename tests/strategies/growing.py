"""Sessions, and actions that can be done to them, grown one drawn action after the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from daw_bridges.actions import Action, Stop
from daw_bridges.algebra import apply
from daw_bridges.errors import ActionError
from daw_bridges.session import Session
from tests.strategies import chains, clips, song
from tests.strategies.picking import Maker, Pick
from tests.strategies.skeletons import skeleton

__all__ = ["VERBS", "Case", "cases", "possible_actions", "sessions"]


class Case(NamedTuple):
    """A session and actions that can be done to it, one after the other."""

    session: Session
    actions: tuple[Action, ...]


_MAKERS: dict[str, Maker] = {**song.MAKERS, **chains.MAKERS, **clips.MAKERS}

VERBS = tuple(_MAKERS)
"""The actions that are drawn, by name: those that do something to a session."""

# The first is what cases shrink to. What needs something to be there first comes more often once it is.
_ORDER = (
    "set_mute",
    *(name for name in _MAKERS if name != "set_mute"),
    *(
        "insert_device",
        "set_sidechain",
        "move_device",
        "set_send",
        "delete_track",
        "move_device",
        "set_sidechain",
    ),
    *("create_track", "duplicate_track", "delete_track", "rename_track", "set_send", "set_parameter"),
    *("create_clip", "add_notes", "duplicate_clip", "delete_clip", "add_notes", "delete_scene", "fire_clip"),
)


def _next(pick: Pick, session: Session, names: Sequence[str]) -> tuple[Action, Session]:
    """The first action that can be done, from a drawn place in the list on, and the session after it."""
    start = pick.number(0, len(names) - 1)
    for step in range(len(names)):
        action = _MAKERS[names[(start + step) % len(names)]](pick, session)
        if action is None:
            continue
        try:
            return action, apply(session, action)
        except ActionError:  # a place that is taken, a name that is used, the last track …
            continue
    return Stop(), apply(session, Stop())


def _grown(pick: Pick, session: Session, names: Sequence[str], most: int) -> tuple[list[Action], Session]:
    actions: list[Action] = []
    for _ in range(pick.number(1, most)):
        action, session = _next(pick, session, names)
        actions.append(action)
    return actions, session


@st.composite
def sessions(draw: DrawFn, *, rebuildable: bool = False, most: int = 6) -> Session:
    """Small sessions; ``rebuildable`` ones hold nothing that actions cannot make from nothing."""
    pick = Pick(draw)
    return _grown(pick, skeleton(pick, rebuildable=rebuildable), _ORDER, most)[1]


@st.composite
def cases(
    draw: DrawFn,
    start: SearchStrategy[Session] | Session | None = None,
    *,
    rebuildable: bool = False,
    racks: bool | None = None,
    names: Collection[str] | None = None,
    most: int = 6,
) -> Case:
    """A session and up to ``most`` actions for it, of the given names or any but ``undo``.

    ``racks`` puts racks with chains into rebuildable sessions too.
    """
    if start is None:
        session = skeleton(Pick(draw), rebuildable=rebuildable, racks=racks)
    else:
        session = start if isinstance(start, Session) else draw(start)
    chosen = _ORDER if names is None else tuple(name for name in _ORDER if name in names)
    actions, _ = _grown(Pick(draw), session, chosen, most)
    return Case(session, tuple(actions))


@st.composite
def possible_actions(draw: DrawFn, session: Session) -> Action:
    """An action that can be done to a session."""
    return _next(Pick(draw), session, _ORDER)[0]
