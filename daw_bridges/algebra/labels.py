"""Labels: the names a plan's steps give to devices they insert, turned into references hosts understand."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.actions import Action, AutomateParameter, InsertDevice
from daw_bridges.algebra.application import apply
from daw_bridges.algebra.editing import edited
from daw_bridges.references import device_index, device_reference, is_mixer, track_index
from daw_bridges.session import Session

__all__ = ["resolve_labels"]


def resolve_labels(session: Session, actions: Iterable[Action]) -> list[Action]:
    """The same actions without ``as``: a device named by its label is named by its kind and number instead.

    Raises as ``apply`` does, for the labels are followed through the session each step leaves.
    """
    plain: list[Action] = []
    for action in actions:
        plain.append(_without_label(session, action))
        session = apply(session, action)
    return plain


def _without_label(session: Session, action: Action) -> Action:
    if isinstance(action, InsertDevice):
        return action if action.label is None else edited(action, label=None)
    reference: str | None = getattr(action, "device", None)
    if reference is None or (isinstance(action, AutomateParameter) and is_mixer(reference)):
        return action
    track = session.tracks[track_index(session, getattr(action, "track", ""))]
    place = device_index(track, reference)
    if track.devices[place].label != reference:
        return action
    unlabelled = edited(track, devices=tuple(edited(device, label=None) for device in track.devices))
    return edited(action, device=device_reference(unlabelled, place))
