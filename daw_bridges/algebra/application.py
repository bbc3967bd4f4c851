"""``apply``: what a session looks like after an action, or why the action cannot be done."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.actions import Action, Undo
from daw_bridges.algebra import automation, clips, devices, mixer, parameters, tracks, transport
from daw_bridges.algebra.editing import Edits
from daw_bridges.errors import NotPossibleError
from daw_bridges.session import Session

__all__ = ["apply", "apply_all"]


def _undo(_session: Session, _action: Undo) -> Session:
    raise NotPossibleError("Only the DAW knows what its own undo takes back. Ask Orbit to undo what it did.")


_EDITS: Edits = {
    **transport.EDITS,
    **mixer.EDITS,
    **tracks.EDITS,
    **devices.EDITS,
    **parameters.EDITS,
    **automation.EDITS,
    **clips.EDITS,
    Undo: _undo,
}


def apply(session: Session, action: Action) -> Session:
    """The session after an action, as a host would show it.

    Raises an ActionError (not found, ambiguous, out of range, not possible) when the action cannot be done to
    it.
    """
    return _EDITS[type(action)](session, action)


def apply_all(session: Session, actions: Iterable[Action]) -> Session:
    """The session after the actions, in order. Raises as ``apply`` does, at the first that cannot be done."""
    for action in actions:
        session = apply(session, action)
    return session
