"""Labels: the names a plan's steps give to devices they insert, turned into references hosts understand."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.actions import Action, AutomateParameter, InsertDevice
from daw_bridges.algebra.application import apply
from daw_bridges.algebra.editing import each_device, edited
from daw_bridges.references import (
    all_devices,
    chain_path,
    chain_reference,
    device_path,
    device_reference,
    is_mixer,
    split_reference,
    track_index,
)
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
        chain = None if action.chain is None else _without_labels(session, action.track, action.chain)
        plain = (action.label, action.chain) == (None, chain)
        return action if plain else edited(action, label=None, chain=chain)
    reference: str | None = getattr(action, "device", None)
    if reference is None or (isinstance(action, AutomateParameter) and is_mixer(reference)):
        return action
    unlabelled = _without_labels(session, getattr(action, "track", ""), reference)
    return action if unlabelled == reference else edited(action, device=unlabelled)


def _without_labels(session: Session, on: str, reference: str) -> str:
    """A reference to a device or a chain without labels; as it is where it has none."""
    track = session.tracks[track_index(session, on)]
    labels = {device.label for _, device in all_devices(track) if device.label}
    parts = split_reference(reference)
    if labels.isdisjoint(parts):
        return reference
    unlabelled = edited(track, devices=each_device(track.devices, lambda device: edited(device, label=None)))
    if len(parts) % 2:
        return device_reference(unlabelled, device_path(track, reference))
    return chain_reference(unlabelled, chain_path(track, reference))
