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
from daw_bridges.session import Session, Track

__all__ = ["Edit", "Translation", "with_labels"]


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
        """Whether the last edit's outcome is the host's secret: a preset, a plug-in's parameters, an undo.

        What follows it can only be translated once the set has been read again.
        """

    def add(self, action: Action) -> None:
        """Translate the next action. Raises an ActionError when it cannot be done to the session by then."""
        after = self.session if isinstance(action, Undo) else apply(self.session, action)
        step = Step(action, self.session, after, self._identities)
        request, expected = ROWS[action.action].make(step)
        self.opaque = _is_opaque(step)
        follow(step, {"made": len(self.edits)})
        self.edits.append(Edit(action, {"edit": action.action, **request}, expected, step))
        self.session = step.after


def _is_opaque(step: Step) -> bool:
    if isinstance(step.action, InsertDevice):
        return step.inserted()[1].kind is None
    return isinstance(step.action, (LoadPreset, Undo))


def with_labels(session: Session, predicted: Session) -> Session:
    """A session as read from the host, with the labels that a plan has given to devices in it."""
    labels = [[device.label for device in track.devices] for track in predicted.tracks]
    return session.model_copy(
        update={
            "tracks": tuple(
                _with_labels(track, given) if any(given) else track
                for track, given in zip(session.tracks, labels, strict=False)
            )
        }
    )


def _with_labels(track: Track, labels: list[str | None]) -> Track:
    devices = zip(track.devices, labels, strict=False)
    return track.model_copy(
        update={"devices": tuple(d.model_copy(update={"label": label}) for d, label in devices)}
    )
