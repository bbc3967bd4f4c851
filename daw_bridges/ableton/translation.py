"""From actions to the script's edits: references become identities, neutral names the host's, bars beats.

Each action is also applied to a predicted session, so that a later one may speak of what an earlier one made,
and so that what must be read back is known before anything is sent.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

from daw_bridges.ableton.following import follow
from daw_bridges.ableton.identities import Identities
from daw_bridges.ableton.rows import ROWS
from daw_bridges.ableton.step import Fields, Step
from daw_bridges.actions import Action, InsertDevice, LoadPreset, Undo
from daw_bridges.algebra import apply
from daw_bridges.session import Session

__all__ = ["Edit", "Translation"]


@dataclass(frozen=True)
class Edit:
    """An action in the script's words, and what the script must have read back for it to count."""

    action: Action
    request: Fields
    expected: Fields
    step: Step


class Translation:
    """Turns the actions of one batch into edits, in order."""

    def __init__(self, session: Session, identities: Identities) -> None:
        self.session, self._identities = session, copy.deepcopy(identities)
        self.edits: list[Edit] = []
        self.opaque = False
        """Whether an edit's outcome is known to the host alone: a preset, a plug-in's parameters, an undo."""

    def add(self, action: Action) -> None:
        """Translate the next action. Raises an ActionError when it cannot be done to the session by then."""
        step = Step(action, self.session, apply(self.session, action), self._identities)
        request, expected = ROWS[action.action].make(step)
        self.opaque = self.opaque or _is_opaque(step)
        follow(step, {"made": len(self.edits)})
        self.edits.append(Edit(action, {"edit": action.action, **request}, expected, step))
        self.session = step.after


def _is_opaque(step: Step) -> bool:
    if isinstance(step.action, InsertDevice):
        return step.inserted()[1].kind is None
    return isinstance(step.action, (LoadPreset, Undo))
