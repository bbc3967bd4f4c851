"""From actions to the script's edits: references become identities, neutral names the host's, bars beats.

Each action is also applied to a predicted session, so that a later one may speak of what an earlier one made,
and so that what must be read back is known before anything is sent.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from itertools import zip_longest

from daw_bridges.ableton.following import follow
from daw_bridges.ableton.identities import Identities
from daw_bridges.ableton.rows import ROWS
from daw_bridges.ableton.step import Fields, Step
from daw_bridges.actions import Action, AutomateParameter, InsertDevice, LoadPreset, Undo
from daw_bridges.algebra import apply
from daw_bridges.algebra.editing import edited, replaced, with_devices
from daw_bridges.errors import UnsupportedError
from daw_bridges.references import all_devices, devices_along, is_mixer
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
        self.session, self.identities = session, copy.deepcopy(identities)
        self.edits: list[Edit] = []
        self.opaque = False
        """Whether the last edit's outcome is the host's secret: a preset, a plug-in's parameters, an undo.

        What follows it can only be translated once the set has been read again.
        """

    def add(self, action: Action) -> None:
        """Translate the next action.

        Raises an ActionError when it cannot be done to the session by then, UnsupportedError when no script
        can do it in Live.
        """
        after = self.session if isinstance(action, Undo) else apply(self.session, action)
        _refuse_out_of_reach(action)
        step = Step(action, self.session, after, self.identities)
        request, expected = ROWS[action.action].make(step)
        self.opaque = _is_opaque(step)
        follow(step, {"made": len(self.edits)})
        self.edits.append(Edit(action, {"edit": action.action, **request}, expected, step))
        self.session = step.after


def _refuse_out_of_reach(action: Action) -> None:
    if isinstance(action, AutomateParameter):
        if action.clip is None:
            raise UnsupportedError(
                "Live lets no script draw automation on the timeline; name a clip of the session view."
            )
        if is_mixer(action.device):
            raise UnsupportedError(
                "In a clip Orbit draws automation of devices, not of the mixer strip. Automate a Utility on "
                "the track instead."
            )


def _is_opaque(step: Step) -> bool:
    if isinstance(step.action, InsertDevice):
        return step.inserted()[1].kind is None
    return isinstance(step.action, (LoadPreset, Undo))


def with_labels(session: Session, predicted: Session | None) -> Session:
    """A session with the labels that devices have in a prediction of it; None takes all labels off."""
    given = predicted.tracks if predicted else ()
    pairs = zip_longest(session.tracks, given[: len(session.tracks)])
    tracks = tuple(_labelled(track, other) for track, other in pairs if track is not None)
    return session.model_copy(update={"tracks": tracks})


def _labelled(track: Track, predicted: Track | None) -> Track:
    labels = (
        {path: device.label for path, device in all_devices(predicted) if device.label} if predicted else {}
    )
    wrong = [
        (path, labels.get(path)) for path, device in all_devices(track) if device.label != labels.get(path)
    ]
    for path, label in wrong:
        along = devices_along(track, path[:-1])
        devices = replaced(along, path[-1], edited(along[path[-1]], label=label))
        track = edited(track, devices=with_devices(track, path[:-1], devices))
    return track
