"""A session as far as it has been told: turns what a host shows next into actions, each with its origin.

Nothing here knows a host. What this process did itself is told as soon as it is confirmed (``did``), and
foretold in the session; what the host shows afterwards beyond that (``settled``) was done by somebody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from daw_bridges.actions import Action, Undo
from daw_bridges.algebra import apply, equivalent, resolve_labels
from daw_bridges.errors import ActionError
from daw_bridges.observation.doubts import Doubt, doubt_about
from daw_bridges.observation.observed import Origin
from daw_bridges.observation.past import Past, led
from daw_bridges.session import Session

__all__ = ["Story", "Told"]


class Told(NamedTuple):
    """An action and whose it is."""

    origin: Origin
    action: Action


class Story:
    """The session as it was told so far, and the steps that led there."""

    def __init__(self, first: Session) -> None:
        self.session = first
        self._past = Past()
        self._doubts: list[Doubt] = []
        self._undid = False

    def did(self, action: Action, *, certain: bool = True) -> list[Told]:
        """Tell an action that this process performed; ``certain`` if the host confirmed it."""
        if isinstance(action, Undo):
            # What it took back is seen when the host has settled.
            self._undid = True
            return []
        before = self.session
        doubt = doubt_about(before, action, certain=certain)
        try:
            plain = resolve_labels(before, [action])[0]
            self.session = apply(before, action)
        except ActionError:
            self._doubts.append(doubt_about(before, action, certain=False) or Doubt(None))
            return []
        if doubt is not None:
            self._doubts.append(doubt)
        self._past.go_on()
        self._past.add(before, [plain], self.session)
        return [Told("agent", plain)]

    def failed(self, action: Action) -> None:
        """Hear that an action was not done, or not wholly: what it did after all is its own."""
        self._doubts.append(doubt_about(self.session, action, certain=False) or Doubt(None))

    def settled(self, real: Session) -> list[Told]:
        """Tell what the host shows once it has done what this process asked: the rest is the user's."""
        undid, doubts = self._undid, self._doubts
        self._undid, self._doubts = False, []
        if undid:
            return self.changed(real, "agent", undone=True)
        told: list[Told] = []
        here = self.session
        for action in led(here, real):
            done = _applied(here, action)
            # What nobody can see was only displayed in another way than foretold.
            if not equivalent(done, here):
                by_agent = any(doubt.covers(here, action) for doubt in doubts)
                told.append(Told("agent" if by_agent else "user", action))
            here = done
        self._tell([each.action for each in told], real)
        return told

    def changed(self, real: Session, origin: Origin = "user", *, undone: bool = False) -> list[Told]:
        """Tell what the host shows; ``undone`` if it could now do again what was taken back in it."""
        self._undid, self._doubts = False, []
        if undone:
            retraced = self._past.retraced(self.session, real)
            if retraced is not None:
                self.session = real
                return [Told(origin, action) for action in retraced]
        actions = led(self.session, real)
        if actions and not undone:
            self._past.go_on()
        self._tell(actions, real)
        return [Told(origin, action) for action in actions]

    def _tell(self, actions: Sequence[Action], real: Session) -> None:
        self._past.add(self.session, actions, real)
        self.session = real


def _applied(session: Session, action: Action) -> Session:
    try:
        return apply(session, action)
    except ActionError:
        return session
