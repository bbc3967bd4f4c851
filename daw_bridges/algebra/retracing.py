"""``retrace``: where a stream of observed actions leads, undos among them."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.actions import Action, Undo
from daw_bridges.algebra.application import apply
from daw_bridges.errors import NotPossibleError
from daw_bridges.session import Session

__all__ = ["retrace"]


def retrace(first: Session, actions: Iterable[Action]) -> Session:
    """The session that observed actions lead to from the one the observation began with.

    In what was observed an ``undo`` takes back the one action before it that still stands: two of them take
    back two, and what is done again after that comes as the actions themselves.

    Raises NotPossibleError for an undo that nothing stands before, and as ``apply`` does for an action that
    cannot be done.
    """
    past = [first]
    for action in actions:
        if not isinstance(action, Undo):
            past.append(apply(past[-1], action))
        elif len(past) > 1:
            past.pop()
        else:
            raise NotPossibleError(
                "An undo comes before any action it could take back. Begin where the observation began."
            )
    return past[-1]
